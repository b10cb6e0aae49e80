package probe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
)

// A Request is what was sent.
type Request struct {
	Method string // HTTP
	URL    string
	Header http.Header
	Body   []byte `json:"-"`
	ID     string // of a JSON-RPC request, as JSON; "" for a notification, and if there is none
}

// An Exchange is a request, what a right answer to it is, and what came back.
type Exchange struct {
	Dialect  string
	Probe    Name
	After    Name     // of Alive: the probe before it
	Tool     string   // the tool that is called
	Why      string   // what is wrong with the request: "times is a string"
	Paths    []string // of the invalid parts of the input, JSON pointers
	Declared []string // the codes that the tool declares; nil: none
	Size     int      // of a large input, in bytes, or of a deep one, in levels
	Request  Request

	// Authorized is, of NoCredentials and BadCredentials, the HTTP status of the answer to the same
	// call with credentials.
	Authorized int

	Failure  error // there was no answer, or only a part of one
	Status   int   // of HTTP
	Header   http.Header
	Body     []byte        // as received, its start if it is large; of an event stream, all of it
	Received int           // bytes of the body before it was shortened
	Message  []byte        // the response with the request's id, or the whole body; parts of a large one
	Err      *errkit.Error // nil: the answer is a success, or not a document
	Invalid  error         // why the answer is not a document of the dialect
	Elapsed  time.Duration

	Given   []string // the paths in the command of the server
	Unknown bool     // the schema of the input is not one of the server

	Others string // what Foreign returns, of a large answer
	Stray  string // the first line on the standard output of the server that is no message, so far
}

// Failed reports whether the answer is an error, in the dialect or by its HTTP status.
func (x *Exchange) Failed() bool { return x.Err != nil || x.Status >= http.StatusBadRequest }

// Succeeded reports whether the answer is a success. A redirect is neither a success nor an error.
func (x *Exchange) Succeeded() bool {
	return x.Failure == nil && x.Invalid == nil && !x.Failed() && x.Status < http.StatusMultipleChoices
}

// HTTP reports whether the answer came over HTTP.
func (x *Exchange) HTTP() bool { return x.Failure == nil && x.Status != 0 }

// Kind returns the kind of the error, errkit.Internal without one.
func (x *Exchange) Kind() errkit.Kind {
	if x.Err == nil {
		return errkit.Internal
	}
	return x.Err.Kind
}

// Text returns the texts of the answer: the message of the error, its hint, and its fields; the
// whole document if it is not an error or has none of them.
func (x *Exchange) Text() string {
	if x.Err == nil {
		return string(x.Message)
	}
	parts := []string{string(x.Err.Message), string(x.Err.Hint)}
	for _, f := range x.Err.Fields {
		parts = append(parts, f.Path, string(f.Message))
	}
	if text := strings.TrimSpace(strings.Join(parts, "\n")); text != "" || len(x.Body) == 0 {
		return text
	}
	return string(x.Message) // such as a problem with nothing but the title of its status
}

// Summary describes an answer in one line.
func (x *Exchange) Summary() string {
	switch {
	case x.Failure != nil:
		return x.Failure.Error()
	case x.Status != 0:
		return fmt.Sprintf("HTTP %d, %q", x.Status, Shortened(string(x.Body), 120))
	}
	return fmt.Sprintf("%q", Shortened(string(x.Body), 120))
}

// Shortened returns a text, or its start with an ellipsis if it has more runes than most.
func Shortened(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// Foreign returns the texts of an answer and its headers without the values of the request that
// they repeat, so that a rule does not find what the probe has sent, nor the folder that a server
// was started with.
func (x *Exchange) Foreign() string {
	if x.Others != "" {
		return x.Others
	}
	texts := stringsIn(x.Message)
	if texts == nil {
		texts = []string{string(x.Body)}
	}
	for _, name := range slices.Sorted(maps.Keys(x.Header)) {
		if name != "Date" {
			texts = append(texts, name+": "+strings.Join(x.Header[name], ", "))
		}
	}
	text := strings.Join(texts, "\n")
	for _, sent := range x.sent() {
		text = strings.ReplaceAll(text, sent, "X")
	}
	x.Others = text
	return text
}

// minSent is the length in bytes of the shortest value that Foreign leaves out.
const minSent = 4

// sent returns the values of the request that an answer may repeat, the longest first.
func (x *Exchange) sent() []string {
	values := append(stringsIn(x.Request.Body), x.Request.URL)
	if at, err := url.Parse(x.Request.URL); err == nil {
		values = append(values, at.RequestURI(), at.Host)
	}
	values = append(values, x.Given...)
	values = slices.DeleteFunc(values, func(v string) bool { return len(v) < minSent })
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	return values
}

// responseID returns the id of a response of JSON-RPC 2.0, as JSON: "null" for one to a request
// that the server could not read. It reports false for another message.
func responseID(message []byte) (id string, ok bool) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
	}
	if json.Unmarshal(message, &m) != nil || m.Method != nil {
		return "", false
	}
	return cmp.Or(string(m.ID), "null"), true
}

// isMessage reports whether a line may be a message of JSON-RPC: JSON with a version or, which other
// rules judge, with an id. A record of a log has neither.
func isMessage(line []byte) bool {
	id, _ := responseID(line)
	return json.Valid(line) && (strings.Contains(string(line), `"jsonrpc"`) || id != "" && id != "null")
}

// isResponse reports whether a message is the response to the request with an id, or one to a
// request that the server could not read.
func isResponse(message []byte, id string) bool {
	got, ok := responseID(message)
	return ok && (id == "" || got == id || got == "null")
}

// stringsIn returns the strings in a JSON document, names included.
func stringsIn(doc []byte) (all []string) {
	if !json.Valid(doc) {
		return nil
	}
	tokens := json.NewDecoder(bytes.NewReader(doc))
	tokens.UseNumber()
	for {
		token, err := tokens.Token()
		if err != nil { // the end
			return all
		}
		if s, ok := token.(string); ok {
			all = append(all, s)
		}
	}
}
