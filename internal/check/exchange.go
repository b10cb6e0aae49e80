package check

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// A Request is what was sent.
type Request struct {
	Method string // HTTP
	URL    string
	Header http.Header
	Body   []byte
	ID     string // of a JSON-RPC request, as JSON; "" for a notification, and if there is none
	Shell  string // the command that prints the body, if it is too large for a command line
}

// An Exchange is a request, what a right answer to it is, and what came back.
type Exchange struct {
	Dialect string
	Probe   Probe
	After   Probe    // of Alive: the probe before it
	Tool    string   // the tool that is called
	Why     string   // what is wrong with the request: "times is a string"
	Paths   []string // of the invalid parts of the input, JSON pointers
	Size    int      // of a large input, in bytes, or of a deep one, in levels
	Request Request

	Authorized int // of NoCredentials: the HTTP status of the answer to the same call with credentials

	Failure  error // there was no answer, or only a part of one
	Status   int   // of HTTP
	Header   http.Header
	Body     []byte        // as received, its start if it is large; of an event stream, all of it
	Received int           // bytes of the body before it was shortened
	Message  []byte        // the JSON document in the body: the response with the request's id, or the whole body; parts of a large one
	Err      *errkit.Error // nil: the answer is a success, or not a document
	Invalid  error         // why the answer is not a document of the dialect
	Elapsed  time.Duration

	foreign string
	words   []string // of the command of the server
}

// Failed reports whether the answer is an error, in the dialect or by its HTTP status.
func (x *Exchange) Failed() bool { return x.Err != nil || x.Status >= http.StatusBadRequest }

// Succeeded reports whether the answer is a success.
func (x *Exchange) Succeeded() bool { return x.Failure == nil && x.Invalid == nil && !x.Failed() }

// HTTP reports whether the answer came over HTTP.
func (x *Exchange) HTTP() bool { return x.Failure == nil && x.Status != 0 }

// Kind returns the kind of the error, errkit.Internal without one.
func (x *Exchange) Kind() errkit.Kind {
	if x.Err == nil {
		return errkit.Internal
	}
	return x.Err.Kind
}

// Text returns the texts of the answer: the message of the error, its hint, and its fields; the whole document if it is not an
// error or has none of them.
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

// Foreign returns the texts of an answer and its headers without the values of the request that they repeat, so that a rule
// does not find what the probe has sent, nor the folder that a server was started with.
func (x *Exchange) Foreign() string {
	if x.foreign == "" {
		x.foreign = x.makeForeign()
	}
	return x.foreign
}

func (x *Exchange) makeForeign() string {
	texts := stringsIn(x.Message)
	if texts == nil {
		texts = []string{string(x.Body)}
	}
	for name, values := range x.Header {
		if name != "Date" {
			texts = append(texts, name+": "+strings.Join(values, ", "))
		}
	}
	text := strings.Join(texts, "\n")
	for _, sent := range x.sent() {
		text = strings.ReplaceAll(text, sent, "X")
	}
	return text
}

// minSent is the length in bytes of the shortest value that Foreign leaves out.
const minSent = 4

// sent returns the values of the request that an answer may repeat, the longest first.
func (x *Exchange) sent() []string {
	values := append(stringsIn(x.Request.Body), x.Request.URL, pathOf(x.Request.URL), hostOf(x.Request.URL))
	values = append(values, x.words...)
	values = slices.DeleteFunc(values, func(v string) bool { return len(v) < minSent })
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	return values
}
