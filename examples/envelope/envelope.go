// Package envelope is a dialect outside of toolerr's module: the error format of a company, which
// is rendered, decoded, detected and translated like those of the module.
//
//	{"error": {"code": "not_found", "message": "There is no such invoice.", "request_id": "7f3a9c"}}
//
// It is what another format needs: a name, Append, Decode, the codes of the kinds, and Detect to
// be found among other dialects.
package envelope

import (
	"errors"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the error format.
type Dialect struct{}

// Name returns "envelope".
func (Dialect) Name() string { return "envelope" }

// codes are the company's codes.
var codes = mapping.Column[string]{
	{Code: "internal", Kinds: []errkit.Kind{
		errkit.Internal, errkit.Unknown, errkit.OutputInvalid, errkit.ScriptInvalid, errkit.ConfigInvalid, errkit.AuthConfigInvalid,
	}},
	{Code: "failed", Kinds: []errkit.Kind{errkit.ExecutionFailed, errkit.UpstreamFailed, errkit.FailedPrecondition, errkit.Conflict}},
	{Code: "invalid", Kinds: []errkit.Kind{
		errkit.InvalidInput, errkit.InvalidRequest, errkit.Malformed, errkit.InputRequired, errkit.TooLarge, errkit.UnsupportedVersion,
	}},
	{Code: "not_found", Kinds: []errkit.Kind{
		errkit.NotFound, errkit.ToolNotFound, errkit.VersionNotFound, errkit.AppNotFound, errkit.MethodNotFound,
	}},
	{Code: "unauthenticated", Kinds: []errkit.Kind{errkit.Unauthenticated, errkit.AuthRequired, errkit.AuthExpired}},
	{Code: "forbidden", Kinds: []errkit.Kind{errkit.PermissionDenied, errkit.RequirementMissing}},
	{Code: "unsupported", Kinds: []errkit.Kind{errkit.Unsupported, errkit.MethodNotAllowed}},
	{Code: "rate_limited", Kinds: []errkit.Kind{errkit.RateLimited}},
	{Code: "slow_down", Kinds: []errkit.Kind{errkit.RateLimited}}, // sent by the first version of the API
	{Code: "timeout", Kinds: []errkit.Kind{errkit.Timeout}},
	{Code: "canceled", Kinds: []errkit.Kind{errkit.Canceled}},
	{Code: "unavailable", Kinds: []errkit.Kind{errkit.Unavailable, errkit.Network, errkit.AppNotRunning}},
}

// Append appends the document, with the reference of the log record as the request id.
func (Dialect) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	kind := wire.CodeKind(c.Table, e) // there is no member for the retry
	dst = append(dst, `{"error":{"code":"`...)
	dst = append(dst, codes.Code(kind)...)
	dst = append(dst, `","message":`...)
	dst = wire.AppendMessage(dst, c, e)
	dst = wire.AppendMember(dst, `,"request_id":"`, e.Ref)
	dst = wire.AppendCarry(dst, c, e)
	return append(dst, `}}`...), dialect.Head{
		Status:      c.Table.Row(kind).HTTP,
		ContentType: wire.MediaTypeJSON,
		RetryAfter:  e.RetryAfter,
	}
}

// Decode decodes the document. An unknown code has the kind of the HTTP status.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

func read(r *wire.Reader, root jsontree.Value) (found bool, err error) {
	fault := root.Member("error")
	code, ok := fault.Member("code").Text()
	if !ok {
		return false, errors.New(`the document: no "error" with a code`)
	}
	r.Peer.Code = code
	kind, known := codes.Kind(code)
	r.Kind(kind, "code "+wire.Clip(code))
	if !known {
		r.ByStatus()
	}
	r.Message(r.String(fault, "message"))
	r.Error.Ref = r.String(fault, "request_id")
	r.Carry(fault.Member(dialect.CarryMember), Dialect{})
	return true, nil
}

// Detect recognizes the request id, and the codes.
func (Dialect) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	fault := root.Member("error")
	code, _ := fault.Member("code").Text()
	_, known := codes.Kind(code)
	switch {
	case known && fault.Member("request_id").Kind() == jsontree.String:
		return 95, "request_id and a code of the company"
	case known:
		return 70, "a code of the company"
	}
	return 0, ""
}

// RoundTrips reports whether the code of a kind is decoded as that kind.
func (Dialect) RoundTrips(_ *mapping.Table, k errkit.Kind) bool { return codes.RoundTrips(k) }
