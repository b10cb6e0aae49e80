// Package ways is a list of ways of an upstream to respond, to fail and to be unusual, with what a
// client behind a front must get for each; and a server that responds in these ways. The server
// writes bytes to a connection, so that it can break every rule of HTTP.
//
// A client belongs to a [Class], which is the contract of its channel: by HTTP it knows an error
// by its status, by MCP it knows the response to a call by its id. The expectations are those of
// RFC 9110, RFC 9112, JSON-RPC 2.0 and MCP 2025-11-25, whatever the fronts do.
package ways

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Secret is in everything that is private. No client may get it in place of an error. It is in
// data of successes, too, which pass.
const Secret = "hunter2"

// A Way is a way of an upstream to respond to a request.
type Way struct {
	Name, Why string
	Request   Request
	Raw       Raw  // what the upstream writes
	Want      Want // what the client gets
}

// Raw returns the bytes of a response to the call with an id. It may contain the tokens below.
type Raw func(id string) string

// Tokens in a response, which are not written.
const (
	Await = "\x00await\x00" // until the client got the first byte of the body
	Pause = "\x00pause\x00" // for a moment, so that what follows arrives in a part of its own
	Hang  = "\x00hang\x00"  // until the front closes the connection
	Reset = "\x00reset\x00" // the connection is reset, and not closed
	Drip  = "\x00drip\x00"  // write one byte after the other, slowly, until the front closes the connection
)

// A Want is what a client gets: [Same], [Cut], [Early], or an error. The fields of an error are
// separated by "|": its status, its kind, headers ("Name: value", or "Name:" for a header that is
// absent), and texts that the body contains ("~text") or does not ("!text"). "||" separates
// responses that are all right.
type Want string

const (
	Same  Want = "same"  // the response of the upstream: status, headers, body and trailers
	Early Want = "early" // the same, and its first byte arrives although the rest is late
	Cut   Want = "cut"   // the response breaks off, or is an error: the client knows that it is not complete
	Bare  Want = "bare"  // the same without trailers, and with a Content-Type if it had none
	Empty Want = "empty" // 200 without a body
	Stops Want = "stops" // the head and the body arrive as far as they were sent, and no end
)

// A Class is the contract of a client's channel, and how its front is configured.
type Class struct {
	Name          string // the first segment of the path
	Dialect, From string // of the front; From: "" if it is not set
}

// A Group is the ways of a kind, for the clients of a class.
type Group struct {
	Title string
	Class *Class
	Ways  []Way
}

// Path returns the path of a way.
func (g *Group) Path(i int) string {
	return "/" + g.Class.Name + "/" + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, g.Ways[i].Name)
}

// Classes are the contracts of clients.
var Classes = []Class{
	{"http", "problem", ""},
	{"mcp", "mcp", ""},
	{"from-oxp", "problem", "oxp"},
	{"from-http", "problem", "http"},
	{"oxp", "oxp", ""},
}

// Groups returns all ways.
func Groups() []Group {
	http, mcp := &Classes[0], &Classes[1]
	return []Group{
		{"HTTP: successes", http, successes},
		{"HTTP: errors, by status", http, statuses},
		{"HTTP: errors, by headers and bodies", http, errors},
		{"HTTP: responses that break its rules", http, pick(transport, byHTTP)},
		{"HTTP: more than a response", http, connection},
		{"HTTP, with errors in successes", &Classes[2], fromOXP},
		{"HTTP, with errors in successes", &Classes[3], fromHTTP},
		{"OXP", &Classes[4], toOXP},
		{"MCP: answers", mcp, results},
		{"MCP: errors", mcp, toolErrors},
		{"MCP: no answers", mcp, notAnswers},
		{"MCP: responses that break the rules of HTTP", mcp, pick(transport, byMCP)},
	}
}

// both is a way whose client may be of HTTP or of MCP.
type both struct {
	name, why     string
	raw           Raw
	byHTTP, byMCP Want
}

