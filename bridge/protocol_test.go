package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// Clients negotiate by protocol errors of MCP 2026-07-28: they keep their status, their code and
// the data that MCP defines.
func TestProtocolErrors(t *testing.T) {
	const (
		newest   = "2026-07-28"
		previous = "2025-11-25"
	)
	tests := []struct {
		name, why     string
		to            dialect.Dialect
		revision      string // of the request
		status        int
		error         string
		want          int
		wants, misses string // parts of the response
	}{
		{"a version", "the client chooses another one", mcp.Dialect{}, newest, 400,
			`"code":-32022,"message":"canary","data":{"supported":["2026-07-28","2025-11-25"],"requested":"v9.0"}`,
			400, `"error":{"code":-32022,"message":"This protocol version is not supported.`, ""},
		{"its data", "", mcp.Dialect{}, newest, 400,
			`"code":-32022,"message":"canary","data":{"supported":["2026-07-28"],"requested":"v9.0"}`,
			400, `"data":{"supported":["2026-07-28"],"requested":"v9.0"}`, ""},
		{"a text in its data", "it could be anything", mcp.Dialect{}, newest, 400,
			`"code":-32022,"message":"canary","data":{"supported":["canary"],"requested":"v9.0"}`,
			400, `"code":-32022`, "data"},
		{"a capability", "the client declares it", mcp.Dialect{}, newest, 400,
			`"code":-32021,"message":"canary","data":{"requiredCapabilities":{"sampling":{"tools":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}}`,
			400, `"data":{"requiredCapabilities":{"sampling":{"tools":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}}`, "isError"},
		{"a text among capabilities", "it could be anything", mcp.Dialect{}, newest, 400,
			`"code":-32021,"message":"canary","data":{"requiredCapabilities":{"sampling":"canary"}}`,
			400, `"code":-32021`, "data"},
		{"too deep", "capabilities are three names deep", mcp.Dialect{}, newest, 400,
			`"code":-32021,"message":"canary","data":{"requiredCapabilities":{"a":{"b":{"c":{"d":{}}}}}}`,
			400, `"code":-32021`, "data"},
		{"a header", "the client corrects it", mcp.Dialect{}, newest, 400, `"code":-32020,"message":"canary"`, 400,
			`"error":{"code":-32020,"message":`, "isError"},
		{"a state", "the server rejects it; it is no result", mcp.Dialect{}, newest, 400,
			`"code":-32602,"message":"canary requestState"`, 400, `"error":{"code":-32602,"message":`, "isError"},
		{"without a revision", "it is the newest", mcp.Dialect{}, "", 400, `"code":-32020,"message":"canary"`, 400,
			`"code":-32020`, ""},
		{"a fixed revision", "", mcp.Dialect{Revision: newest}, previous, 400, `"code":-32020,"message":"canary"`, 400,
			`"code":-32020`, ""},
		{"before", "the code is not defined, and 400 is that of a session", mcp.Dialect{}, previous, 400,
			`"code":-32020,"message":"canary"`, 400, `"code":-32600`, ""},
		{"invalid params before", "a model reads a tool result", mcp.Dialect{}, previous, 400,
			`"code":-32602,"message":"canary"`, 200, `"isError":true`, ""},
		{"another status", "the server did not reject the request", mcp.Dialect{}, newest, 200,
			`"code":-32602,"message":"canary"`, 200, `"isError":true`, ""},
		{"another code", "it has no meaning in MCP", mcp.Dialect{}, newest, 400, `"code":-32055,"message":"canary"`,
			400, `"code":-32600`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log reports
			b := &bridge.Bridge{Policy: noTexts, To: tt.to, Report: log.add}
			h := b.Handler(respond(tt.status, `{"jsonrpc":"2.0","id":7,"error":{`+tt.error+`}}`, "Content-Type",
				"application/json"))
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ring))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Mcp-Protocol-Version", tt.revision)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			body, err := io.ReadAll(w.Body)
			require.NoError(t, err)
			require.Equal(t, tt.want, w.Code, "%s: %s", tt.why, body)
			require.Contains(t, string(body), tt.wants, tt.why)
			require.Contains(t, string(body), `"id":7`)
			require.NotContains(t, string(body), "canary")
			if tt.misses != "" {
				require.NotContains(t, string(body), tt.misses, tt.why)
			}
			require.Len(t, log.all(), 1)
			require.Equal(t, tt.want, log.all()[0].Response)
		})
	}
}
