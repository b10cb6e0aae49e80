// Package dialect, for adapters, renders errors in the formats of tool protocols, decodes them,
// translates between formats and measures what a translation loses. A [Codec] does all of this
// for any [Dialect]:
//
//	var codec dialect.Codec
//	body, head := codec.Append(nil, oxp.Dialect{}, dialect.Call{ID: id}, errkit.From(err))
//
// Each format is a package of its own below this one, and package [dialect/all] lists them. The
// relation is that of package hash to hash/crc32: this package is the contract and knows no
// format. To implement one, in this module or elsewhere, see package [dialect/wire].
//
// # Encoding is strict, decoding is lenient
//
// A rendered document contains what its specification defines, member by member; [Codec.Carry]
// adds one member, where extension members are allowed, from which everything public can be
// decoded. A decoder accepts what real servers send: other names, older forms, and errors inside
// of successes.
//
// # Text
//
// Text for people and models is cleaned: bytes that are not UTF-8 are replaced; control
// characters, terminal sequences and bidirectional overrides are removed; [Codec.MaxText] limits
// its length. Only public fields are rendered: Message, Hint, Fields, Needs and, in dialects with
// a place for them, Code, Details and Ref. Dev is rendered in OXP's developer_message only, and
// Err never.
//
// # Compatibility
//
// The bytes of a dialect change only with its specification or in a major version. Members keep
// their order.
//
// [dialect/all]: https://pkg.go.dev/github.com/toolerr/toolerr/dialect/all
// [dialect/wire]: https://pkg.go.dev/github.com/toolerr/toolerr/dialect/wire
package dialect

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A Dialect is one protocol's format for errors. Implementations must be comparable; their fields
// configure them.
//
// A dialect may also implement [Detector], [RoundTripper] and [RPC], and for bridges [Negotiator],
// [Relayer], [Succeeder] and [Answerer].
type Dialect interface {
	// Name returns the name of the dialect, such as "mcp-2025-11-25".
	Name() string
	// Append appends the document for e, which is not nil, and returns it with the head of the
	// HTTP response. It never fails, allocates nothing if dst has room, and does not keep its
	// arguments.
	Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head)
	// Decode returns the error in a document; nil, nil if the document is a success; or an error
	// that wraps [ErrNotDocument], see [NotDocument].
	Decode(c *Codec, d Document) (*errkit.Error, error)
}

// A Detector is a dialect that recognizes its own documents.
type Detector interface {
	// Detect rates how likely a document is in this dialect, from 0 (no sign of it) to 100
	// (certain), and names the sign: 95 and more for a media type, a header or a member that only
	// this dialect has, 90 for members that together no other has, 70 for a shape that others may
	// have, which is what package foreign gives the bodies of APIs, and less than 50 for a shape
	// that is no sign without the HTTP status of an error. root is the parsed body, absent if the
	// body is not JSON. It does not decode the document.
	Detect(d Document, root jsontree.Value) (score int, reason string)
}

// A RoundTripper is a dialect whose codes may represent several kinds. One whose documents name
// the kind is none.
type RoundTripper interface {
	// RoundTrips reports whether the code for k in table is decoded as k.
	RoundTrips(table *mapping.Table, k errkit.Kind) bool
}

// An RPC is a dialect whose documents are JSON-RPC responses.
type RPC interface {
	// RPC reports whether documents have the envelope of JSON-RPC, and whether a document without
	// the id of the call is of no use: the caller cannot find the call that it belongs to.
	RPC() (envelope, needsID bool)
}

// IsRPC returns what d reports as an [RPC], false and false if it is not an RPC.
func IsRPC(d Dialect) (envelope, needsID bool) {
	if r, ok := d.(RPC); ok {
		return r.RPC()
	}
	return false, false
}

// A Negotiator is a dialect with revisions of which a request names one. A type that embeds one
// has to implement it, too.
type Negotiator interface {
	// For returns the dialect for the response to a request with a header.
	For(header http.Header) Dialect
}

