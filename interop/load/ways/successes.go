package ways

import "strings"

// successes are responses of 2xx and 3xx, and what belongs to them, of which most look like
// errors. To a client that knows an error by its status they are data (RFC 9110 §15.3), and they
// pass byte for byte.
var successes = []Way{
	// Documents about failures.
	{"stored problem", "the status of the response decides", get, as("application/problem+json", problem404), Same},
	{"stored problem as JSON", "it is a record", get, ok(problem404), Same},
	{"list of problems", "a log", get, ok("[" + problem404 + "," + problem404 + "]"), Same},
	{"operation of Google that failed", "AIP-151", get, ok(`{"name":"operations/7","done":true,"error":{"code":5,"message":"No book."}}`), Same},
	{"status of Google", "AIP-193, as a record", get, ok(`{"error":{"code":404,"message":"No book.","status":"NOT_FOUND"}}`), Same},
	{"response of OpenAI that failed", "its object says so", get, ok(`{"id":"r1","object":"response","status":"failed","error":{"code":"server_error","message":"No."}}`), Same},
	{"job that failed", "the job, not the request", get, ok(`{"id":7,"state":"FAILED","error":"exit status 1","exit_code":1}`), Same},
	{"task of A2A that failed", "a task", get, ok(`{"id":"t1","kind":"task","status":{"state":"failed"}}`), Same},
	{"job of Kubernetes that failed", "conditions", get, ok(`{"kind":"Job","status":{"conditions":[{"type":"Failed","status":"True"}]}}`), Same},
	{"Status of Kubernetes", "an event that was stored", get, ok(`{"kind":"Status","status":"Failure","message":"no","reason":"NotFound","code":404}`), Same},
	{"pull request that is closed", "two members of errors", get, ok(`{"message":"fix error","code":"ABC","errors":[]}`), Same},
	{"report of a linter", "the code has errors", post, ok(`{"success":false,"errors":[{"code":"E1","message":"missing semicolon","path":"/a.js"}]}`), Same},
	{"report in SARIF", "results with level error", get, ok(`{"version":"2.1.0","runs":[{"results":[{"level":"error","message":{"text":"no"}}]}]}`), Same},
	{"report in JUnit XML", "tests failed", get, as(asXML, `<testsuite failures="1"><testcase><failure message="no"/></testcase></testsuite>`), Same},
	{"result of a validator", "the document is invalid", post, ok(`{"valid":false,"errors":[{"instancePath":"/a","message":"must be string"}]}`), Same},
	{"health that is down", "draft-inadarei-api-health-check", get, as("application/health+json", `{"status":"fail","output":"db: connection refused"}`), Same},
	{"feature flag named error", "a name", get, ok(`{"error":true,"errors":false}`), Same},
	{"status page", "about another service", get, ok(`{"status":"error","code":503,"message":"Major outage"}`), Same},
	{"webhook that was recorded", "with its own status", get, ok(`{"status":500,"error":"Internal Server Error","path":"/hook","timestamp":"2026-01-01"}`), Same},
	{"statuses of shards", "Elasticsearch", get, ok(`{"_shards":{"failed":1,"failures":[{"reason":{"type":"x"}}]},"hits":{"hits":[]}}`), Same},
	{"bulk with errors", "Elasticsearch", post, ok(`{"errors":true,"items":[{"index":{"status":400,"error":{"type":"x"}}}]}`), Same},
	{"OperationOutcome of FHIR", "a result of $validate", post, as("application/fhir+json", `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"invalid"}]}`), Same},
	{"error in a copy of S3", "S3 does so; no client of RFC 9457 expects it", get, as(asXML, `<Error><Code>InternalError</Code></Error>`), Same},

	// Envelopes of protocols with errors in successes.
	{"part of the data of GraphQL", "partial", post, ok(`{"data":{"bell":{"id":1},"tower":null},"errors":[{"message":"No tower.","path":["tower"]}]}`), Same},
	{"no data of GraphQL", "the client speaks RFC 9457 and reads data", post, ok(`{"data":null,"errors":[{"message":"No tower."}]}`), Same},
	{"failure of OXP", "the status decides", post, ok(`{"call_id":"1","success":false,"error":{"message":"No bell."}}`), Same},
	{"fail of JSend", "the status decides", post, ok(`{"status":"fail","data":{"title":"A title is required"}}`), Same},
	{"error of JSend", "the status decides", post, ok(`{"status":"error","message":"Unable to communicate with database"}`), Same},
	{"fault of SOAP 1.1", "the status decides", post, as("text/xml", soap11), Same},
	{"fault of SOAP 1.2", "the status decides", post, as("application/soap+xml", soap12), Same},
	{"ok false of Slack", "the status decides", post, ok(`{"ok":false,"error":"channel_not_found"}`), Same},
	{"error of JSON-RPC", "it is data", post, ok(`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"stored"}}`), Same},
	{"batch of JSON-RPC", "it is data", post, ok(`[{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"stored"}}]`), Same},
	{"result of a tool of MCP", "it is data", post, ok(`{"content":[{"type":"text","text":"No bell."}],"isError":true}`), Same},
	{"error of Anthropic", "it is data", post, ok(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), Same},
	{"error of Smithy", "it is data", post, ok(`{"__type":"ResourceNotFoundException","message":"No table."}`), Same},
	{"errors of JSON:API", "the status decides", get, as("application/vnd.api+json", `{"errors":[{"status":"404","title":"Not Found"}]}`), Same},
	{"error of OData", "the status decides", get, ok(`{"error":{"code":"x","message":"no","details":[]}}`), Same},
	{"code and message", "it is data", get, ok(`{"code":"not_found","message":"No bell."}`), Same},
	{"code as number", "it is data", get, ok(`{"code":404,"message":"No bell."}`), Same},
	{"error as text", "it is data", get, ok(`{"error":"No bell."}`), Same},
	{"error null", "no error", get, ok(`{"error":null,"data":{"id":1}}`), Same},
	{"no errors", "an empty list", get, ok(`{"errors":[],"data":{"id":1}}`), Same},
	{"failure in a cloud event", "the type is not the outcome", post, as("application/cloudevents+json", `{"specversion":"1.0","type":"job.failed","data":{"error":"x"}}`), Same},

	// Other types.
	{"page of an error", "the status decides", get, as(asHTML, page), Same},
	{"page about 404", "documentation", get, as(asHTML, "<html><h1>404 Not Found</h1><p>nginx</p></html>"), Same},
	{"CSV of errors", "rows", get, as("text/csv", "time,level,error\n1,ERROR,connection refused\n"), Same},
	{"NDJSON of errors", "each line is a record", get, as("application/x-ndjson", problem404+"\n"+problem404+"\n"), Same},
	{"JSON lines as JSON", "each line is a record", get, ok(problem404 + "\n" + problem404 + "\n"), Same},
	{"stack trace", "a log", get, as(asText, stack), Same},
	{"metrics", "a name with error", get, as("text/plain; version=0.0.4", "errors_total{kind=\"internal\"} 7\n"), Same},
	{"YAML", "a description of errors", get, as("application/yaml", "error:\n  code: 404\n"), Same},
	{"OpenAPI", "it describes errors", get, ok(`{"openapi":"3.1.0","paths":{},"components":{"responses":{"error":{}}}}`), Same},
	{"text in JSON", "a value", get, ok(`"error: no bell"`), Same},
	{"null", "a value", get, ok(`null`), Same},
	{"true", "a value", get, ok(`true`), Same},
	{"number", "a value", get, ok(`-32603`), Same},
	{"no bytes", "as JSON", get, ok(``), Same},
	{"without its end", "a part that was stored", get, ok(`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"sto`), Same},
	{"NaN", "Python writes it", get, ok(`{"error":NaN,"code":Infinity}`), Same},
	{"Latin-1", "not UTF-8", get, ok("{\"error\":\"caf\xe9\"}"), Same},
	{"UTF-16", "with a byte order mark", get, as("application/json; charset=utf-16", "\xff\xfe{\x00}\x00"), Same},
	{"byte order mark", "RFC 8259 §8.1", get, ok("\ufeff{\"error\":\"x\"}"), Same},
	{"white space first", "JSON may", get, ok("\n\n  \t{\"error\":\"x\"}\n"), Same},
	{"image", "bytes", get, as("image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR error"), Same},
	{"zero bytes", "bytes", get, as("application/octet-stream", strings.Repeat("\x00\x01", 500)), Same},
	{"PDF", "bytes", get, as("application/pdf", "%PDF-1.7\nerror\n%%EOF", "Content-Disposition: attachment; filename=\"a.pdf\""), Same},
	{"archive", "gzip is its type, not its encoding", get, as("application/gzip", "\x1f\x8b\x08\x00broken"), Same},
	{"protobuf", "bytes", get, as("application/x-protobuf", "\x08\x05\x12\x09not found"), Same},
	{"several parts with errors", "a batch of OData", post, as("multipart/mixed; boundary=b", "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n\r\n--b--\r\n"), Same},
	{"no type", "RFC 9110 §8.3", get, respondWith(200, "", `{"code":"not_found","message":"No bell."}`), Same},
	{"unknown type", "it is not read", get, as("application/vnd.bell; v=\"2;3\"", problem404), Same},

	// Encodings.
	{"gzip", "asked for", get, zipped(200, asJSON, problem404), Same},
	{"gzip of events", "asked for", get, zipped(200, asEvents, "event: error\ndata: x\n\n"), Same},
	{"gzip that is broken", "not the front's to judge", get, ok("\x1f\x8b\x08\x00\x01\x02", "Content-Encoding: gzip"), Same},
	{"br", "not asked for, and not read", get, ok("\x0b\x02\x80error\x03", "Content-Encoding: br"), Same},
	{"zstd", "not asked for, and not read", get, ok("\x28\xb5\x2f\xfd\x04\x00\x01", "Content-Encoding: zstd"), Same},
	{"two encodings", "RFC 9110 §8.4", get, ok("x", "Content-Encoding: deflate, gzip"), Same},

	// Statuses.
	{"201", "created", post, respondWith(201, asJSON, `{"code":"not_found","message":"x"}`, "Location: /bells/7"), Same},
	{"202", "accepted, with a state", post, respondWith(202, asJSON, `{"status":"failed","error":{"code":"x","message":"No."}}`), Same},
	{"203", "of a transforming proxy", get, respondWith(203, asJSON, problem404), Same},
	{"204", "no content", post, respondWith(204, "", ""), Same},
	{"204 with headers", "no content", preflight, respondWith(204, "", "", "Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Methods: PUT"), Same},
	{"205", "reset content, RFC 9110 §15.3.6", post, respondWith(205, "", ""), Same},
	{"206", "a range", ranged, respondWith(206, asJSON, `{"err`, "Content-Range: bytes 0-4/99"), Same},
	{"206 of several ranges", "RFC 9110 §14.6", ranged, respondWith(206, "multipart/byteranges; boundary=b", "--b\r\nContent-Range: bytes 0-0/2\r\n\r\n{\r\n--b--\r\n"), Same},
	{"207", "several statuses of WebDAV", get, respondWith(207, asXML, `<multistatus xmlns="DAV:"><response><status>HTTP/1.1 404 Not Found</status></response></multistatus>`), Same},
	{"207 in JSON", "several statuses", post, respondWith(207, asJSON, `{"error":{"code":404,"message":"No.","status":"NOT_FOUND"}}`), Same},
	{"226", "RFC 3229", get, respondWith(226, asText, "error", "IM: feed"), Same},
	{"299", "2xx of no name", get, respondWith(299, asJSON, problem404), Same},
	{"300", "choices", get, respondWith(300, asJSON, `{"error":"choose"}`), Same},
	{"301", "a redirect", get, respondWith(301, asHTML, page, "Location: https://b.example/"), Same},
	{"302", "a redirect", post, respondWith(302, asHTML, page, "Location: /login", "Set-Cookie: a=1"), Same},
	{"303", "a redirect", post, respondWith(303, "", "", "Location: /bells/7"), Same},
	{"304", "not modified", matched, respondWith(304, "", "", "ETag: \"1\"", "Cache-Control: max-age=60"), Same},
	{"307", "a redirect", post, respondWith(307, "", "", "Location: /b"), Same},
	{"308", "a redirect", post, respondWith(308, "", "", "Location: /b"), Same},
	{"102 first", "it is working", post, then(raw("HTTP/1.1 102 Processing\r\n\r\n"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nerror"), Same},
	{"103 first", "early hints, RFC 8297", get, then(raw("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nerror"), Same},
	{"HEAD", "the length is that of GET", head, cutAt(ok(problem404), "{"), Same},

	// Framing and time.
	{"chunks", "RFC 9112 §7.1", get, chunks(asJSON, `{"code":"not_`, `found","message":"x"}`), Same},
	{"chunks with extensions", "RFC 9112 §7.1.1", get, raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nerror\r\n0\r\n\r\n"), Same},
	{"chunk by chunk", "each byte is one", get, byteByByte(asJSON, problem404), Same},
	{"trailers", "RFC 9110 §6.5", get, raw("HTTP/1.1 200 OK\r\nTrailer: Checksum\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nerror\r\n0\r\nChecksum: 7\r\n\r\n"), Same},
	{"trailers of gRPC", "the client speaks HTTP", get, raw("HTTP/1.1 200 OK\r\nTrailer: Grpc-Status\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nGrpc-Status: 5\r\n\r\n"), Same},
	{"until the connection closes", "HTTP/1.0", get, lines("HTTP/1.0 200 OK", "Content-Type: application/json", "", problem404), Same},
	{"closes after the length", "Connection: close", get, ok(problem404, "Connection: close"), Same},
	{"arrives in parts", "no part is an error", get, chunks(asJSON, `{"error":`, Pause, `{"code":"x",`, Pause, `"message":"y"}}`), Early},
	{"progressive JSON", "the client reads as it arrives", get, chunks(asJSON, `{"error":"x","rows":[1`, Await, `,2]}`), Early},
	{"progressive text", "a log that grows", get, chunks(asText, "ERROR no\n", Await, "ERROR yes\n"), Early},
	{"progressive NDJSON", "a record now, a record later", get, chunks("application/x-ndjson", problem404+"\n", Await, problem404+"\n"), Early},
	{"events", "event: error is data", get, events("event: error\ndata: {\"type\":\"error\"}", "data: "+problem404), Same},
	{"events as they arrive", "none is delayed", get, events("data: 1", Await, "event: error\ndata: 2", Pause, ": comment"), Early},
	{"2 MiB", "more than is held", get, ok(`{"error":"` + strings.Repeat("x", 2<<20) + `"}`), Same},
	{"2 MiB in chunks", "more than is held", get, chunks(asJSON, `{"error":"`, strings.Repeat("x", 1<<20), strings.Repeat("y", 1<<20), `"}`), Same},
	{"2 MiB until the connection closes", "more than is held", get, lines("HTTP/1.0 200 OK", "", strings.Repeat("error ", 350_000)), Same},

	// Headers.
	{"cookies", "each line is one", get, ok("{}", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"), Same},
	{"validators", "RFC 9110 §8.8", get, ok("{}", "ETag: W/\"1\"", "Last-Modified: Wed, 21 Oct 2020 07:28:00 GMT", "Vary: Accept, Origin"), Same},
	{"digest", "RFC 9530, of the bytes", get, ok("{}", "Repr-Digest: sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:"), Same},
	{"CORS", "the browser reads it", get, ok("{}", "Access-Control-Allow-Origin: *", "Access-Control-Expose-Headers: X-A"), Same},
	{"trace", "RFC traceresponse", get, ok("{}", "Traceresponse: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "X-Request-Id: r1"), Same},
	{"Retry-After of a success", "RFC 9110 §10.2.3", get, respondWith(202, asJSON, "{}", "Retry-After: 3"), Same},
	{"WWW-Authenticate of a success", "RFC 9110 §11.6.1 allows it", get, ok("{}", `WWW-Authenticate: Bearer realm="a"`), Same},
	{"Link", "pages", get, ok("[]", `Link: <https://a.example/?page=2>; rel="next"`), Same},
	{"Warning", "RFC 7234", get, ok("{}", `Warning: 110 a "stale"`, "Age: 60"), Same},
	{"header of 20 KB", "less than 64 KiB", get, ok("{}", "X-Long: "+strings.Repeat("x", 20_000)), Same},
	{"90 headers", "less than Envoy's 100", get, ok("{}", numbered(90)...), Same},
	{"empty header", "a value may be", get, ok("{}", "X-Empty: "), Same},
	{"bytes above ASCII in a header", "obs-text, RFC 9110 §5.5", get, ok("{}", "X-Name: caf\xc3\xa9"), Same},
}

const (
	problem404 = `{"type":"about:blank","title":"Not Found","status":404,"detail":"No bell."}`
	soap11     = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>` +
		`<faultstring>No bell.</faultstring></s:Fault></s:Body></s:Envelope>`
	soap12 = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>` +
		`<s:Reason><s:Text xml:lang="en">No bell.</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`
)

// numbered returns n lines of headers.
func numbered(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = "X-" + strings.Repeat("n", i+1) + ": 1"
	}
	return list
}