// pick returns the ways for the clients of one class.
func pick(table []both, of func(*both) Way) (list []Way) {
	for i := range table {
		if way := of(&table[i]); way.Want != "" {
			list = append(list, way)
		}
	}
	return list
}

func byHTTP(b *both) Way { return Way{b.name, b.why, get, b.raw, b.byHTTP} }
func byMCP(b *both) Way  { return Way{b.name, b.why, call, b.raw, b.byMCP} }

// A Request is what the client sends.
type Request struct {
	Method, Body string // @ID in the body is the id of the call
	Header       string // lines that are separated by "\n"
}

// HTTP returns the request to a URL.
func (r *Request) HTTP(url, id string) (*http.Request, error) {
	req, err := http.NewRequest(r.Method, url, strings.NewReader(strings.ReplaceAll(r.Body, "@ID", id)))
	if err != nil {
		return nil, err
	}
	if r.Body == "" {
		req.Body, req.ContentLength = nil, 0
	}
	for line := range strings.SplitSeq(r.Header, "\n") {
		if name, value, ok := strings.Cut(line, ": "); ok {
			req.Header.Add(name, strings.ReplaceAll(value, "@ID", id))
		}
	}
	return req, nil
}

const (
	asJSON   = "application/json"
	asText   = "text/plain; charset=utf-8"
	asHTML   = "text/html; charset=utf-8"
	asEvents = "text/event-stream"
	asXML    = "application/xml"

	page  = "<!doctype html><html><head><title>Error</title></head><body><h1>Oops</h1><p>" + Secret + "</p></body></html>"
	stack = "Traceback (most recent call last):\n  File \"/srv/app.py\", line 7\npsycopg2.OperationalError: " + Secret
)

// Requests of a client of HTTP.
var (
	get       = Request{"GET", "", "Accept: */*\nAccept-Encoding: gzip"}
	head      = Request{"HEAD", "", "Accept: */*"}
	post      = Request{"POST", `{"bell":3}`, "Content-Type: application/json"}
	preflight = Request{"OPTIONS", "", "Origin: https://a.example\nAccess-Control-Request-Method: PUT"}
	ranged    = Request{"GET", "", "Range: bytes=0-4"}
	matched   = Request{"GET", "", "If-None-Match: \"1\""}
)

// Requests of a client of MCP.
const rpcHeader = "Content-Type: application/json\nAccept: application/json, text/event-stream\n" +
	"Accept-Encoding: gzip\nMcp-Protocol-Version: 2025-11-25"

const params = `"params":{"name":"ring","arguments":{"times":3}}`

func rpc(body string, header ...string) Request {
	return Request{"POST", body, strings.Join(append([]string{rpcHeader}, header...), "\n")}
}

func asking(method, params string) Request {
	return rpc(`{"jsonrpc":"2.0","id":@ID,"method":"` + method + `","params":` + params + `}`)
}

