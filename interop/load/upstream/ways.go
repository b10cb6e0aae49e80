package main

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// secret is in everything that is private. No client may get it.
const secret = "password"

const (
	page  = "<html><body><h1>Error</h1><p>" + secret + "</p></body></html>"
	stack = "Traceback (most recent call last):\n  File \"/srv/app.py\", line 7\npsycopg2.OperationalError: " +
		secret
	success = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"ding"}]}}`
	failed  = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"` + secret + `"}],"isError":true}}`
	refused = `{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"` + secret + `"}}`
	event   = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,\"progress\":3}}\n\n"

	asJSON   = "application/json"
	asText   = "text/plain"
	asHTML   = "text/html"
	asEvents = "text/event-stream"

	large = 2 << 20 // bytes
)

// A way responds to a call with an id. It has read the request.
type way func(w http.ResponseWriter, r *http.Request, id string)

// ways are named by their paths. The program that calls them has a table of the same names, with
// what a client gets.
var ways = map[string]way{
	"success":        respond(200, asJSON, success),
	"success-large":  respond(200, asJSON, strings.Replace(success, "ding", strings.Repeat("ding ", large/5), 1)),
	"success-events": respond(200, asEvents, strings.Repeat(event, 10)+"data: "+success+"\n\n"),
	"page-404":       fail(404, asHTML, page),
	"page-500":       fail(500, asHTML, page),
	"stack":          fail(500, asText, stack),
	"bad-gateway":    fail(502, asText, secret),
	"unavailable":    fail(503, asText, "", "Retry-After", "7"),
	"limited":        fail(429, asJSON, `{"message":"`+secret+`"}`, "Retry-After", "3"),
	"unauthenticated": fail(401, asText, secret, "WWW-Authenticate",
		`Bearer realm="bells", error="invalid_token", error_description="`+secret+`"`),
	"forbidden": fail(403, asText, secret, "WWW-Authenticate",
		`Bearer error="insufficient_scope", scope="ring", error_description="`+secret+`"`),
	"tool-error":  fail(200, asJSON, failed),
	"rpc-error":   fail(200, asJSON, refused),
	"batch":       respond(200, asJSON, "["+success+","+strings.Replace(refused, "ID", `"bID"`, 1)+"]"),
	"large-error": fail(500, asText, strings.Repeat(secret+"\n", large/len(secret+"\n"))),
	"gzip-error":  fail(500, asJSON, compressed(`{"message":"`+secret+`"}`), "Content-Encoding", "gzip"),
	"nan": fail(200, asJSON,
		strings.Replace(failed, `"isError"`, `"structuredContent":{"bells":NaN},"isError"`, 1)),
	"not-utf-8":    fail(200, asJSON, strings.Replace(failed, secret, secret+"\xff", 1)),
	"event-error":  respond(200, asEvents, event+"data: "+failed+"\n\n"),
	"event-named":  respond(200, asEvents, event+"event: error\ndata: "+secret+"\n\n"),
	"short":        write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{"),
	"short-chunks": write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"jsonrp\r\n"),
	"head-only":    write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"),
	"short-events": write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n: hello\n\n\r\n6\r\ndata: \r\n"),
	"closed":       write(""),
	"slow":         func(_ http.ResponseWriter, r *http.Request, _ string) { <-r.Context().Done() },
}

// respond responds with a status, a body in which ID is the id of the call, and headers.
func respond(status int, media, body string, header ...string) way {
	return func(w http.ResponseWriter, _ *http.Request, id string) {
		h := w.Header()
		h.Set("Content-Type", media)
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(strings.ReplaceAll(body, "ID", id)))
	}
}

// fail responds with an error, of which a header is private, too.
func fail(status int, media, body string, header ...string) way {
	return respond(status, media, body, append(header, "X-Debug", secret)...)
}

// write writes the start of a response, in which ID is the id of the call, and closes the
// connection.
func write(text string) way {
	return func(w http.ResponseWriter, _ *http.Request, id string) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = conn.Write([]byte(strings.ReplaceAll(text, "ID", id)))
		_ = conn.Close()
	}
}

func compressed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}
