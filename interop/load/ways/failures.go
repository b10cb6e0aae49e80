package ways

import "strings"

// statuses are errors of every status with the headers that belong to it. To a client of HTTP the
// status is the word of the server, and so are the headers by which the client acts; the page and
// the header of the server with private texts are not.
var statuses = []Way{
	{"400", "", get, fail(400), "400|invalid_request"},
	{"401", "RFC 9110 §15.5.2", get, fail(401, `WWW-Authenticate: Bearer realm="bells", error="invalid_token"`), `401|unauthenticated|WWW-Authenticate: Bearer realm="bells", error="invalid_token"`},
	{"401 with two challenges", "RFC 9110 §11.6.1", get, fail(401, `WWW-Authenticate: Basic realm="a"`, `WWW-Authenticate: Bearer realm="b"`), `401|unauthenticated|WWW-Authenticate: Basic realm="a"|WWW-Authenticate: Bearer realm="b"`},
	{"401 with a text", "error_description is of the server", get, fail(401, `WWW-Authenticate: Bearer realm="b", error_description="`+Secret+`"`), `401|unauthenticated|WWW-Authenticate: Bearer realm="b"`},
	{"401 with metadata", "RFC 9728 §5.1", get, fail(401, `WWW-Authenticate: Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource"`), `401|unauthenticated|WWW-Authenticate: Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource"`},
	{"401 of Negotiate", "RFC 4559", get, fail(401, "WWW-Authenticate: Negotiate"), "401|unauthenticated|WWW-Authenticate: Negotiate"},
	{"401 without a challenge", "no challenge is invented", get, fail(401), "401|unauthenticated"},
	{"402", "", get, fail(402), "402"},
	{"403", "", get, fail(403), "403|permission_denied"},
	{"403 with a challenge", "RFC 6750 §3.1", get, fail(403, `WWW-Authenticate: Bearer error="insufficient_scope", scope="ring"`), `403|permission_denied|WWW-Authenticate: Bearer error="insufficient_scope", scope="ring"`},
	{"404", "", get, fail(404), "404|not_found"},
	{"404 of HEAD", "no body", head, cutAt(fail(404), "<!"), "404"},
	{"404 after POST", "", post, fail(404), "404|not_found"},
	{"405", "RFC 9110 §15.5.6", post, fail(405, "Allow: GET, HEAD"), "405|method_not_allowed|Allow: GET, HEAD"},
	{"405 without methods", "an empty Allow is valid", post, fail(405, "Allow: "), "405|method_not_allowed|Allow: "},
	{"406", "", get, fail(406), "406"},
	{"407", "about the front's credentials, RFC 9110 §15.5.8", get, fail(407, "Proxy-Authenticate: Basic"), "502|upstream_failed|Proxy-Authenticate:"},
	{"408", "of the request", post, fail(408), "408"},
	{"409", "", post, fail(409), "409|conflict"},
	{"410", "", get, fail(410), "410|not_found"},
	{"411", "", post, fail(411), "411"},
	{"412", "", get, fail(412, `ETag: "2"`), "412"},
	{"413", "", post, fail(413), "413|too_large"},
	{"413 for now", "RFC 9110 §15.5.14", post, fail(413, "Retry-After: 7"), "413|too_large|Retry-After: 7"},
	{"414", "", get, fail(414), "414"},
	{"415", "RFC 9110 §15.5.16", post, fail(415, "Accept: application/json", "Accept-Encoding: gzip"), "415|Accept: application/json|Accept-Encoding: gzip"},
	{"415 of POST", "Accept-Post of W3C LDP", post, fail(415, "Accept-Post: application/json"), "415|Accept-Post: application/json"},
	{"415 of PATCH", "Accept-Patch, RFC 5789 §2.2", post, fail(415, "Accept-Patch: application/merge-patch+json"), "415|Accept-Patch: application/merge-patch+json"},
	{"416", "RFC 9110 §15.5.17", ranged, fail(416, "Content-Range: bytes */47"), "416|Content-Range: bytes */47"},
	{"417", "", post, fail(417), "417"},
	{"418", "", get, fail(418), "418"},
	{"421", "", get, fail(421), "421"},
	{"422", "", post, fail(422), "422|invalid_input"},
	{"423", "", post, fail(423), "423"},
	{"424", "", post, fail(424), "424"},
	{"425", "", post, fail(425), "425"},
	{"426", "RFC 9110 §15.5.22", get, fail(426, "Upgrade: HTTP/3.0", "Connection: Upgrade"), "426|Upgrade: HTTP/3.0"},
	{"428", "", post, fail(428), "428"},
	{"429", "RFC 6585 §4", get, fail(429, "Retry-After: 3"), "429|rate_limited|Retry-After: 3"},
	{"429 with limits", "draft-ietf-httpapi-ratelimit-headers", get, fail(429, `RateLimit: "default";r=0;t=9`, `RateLimit-Policy: "default";q=100;w=10`), `429|rate_limited|RateLimit: "default";r=0;t=9|RateLimit-Policy: "default";q=100;w=10`},
	{"429 with old limits", "drafts before, and vendors", get, fail(429, "RateLimit-Limit: 100", "RateLimit-Remaining: 0", "RateLimit-Reset: 9", "X-RateLimit-Reset: 9"), "429|rate_limited|RateLimit-Limit: 100|RateLimit-Remaining: 0|RateLimit-Reset: 9|X-RateLimit-Reset: 9"},
	{"429 at a date", "RFC 9110 §10.2.3", get, fail(429, "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"), "429|rate_limited|Retry-After: *"},
	{"429 after nonsense", "not a delay", get, fail(429, "Retry-After: soon"), "429|rate_limited|Retry-After:"},
	{"429 after a negative delay", "not a delay", get, fail(429, "Retry-After: -5"), "429|rate_limited|Retry-After:"},
	{"431", "", get, fail(431), "431"},
	{"451", "RFC 7725 §4", get, fail(451, `Link: <https://a.example/>; rel="blocked-by"`), `451|Link: <https://a.example/>; rel="blocked-by"`},
	{"499", "of nginx", get, fail(499), "499"},
	{"500", "the server's word", get, fail(500), "500|upstream_failed"},
	{"500 after POST", "it may have had an effect", post, fail(500), "500|upstream_failed"},
	{"500 of HEAD", "no body", head, cutAt(fail(500), "<!"), "500"},
	{"501", "", post, fail(501), "501"},
	{"502", "", get, fail(502), "502|upstream_failed"},
	{"503", "", get, fail(503), "503|unavailable"},
	{"503 with a delay", "RFC 9110 §15.6.4", get, fail(503, "Retry-After: 120"), "503|unavailable|Retry-After: 120"},
	{"503 with limits", "", get, fail(503, `RateLimit: "default";r=0;t=9`), `503|unavailable|RateLimit: "default";r=0;t=9`},
	{"504", "", get, fail(504), "504|timeout"},
	{"505", "", get, fail(505), "505"},
	{"507", "", post, fail(507), "507"},
	{"508", "", get, fail(508), "508"},
	{"511", "RFC 6585 §6", get, fail(511), "511"},
	{"520", "of Cloudflare", get, fail(520), "520|upstream_failed"},
	{"529", "of Anthropic", get, fail(529), "529"},
	{"530", "of Cloudflare", get, fail(530), "530"},
	{"599", "the last status", get, fail(599), "599|timeout"},
}

