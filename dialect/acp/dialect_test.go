package acp_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var ways = []golden.Way{
	{Name: "update", Dialect: acp.Dialect{}, Call: dialect.Call{ID: json.RawMessage(`"call_1"`)}},
	{Name: "response", Dialect: acp.Dialect{},
		Call: dialect.Call{ID: json.RawMessage("7"), Method: "fs/read_text_file", URI: "file:///a"}},
	{Name: "version 2", Dialect: acp.Dialect{Version: 2},
		Call: dialect.Call{ID: json.RawMessage("7"), Method: "initialize"}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, _ golden.Way, _ int, body []byte) map[string]golden.Shape {
	if strings.HasPrefix(string(body), `{"jsonrpc"`) {
		return map[string]golden.Shape{string(body): golden.ShapeOf[strict.MCPErrorResponse]("mcp-error-response")}
	}
	return map[string]golden.Shape{string(body): golden.ShapeOf[strict.ACPToolCallUpdate]("acp-tool-call-update")}
}

// With a session the update is in its notification, from which the same is decoded.
func TestSession(t *testing.T) {
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range samples.Values() {
			call := dialect.Call{ID: json.RawMessage(`"call_1"`)}
			update, _ := codec.Append(nil, acp.Dialect{}, call, v.Error)
			doc, head := codec.Append(nil, acp.Dialect{Session: `s"1`}, call, v.Error)
			require.Equal(t, `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s\"1","update":`+
				string(update)+`}}`, string(doc))
			require.Equal(t, dialect.Head{Status: 200, ContentType: "application/json"}, head)
			want, err := codec.Decode(dialect.Document{Dialect: acp.Dialect{}, Body: update})
			require.NoError(t, err)
			got, err := codec.Decode(dialect.Document{Dialect: acp.Dialect{}, Body: doc})
			require.NoError(t, err)
			require.Equal(t, samples.Canonical(t, want), samples.Canonical(t, got))
		}
	}
	buf := make([]byte, 0, 1<<16)
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell."}
	var codec dialect.Codec
	var d dialect.Dialect = acp.Dialect{Session: "s"}
	require.Zero(t, allocs.Of(func() { codec.Append(buf, d, dialect.Call{}, e) }))
}

func TestCodes(t *testing.T) {
	versions := []slog.Attr{slog.Int("requested", 3), slog.Any("supported", []int{1, 2})}
	tests := []struct {
		name    string
		version int
		uri     string
		err     errkit.Error
		want    string
	}{
		{"authentication", 1, "", errkit.Error{Kind: errkit.AuthRequired}, `"code":-32000,`},
		{"expired", 1, "", errkit.Error{Kind: errkit.AuthExpired}, `"code":-32000,`},
		{"a resource", 1, "file:///a", errkit.Error{Kind: errkit.NotFound, Message: "No."},
			`"code":-32002,"message":"No.","data":{"uri":"file:///a"}}`},
		{"not a resource", 1, "", errkit.Error{Kind: errkit.NotFound, Message: "No."},
			`"code":-32602,"message":"No."}`},
		{"canceled", 1, "", errkit.Error{Kind: errkit.Canceled}, `"code":-32800,`},
		{"a version", 2, "", errkit.Error{Kind: errkit.UnsupportedVersion, Message: "No.", Details: versions},
			`"code":-32022,"message":"No.","data":{"requested":3,"supported":[1,2]}}`},
		{"a version, before", 1, "", errkit.Error{Kind: errkit.UnsupportedVersion, Details: versions},
			`"code":-32602,`},
		{"a version without numbers", 2, "", errkit.Error{Kind: errkit.UnsupportedVersion}, `"code":-32602,`},
		{"others", 1, "", errkit.Error{Kind: errkit.Internal}, `"code":-32603,`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body, _ := new(dialect.Codec).Append(nil, acp.Dialect{Version: tt.version},
				dialect.Call{Method: "session/new", URI: tt.uri}, &tt.err)
			require.Contains(t, string(body), tt.want)
		})
	}
}

func TestStatus(t *testing.T) {
	for version, want := range map[int]string{0: "failed", 1: "failed", 2: "cancelled"} {
		body, _ := new(dialect.Codec).Append(nil, acp.Dialect{Version: version}, dialect.Call{},
			&errkit.Error{Kind: errkit.Canceled})
		require.Contains(t, string(body), `"status":"`+want+`"`)
	}
}
