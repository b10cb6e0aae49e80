package main

import (
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// A probe is one kind said in one dialect. What explain tells of codes it reads from probes, so that it is what goes over
// the wire and not what somebody believed.
type probe struct {
	kind    errkit.Kind
	dialect string
	when    string // what must be so besides; "" in a plain call of a tool
	status  int
	code    string // the code on the wire, "" where there is none
	body    []byte
}

// circumstances are what decides about a code besides the kind.
var circumstances = [...]struct {
	when   string
	stage  errkit.Stage
	method string
	uri    string
	elicit bool
	old    bool // protocol errors for invalid input
	within int  // the circumstance that this one is a part of
}{
	{when: ""},
	{when: "before the call", stage: errkit.BeforeCall},
	{when: "in the tool", stage: errkit.Execution},
	{when: "outside tools/call", method: "ping"},
	{when: "in resources/read", method: "resources/read", uri: "file:///bell", within: 3},
	{when: "if the client declared elicitation by URL", elicit: true},
	{when: "with --protocol-errors", old: true},
}

// allProbes are the probes of every kind, made when a code is first asked for.
var allProbes = sync.OnceValue(func() []probe { return probes(errkit.Kinds()...) })

// probes says kinds in every dialect under all circumstances; what a circumstance does not change is left out.
func probes(kinds ...errkit.Kind) []probe {
	var all []probe
	for _, d := range ownDialects() {
		for i, c := range circumstances {
			for _, k := range kinds {
				p := probeOf(k, d, i)
				if i > 0 && p.same(probeOf(k, d, c.within)) {
					continue
				}
				all = append(all, p)
			}
		}
	}
	return all
}

// same reports whether two probes say a kind in the same way.
func (p probe) same(q probe) bool { return p.code == q.code && p.status == q.status }

func probeOf(k errkit.Kind, d dialect.Dialect, i int) probe {
	c := circumstances[i]
	e := sample(k)
	e.Stage = c.stage
	if m, ok := d.(dialect.MCP); ok {
		m.URLElicitation, m.ProtocolValidation = c.elicit, c.old
		d = m
	}
	var codec dialect.Codec
	body, head := codec.Append(nil, d, dialect.Call{ID: json.RawMessage("1"), Method: c.method, URI: c.uri}, e)
	return probe{k, d.Name(), c.when, head.Status, wireCode(body), body}
}

// ownDialects are those that have a name, but for "mcp", which is another name for the newest of them.
func ownDialects() []dialect.Dialect {
	var all []dialect.Dialect
	for _, name := range dialect.Names() {
		if d, err := dialect.Parse(name); err == nil && d != (dialect.MCP{}) {
			all = append(all, d)
		}
	}
	return all
}

// sample is an error of a kind, with what an error of this kind should say.
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

// wireCode is the code of a document: of a JSON-RPC or AAI error, of a payload of toolError:v1, or what stands for one.
func wireCode(body []byte) string {
	var doc struct {
		Error  struct{ Code any }
		Result struct {
			ResultType        string
			StructuredContent struct{ Kind, Code string }
		}
	}
	if json.Unmarshal(body, &doc) != nil {
		return ""
	}
	switch code := doc.Error.Code.(type) {
	case string:
		return code
	case float64:
		return number(int(code))
	}
	payload := doc.Result.StructuredContent
	switch {
	case payload.Code != "":
		return payload.Code
	case payload.Kind != "": // needsInput:v1
		return payload.Kind
	case doc.Result.ResultType != "complete":
		return doc.Result.ResultType // input_required
	}
	return ""
}