// A Relayer is a dialect in which some errors that another server sent have a form of their own. A
// type that embeds one has to implement it, too.
type Relayer interface {
	// Relay returns the dialect in which sent is rendered, which is what the caller sees of the
	// error of a server that responded with a status; its kind may be another one. It adds to call
	// what the document of the server has. keep is the status that the response must have, 0 for
	// that of the dialect.
	Relay(call *Call, sent, server *errkit.Error, status int) (d Dialect, keep int)
}

// A Succeeder is a dialect whose errors may be in a response of 2xx, although it is rendered with
// the status of an error, or in the result of a JSON-RPC response: one of its members decides,
// such as the errors of GraphQL, or the state of a task.
type Succeeder interface {
	InSuccess() bool
}

// An Answerer is an [RPC] dialect that defines which results of JSON-RPC are the result of a call.
// For others every result is. A type that embeds one has to implement it, too.
type Answerer interface {
	// IsAnswer reports whether a result is one of a method, which is "" if it is not known. first
	// returns the first byte of the value of a member of the result, and of the result itself for
	// the name "": '{' for an object, 't' for true, 0 for a member that is missing. A bridge knows
	// the members isError, content, structuredContent, task, inputRequests, requestState and
	// toolResult, and as "content[]" the blocks of the content: '{' if each is an object with a
	// type.
	IsAnswer(method string, first func(member string) byte) bool
}

// A Call describes the call that failed. All fields are optional.
type Call struct {
	ID      json.RawMessage // the JSON-RPC id or the OXP call_id as received: a JSON string or number
	Tool    string          // name of the tool
	Method  string          // the protocol's method; "": tools/call
	URI     string          // of the requested resource
	Elapsed time.Duration   // duration of the call; 0: unknown
	// JSON of the tool's arguments as received, whose values are known to the reader of the
	// response: [Codec.Disclose] does not withhold them
	Arguments    json.RawMessage
	OutputSchema bool // the tool has an output schema, which structuredContent must follow
	// whether making the call twice has the effect of making it once, such as readOnlyHint and
	// idempotentHint of a tool of MCP, or the HTTP method (RFC 9110 §9.2)
	Repeatable errkit.Repeatable

	TaskID, ContextID string // A2A: of the task that failed, and of its context
	MessageID         string // A2A: of the message about the failure; "": "error"
	Document          string // MCP: of a server's result, with the pictures that its details have no room for
}

// The names under which [Codec.Carry] adds the canonical JSON.
const (
	MetaKey     = "io.github.toolerr/error" // in objects that require a prefix, such as _meta of MCP
	CarryMember = "toolerr"                 // in all others
)

// Members of _meta of MCP.
const (
	DocKey    = "io.github.toolerr/doc_url" // of a result: the DocURL of the error
	ErrorsKey = "io.github.toolerr/errors"  // of a tool: the errors that it declares, as canonical JSON
)

// ErrorsURI is the URI of the extension of A2A whose params have the errors that each skill
// declares, as canonical JSON.
const ErrorsURI = "urn:toolerr:errors"

// ErrorsExtension is the member of an operation of OpenAPI, or of a method of OpenRPC, that has
// the errors that it declares, as canonical JSON.
const ErrorsExtension = "x-toolerr-errors"

var (
	// ErrNotDocument is wrapped by the errors of Decode if the input is not a document of the
	// dialect: not JSON, of another shape, a request, or contradictory.
	ErrNotDocument = errors.New("not a document of this dialect")
	// ErrNoDialects is returned by Detect, and by Decode for a document without a dialect, if
	// [Codec.Dialects] is empty.
	ErrNoDialects = errors.New("dialect: no dialects to detect: set Codec.Dialects, for example to all.Dialects()")
	// ErrNoError is returned by Translate if the document is a success.
	ErrNoError = errors.New("dialect: the document holds no error")
	// ErrLoss is returned by a strict Translate that loses something.
	ErrLoss = errors.New("dialect: the translation loses something")
)
