package problem_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/mapping"
)

// TestStatus: an error has its exact status where HTTP's is used, and comes back
// with it; everywhere else it is that of its kind, and is carried.
func TestStatus(t *testing.T) {
	table, err := mapping.Default().With(mapping.Row{Kind: errkit.NotFound, HTTP: 410})
	require.NoError(t, err)
	tests := []struct {
		name   string
		codec  dialect.Codec
		to     dialect.Dialect
		status uint16
		want   string
		http   int
		back   uint16
	}{
		{"a status that a kind stands for", dialect.Codec{}, problem.Dialect{}, 410,
			`{"type":"about:blank","title":"Gone","status":410,"kind":"not_found"}`, 410, 410},
		{"with a type", dialect.Codec{}, problem.Dialect{Base: "https://example.com/"}, 451,
			`{"type":"https://example.com/not_found","title":"What was asked for does not exist.","status":451,"kind":"not_found"}`, 451, 451},
		{"that of the kind", dialect.Codec{}, problem.Dialect{}, 404,
			`{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`, 404, 0},
		{"that of the kind by a table", dialect.Codec{Table: table}, problem.Dialect{}, 410,
			`{"type":"about:blank","title":"Gone","status":410,"kind":"not_found"}`, 410, 0},
		{"no failure", dialect.Codec{}, problem.Dialect{}, 200,
			`{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`, 404, 0},
		{"no status", dialect.Codec{}, problem.Dialect{}, 999,
			`{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`, 404, 0},
		{"a protocol with statuses of its own", dialect.Codec{}, oxp.Dialect{}, 410, "", 200, 0},
		{"carried by one", dialect.Codec{Carry: true}, oxp.Dialect{}, 410, "", 200, 410},
		{"carried by AAI", dialect.Codec{Carry: true}, aai.Dialect{}, 410, "", 200, 410},
		{"carried by MCP", dialect.Codec{Carry: true}, mcp.Dialect{}, 410, "", 200, 410},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &errkit.Error{Kind: errkit.NotFound, Status: tt.status}
			body, head := tt.codec.Append(nil, tt.to, dialect.Call{}, e)
			if tt.want != "" {
				require.Equal(t, tt.want, string(body))
			}
			require.Equal(t, tt.http, head.Status)
			require.Zero(t, allocs.Of(func() { body, _ = tt.codec.Append(body[:0], tt.to, dialect.Call{}, e) }))
			back, err := tt.codec.Decode(dialect.Document{Dialect: tt.to, Status: head.Status, Body: body})
			require.NoError(t, err)
			require.Equal(t, tt.back, back.Status)
			require.Zero(t, back.Upstream, "a status of the response is not one of a service behind")
		})
	}
}

// TestStatusOfOthers: the exact status of a problem of any server is kept where
// its kind stands for another one.
func TestStatusOfOthers(t *testing.T) {
	tests := []struct {
		name string
		http int
		body string
		kind errkit.Kind
		want uint16
	}{
		{"payment", 402, `{"title":"Payment Required","status":402}`, errkit.FailedPrecondition, 402},
		{"gone", 410, `{"title":"Gone","detail":"It was removed.","status":410}`, errkit.NotFound, 410},
		{"a media type", 415, `{"title":"Unsupported Media Type"}`, errkit.InvalidRequest, 415},
		{"locked", 423, `{"title":"Locked","status":423}`, errkit.Conflict, 423},
		{"for legal reasons", 451, `{"title":"Unavailable For Legal Reasons","status":451}`, errkit.PermissionDenied,
			451},
		{"that of the kind", 404, `{"title":"Not Found","status":404}`, errkit.NotFound, 0},
		{"the list says more", 400, `{"title":"Bad Request","status":400,"errors":[{"pointer":"#/a","detail":"x"}]}`,
			errkit.InvalidInput, 400},
		{"two statuses", 502, `{"title":"Gone","status":410}`, errkit.UpstreamFailed, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(dialect.Document{Dialect: problem.Dialect{}, Status: tt.http,
				Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.kind, e.Kind)
			require.Equal(t, tt.want, e.Status)
			require.NotContains(t, string(e.Message), "Required", "the phrase of the status is no message")
			out, head := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
			if tt.want != 0 {
				require.Equal(t, tt.http, head.Status, "%s", out)
			}
		})
	}
}
