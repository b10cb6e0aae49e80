package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// A format is the form of a request to the server in folder leak, which decides the dialect of
// the response.
type format struct {
	name string
	body string // a format for the number of the call
	echo string // a format for the text in a response that identifies the call; "" if there is none
}

var formats = []format{
	{"json-rpc", `{"jsonrpc":"2.0","id":%d,"method":"ring"}`, `"id":%d,`},
	{"problem", `{"call":%d}`, ``},
}

// An ending is how a handler of the server in folder leak ends, and the expected response in each
// format, in the order of formats: the status, and a text in the body.
type ending struct {
	path     string
	statuses [2]int
	texts    [2]string
}

var endings = []ending{
	{"/success", [2]int{200, 200}, [2]string{`"ding"`, `"ding"`}},
	{"/error", [2]int{200, 404}, [2]string{`"error":{`, `"kind":"not_found"`}},
	{"/panic", [2]int{200, 500}, [2]string{`"error":{`, `"kind":"internal"`}},
	{"/plain", [2]int{200, 409}, [2]string{`"error":{`, `"kind":"conflict"`}},
}

// wrappers are the paths of the functions of package nethttp around the handlers.
var wrappers = []string{"/handler", "/middleware", "/both"}

// pickEnding returns the ending, the path, and the index of the format for call number n. It
// cycles through all combinations.
func pickEnding(n uint64) (e *ending, path string, f int) {
	e, n = &endings[n%uint64(len(endings))], n/uint64(len(endings))
	path, n = wrappers[n%uint64(len(wrappers))]+e.path, n/uint64(len(wrappers))
	return e, path, int(n % uint64(len(formats)))
}

func leakRequest(n uint64) (path string, header http.Header, body string) {
	_, path, f := pickEnding(n)
	return path, plain, fmt.Sprintf(formats[f].body, n)
}

func leakCheck(n uint64, r *vegeta.Result) string {
	e, path, f := pickEnding(n)
	echo := ""
	if formats[f].echo != "" {
		echo = fmt.Sprintf(formats[f].echo, n)
	}
	at := path + " by " + formats[f].name
	switch {
	case r.Code == 0:
		return noResponse(r)
	case bytes.Contains(r.Body, []byte("late")) || r.Headers.Get("Late") != "":
		return at + ": the response contains a late write"
	case int(r.Code) != e.statuses[f]:
		return fmt.Sprintf("%s: status %d, want %d", at, r.Code, e.statuses[f])
	case !json.Valid(r.Body):
		return at + ": the body is not JSON"
	case !bytes.Contains(r.Body, []byte(e.texts[f])):
		return fmt.Sprintf("%s: the body does not contain %s", at, e.texts[f])
	case !bytes.Contains(r.Body, []byte(echo)) || r.Headers.Get("Call") != fmt.Sprint(n):
		return at + ": the response belongs to another call"
	case bytes.Contains(r.Body, []byte(secret)):
		return at + ": the response contains the cause"
	}
	return ""
}
