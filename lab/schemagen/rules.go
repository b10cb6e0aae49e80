package main

import (
	"reflect"

	"github.com/toolerr/toolerr/lab/strict"
)

// rules holds the keywords that tags cannot express, by type.
var rules = map[reflect.Type]string{
	reflect.TypeFor[strict.Kind](): `{"title": "Kind", "description": "The class of the failure."}`,
	reflect.TypeFor[strict.MappingTable](): `{
		"title": "toolerr mapping table", "description": "The representation of every kind in every protocol."
	}`,

	// Either success or failure. The schema of OXP 1.0 closes the object with
	// additionalProperties, which does not take the properties inside oneOf into account and so
	// rejects both value and error.
	reflect.TypeFor[strict.OXPCallResponse](): `{
		"oneOf": [
			{"properties": {"success": {"const": true}, "error": false}, "required": ["success"]},
			{"properties": {"success": {"const": false}, "value": false}, "required": ["success", "error"]}
		],
		"unevaluatedProperties": false
	}`,

	// The requirements of MCP for each type of block, and for the annotations that all of
	// them may have.
	reflect.TypeFor[strict.MCPContent](): `{
		"allOf": [{"properties": {"annotations": {
			"type": "object",
			"properties": {
				"audience": {"type": "array", "items": {"enum": ["assistant", "user"]}},
				"lastModified": {"type": "string"},
				"priority": {"type": "number", "minimum": 0, "maximum": 1}
			}
		}}}],
		"oneOf": [
			{"properties": {"type": {"const": "text"}}, "required": ["type", "text"]},
			{
				"properties": {"type": {"enum": ["image", "audio"]}, "data": {"type": "string"}},
				"required": ["type", "data", "mimeType"]
			},
			{
				"properties": {
					"type": {"const": "resource_link"}, "uri": {"type": "string"}, "name": {"type": "string"}
				},
				"required": ["type", "uri", "name"]
			},
			{
				"properties": {"type": {"const": "resource"}, "resource": {"type": "object"}},
				"required": ["type", "resource"]
			}
		]
	}`,

	// MCP 2026-07-28, InputRequiredResult: at least one of the two members.
	reflect.TypeFor[strict.MCPInputRequiredResult](): `{
		"anyOf": [{"required": ["inputRequests"]}, {"required": ["requestState"]}]
	}`,

	// MCP 2026-07-28, ElicitRequestURLParams, ElicitRequestFormParams and CreateMessageRequest.
	reflect.TypeFor[strict.MCPInputRequest](): `{
		"oneOf": [
			{
				"properties": {"method": {"const": "elicitation/create"}, "params": {"oneOf": [
					{
						"properties": {
							"mode": {"const": "url"},
							"url": {"type": "string", "format": "uri"},
							"message": {"type": "string"}
						},
						"required": ["mode", "url", "message"]
					},
					{
						"properties": {
							"mode": {"const": "form"},
							"message": {"type": "string"},
							"requestedSchema": {"type": "object"}
						},
						"required": ["message", "requestedSchema"]
					}
				]}},
				"required": ["method", "params"]
			},
			{
				"properties": {"method": {"const": "sampling/createMessage"}, "params": {
					"properties": {"messages": {"type": "array"}, "maxTokens": {"type": "integer"}},
					"required": ["messages", "maxTokens"]
				}},
				"required": ["method", "params"]
			},
			{"properties": {"method": {"const": "roots/list"}}, "required": ["method"]}
		]
	}`,

	// MCP 2025-11-25, the only revision with this error: elicitationId is required.
	reflect.TypeFor[strict.MCPURLElicitationData](): `{
		"allOf": [{"properties": {"elicitations": {"items": {"required": ["elicitationId"]}}}}]
	}`,

	// MCP 2026-07-28, UnsupportedProtocolVersionError: both members or neither.
	reflect.TypeFor[strict.MCPErrorData](): `{
		"dependentRequired": {"supported": ["requested"], "requested": ["supported"]}
	}`,

	// An object with a code, or a string.
	reflect.TypeFor[strict.AAIAppErrorResponse](): `{
		"oneOf": [
			{"properties": {"error": {
				"type": "object",
				"properties": {"code": {"type": "string"}, "message": {"type": "string"}},
				"required": ["code", "message"]
			}}},
			{"properties": {"error": {"type": "string"}}}
		]
	}`,

	// A JSON-RPC code, or "result" if the error is in the result of the call.
	reflect.TypeFor[strict.MappingRow](): `{
		"allOf": [{"properties": {"mcp": {"anyOf": [{"const": "result"}, {"type": "integer"}]}}}]
	}`,
}
