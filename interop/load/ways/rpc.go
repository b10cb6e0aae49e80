package ways

import "strings"

// Documents of MCP.
const (
	result    = `{"jsonrpc":"2.0","id":@ID,"result":{"content":[{"type":"text","text":"ding"}]}}` + "\n"
	progress  = `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}}`
	asksInput = `data: {"jsonrpc":"2.0","id":"s1","method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{}}}}`
	event     = `data: {"jsonrpc":"2.0","id":@ID,"result":{"content":[{"type":"text","text":"ding"}]}}`
)

// resultOf returns a document with a result of a call.
func resultOf(members string) string { return `{"jsonrpc":"2.0","id":@ID,"result":{` + members + `}}` }

// textOf returns a success of a tool with a text, which is escaped as in JSON.
func textOf(text string) string { return resultOf(`"content":[{"type":"text","text":"` + text + `"}]`) }

// errorOf returns a document with an error of JSON-RPC.
func errorOf(members string) string { return `{"jsonrpc":"2.0","id":@ID,"error":{` + members + `}}` }

// failed returns a result of a tool that failed.
func failed(text string) string {
	return resultOf(`"content":[{"type":"text","text":"` + text + `"}],"isError":true`)
}

// results are answers of MCP that are no errors. They pass byte for byte.
var results = []Way{
	{"result", "", call, ok(result), Same},
	{"id of a text", "", callText, ok(`{"jsonrpc":"2.0","id":"@ID","result":{"content":[]}}`), Same},
	{"id last", "members have no order", call, ok(`{"result":{"content":[]},"id":@ID,"jsonrpc":"2.0"}`), Same},
	{"white space", "indented", call, ok("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": @ID,\n  \"result\": {\"content\": []}\n}\n"), Same},
	{"isError false", "", call, ok(resultOf(`"content":[],"isError":false`)), Same},
	{"no content", "an empty list", call, ok(resultOf(`"content":[]`)), Same},
	{"image", "", call, ok(resultOf(`"content":[{"type":"image","data":"iVBOR","mimeType":"image/png"}]`)), Same},
	{"audio, link and resource", "", call, ok(resultOf(`"content":[{"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource_link","uri":"a:b","name":"b"},{"type":"resource","resource":{"uri":"a:b","text":"x"}}]`)), Same},
	{"structured content", "with an error of its own", call, ok(resultOf(`"content":[],"structuredContent":{"error":{"code":500},"isError":true}`)), Same},
	{"meta", "", call, ok(resultOf(`"content":[],"_meta":{"com.example/error":"none"}`)), Same},
	{"unknown members", "objects are open", call, ok(resultOf(`"content":[{"type":"text","text":"a","x":1}],"error":"no","x":[null]`)), Same},
	{"text about an error", "the tool reads a log", call, ok(textOf(`Error: connection refused`)), Same},
	{"text with a stack", "the tool reads a log", call, ok(textOf(`Traceback (most recent call last):\n  File \"a.py\", line 7\nValueError`)), Same},
	{"text with JSON of an error", "the tool reads a file", call, ok(textOf(`{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603}}`)), Same},
	{"text with isError", "the tool reads a file", call, ok(textOf(`\"isError\":true`)), Same},
	{"text with SQL and a key", "the tool reads data", call, ok(textOf(`SELECT * FROM a; sk-proj-abcdefghijklmnopqrstuv`)), Same},
	{"escapes", "they stay", call, ok(textOf(`\u0065rror \ud83d\ude00 \/`)), Same},
	{"not ASCII", "UTF-8", call, ok(textOf(`caf` + "é 🔔")), Same},
	{"number of many digits", "it is no float", call, ok(resultOf(`"content":[],"structuredContent":{"a":9007199254740993,"b":1e400}`)), Same},
	{"deep", "32 levels", call, ok(resultOf(`"content":[],"structuredContent":{"a":` + strings.Repeat("[", 32) + strings.Repeat("]", 32) + `}`)), Same},
	{"2 MiB", "more than is held", call, ok(textOf(strings.Repeat("error ", 350_000))), Same},
	{"2 MiB in chunks", "more than is held", call, chunks(asJSON, textOf(strings.Repeat("ding ", 100_000)+strings.Repeat("error ", 250_000))), Same},
	{"progressive 200 KB", "what is long arrives before its end", call, chunks(asJSON, `{"jsonrpc":"2.0","id":@ID,"result":{"content":[{"type":"text","text":"`, strings.Repeat("ding ", 40_000), Await, `"}]}}`), Early},
	{"chunks", "", call, chunks(asJSON, `{"jsonrpc":"2.0","id":@ID,`, Pause, `"result":{"content":[]}}`), Same},
	{"byte by byte", "", call, byteByByte(asJSON, result), Same},
	{"charset", "RFC 8259 has none, and clients ignore it", call, as("application/json; charset=utf-8", result), Same},
	{"gzip", "asked for", call, zipped(200, asJSON, result), Same},
	{"session", "its header passes", initialize, ok(resultOf(`"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}`), "Mcp-Session-Id: s1"), Same},
	{"tools", "", list, ok(resultOf(`"tools":[{"name":"ring","description":"error","inputSchema":{"type":"object"}}]`)), Same},
	{"nothing", "ping", ping, ok(resultOf(``)), Same},
	{"resource", "", read, ok(resultOf(`"contents":[{"uri":"file:///a","text":"error"}]`)), Same},
	{"prompt", "", prompt, ok(resultOf(`"messages":[{"role":"user","content":{"type":"text","text":"error"}}]`)), Same},
	{"result of another method", "its shape is not known", unknown, ok(resultOf(`"isError":"yes"`)), Same},
	{"input required", "2026-07-28", modern, ok(resultOf(`"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{}}},"requestState":"s"`)), Same},
	{"task", "2025-11-25", call, ok(resultOf(`"task":{"taskId":"t","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}`)), Same},
	{"202 to a notification", "", notify, respondWith(202, "", ""), Same},
	{"204 to a notification", "some servers do", notify, respondWith(204, "", ""), Same},
	{"202 to a response", "", respond, respondWith(202, "", ""), Same},
	{"200 to DELETE", "the session ends", finish, respondWith(200, "", ""), Same},
	{"204 to DELETE", "the session ends", finish, respondWith(204, "", ""), Same},
	{"batch", "2025-03-26", batch, ok(`[` + strings.TrimSpace(result) + `,{"jsonrpc":"2.0","id":"b@ID","result":{"content":[]}}]`), Same},
	{"batch in any order", "JSON-RPC 2.0 §6", batch, ok(`[{"jsonrpc":"2.0","id":"b@ID","result":{"content":[]}},` + strings.TrimSpace(result) + `]`), Same},
	{"cookies and trace", "headers pass", call, ok(result, "Set-Cookie: a=1", "X-Request-Id: r1", "Access-Control-Allow-Origin: *"), Same},

	// Streams of events.
	{"event", "", call, events(event), Same},
	{"event with its type", "", call, events("event: message\nid: 1\n" + event), Same},
	{"progress first", "as it arrives", call, events(progress, progress, Await, progress, event), Early},
	{"request of the server first", "sampling, elicitation", call, events(asksInput, event), Same},
	{"comments", "keep alive", call, events(": ping", progress, ": ping", event), Same},
	{"empty data first", "2025-11-25: it primes the client", call, events("id: 1\ndata: ", event), Same},
	{"retry", "", call, events("retry: 3000", event), Same},
	{"lines that end with CR LF", "HTML §9.2.6", call, chunks(asEvents, strings.ReplaceAll(progress, "\n", "\r\n")+"\r\n\r\n", event+"\r\n\r\n"), Same},
	{"data of two lines", "HTML §9.2.6", call, events("data: {\"jsonrpc\":\"2.0\",\"id\":@ID,\ndata: \"result\":{\"content\":[]}}"), Same},
	{"no space after the colon", "HTML §9.2.6", call, events(strings.ReplaceAll(event, "data: ", "data:")), Same},
	{"events in odd chunks", "", call, chunks(asEvents, "da", Pause, "ta: {\"jsonrpc\":\"2.0\",\"id\":@ID,", Pause, "\"result\":{\"content\":[]}}\n", "\n"), Same},
	{"events until the connection closes", "HTTP/1.0", call, lines("HTTP/1.0 200 OK", "Content-Type: text/event-stream", "", event+"\n\n"), Same},
	{"1,000 events", "", call, events(append(strings.Split(strings.Repeat(progress+"|", 999)+progress, "|"), event)...), Same},
	{"event of 200 KB", "", call, events("data: " + textOf(strings.Repeat("ding ", 40_000))), Same},
	{"stream of GET", "notifications", listen, events(progress, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"no"}}`), Same},
	{"stream of GET as it arrives", "", listen, events(": ping", Await, progress), Early},
	{"events that can be continued", "each has an id: the client reconnects", call, events("id: 7\n" + progress), Same},
	{"tools in an event", "", list, events(`data: ` + resultOf(`"tools":[]`)), Same},
}

// toolErrors are errors of MCP and of HTTP. What the sender addressed to the model or the caller
// is relayed, without what is private in it; what a client of MCP acts on stays.
var toolErrors = []Way{
	{"tool error", "its text is for the model", call, ok(failed(`expected one of \"New York\"|\"Chicago\"`)), `200|~"isError":true|~expected one of`},
	{"tool error with two blocks", "both are for the model", call, ok(resultOf(`"content":[{"type":"text","text":"No bell."},{"type":"text","text":"Use a tower."}],"isError":true`)), `200|~"isError":true|~No bell.|~Use a tower.`},
	{"tool error with its values", "names of the input are no secrets", call, ok(failed(`times: 3 is more than 2`)), `200|~"isError":true|~times: 3 is more than 2`},
	{"tool error with a stack", "private", call, ok(failed(`No bell.\nTraceback (most recent call last):\n  File \"/srv/app.py\", line 7, in ring\n    ` + Secret + `\nValueError`)), `200|~"isError":true|!Traceback|!/srv/app.py`},
	{"tool error without a text", "an empty list", call, ok(resultOf(`"content":[],"isError":true`)), `200|~"isError":true`},
	{"tool error with an image", "no text", call, ok(resultOf(`"content":[{"type":"image","data":"AA==","mimeType":"image/png"}],"isError":true`)), `200|~"isError":true`},
	{"tool error in an event", "", call, events(progress, "data: "+failed(`No bell.`)), `200|~"isError":true|~No bell.`},
	{"tool error in gzip", "asked for", call, zipped(200, asJSON, failed(`No bell.`)), `200|~"isError":true|~No bell.|Content-Encoding:`},
	{"tool error in a batch", "the success stays", batch, ok(`[` + strings.TrimSpace(result) + `,{"jsonrpc":"2.0","id":"b@ID","result":{"content":[{"type":"text","text":"No bell."}],"isError":true}}]`), `200|~"id":"b@ID"|~No bell.|~ding`},
	{"unknown tool", "for the caller", call, ok(errorOf(`"code":-32602,"message":"Unknown tool: ring"`)), "200|~Unknown tool: ring"},
	{"invalid params", "for the caller", call, ok(errorOf(`"code":-32602,"message":"times must be positive"`)), "200|~times must be positive"},
	{"unknown method", "for the caller", unknown, ok(errorOf(`"code":-32601,"message":"Method not found"`)), "200|~-32601"},
	{"internal error", "private", call, ok(errorOf(`"code":-32603,"message":"` + Secret + `"`)), upstreamFailed},
	{"error of code 0", "of a Go SDK, for an error of a tool", call, ok(errorOf(`"code":0,"message":"No bell."`)), "200"},
	{"server error", "legacy, without a meaning", call, ok(errorOf(`"code":-32000,"message":"` + Secret + `"`)), "200"},
	{"internal error in an event", "private", call, events(progress, "data: "+errorOf(`"code":-32603,"message":"`+Secret+`"`)), upstreamFailed},
	{"internal error in a batch", "the success stays", batch, ok(`[` + strings.TrimSpace(result) + `,{"jsonrpc":"2.0","id":"b@ID","error":{"code":-32603,"message":"` + Secret + `"}}]`), `200|~"id":"b@ID"|~ding`},
	{"parse error", "of the request", call, respondWith(400, asJSON, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`), "200,400"},
	{"resource not found", "2025-11-25", read, ok(errorOf(`"code":-32002,"message":"Resource not found","data":{"uri":"file:///a"}`)), "200|~Resource not found"},
	{"elicitation of a URL", "the client opens it", call, ok(errorOf(`"code":-32042,"message":"Authorize.","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://a.example/auth","message":"Authorize."}]}`)), "200|~-32042|~https://a.example/auth|~e1"},
	{"unsupported version", "2026-07-28: its data is for the client", modern, respondWith(400, asJSON, errorOf(`"code":-32022,"message":"Unsupported","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}`)), `400|~-32022|~"supported":["2025-11-25"]`},
	{"missing capability", "2026-07-28: its data is for the client", modern, respondWith(400, asJSON, errorOf(`"code":-32021,"message":"Missing","data":{"requiredCapabilities":{"sampling":{}}}`)), "400|~-32021|~sampling"},
	{"header mismatch", "2026-07-28", modern, respondWith(400, asJSON, errorOf(`"code":-32020,"message":"Mismatch"`)), "400|~-32020"},

	{"401", "the client authorizes", call, fail(401, `WWW-Authenticate: Bearer resource_metadata="https://a.example/m", scope="ring"`), `401|unauthenticated|WWW-Authenticate: Bearer resource_metadata="https://a.example/m", scope="ring"`},
	{"403 of a scope", "the client authorizes again", call, fail(403, `WWW-Authenticate: Bearer error="insufficient_scope", scope="ring"`), `403|permission_denied|WWW-Authenticate: Bearer error="insufficient_scope", scope="ring"`},
	{"403", "the session stays", call, fail(403), "200|permission_denied"},
	{"404 in a session", "the client starts another one", inSession, fail(404), "404"},
	{"404 of a router", "the client looks for another endpoint", call, fail(404), "404"},
	{"405 of GET", "there is no stream", listen, fail(405, "Allow: POST"), "405|Allow: POST"},
	{"405 of DELETE", "sessions do not end so", finish, fail(405, "Allow: POST"), "405"},
	{"400 to a call", "some servers send a page", call, fail(400), "200,400|invalid_request"},
	{"413", "", call, fail(413), "200|too_large"},
	{"429", "with its delay", call, fail(429, "Retry-After: 3"), "200|rate_limited|~3 seconds"},
	{"500", "", call, fail(500), upstreamFailed},
	{"500 in JSON-RPC", "its text is of the server", call, respondWith(500, asJSON, errorOf(`"code":-32603,"message":"`+Secret+`"`)), upstreamFailed},
	{"500 with a result", "the status is of an error", call, respondWith(500, asJSON, result), "200"},
	{"500 to a list", "an error of the protocol", list, fail(500), "200|upstream_failed|~-32603"},
	{"500 to a notification", "the status is all of the response", notify, fail(500), "500,502"},
	{"500 to GET", "there is no call", listen, fail(500), "500,502"},
	{"500 to a batch", "an error for each call", batch, fail(500), `200|~"id":@ID|~"id":"b@ID"`},
	{"500 to an id of a text", "", callText, fail(500), `200|upstream_failed|~"id":"@ID"`},
	{"500 in gzip", "asked for", call, zipped(500, asHTML, page), "200|upstream_failed|Content-Encoding:"},
	{"500 with cookies and trace", "headers pass", call, fail(500, "Set-Cookie: a=1", "X-Request-Id: r1", "Access-Control-Allow-Origin: *"), "200|upstream_failed|Set-Cookie: a=1|X-Request-Id: r1|Access-Control-Allow-Origin: *"},
	{"502", "of a gateway", call, fail(502), upstreamFailed},
	{"503", "with its delay: nothing was done", call, fail(503, "Retry-After: 7"), "200|unavailable|~7 seconds"},
	{"503 without a delay", "", call, fail(503), "200|unavailable"},
	{"504", "of a gateway", call, fail(504), "200|timeout"},
}

