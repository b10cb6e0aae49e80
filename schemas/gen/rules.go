package main

import (
	"reflect"

	"github.com/toolerr/toolerr/schemas"
)

// rules are the keywords that no tag can say, by type.
var rules = map[reflect.Type]string{
	reflect.TypeFor[schemas.Kind]():         `{"title": "Kind", "description": "What went wrong, in one word."}`,
	reflect.TypeFor[schemas.MappingTable](): `{"title": "toolerr mapping table", "description": "What every kind becomes in every protocol."}`,

	// Either success or failure. OXP 1.0 means to close the object, but does so by additionalProperties beside oneOf,
	// which sees neither value nor error and refuses both.
	reflect.TypeFor[schemas.OXPCallResponse](): `{
		"oneOf": [
			{"properties": {"success": {"const": true}, "error": false}, "required": ["success"]},
			{"properties": {"success": {"const": false}, "value": false}, "required": ["success", "error"]}
		],
		"unevaluatedProperties": false
	}`,

	// What MCP requires of each type of block, and of the annotations that each may have.
	reflect.TypeFor[schemas.MCPContent](): `{
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
			{"properties": {"type": {"enum": ["image", "audio"]}, "data": {"type": "string"}}, "required": ["type", "data", "mimeType"]},
			{"properties": {"type": {"const": "resource_link"}, "uri": {"type": "string"}, "name": {"type": "string"}}, "required": ["type", "uri", "name"]},
			{"properties": {"type": {"const": "resource"}, "resource": {"type": "object"}}, "required": ["type", "resource"]}
		]
	}`,

	// MCP 2026-07-28, InputRequiredResult: at least one of the two.
	reflect.TypeFor[schemas.MCPInputRequiredResult](): `{
		"anyOf": [{"required": ["inputRequests"]}, {"required": ["requestState"]}]
	}`,

	// MCP 2026-07-28, ElicitRequestURLParams, ElicitRequestFormParams and CreateMessageRequest.
	reflect.TypeFor[schemas.MCPInputRequest](): `{
		"oneOf": [
			{
				"properties": {"method": {"const": "elicitation/create"}, "params": {"oneOf": [
					{"properties": {"mode": {"const": "url"}, "url": {"type": "string", "format": "uri"}, "message": {"type": "string"}}, "required": ["mode", "url", "message"]},
					{"properties": {"mode": {"const": "form"}, "message": {"type": "string"}, "requestedSchema": {"type": "object"}}, "required": ["message", "requestedSchema"]}
				]}},
				"required": ["method", "params"]
			},
			{
				"properties": {"method": {"const": "sampling/createMessage"}, "params": {"properties": {"messages": {"type": "array"}, "maxTokens": {"type": "integer"}}, "required": ["messages", "maxTokens"]}},
				"required": ["method", "params"]
			},
			{"properties": {"method": {"const": "roots/list"}}, "required": ["method"]}
		]
	}`,

	// MCP 2025-11-25, the one revision that has this error: an elicitation has an id.
	reflect.TypeFor[schemas.MCPURLElicitationData](): `{
		"allOf": [{"properties": {"elicitations": {"items": {"required": ["elicitationId"]}}}}]
	}`,

	// MCP 2026-07-28, UnsupportedProtocolVersionError: both or neither.
	reflect.TypeFor[schemas.MCPErrorData](): `{
		"dependentRequired": {"supported": ["requested"], "requested": ["supported"]}
	}`,

	// An object with a code, or a text.
	reflect.TypeFor[schemas.AAIAppErrorResponse](): `{
		"oneOf": [
			{"properties": {"error": {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}, "required": ["code", "message"]}}},
			{"properties": {"error": {"type": "string"}}}
		]
	}`,

	// The code, or where the error goes into the result of the call.
	reflect.TypeFor[schemas.MappingRow](): `{
		"allOf": [{"properties": {"mcp": {"anyOf": [{"const": "result"}, {"type": "integer"}]}}}]
	}`,
}
