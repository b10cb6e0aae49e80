package explain

// members has a row for each member that needs an explanation.
var members = []Member{
	{"isError", nil, "MCP and toolError:v1, in the result of tools/call",
		"True if the tool ran, or its input was wrong, and the call failed. The model sees such a result, so " +
			"everything that it can act on belongs here: faults in the input, too (SEP-1303). A JSON-RPC error " +
			"is for the client and is often not shown to the model.", mcpErrors},
	{"content", nil, "MCP and toolError:v1, in the result of tools/call",
		"The blocks that the model reads. With isError the text blocks have the message, the wrong fields, the " +
			"hint, and a sentence on another attempt.", mcpErrors},
	{"structuredContent", nil, "MCP and toolError:v1, in the result of tools/call",
		"The result for programs. If the tool has an output schema it must match that schema, so an error is not " +
			"put here then.", mcpOutput},
	{"_meta", []string{"io.github.toolerr/error"}, "MCP, in results and in parameters",
		"Data of extensions, under names with a prefix. With --carry it has the whole error as canonical JSON, " +
			"so that all public fields survive a translation.", mcpMeta},
	{"resultType", []string{"inputRequests", "requestState"}, "MCP from 2026-07-28, in every result",
		"\"complete\", or \"input_required\" if the server needs an answer of the user first: inputRequests has " +
			"the questions, and requestState is to be returned unchanged with the answers.", mcpElicitation},
	{"elicitations", []string{"elicitationId"}, "MCP 2025-11-25, in the data of the code -32042",
		"The URLs that the user must visit before the call can succeed.", mcpElicitation},
	{"jsonrpc", nil, "MCP and AAI, in every message",
		"\"2.0\", the version of JSON-RPC. A response has either result or error, never both.", rpcErrors},
	{"id", []string{"call_id"}, "JSON-RPC: id; OXP: result.call_id",
		"The id of the call that a response belongs to. A response to a request that could not be read has the " +
			"id null.", rpcErrors},
	{"error", nil, "JSON-RPC, OXP and AAI",
		"The failure. In JSON-RPC an object with code, message and data; in OXP, of a tool that ran, an object " +
			"in result.", rpcErrors},
	{"code", nil, "JSON-RPC: a number; AAI and toolError:v1: a name; RFC 9457 and canonical JSON: the " +
		"application's own",
		"Names the failure for programs. The same number has several meanings: -32001 to -32099 depend on the " +
			"protocol, see toolerr explain CODE. Decide by kind where there is one.", rpcErrors},
	{"data", nil, "JSON-RPC and AAI, in error",
		"Anything more on the failure, defined by the code. AAI has type and detail in it.", rpcErrors},
	{"message", nil, "every protocol, except RFC 9457, where it is detail",
		"What happened, in a sentence for users and models. It must not contain causes, paths, queries or " +
			"secrets: in Go it has the type errkit.Text, to which a variable does not convert.", rpcErrors},
	{"developer_message", []string{"dev"}, "OXP, in result.error and in the body of a failure before the call; " +
		"in Go: Dev",
		"A text for developers, which no user or model should see. OXP has a member for it. The dialects of " +
			"google.rpc have DebugInfo, which is written only with the option Debug. A translation to another " +
			"protocol withholds it.", oxpErrors},
	{"additional_prompt_content", []string{"hint"},
		"OXP: additional_prompt_content; RFC 9457 and canonical JSON: hint; MCP: a line of the text",
		"Advice for a model before it tries again, such as which values are allowed.", oxpErrors},
	{"retry", []string{"retryable", "can_retry"},
		"RFC 9457 and canonical JSON: retry; toolError:v1: retryable; OXP: can_retry",
		"Whether the same call may be made again: allowed (after the time in retry_after_ms, if there is one), " +
			"never (it would fail again or do harm), after_action (after the user or the caller did something). " +
			"If an error does not set it, its kind decides, see toolerr table.", oxpErrors},
	{"Retry-After", []string{"retry_after_ms", "retryAfter", "retry_after"},
		"HTTP: Retry-After, in seconds or a date; OXP, RFC 9457 and canonical JSON: retry_after_ms, in milliseconds",
		"How long to wait before another attempt. A client must not call earlier, and may call later. toolerr " +
			"rounds seconds up, so that a client is never early.", http("10.2.3")},
	{"WWW-Authenticate", nil, "HTTP, with the status 401, and 403 for a scope that is missing",
		"How to authenticate: the scheme, and for Bearer the error (invalid_token, insufficient_scope) and the " +
			"address of the metadata. A gateway must pass it on.", http("11.6.1")},
	{"parameter_errors", []string{"fields", "errors", "validationErrors"},
		"OXP: parameter_errors; RFC 9457: errors; AAI: data.validationErrors; canonical JSON: fields",
		"Which parts of the input are wrong, and what each of them must be. A model corrects the call by it.",
		oxpErrors},
	{"missing_requirements", []string{"needs", "authorization", "missingVars"},
		"OXP: missing_requirements; RFC 9457 and canonical JSON: needs; AAI: data.missingVars",
		"What the call lacks before it can succeed: authorizations (URLs to visit), the id of the user, secrets, " +
			"scopes, input.", oxpErrors},
	{"needsInput", []string{"suggestions", "options"}, "toolError:v1, in a payload of needsInput:v1",
		"The question to the user: which fields are missing and why, with suggestions and options.", mcpElicitation},
	{"success", nil, "OXP, in result", "False if the tool ran and failed. The HTTP status is 200 all the same.",
		oxpErrors},
	{"$schema", []string{"OXP-Version"}, "OXP 1.0: $schema in the body, or the header OXP-Version in the other form",
		"Identifies the version of OXP, and so the form of the document.", oxpErrors},
	{"kind", nil, "RFC 9457 and canonical JSON; toolError:v1 has the version of the payload in it",
		"The category of the failure, from which each protocol's code is derived. toolerr table lists all kinds, " +
			"and toolerr explain KIND explains one.", extensions},
	{"type", nil, "RFC 9457: the problem type; AAI: data.type, the name of the code",
		"A URI that identifies the problem type. about:blank means: no more than the HTTP status. Programs " +
			"compare it and need not fetch it.", problems},
	{"title", nil, "RFC 9457", "A summary of the problem type, the same in each occurrence. What happened this " +
		"time is in detail.", problems},
	{"detail", nil, "RFC 9457: detail; AAI: data.detail",
		"What happened in this occurrence, for people. Programs must not parse it.", problems},
	{"instance", []string{"ref", "requestId"}, "RFC 9457: instance; canonical JSON: ref",
		"Identifies this occurrence. It leads to the record in the log of the server, which has the cause; " +
			"include it in a report.", problems},
	{"status", []string{"statusCode"}, "RFC 9457: status; toolError:v1: details.statusCode; AAI: \"error\"",
		"The HTTP status, repeated in the body for programs that do not see the response's own.", problems},
	{"stage", []string{"before_call", "execution"}, "RFC 9457 and canonical JSON; elsewhere the form of the document",
		"When the call failed: before_call (the tool did not run, so there was no effect) or execution (it ran, " +
			"and may have had an effect).", extensions},
	{"upstream", nil, "RFC 9457 and canonical JSON",
		"The HTTP status of a service that the tool depends on. Retry depends on it.", extensions},
	{"details", nil, "canonical JSON and toolError:v1; RFC 9457: members of the problem itself",
		"More facts for programs, which are public.", extensions},
	{"peer", []string{"rule", "guessed", "unread"}, "the output of toolerr decode",
		"Where a decoded error came from: its dialect, code and type, the rule that determined the kind, whether " +
			"that was a guess from a text, and the members that no rule used.",
		Spec{"package errkit, Peer", "https://pkg.go.dev/github.com/toolerr/toolerr/errkit#Peer"}},
}
