package client

import (
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// A class is what a client should make of an answer.
type class string

const (
	right      class = "a success"
	failed     class = "an error in the dialect"
	broken     class = "an answer that is not one of the protocol"
	unanswered class = "no answer, or only a part of one"
	unlimited  class = "an answer without an end"
)

// A scenario is an answer of the server.
type scenario struct {
	name     string
	class    class
	err      *errkit.Error // of failed
	envelope bool          // only in protocols whose success differs from other JSON
	answer   answer
}

func (s *scenario) String() string { return s.name }

const (
	later      = time.Hour // a delay that no call waits for
	maxEndless = 24 << 20  // bytes
	maxRead    = 16 << 20  // bytes of an answer that a client may read, with those in the buffers of the connection
	maxText    = 64 << 10  // bytes of the text of an error
	maxCalls   = 10        // of a tool, of one call of the client
)

const mark = "MARK" // in a message, for which a text is put that the encoders of this module would clean

const html = `<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>`

var deep = strings.Repeat(`{"error":[`, 12_000) + strings.Repeat(`]}`, 12_000)

var scenarios = []scenario{
	{"a success", right, nil, false, success},

	{"an invalid input", failed, &errkit.Error{Kind: errkit.InvalidInput, Message: "times is not valid.",
		Fields: []errkit.Field{{Path: "/times", Message: "times must be at most 5."}}}, false, marked("")},
	{"not found", failed, errorOf(errkit.NotFound, "There is no such bell."), false, marked("")},
	{"not permitted", failed, errorOf(errkit.PermissionDenied, "This bell is not yours."), false, marked("")},
	{"a conflict", failed, errorOf(errkit.Conflict, "The bell rings already."), false, marked("")},
	{"internal", failed, &errkit.Error{Kind: errkit.Internal, Retry: errkit.Never}, false, marked("")},
	{"too many calls", failed, &errkit.Error{Kind: errkit.RateLimited, RetryAfter: later}, false, marked("")},
	{"unavailable for an hour", failed, &errkit.Error{Kind: errkit.Unavailable, RetryAfter: later}, false, marked("")},
	{"unavailable", failed, errorOf(errkit.Unavailable, ""), false, marked("")},
	{"a long text", failed, errorOf(errkit.NotFound, mark), false, marked(strings.Repeat("long ", 40_000))},

	{"a page of HTML with 200", broken, nil, false, text(200, "text/html", html)},
	{"HTML that calls itself JSON", broken, nil, false, text(200, "application/json", html)},
	{"an empty body", broken, nil, false, text(200, "application/json", "")},
	{"half a document", broken, nil, false, part},
	{"bytes that are not UTF-8", broken, nil, false, text(200, "application/json", "\xff\xfe\x00{")},
	{"a page of HTML with 502", broken, nil, false, text(502, "text/html", html)},
	{"an empty 500", broken, nil, false, text(500, "", "")},
	{"a text with 401", broken, nil, false, text(401, "text/plain", "Unauthorized")},
	{"an error that is deep", broken, nil, false, text(400, "application/json", deep)},
	{"an error that is a list", broken, nil, false, text(400, "application/json", `[{"error":1},null]`)},
	{"an error that is null", broken, nil, false, text(400, "application/json", `null`)},
	{"members of other types", broken, nil, false, text(400, "application/json", `{"error":7,"result":"x","type":{},`+
		`"title":[],"status":"y","detail":1,"code":{},"message":[],"details":3,"jsonrpc":2,"id":{}}`)},
	{"a list", broken, nil, true, text(200, "application/json", `[]`)},
	{"null", broken, nil, true, text(200, "application/json", `null`)},
	{"a string", broken, nil, true, text(200, "application/json", `"ding"`)},
	{"an empty object", broken, nil, true, text(200, "application/json", `{}`)},
	{"an event stream without an event", broken, nil, true, text(200, "text/event-stream", ": nothing\n\n")},

	{"a closed connection", unanswered, nil, false, dropped},
	{"a connection that is closed within an answer", unanswered, nil, false, cut},
	{"no answer", unanswered, nil, false, silent},
	{"an answer that stops", unanswered, nil, false, stalled(200)},
	{"an error that stops", unanswered, nil, false, stalled(500)},

	{"a success without an end", unlimited, nil, false, endless(200)},
	{"an error without an end", unlimited, nil, false, endless(500)},
}

func errorOf(kind errkit.Kind, message errkit.Text) *errkit.Error {
	return &errkit.Error{Kind: kind, Message: message}
}
