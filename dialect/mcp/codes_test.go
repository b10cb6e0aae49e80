package mcp_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A challenge is rendered for any request of a client that supports it
// (MCP 2025-11-25, URL Elicitation Required Error).
func TestMCPChallengesOutsideOfTools(t *testing.T) {
	e := &errkit.Error{Kind: errkit.AuthRequired,
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/authorize"}}}}
	for _, method := range []string{"", "tools/call", "resources/read", "prompts/get", "completion/complete"} {
		doc, _ := new(dialect.Codec).Append(nil, mcp.Dialect{Revision: "2025-11-25", URLElicitation: true},
			dialect.Call{Method: method}, e)
		require.Contains(t, string(doc), `{"code":-32042,`, method)
		require.Contains(t, string(doc), `"url":"https://example.com/authorize"`, method)
	}
}

// MCP forbids most of the codes that other protocols use.
func TestMCPNeverSaysAForbiddenCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		call.ID = json.RawMessage(`1`)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		for _, revision := range []string{"", "2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28", "2027-01-01"} {
			for i := range 16 {
				d := mcp.Dialect{Revision: revision, URLElicitation: i&1 != 0, FormElicitation: i&8 != 0,
					Structured: i&2 != 0, ProtocolValidation: i&4 != 0}
				body, head := codec.Append(nil, d, call, e)
				checkMCP(t, d, call, e, body, head)
			}
		}
	})
}

func checkMCP(t require.TestingT, d mcp.Dialect, call dialect.Call, e *errkit.Error, body []byte, head dialect.Head) {
	var doc struct {
		Error *struct {
			Code int64
			Data map[string]json.RawMessage
		}
		Result map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(body, &doc))
	newest := d.Revision == "" || d.Revision >= "2026-07-28"
	what := fmt.Sprintf("%+v, %s: %s", d, call.Method, body)
	if doc.Error == nil {
		require.Equal(t, 200, head.Status)
		_, typed := doc.Result["resultType"]
		require.Equal(t, newest, typed, what)
		if call.Method == "resources/read" || call.Method == "prompts/get" {
			require.JSONEq(t, `"input_required"`, string(doc.Result["resultType"]),
				"no other result outside of tools/call: %s", what)
		}
		if call.OutputSchema {
			require.NotContains(t, doc.Result, "structuredContent", what)
		}
		return
	}
	switch code := doc.Error.Code; {
	case code == -32002:
		require.True(t, e.Kind == errkit.NotFound && call.Method == "resources/read" && !newest, what)
	case code == -32022:
		require.True(t, e.Kind == errkit.UnsupportedVersion && newest, what)
		require.Contains(t, doc.Error.Data, "supported", what)
		require.Contains(t, doc.Error.Data, "requested", what)
	case code == -32042:
		require.True(t, d.Revision == "2025-11-25" && d.URLElicitation, what)
		require.Contains(t, doc.Error.Data, "elicitations", what)
	default:
		require.Contains(t, []int64{-32700, -32600, -32601, -32602, -32603}, code, what)
		require.False(t, code == -32601 && (call.Method == "" || call.Method == "tools/call"), "SDKs rewrite it: %s",
			what)
	}
	if _, ok := doc.Error.Data["uri"]; ok {
		require.True(t, e.Kind == errkit.NotFound && call.Method == "resources/read", what)
	}
}