// errors are errors with headers and bodies that are unusual.
var errors = []Way{
	{"problem", "the document of the server", get, respondWith(404, "application/problem+json", problem404), "404|not_found|~No bell."},
	{"problem with fields", "RFC 9457 §3", post, respondWith(422, "application/problem+json", `{"title":"Invalid","status":422,"detail":"Two faults.","errors":[{"detail":"must be positive","pointer":"#/bell"}]}`), "422|invalid_input|~must be positive|~bell"},
	{"problem of another status", "RFC 9457 §3.1.2: the status of HTTP decides", get, respondWith(404, "application/problem+json", `{"title":"x","status":200,"detail":"No bell."}`), "404|not_found|~No bell."},
	{"problem with a stack", "private", get, respondWith(500, "application/problem+json", `{"title":"Error","status":500,"detail":"at db (`+Secret+`)","stack":"`+Secret+`"}`), "500|upstream_failed"},
	{"error of Google", "another dialect", get, respondWith(404, asJSON, `{"error":{"code":404,"message":"Book not found.","status":"NOT_FOUND"}}`), "404|not_found|~Book not found."},
	{"error of JSON:API", "another dialect", get, respondWith(404, "application/vnd.api+json", `{"errors":[{"status":"404","title":"Not Found","detail":"No bell."}]}`), "404|not_found"},
	{"400 about the input", "a sentence for the caller", post, respondWith(400, asJSON, `{"error":{"code":400,"message":"times must be positive","status":"INVALID_ARGUMENT"}}`), "400|invalid_input|~times must be positive"},
	{"400 in text", "no protocol", post, respondWith(400, asText, "times must be positive"), "400"},
	{"500 in text", "a stack", get, respondWith(500, asText, stack), "500|upstream_failed"},
	{"500 without a body", "", get, respondWith(500, "", ""), "500|upstream_failed"},
	{"500 with a lie", "the server fails", get, respondWith(500, asJSON, `{"success":true,"data":"`+Secret+`"}`), "500|upstream_failed"},
	{"500 that is not UTF-8", "", get, respondWith(500, asText, Secret+"\xff\xfe"), "500|upstream_failed"},
	{"500 in gzip", "asked for", get, zipped(500, asJSON, `{"message":"`+Secret+`"}`), "500|upstream_failed|Content-Encoding:"},
	{"500 in broken gzip", "its bytes are no text", get, respondWith(500, asText, "\x1f\x8b\x08broken "+Secret, "Content-Encoding: gzip"), "500|upstream_failed|Content-Encoding:"},
	{"500 in br", "not asked for", get, respondWith(500, asText, "br "+Secret, "Content-Encoding: br"), "500|upstream_failed|Content-Encoding:"},
	{"404 in gzip", "asked for", get, zipped(404, "application/problem+json", problem404), "404|not_found|~No bell.|Content-Encoding:"},
	{"404 in chunks", "", get, chunksOf(404, "application/problem+json", problem404[:20], Pause, problem404[20:]), "404|not_found|~No bell."},
	{"404 in an image", "", get, respondWith(404, "image/png", "\x89PNG\r\n\x1a\n"+Secret), "404|not_found"},
	{"500 in events", "a status of an error", get, respondWith(500, asEvents, "event: error\ndata: "+Secret+"\n\n"), "500|upstream_failed"},
	{"500 of 2 MiB", "more than is held", get, respondWith(500, asText, strings.Repeat(Secret+"\n", 300_000)), "500|upstream_failed"},
	{"500 that ends in its body", "the status is known", get, cutAt(fail(500), "</h1>"), "500|upstream_failed"},
	{"500 that is reset in its body", "the status is known", get, then(cutAt(fail(500), "</h1>"), Pause+Reset), "500,502|upstream_failed"},
	{"500 that ends in a chunk", "the status is known", get, cutAt(chunksOf(500, asText, "0123456789"), "6789"), "500|upstream_failed"},
	{"500 with an invalid chunk", "the status is known", get, raw("HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n" + Secret), "500,502|upstream_failed"},
	{"500 that stops", "its rest is not awaited", get, then(cutAt(fail(500), "</h1>"), Hang), "500|upstream_failed"},
	{"404 that stops", "its rest is not awaited", get, then(cutAt(fail(404), "</h1>"), Hang), "404|not_found"},
	{"404 with trailers", "", get, raw("HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nno\r\n0\r\nX-Sum: 7\r\n\r\n"), "404|not_found"},
	{"404 of HTTP/1.0", "", get, lines("HTTP/1.0 404 Not Found", "", "no"), "404|not_found"},
	{"404 with a reason", "the phrase is private", get, lines("HTTP/1.1 404 "+Secret, "Content-Length: 0", "", ""), "404|not_found"},
	{"500 with cookies", "a session that ends", get, fail(500, "Set-Cookie: a=; Max-Age=0", "Set-Cookie: b=1"), "500|upstream_failed|Set-Cookie: a=; Max-Age=0|Set-Cookie: b=1"},
	{"500 with CORS", "without them a browser shows nothing", get, fail(500, "Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true", "Vary: Origin"), "500|upstream_failed|Access-Control-Allow-Origin: https://a.example|Access-Control-Allow-Credentials: true|Vary: Origin"},
	{"500 with its request id", "for the support", get, fail(500, "X-Request-Id: r1"), "500|upstream_failed|X-Request-Id: r1"},
	{"500 with its trace", "W3C Trace Context", get, fail(500, "Traceresponse: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), "500|Traceresponse: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01|Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
	{"500 with headers of its bytes", "they are not those of the document", get, fail(500, "ETag: \"1\"", "Content-Language: de", "Content-Disposition: attachment", "Accept-Ranges: bytes", "Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ=="), "500|ETag:|Content-Disposition:|Accept-Ranges:|Content-MD5:"},
	{"500 that may be cached", "the document is of this request", get, fail(500, "Cache-Control: public, max-age=60", "Expires: Wed, 21 Oct 2099 07:28:00 GMT"), "500|Cache-Control: no-store|Expires:"},
	{"500 with HSTS", "RFC 6797", get, fail(500, "Strict-Transport-Security: max-age=60"), "500|Strict-Transport-Security: max-age=60"},
	{"500 with its server", "private", get, fail(500, "X-Powered-By: "+Secret, "X-AspNet-Version: 4"), "500|X-Powered-By:|X-AspNet-Version:"},
	{"400 with a nonce", "RFC 9449 §8", post, fail(400, "DPoP-Nonce: n1"), "400|DPoP-Nonce: n1"},
}

// chunksOf returns a response with a status in chunks.
func chunksOf(status int, media string, texts ...string) Raw {
	return func(id string) string {
		return startLine(status) + strings.TrimPrefix(chunks(media, texts...)(id), startLine(200))
	}
}

// fromOXP are responses behind a front of HTTP that knows that the server has the errors of OXP in
// successes.
var fromOXP = []Way{
	{"success", "", post, ok(`{"call_id":"1","success":true,"value":"error"}`), Same},
	{"success in events", "", post, events(`data: {"call_id":"1","success":true}`), Same},
	{"failure", "the front is told so", post, ok(`{"call_id":"1","success":false,"error":{"kind":"not_found","message":"No bell."}}`), "404,422,500,502"},
	{"page", "not of OXP: the status decides", get, as(asHTML, page), Same},
	{"image", "not of OXP: the status decides", get, as("image/png", "\x89PNG\r\n\x1a\n"), Same},
	{"500", "", post, fail(500), "500|upstream_failed"},
}

// fromHTTP are responses behind a front of HTTP that knows that the server speaks GraphQL.
var fromHTTP = []Way{
	{"data", "", post, ok(`{"data":{"bell":{"error":"none"}}}`), Same},
	{"a part of the data", "GraphQL over HTTP: the data is of use", post, ok(`{"data":{"bell":{"id":1},"tower":null},"errors":[{"message":"No tower.","path":["tower"]}]}`), Same},
	{"no data", "the whole request failed", post, ok(`{"data":null,"errors":[{"message":"No tower.","extensions":{"code":"NOT_FOUND"}}]}`), "404|not_found|~No tower."},
	{"only errors", "the request is not valid", post, ok(`{"errors":[{"message":"Cannot query field.","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`), "400,422"},
	{"page", "the status decides", get, as(asHTML, page), Same},
	{"500", "", post, fail(500), "500|upstream_failed"},
}

// toOXP are responses for a client of OXP.
var toOXP = []Way{
	{"success", "", post, ok(`{"call_id":"1","success":true,"value":"error"}`), Same},
	{"failure", "its text is for the caller", post, ok(`{"call_id":"1","success":false,"error":{"kind":"not_found","message":"No bell."}}`), "200|~\"success\":false|~No bell."},
	{"500", "a client of OXP reads the document", post, fail(500), "200|~\"success\":false"},
	{"429", "with its delay", post, fail(429, "Retry-After: 3"), "200|~\"success\":false|~3000"},
}