// notAnswers are successes of HTTP that are no answers to a call of MCP: an answer is one message
// of JSON-RPC 2.0 with the id of the call and exactly one of result and error, or a stream of
// messages with it, and the result of a tool has its shape.
var notAnswers = []Way{
	{"page", "of a proxy, a login, a maintenance", call, as(asHTML, page), upstreamFailed},
	{"page as JSON", "its type lies", call, ok(page), upstreamFailed},
	{"page as events", "its type lies", call, as(asEvents, page), upstreamFailed},
	{"text", "", call, as(asText, Secret), upstreamFailed},
	{"text as JSON", "", call, ok("Error: " + Secret), upstreamFailed},
	{"XML", "", call, as(asXML, "<error>"+Secret+"</error>"), upstreamFailed},
	{"no bytes", "200 with nothing", call, ok(""), upstreamFailed},
	{"only white space", "", call, ok(" \n"), upstreamFailed},
	{"204 to a call", "it has no message", call, respondWith(204, "", ""), upstreamFailed},
	{"202 to a call", "it is for notifications", call, respondWith(202, "", ""), upstreamFailed},
	{"205 to a call", "it has no message", call, respondWith(205, "", ""), upstreamFailed},
	{"error as a text", "JSON-RPC 2.0 §5.1: an object", call, ok(`{"jsonrpc":"2.0","id":@ID,"error":"` + Secret + `"}`), upstreamFailed},
	{"error without a code", "JSON-RPC 2.0 §5.1", call, ok(errorOf(`"message":"` + Secret + `"`)), upstreamFailed},
	{"error without a message", "JSON-RPC 2.0 §5.1", call, ok(errorOf(`"code":-32603,"detail":"` + Secret + `"`)), upstreamFailed},
	{"code as a text", "JSON-RPC 2.0 §5.1: an integer", call, ok(errorOf(`"code":"E7","message":"` + Secret + `"`)), upstreamFailed},
	{"JSON-RPC 1.0", "no version, and both members", call, ok(`{"id":@ID,"result":null,"error":"` + Secret + `"}`), upstreamFailed},
	{"success of JSON-RPC 1.0", "clients of MCP reject it", call, ok(`{"id":@ID,"result":{"content":[]},"error":null}`), upstreamFailed},
	{"no version", "JSON-RPC 2.0 §5", call, ok(`{"id":@ID,"result":{"content":[]}}`), upstreamFailed},
	{"version 1.0", "JSON-RPC 2.0 §5", call, ok(`{"jsonrpc":"1.0","id":@ID,"result":{"content":[]}}`), upstreamFailed},
	{"version as a number", "JSON-RPC 2.0 §5", call, ok(`{"jsonrpc":2.0,"id":@ID,"result":{"content":[]}}`), upstreamFailed},
	{"two documents", "which one is the answer?", call, ok(result + result), upstreamFailed},
	{"two documents of two results", "which one is the answer?", call, ok(strings.TrimSpace(result) + failed(Secret)), upstreamFailed},
	{"text after the document", "a warning of PHP", call, ok(result + "<b>Warning</b>: " + Secret), upstreamFailed},
	{"prefix", "a warning of PHP", call, ok("Warning: " + Secret + "\n" + result), upstreamFailed},
	{"prefix against inclusion", "of Angular", call, ok(")]}',\n" + result), upstreamFailed},
	{"another id", "it is for another call", call, ok(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + Secret + `"}]}}`), upstreamFailed},
	{"id as a text", "7 is not \"7\"", call, ok(`{"jsonrpc":"2.0","id":"@ID","result":{"content":[]}}`), upstreamFailed},
	{"id null", "JSON-RPC 2.0 §5", call, ok(`{"jsonrpc":"2.0","id":null,"result":{"content":[]}}`), upstreamFailed},
	{"no id", "JSON-RPC 2.0 §5", call, ok(`{"jsonrpc":"2.0","result":{"content":[]}}`), upstreamFailed},
	{"result and error", "JSON-RPC 2.0 §5: exactly one", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":{"content":[]},"error":{"code":1,"message":"` + Secret + `"}}`), upstreamFailed},
	{"neither result nor error", "JSON-RPC 2.0 §5: exactly one", call, ok(`{"jsonrpc":"2.0","id":@ID}`), upstreamFailed},
	{"error null only", "JSON-RPC 2.0 §5", call, ok(`{"jsonrpc":"2.0","id":@ID,"error":null}`), upstreamFailed},
	{"result null", "a result of a tool is an object", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":null}`), upstreamFailed},
	{"result as a text", "a result of a tool is an object", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":"` + Secret + `"}`), upstreamFailed},
	{"result as a list", "a result of a tool is an object", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":[{"type":"text","text":"x"}]}`), upstreamFailed},
	{"content missing", "MCP requires it", call, ok(resultOf(`"text":"` + Secret + `"`)), upstreamFailed},
	{"content as a text", "a list", call, ok(resultOf(`"content":"` + Secret + `"`)), upstreamFailed},
	{"content as an object", "a list", call, ok(resultOf(`"content":{"type":"text","text":"` + Secret + `"}`)), upstreamFailed},
	{"block as a text", "an object", call, ok(resultOf(`"content":["` + Secret + `"]`)), upstreamFailed},
	{"block without a type", "MCP requires it", call, ok(resultOf(`"content":[{"text":"` + Secret + `"}]`)), upstreamFailed},
	{"isError as a text", "a boolean", call, ok(resultOf(`"content":[{"type":"text","text":"` + Secret + `"}],"isError":"true"`)), upstreamFailed},
	{"isError as a number", "a boolean", call, ok(resultOf(`"content":[{"type":"text","text":"` + Secret + `"}],"isError":1`)), upstreamFailed},
	{"isError null", "a boolean", call, ok(resultOf(`"content":[{"type":"text","text":"` + Secret + `"}],"isError":null`)), upstreamFailed},
	{"NaN", "not JSON", call, ok(resultOf(`"content":[],"structuredContent":{"a":NaN}`)), upstreamFailed},
	{"Infinity", "not JSON", call, ok(resultOf(`"content":[],"structuredContent":{"a":-Infinity}`)), upstreamFailed},
	{"Latin-1", "not UTF-8, RFC 8259 §8.1: strings are left to the client, whose decoder may replace it", call, ok(textOf("caf\xe9 " + Secret)), "same||" + upstreamFailed},
	{"UTF-16", "RFC 8259 §8.1", call, ok("\xff\xfe{\x00\"\x00j\x00"), upstreamFailed},
	{"control character", "RFC 8259 §7: strings are left to the client, and §9 lets its parser accept it", call, ok(textOf("a\tb " + Secret)), "same||" + upstreamFailed},
	{"without its end", "the length is right, and the document is not", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":{"content":[{"type":"text","text":"` + Secret), upstreamFailed},
	{"single quotes", "repr of Python", call, ok(`{'jsonrpc': '2.0', 'id': @ID, 'result': {'content': []}}`), upstreamFailed},
	{"comma at the end", "not JSON", call, ok(`{"jsonrpc":"2.0","id":@ID,"result":{"content":[],}}`), upstreamFailed},
	{"comment", "not JSON", call, ok("// " + Secret + "\n" + result), upstreamFailed},
	{"list of one", "a call has one message", call, ok("[" + strings.TrimSpace(result) + "]"), upstreamFailed},
	{"empty list", "a call has one message", call, ok("[]"), upstreamFailed},
	{"message in a text", "it was encoded twice", call, ok(`"{\"jsonrpc\":\"2.0\",\"id\":@ID,\"result\":{}}"`), upstreamFailed},
	{"null", "", call, ok("null"), upstreamFailed},
	{"request of the server", "it is no answer", call, ok(`{"jsonrpc":"2.0","id":@ID,"method":"ping"}`), upstreamFailed},
	{"notification", "it is no answer", call, ok(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"` + Secret + `"}}`), upstreamFailed},
	{"echo of the call", "a server for tests", call, ok(call.Body), upstreamFailed},
	{"another API", "", call, ok(`{"message":"` + Secret + `"}`), upstreamFailed},
	{"error without an envelope", "", call, ok(`{"error":{"code":500,"message":"` + Secret + `"}}`), upstreamFailed},
	{"result without an envelope", "", call, ok(`{"content":[{"type":"text","text":"` + Secret + `"}]}`), upstreamFailed},
	{"problem with 200", "", call, as("application/problem+json", `{"title":"Error","status":500,"detail":"`+Secret+`"}`), upstreamFailed},
	{"PNG", "", call, as("image/png", "\x89PNG\r\n\x1a\n"), upstreamFailed},
	{"br", "not asked for", call, ok("\x0b\x02\x80"+Secret, "Content-Encoding: br"), upstreamFailed},
	{"zstd", "not asked for", call, ok("\x28\xb5\x2f\xfd"+Secret, "Content-Encoding: zstd"), upstreamFailed},
	{"not gzip", "its encoding lies", call, ok(result, "Content-Encoding: gzip"), upstreamFailed},
	{"gzip without its end", "", call, cutGzip, upstreamFailed},
	{"gzip of a page", "", call, zipped(200, asHTML, page), upstreamFailed},
	{"tools as an error in a text", "a call of another method", list, ok(`{"jsonrpc":"2.0","id":@ID,"error":"` + Secret + `"}`), "200|upstream_failed|~-32603"},
	{"page to a list", "a call of another method", list, as(asHTML, page), "200|upstream_failed|~-32603"},
	{"page to initialize", "a call of another method", initialize, as(asHTML, page), "200|upstream_failed|~-32603"},
	{"batch without an answer", "one of two calls has none", batch, ok("[" + strings.TrimSpace(result) + "]"), `200|~"id":@ID|~"id":"b@ID"|~ding`},
	{"page to a batch", "an error for each call", batch, as(asHTML, page), `200|~"id":@ID|~"id":"b@ID"`},

	// Streams of events.
	{"events without an answer", "the stream ends", call, events(progress), upstreamFailed},
	{"no events", "the stream ends", call, as(asEvents, ""), upstreamFailed},
	{"events that end in one", "", call, cutAt(events(progress, event), "ding"), upstreamFailed},
	{"events that are reset", "", call, events(progress, Pause, Reset), upstreamFailed},
	{"event with a text", "no message", call, events(progress, "data: "+Secret), upstreamFailed},
	{"event with a page", "no message", call, events("data: " + page), upstreamFailed},
	{"event named error", "no message", call, events(progress, "event: error\ndata: "+Secret), upstreamFailed},
	{"event with an error as a text", "", call, events(`data: {"jsonrpc":"2.0","id":@ID,"error":"` + Secret + `"}`), upstreamFailed},
	{"event with another id", "", call, events(`data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + Secret + `"}]}}`), upstreamFailed},
	{"event with result and error", "", call, events(`data: {"jsonrpc":"2.0","id":@ID,"result":{"content":[]},"error":{"code":1,"message":"` + Secret + `"}}`), upstreamFailed},
	{"event with isError as a text", "", call, events("data: " + resultOf(`"content":[{"type":"text","text":"`+Secret+`"}],"isError":"true"`)), upstreamFailed},
	{"event with NaN", "", call, events("data: " + resultOf(`"content":[],"structuredContent":{"a":NaN}`)), upstreamFailed},
	{"event without an end", "the data is cut", call, events(`data: {"jsonrpc":"2.0","id":@ID,"result":{"content":[{"type":"text","text":"` + Secret), upstreamFailed},
	{"done of OpenAI", "no message", call, events("data: [DONE]"), upstreamFailed},
	{"JSON as events", "its type lies", call, as(asEvents, result), upstreamFailed},
	{"events as JSON", "its type lies", call, ok(event + "\n\n"), upstreamFailed},
}

// cutGzip is a success in gzip whose last bytes are missing, as is its length.
func cutGzip(id string) string {
	text := zipped(200, asJSON, result)(id)
	_, body, _ := strings.Cut(text, "\r\n\r\n")
	return ok(body[:len(body)-12], "Content-Encoding: gzip")(id)
}
