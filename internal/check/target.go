package check

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// A Target is the server that is probed: an HTTP server at URL, a program that serves MCP over stdio, or a server that reads and
// writes what such a program does.
type Target struct {
	Dialect string // the name of the dialect, see Dialects
	URL     string
	Command []string           // the program and its arguments; the URL is then not used
	Conn    io.ReadWriteCloser // to a server in this process
	Header  http.Header        // of all requests, such as Authorization
	Tools   []Tool             // nil: those that the server lists
	Client  *http.Client
}

// overHTTP reports whether the server has a URL.
func (t *Target) overHTTP() bool { return t.Command == nil && t.Conn == nil }

// header returns the values of a header, nil without it. The name is canonical.
func (t *Target) header(name string) []string {
	for n, values := range t.Header {
		if http.CanonicalHeaderKey(n) == name {
			return values
		}
	}
	return nil
}

// A Tool is what is known about a tool.
type Tool struct {
	Name     string
	ID       string          // in protocols where it differs from the name
	Path     string          // of its HTTP endpoint, in protocols that have one for each tool
	Schema   json.RawMessage // of the input; nil if it is not known
	Examples []json.RawMessage
	ReadOnly bool // it is declared that a call changes nothing

	components json.RawMessage // of the OpenAPI document; shared by its tools
	hasPatch   bool            // the path has the method PATCH
}

// Options of a run. The zero Options are the defaults. Only tools that are declared read-only are
// called, unless CallInvalid or CallAll is set: no input is safe for every server, because one
// that does not validate runs a tool with any input.
type Options struct {
	CallInvalid bool          // call the others, too, with inputs that lack something required
	CallAll     bool          // call the others, too, with all inputs, valid ones among them
	Seed        uint64        // chooses among the possible inputs
	Rate        float64       // requests per second; 0: no limit
	Requests    int           // at most; 0: 2000
	Tools       int           // that are probed, at most; 0: 25
	Timeout     time.Duration // of one request; 0: 10 seconds
	Deep        int           // levels of a deep input; 0: 9000
	Large       int           // bytes of a large input; 0: 5 MiB
	Slow        time.Duration // that a slow body takes; 0: 2 seconds
	Without     []Probe       // are not sent
	Progress    func(probe Probe, requests int)
	Now         func() time.Time // measures how long HTTP answers take; nil: time.Now
}

const (
	defaultRequests = 2000
	defaultTools    = 25
	defaultTimeout  = 10 * time.Second
	defaultDeep     = 9000    // encoding/json accepts 10,000
	defaultLarge    = 5 << 20 // more than most servers read
	defaultSlow     = 2 * time.Second

	maxAnswer = 4 << 20 // bytes that are read of an answer
)

func (o *Options) requests() int {
	if o.Requests > 0 {
		return o.Requests
	}
	return defaultRequests
}

func (o *Options) tools() int {
	if o.Tools > 0 {
		return o.Tools
	}
	return defaultTools
}

func (o *Options) now() func() time.Time {
	if o.Now != nil {
		return o.Now
	}
	return time.Now
}

func (o *Options) timeout() time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return defaultTimeout
}

func (o *Options) deep() int {
	if o.Deep > 0 {
		return o.Deep
	}
	return defaultDeep
}

func (o *Options) large() int {
	if o.Large > 0 {
		return o.Large
	}
	return defaultLarge
}

func (o *Options) slow() time.Duration {
	if o.Slow > 0 {
		return o.Slow
	}
	return defaultSlow
}

// ErrUnreachable is wrapped by the errors of Run for a server that did not answer, or not in the protocol.
var ErrUnreachable = errors.New("the server could not be reached")

// UnexpectedAnswer is the error of Run for a server that answered, but not in the protocol. It wraps ErrUnreachable.
type UnexpectedAnswer struct {
	Status int // HTTP status, 0 for a program
	text   string
}

func unexpected(x *Exchange, what string) error {
	return &UnexpectedAnswer{x.Status, what + ": " + x.Summary()}
}

func (e *UnexpectedAnswer) Error() string {
	return "the server answered, but not in the protocol: " + e.text
}
func (e *UnexpectedAnswer) Unwrap() error { return ErrUnreachable }
