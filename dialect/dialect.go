// Package dialect is the bytes: how each protocol says an error, and how to
// read one back. Start with [Codec]:
//
//	var codec dialect.Codec
//	body, head := codec.Append(nil, dialect.OXP{}, dialect.Call{ID: id}, errkit.From(err))
//
// A dialect is a value: [OXP], [MCP], [AAI], [ToolError], [Problem], or a type of
// your own that implements [Dialect].
//
// # Emit is strict, decode is lenient
//
// What is written is what the specification of the dialect defines, member by
// member; [Codec.Carry] adds one more member, where extra members are allowed,
// from which everything public comes back. What is read may be what real servers
// send: other spellings, older forms, errors that hide in a success.
//
// # Text
//
// Text that reaches users and models is repaired where it is not UTF-8, stripped
// of control characters, ANSI sequences and bidirectional overrides, and capped
// at [Codec.MaxText] runes. Only Message, Hint, Fields, Needs and, where a
// dialect has a place for them, Code, Details and Ref are written; Dev goes to
// OXP's developer_message alone, and Err nowhere.
//
// # A promise about bytes
//
// The bytes of a dialect change only with its specification, or in a major
// version; members keep their order.
package dialect

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// Dialect is one protocol's way to say an error. It must be comparable, so that
// values of it can be found again; all of this package are.
type Dialect interface {
	// Name is the dialect's name, such as "mcp-2025-11-25".
	Name() string
	// Append appends the document that says e, and returns it with what HTTP
	// needs to know. It never fails, and does not keep dst.
	Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head)
	// Decode reads a document. It returns nil, nil for a success, and an error
	// that wraps [ErrNotDocument] for what is not of this dialect.
	Decode(c *Codec, d Document) (*errkit.Error, error)
}

// Head is what HTTP needs to know about a document.
type Head struct {
	Status      int           // of the answer
	ContentType string        // of the body
	RetryAfter  time.Duration // for the header Retry-After; 0: none
}

// Call is what is known of the call that failed. Every field may be zero.
type Call struct {
	ID           json.RawMessage // the JSON-RPC id or the OXP call_id, as it came: a string or a number
	Tool         string          // name of the tool
	Method       string          // the protocol's method; "": tools/call
	URI          string          // of the resource that was asked for
	Elapsed      time.Duration   // how long the call took; 0: unknown
	OutputSchema bool            // the tool has an output schema, which structuredContent must obey
}

// Document is what went over a wire.
type Document struct {
	Dialect Dialect     // nil: [Codec.Detect] finds it
	Status  int         // the HTTP status it came with, 0 if none
	Header  http.Header // may be nil
	Body    []byte
}

var (
	// ErrNotDocument says that a document is not of the dialect: not JSON, of
	// the wrong shape, a request, or one that contradicts itself.
	ErrNotDocument = errors.New("not a document of this dialect")
	// ErrNoError says that there is nothing to translate: the document is a
	// success.
	ErrNoError = errors.New("dialect: the document holds no error")
	// ErrLoss says that a strict translation lost something.
	ErrLoss = errors.New("dialect: the translation loses something")
)

// The revisions of MCP whose errors differ.
const (
	revision2026 = "2026-07-28"
	revision2025 = "2025-11-25"
	revisionOld  = "2025-06-18"
)

// All returns every dialect of this package, in the order in which
// [Codec.Detect] prefers them.
func All() []Dialect {
	return []Dialect{MCP{}, AAI{}, ToolError{}, OXP{}, OXP{Flat: true}, Problem{}, AAI{Strings: true}}
}

var names = []struct {
	name    string
	dialect Dialect
}{
	{"oxp", OXP{}},
	{"oxp-flat", OXP{Flat: true}},
	{"mcp", MCP{}},
	{"mcp-2026-07-28", MCP{Revision: revision2026}},
	{"mcp-2025-11-25", MCP{Revision: revision2025}},
	{"mcp-2025-06-18", MCP{Revision: revisionOld}},
	{"aai", AAI{}},
	{"aai-string", AAI{Strings: true}},
	{"toolerror", ToolError{}},
	{"problem", Problem{}},
}

// Names returns the names that [Parse] takes.
func Names() []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = n.name
	}
	return all
}

// Parse returns the dialect of a name, one of [Names] or "mcp-" and another
// revision.
func Parse(name string) (Dialect, error) {
	for _, n := range names {
		if n.name == name {
			return n.dialect, nil
		}
	}
	if revision, ok := strings.CutPrefix(name, "mcp-"); ok {
		if _, err := time.Parse(time.DateOnly, revision); err == nil {
			return MCP{Revision: revision}, nil
		}
	}
	return nil, fmt.Errorf("dialect: unknown dialect %q, want one of %s", name, strings.Join(Names(), ", "))
}
