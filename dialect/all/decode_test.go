package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/lab/allocs"
)

// A decoder allocates the text that strings are cut from, the error with its
// Peer and the document in it, and what the document says besides.
func TestDecodeAllocatesLittle(t *testing.T) {
	tests := []struct {
		name    string
		dialect dialect.Dialect
		body    string
		most    float64
		why     string
	}{
		{"a failed tool", oxp.Dialect{},
			`{"result":{"call_id":"7","success":false,"error":{"message":"There is no bell."}}}`, 3, ""},
		{"wrong fields", oxp.Dialect{}, `{"message":"Look here.","parameter_errors":{"a":"is wrong","/b/c":"is wrong"}}`, 5, "the list, a pointer"},
		{"a result", mcp.Dialect{}, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"There is no bell."}],"isError":true}}`, 3, ""},
		{"a guess", mcp.Dialect{}, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"timeout"}],"isError":true}}`, 6, "the rule, the evidence"},
		{"a number", aai.Dialect{}, `{"jsonrpc":"2.0","id":7,"error":{"code":-32004,"message":"Permission denied","data":{"type":"PERMISSION_DENIED"}}}`, 5, "the code, the rule"},
		{"a name", aai.Strings{}, `{"status":"error","error":{"code":"TIMEOUT","message":"too late"}}`, 4, "the rule"},
		{"a payload", toolerror.Dialect{},
			`{"content":[],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"There is no bell."},"isError":true}`, 4, "the rule"},
		{"a problem", problem.Dialect{},
			`{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell.","kind":"not_found"}`,
			4, "the rule"},
		{"a success", mcp.Dialect{}, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"ding"}]}}`,
			1, "the text alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			in := dialect.Document{Dialect: tt.dialect, Body: []byte(tt.body)}
			n := allocs.Of(func() {
				if _, err := codec.Decode(in); err != nil {
					t.Fatal(err)
				}
			})
			require.LessOrEqual(t, n, tt.most, tt.why)
		})
	}
}

func BenchmarkDetect(b *testing.B) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, d := range all.Dialects() {
		body, head := codec.Append(nil, d, dialect.Call{ID: []byte("7")}, samples.Values()[2].Error)
		in := dialect.Document{Status: head.Status, Body: body}
		b.Run("dialect="+d.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := codec.Detect(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