var (
	call       = rpc(`{"jsonrpc":"2.0","id":@ID,"method":"tools/call",` + params + `}`)
	callText   = rpc(`{"jsonrpc":"2.0","id":"@ID","method":"tools/call",` + params + `}`)
	inSession  = rpc(call.Body, "Mcp-Session-Id: s1")
	modern     = Request{"POST", call.Body, strings.Replace(rpcHeader, "2025-11-25", "2026-07-28", 1)}
	list       = asking("tools/list", `{}`)
	initialize = asking("initialize",
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}`)
	ping    = asking("ping", `{}`)
	read    = asking("resources/read", `{"uri":"file:///a"}`)
	prompt  = asking("prompts/get", `{"name":"a"}`)
	unknown = asking("bells/ring", `{}`)
	notify  = rpc(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	respond = rpc(`{"jsonrpc":"2.0","id":"s9","result":{"action":"accept","content":{}}}`)
	batch   = Request{"POST", "[" + call.Body + "," + strings.Replace(call.Body, "@ID", `"b@ID"`, 1) + "]",
		strings.Replace(rpcHeader, "2025-11-25", "2025-03-26", 1)}
	listen = Request{"GET", "", "Accept: text/event-stream\nMcp-Protocol-Version: 2025-11-25\nMcp-Session-Id: s1"}
	finish = Request{"DELETE", "", "Mcp-Protocol-Version: 2025-11-25\nMcp-Session-Id: s1"}
)

// respondWith returns a response with a status, a type ("" for none), a body in which @ID is the
// id of the call, and lines of headers.
func respondWith(status int, media, body string, header ...string) Raw {
	return func(id string) string {
		text := strings.ReplaceAll(body, "@ID", id)
		lines := header
		if media != "" {
			lines = append([]string{"Content-Type: " + media}, header...)
		}
		if status != 204 && status != 304 {
			lines = append(lines[:len(lines):len(lines)], "Content-Length: "+strconv.Itoa(len(text)))
		}
		return startLine(status) + strings.Join(append(lines[:len(lines):len(lines)], "", text), "\r\n")
	}
}

func startLine(status int) string {
	return fmt.Sprintf("HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
}

// ok returns a success in JSON.
func ok(body string, header ...string) Raw { return respondWith(200, asJSON, body, header...) }

// as returns a success of another type.
func as(media, body string, header ...string) Raw { return respondWith(200, media, body, header...) }

// fail returns an error whose body and one of whose headers are private.
func fail(status int, header ...string) Raw {
	return respondWith(status, asHTML, page, append([]string{"X-Debug: " + Secret}, header...)...)
}

// events returns a stream of events in chunks. Each text is an event without its end.
func events(texts ...string) Raw {
	return func(id string) string {
		var b strings.Builder
		for _, text := range texts {
			if strings.HasPrefix(text, "\x00") {
				b.WriteString(text)
				continue
			}
			b.WriteString(chunk(strings.ReplaceAll(text, "@ID", id) + "\n\n"))
		}
		if end := texts[len(texts)-1]; end != Hang && end != Reset {
			b.WriteString("0\r\n\r\n")
		}
		return headOf(asEvents) + b.String()
	}
}

// headOf returns the head of a success in chunks.
func headOf(media string) string {
	return startLine(200) + "Content-Type: " + media + "\r\nTransfer-Encoding: chunked\r\n\r\n"
}

func chunk(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }

// chunks returns a success in chunks, with its end.
func chunks(media string, texts ...string) Raw {
	return func(id string) string {
		var b strings.Builder
		for _, text := range texts {
			if strings.HasPrefix(text, "\x00") {
				b.WriteString(text)
				continue
			}
			b.WriteString(chunk(strings.ReplaceAll(text, "@ID", id)))
		}
		return headOf(media) + b.String() + "0\r\n\r\n"
	}
}

// byteByByte returns a success in chunks of one byte.
func byteByByte(media, body string) Raw {
	return func(id string) string {
		return chunks(media, strings.Split(strings.ReplaceAll(body, "@ID", id), "")...)(id)
	}
}

// raw returns bytes, in which @ID is the id of the call.
func raw(text string) Raw {
	return func(id string) string { return strings.ReplaceAll(text, "@ID", id) }
}

// lines returns bytes whose lines end with CR LF.
func lines(text ...string) Raw { return raw(strings.Join(text, "\r\n")) }

// zipped returns a response whose body is in gzip.
func zipped(status int, media, body string, header ...string) Raw {
	return func(id string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(strings.ReplaceAll(body, "@ID", id)))
		_ = z.Close()
		return respondWith(status, media, b.String(), append([]string{"Content-Encoding: gzip"}, header...)...)(id)
	}
}

// cutAt returns the first bytes of a response, before which a text is replaced by nothing.
func cutAt(r Raw, before string) Raw {
	return func(id string) string {
		start, _, _ := strings.Cut(r(id), before)
		return start
	}
}

// then returns a response with a text after it.
func then(r Raw, text string) Raw {
	return func(id string) string { return r(id) + strings.ReplaceAll(text, "@ID", id) }
}
