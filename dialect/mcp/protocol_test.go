package mcp_test

import (
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestProtocolError(t *testing.T) {
	capabilities := []slog.Attr{slog.Any("requiredCapabilities", json.RawMessage(`{"sampling":{}}`)),
		slog.String("other", "private")}
	call := dialect.Call{ID: json.RawMessage("7"), Method: "tools/call"}
	tests := []struct {
		name   string
		code   int
		err    errkit.Error
		call   dialect.Call
		status int
		want   string
	}{
		{"capability", -32021, errkit.Error{Kind: errkit.Unsupported, Details: capabilities}, call, 400,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32021,"message":"This is not supported.\nDo not repeat the same call.","data":{"requiredCapabilities":{"sampling":{}}}}}`},
		{"without data", -32021, errkit.Error{Kind: errkit.Unsupported}, call, 400,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32021,"message":"This is not supported.\nDo not repeat the same call."}}`},
		{"without an id", -32020, errkit.Error{Kind: errkit.InvalidRequest,
			Message: "The header Mcp-Name is missing."}, dialect.Call{}, 400,
			`{"code":-32020,"message":"The header Mcp-Name is missing."}`},
		{"not a result", -32602, errkit.Error{Kind: errkit.InvalidInput, Message: "The state is not valid."}, call,
			200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"The state is not valid."}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := mcp.ProtocolError{Code: tt.code}
			body, head := d.Append(nil, &dialect.Codec{}, tt.call, &tt.err)
			require.Equal(t, tt.want, string(body))
			require.Equal(t, tt.status, head.Status)
			require.Zero(t, allocs.Of(func() { body, _ = d.Append(body[:0], &dialect.Codec{}, tt.call, &tt.err) }))
		})
	}
}
