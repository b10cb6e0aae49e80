package toolerror_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

// partsOf returns the parts of a result as d makes them.
func partsOf(d dialect.Dialect, c *dialect.Codec, call dialect.Call, e *errkit.Error) mcp.Parts {
	if d, isMCP := d.(mcp.Dialect); isMCP {
		return d.Parts(c, call, e)
	}
	return d.(toolerror.Dialect).Parts(c, call, e)
}

// readParts decodes a bare result or error object.
func readParts(t require.TestingT, body []byte) (p mcp.Parts) {
	var doc struct {
		Code       int
		Message    string
		Data       json.RawMessage
		Requests   json.RawMessage `json:"inputRequests"`
		Content    []json.RawMessage
		Structured json.RawMessage            `json:"structuredContent"`
		Meta       map[string]json.RawMessage `json:"_meta"`
		IsError    bool
		ResultType string
	}
	require.NoError(t, json.Unmarshal(body, &doc), "%s", body)
	p = mcp.Parts{
		Code: doc.Code, Message: doc.Message, Data: doc.Data, Requests: doc.Requests,
		Structured: doc.Structured, Carried: doc.Meta[dialect.MetaKey], IsError: doc.IsError,
		Complete: doc.ResultType == "complete",
	}
	if raw := doc.Meta[dialect.DocKey]; raw != nil {
		require.NoError(t, json.Unmarshal(raw, &p.DocURL))
	}
	for _, raw := range doc.Content {
		var block struct{ Text, MIMEType string }
		require.NoError(t, json.Unmarshal(raw, &block))
		if block.MIMEType == "" && p.Text == "" {
			p.Text = block.Text
			continue
		}
		p.Blocks = append(append(p.Blocks, ','), raw...)
	}
	if p.Blocks != nil {
		p.Blocks[0] = '['
		p.Blocks = append(p.Blocks, ']')
	}
	return p
}

// withParts are dialects whose documents have parts.
var withParts = []dialect.Dialect{
	mcp.Dialect{},
	mcp.Dialect{Revision: "2026-07-28", URLElicitation: true, Structured: true},
	mcp.Dialect{Revision: "2025-11-25", URLElicitation: true},
	mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true},
	toolerror.Dialect{},
	toolerror.Dialect{Format: toolerror.JSON},
	toolerror.Dialect{Format: toolerror.Both, Revision: "2026-07-28"},
}

// Parts are those of the document, byte by byte, whatever the error is.
func TestPartsAreThoseOfTheDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		call.ID = nil // a bare result
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry"),
			MaxText: rapid.SampledFrom([]int{0, 5, -1}).Draw(t, "max text")}
		for _, d := range withParts {
			got := partsOf(d, &codec, call, e)
			body, _ := codec.Append(nil, d, call, e)
			require.Equal(t, readParts(t, body), got, "%s: %s", d.Name(), body)
		}
	})
}

func TestPartsSayNothingPrivate(t *testing.T) {
	for _, d := range withParts {
		for _, codec := range []dialect.Codec{{}, {Carry: true}} {
			for _, k := range errkit.Kinds() {
				p := partsOf(d, &codec, dialect.Call{}, samples.Canaries(k))
				said := fmt.Sprintf("%+v %s %s %s %s", p, p.Data, p.Requests, p.Structured, p.Carried)
				for _, canary := range []string{samples.DevCanary, samples.ErrCanary, samples.PrivateCanary} {
					require.NotContains(t, said, canary, d.Name())
				}
			}
		}
	}
}

// What was returned stays as it is: where it was rendered is used again.
func TestPartsStay(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	d := toolerror.Dialect{Format: toolerror.Both}
	first := d.Parts(&codec, dialect.Call{}, &errkit.Error{Kind: errkit.NotFound, Message: "There is\nno bell."})
	before := fmt.Sprintf("%+v %s %s", first, first.Structured, first.Carried)
	for range 100 {
		d.Parts(&codec, dialect.Call{}, &errkit.Error{Kind: errkit.Internal,
			Message: "Another text, of another call."})
	}
	require.Equal(t, before, fmt.Sprintf("%+v %s %s", first, first.Structured, first.Carried))
}

func TestPartsOfNil(t *testing.T) {
	var codec dialect.Codec
	p := mcp.Dialect{}.Parts(&codec, dialect.Call{}, nil)
	require.Equal(t, errkit.Internal.Text()+"\nDo not repeat the same call.", errkit.Text(p.Text))
	require.Contains(t, string(toolerror.Dialect{}.Parts(&codec, dialect.Call{}, nil).Blocks), `"text":"`+string(errkit.Internal.Text())+`"`)
}

// One allocation for each part; tests of the race detector make pools forget.
func TestPartsAllocate(t *testing.T) {
	e := &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/b", Message: "must be a number"}}}
	codec := dialect.Codec{Carry: true}
	n := allocs.Of(func() { mcp.Dialect{Structured: true}.Parts(&codec, dialect.Call{}, e) })
	require.LessOrEqual(t, n, 3.0)
}
