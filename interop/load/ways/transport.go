package ways

import "strings"

// upstreamFailed is what a client of MCP gets of a response that is no answer to its call. The
// call was sent, so it may have had an effect.
const upstreamFailed Want = "200|upstream_failed"

// sent is a whole success of MCP, which is cut in some ways below.
var sent = ok(result)

// transport are ways to break the rules of HTTP. A client of HTTP gets an error if the response
// has no head, and one that breaks off as the server's did if the head was passed. A client of MCP
// gets an error with the id of its call for both.
var transport = []both{
	// No head.
	{"closes", "RFC 9112 §9.5", raw(""), "502|upstream_failed", upstreamFailed},
	{"resets", "TCP", raw(Reset), "502|upstream_failed", upstreamFailed},
	{"closes after a moment", "the process crashed", raw(Pause), "502|upstream_failed", upstreamFailed},
	{"never responds", "the timeout of the front", raw(Hang), "504|timeout", "200|timeout"},
	{"ends in its status line", "", raw("HTTP/1.1 20"), "502|upstream_failed", upstreamFailed},
	{"ends after its status line", "", raw("HTTP/1.1 200 OK\r\n"), "502|upstream_failed", upstreamFailed},
	{"ends in its head", "", raw("HTTP/1.1 200 OK\r\nContent-Ty"), "502|upstream_failed", upstreamFailed},
	{"ends after a header", "", raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"), "502|upstream_failed", upstreamFailed},
	{"resets in its head", "", raw("HTTP/1.1 200 OK\r\nContent-Ty" + Pause + Reset), "502|upstream_failed", upstreamFailed},
	{"stops in its status line", "the timeout of the front", raw("HTTP/1.1 2" + Hang), "504|timeout", "200|timeout"},
	{"stops in its head", "the timeout of the front", raw("HTTP/1.1 200 OK\r\nX-A: " + Hang), "504|timeout", "200|timeout"},
	{"head byte by byte", "slowloris", raw("HTTP/1.1 200 OK\r\nX-A: " + Drip), "504|timeout", "200|timeout"},
	{"text without a head", "not HTTP", raw("error: " + Secret + "\n"), "502|upstream_failed", upstreamFailed},
	{"page without a head", "HTTP/0.9", raw(page), "502|upstream_failed", upstreamFailed},
	{"JSON without a head", "not HTTP", raw(result), "502|upstream_failed", upstreamFailed},
	{"SSH", "another server", raw("SSH-2.0-OpenSSH_9.2\r\n"), "502|upstream_failed", upstreamFailed},
	{"SMTP", "another server", raw("220 mail ESMTP\r\n"), "502|upstream_failed", upstreamFailed},
	{"TLS alert", "the server expects TLS", raw("\x15\x03\x01\x00\x02\x02\x46"), "502|upstream_failed", upstreamFailed},
	{"HTTP/2", "settings of RFC 9113", raw("\x00\x00\x00\x04\x00\x00\x00\x00\x00"), "502|upstream_failed", upstreamFailed},
	{"zero bytes first", "not HTTP", raw("\x00\x00\x00\x00HTTP/1.1 200 OK\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"version 7", "RFC 9112 §2.3: Go reads it as 1.1", raw("HTTP/7.1 200 OK\r\nContent-Length: 0\r\n\r\n"), "same||502|upstream_failed", upstreamFailed},
	{"ICY", "SHOUTcast", raw("ICY 200 OK\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"status of letters", "RFC 9112 §4", raw("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"status of two digits", "RFC 9112 §4", raw("HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"status 099", "RFC 9110 §15", raw("HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"status 600", "RFC 9110 §15: to be treated as 5xx", raw("HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n"), "500,502,600|upstream_failed", upstreamFailed},
	{"status 999", "of LinkedIn: to be treated as 5xx", raw("HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n"), "500,502,999|upstream_failed", upstreamFailed},
	{"status -200", "", raw("HTTP/1.1 -200 X\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"header without a colon", "RFC 9112 §5", raw("HTTP/1.1 200 OK\r\nbroken\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"header with NUL", "RFC 9110 §5.5", raw("HTTP/1.1 200 OK\r\nX-A: a\x00b\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"name with a space", "RFC 9112 §5.1: Go reads it, and drops it or passes it", raw("HTTP/1.1 200 OK\r\nX A: b\r\nContent-Length: 0\r\n\r\n"), "same||502|upstream_failed", upstreamFailed},
	{"head of 100 KB", "more than the bound", raw("HTTP/1.1 200 OK\r\nX-A: " + strings.Repeat("x", 100_000) + "\r\nContent-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"10,000 headers", "more than the bound", raw("HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Abcdef: 12\r\n", 10_000) + "Content-Length: 0\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"endless head", "the bound of heads", raw("HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Abcdef: 12\r\n", 50_000) + Hang), "502|upstream_failed", upstreamFailed},
	{"two lengths", "RFC 9112 §6.3", raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nerror"), "502|upstream_failed", upstreamFailed},
	{"negative length", "RFC 9110 §8.6", raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nerror"), "502|upstream_failed", upstreamFailed},
	{"length of letters", "RFC 9110 §8.6", raw("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nerror"), "502|upstream_failed", upstreamFailed},
	{"length over 2^64", "RFC 9110 §8.6", raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nerror"), "502|upstream_failed", upstreamFailed},
	{"unknown transfer coding", "RFC 9112 §6.1", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: bells\r\n\r\nerror"), "502|upstream_failed", upstreamFailed},
	{"only 100", "no final response", raw("HTTP/1.1 100 Continue\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"only 103", "no final response", raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), "502|upstream_failed", upstreamFailed},
	{"103 and no end", "no final response in time", raw("HTTP/1.1 103 Early Hints\r\n\r\n" + Hang), "504|timeout", "200|timeout"},
	{"101 that was not asked for", "RFC 9110 §15.2.2", raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: bell\r\nConnection: Upgrade\r\n\r\n"), "502|upstream_failed", upstreamFailed},

	// No body, or not all of one.
	{"ends after its head", "", cutAt(sent, "{"), Cut, upstreamFailed},
	{"ends in its body", "RFC 9112 §8", cutAt(sent, `"content"`), Cut, upstreamFailed},
	{"resets in its body", "TCP", then(cutAt(sent, `"content"`), Pause+Reset), Cut, upstreamFailed},
	{"ends a byte before its length", "RFC 9112 §8", cutAt(sent, "}\n"), Cut, upstreamFailed},
	{"ends before a chunk", "RFC 9112 §7.1", raw(headOf(asJSON)), Cut, upstreamFailed},
	{"ends in a chunk", "RFC 9112 §8", cutAt(chunks(asJSON, result), `"content"`), Cut, upstreamFailed},
	{"ends between chunks", "RFC 9112 §8", cutAt(chunks(asJSON, result[:20], result[20:]), "\r\n0\r\n\r\n"), Cut, ""},
	{"ends between chunks of a document", "RFC 9112 §8", raw(headOf(asJSON) + chunk(result[:20])), Cut, upstreamFailed},
	{"chunk of letters", "RFC 9112 §7.1", raw(headOf(asJSON) + "zz\r\n" + result), Cut, upstreamFailed},
	{"chunk over 2^64", "RFC 9112 §7.1", raw(headOf(asJSON) + "fffffffffffffffff\r\n" + result), Cut, upstreamFailed},
	{"chunk of a negative size", "RFC 9112 §7.1", raw(headOf(asJSON) + "-5\r\n" + result), Cut, upstreamFailed},
	{"chunk longer than its size", "RFC 9112 §7.1", raw(headOf(asJSON) + "5\r\n" + result + "\r\n0\r\n\r\n"), Cut, upstreamFailed},
	{"stops after its head", "a stream of HTTP has no limit, and a client of MCP its own", then(cutAt(sent, "{"), Hang), Stops, "stops||200|timeout,upstream_failed"},
	{"stops in its body", "a stream of HTTP has no limit, and a client of MCP its own: a part of a document is of no use to it", then(cutAt(sent, `"content"`), Hang), Stops, "stops||cut||200|timeout,upstream_failed"},
}

// connection are ways to leave a connection in a state in which it must not be used again: what
// follows the response belongs to no request.
var connection = []Way{
	{"two responses", "the second has no request", get, then(ok("{}"), "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 7\r\n\r\n"+Secret), Same},
	{"more than its length", "RFC 9112 §6.3", get, lines("HTTP/1.1 200 OK", "Content-Length: 5", "", "error "+Secret), Same},
	{"204 with a body", "RFC 9110 §15.3.5", get, lines("HTTP/1.1 204 No Content", "", "error "+Secret), Same},
	{"304 with a body", "RFC 9110 §15.4.5", matched, lines("HTTP/1.1 304 Not Modified", "", "error "+Secret), Same},
	{"HEAD with a body", "RFC 9110 §9.3.2", head, ok("error " + Secret), Same},
	{"same length twice", "RFC 9110 §8.6: valid, or rejected", get, lines("HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 5", "", "error"), "same||502|upstream_failed"},
}
