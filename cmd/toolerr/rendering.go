package main

import (
	"cmp"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A rendering is a sample error of a kind, rendered in a dialect. explain derives the codes from renderings, so that they
// are the codes that the dialects actually write.
type rendering struct {
	kind    errkit.Kind
	dialect string
	when    string // the condition; "" is any tool call
	status  int
	code    string // the code in the document, or ""
	body    []byte
}

// conditions are the parameters of a call that affect the code.
var conditions = [...]struct {
	when           string
	stage          errkit.Stage
	method         string
	uri            string
	urlElicitation bool
	protocolErrors bool
	base           int // the index of the more general condition, to which renderings are compared
}{
	{when: ""},
	{when: "before the call", stage: errkit.BeforeCall},
	{when: "in the tool", stage: errkit.Execution},
	{when: "outside tools/call", method: "ping"},
	{when: "in resources/read", method: "resources/read", uri: "file:///bell", base: 3},
	{when: "if the client declared elicitation by URL", urlElicitation: true},
	{when: "with --protocol-errors", protocolErrors: true},
}

// allRenderings returns the renderings of all kinds.
var allRenderings = sync.OnceValue(func() []rendering { return renderings(errkit.Kinds()...) })

// renderings renders kinds in every dialect under every condition. Renderings with the same code and status as under the
// more general condition are omitted.
func renderings(kinds ...errkit.Kind) []rendering {
	var all []rendering
	for _, d := range builtinDialects() {
		for i, c := range conditions {
			for _, k := range kinds {
				r := render(k, d, i)
				if i > 0 && r.equivalent(render(k, d, c.base)) {
					continue
				}
				all = append(all, r)
			}
		}
	}
	return all
}

// equivalent reports whether r and other have the same code and status.
func (r rendering) equivalent(other rendering) bool {
	return r.code == other.code && r.status == other.status
}

// render renders a sample of k in d under conditions[i].
func render(k errkit.Kind, d dialect.Dialect, i int) rendering {
	c := conditions[i]
	e := sample(k)
	e.Stage = c.stage
	if m, ok := d.(mcp.Dialect); ok {
		m.URLElicitation, m.ProtocolValidation = c.urlElicitation, c.protocolErrors
		d = m
	}
	var codec dialect.Codec
	body, head := codec.Append(nil, d, dialect.Call{ID: json.RawMessage("1"), Method: c.method, URI: c.uri}, e)
	return rendering{k, d.Name(), c.when, head.Status, wireCode(dialect.Document{Dialect: d, Status: head.Status, Body: body}), body}
}

// builtinDialects returns the dialects that have a name, without "mcp", which is an alias of its latest revision.
func builtinDialects() []dialect.Dialect {
	var list []dialect.Dialect
	for _, name := range all.Names() {
		if d, err := all.Parse(name); err == nil && d != (mcp.Dialect{}) {
			list = append(list, d)
		}
	}
	return list
}

// sample returns an error of kind k with the fields that errors of this kind usually have.
func sample(k errkit.Kind) *errkit.Error {
	e := &errkit.Error{Kind: k}
	switch k {
	case errkit.InvalidInput:
		e.Fields = []errkit.Field{{Path: "/times", Message: "must be at least 1"}}
	case errkit.UpstreamFailed:
		e.Upstream = 503
	case errkit.RateLimited:
		e.RetryAfter = 2 * time.Second
	case errkit.AuthRequired:
		e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{ID: "bells", URL: "https://example.com/authorize"}}}
	case errkit.RequirementMissing:
		e.Needs = &errkit.Needs{UserID: true}
	case errkit.InputRequired:
		e.Needs = &errkit.Needs{Input: []errkit.Input{{Name: "bell"}}, Reason: "There are two bells."}
	case errkit.UnsupportedVersion:
		e.Details = []slog.Attr{slog.Any("supported", []string{"2026-07-28"}), slog.String("requested", "2024-11-05")}
	}
	return e
}

// wireCode returns the code that is decoded from a document. For one without a code it returns the type of the payload, or a
// resultType of MCP other than complete.
func wireCode(doc dialect.Document) string {
	var codec dialect.Codec
	e, err := codec.Decode(doc)
	if err != nil || e == nil {
		return ""
	}
	if code := cmp.Or(e.Peer.Code, e.Peer.Type); code != "" {
		return code
	}
	var mcp struct {
		Result struct{ ResultType string }
	}
	if json.Unmarshal(doc.Body, &mcp) != nil || mcp.Result.ResultType == "complete" {
		return ""
	}
	return mcp.Result.ResultType // input_required
}
