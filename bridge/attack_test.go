package bridge_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
)

// The work for what a hostile upstream sends is linear, and what is rendered of it has a bound.
func TestAttack(t *testing.T) {
	tests := []struct {
		name   string
		status int
		media  string
		body   func(n int) string
		passes bool // as it is
	}{
		{"a long message", 500, "application/json",
			func(n int) string { return `{"message":"` + strings.Repeat("x", n) + `"}` }, false},
		{"a long code", 400, "application/json",
			func(n int) string { return `{"code":"` + strings.Repeat("X", n) + `","message":"a"}` }, false},
		{"many fields", 422, "application/json", func(n int) string {
			return `{"errors":[` + strings.Repeat(`{"field":"a","message":"b"},`, n/27) +
				`{"field":"a","message":"b"}]}`
		}, false},
		{"many members", 400, "application/json",
			func(n int) string { return `{` + strings.Repeat(`"a":1,`, n/6) + `"a":1}` }, false},
		{"deep", 400, "application/json", func(n int) string { return strings.Repeat("[", n) }, false},
		{"a page", 502, "text/html", func(n int) string { return strings.Repeat("<b>", n/3) }, false},
		{"a JSON-RPC error of 200", 200, "application/json", func(n int) string {
			return `{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"` + strings.Repeat("x", n/2) +
				`","data":{"` + strings.Repeat("k", n/2) + `":1}}}`
		}, false},
		{"a success that looks like an error", 200, "application/json",
			func(n int) string {
				return `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` +
					strings.Repeat(`{\"error\":`, n/11) + `"}]}}`
			}, true},
		{"a long event", 200, "text/event-stream", func(n int) string {
			return "event: error\ndata: {\"message\":\"" + strings.Repeat("x", n) + "\"}\n\n"
		}, false},
		{"an event of many lines", 200, "text/event-stream",
			func(n int) string { return "event: error\n" + strings.Repeat("data: x\n", n/8) + "\n" }, false},
		{"an event without an end", 200, "text/event-stream",
			func(n int) string { return strings.Repeat("data: {\n", n/8) }, false},
		{"comments", 200, "text/event-stream", func(n int) string { return strings.Repeat(":\n", n/2) }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bodies := map[int]string{}
			for i := range 3 {
				bodies[32<<10<<i] = tt.body(32 << 10 << i)
			}
			out := attack.Linear(t, 32<<10, 80, func(n int) (int, int) { return n, len(bodies[n]) }, func(n int) int {
				var log reports
				b := &bridge.Bridge{To: mcp.Dialect{}, Policy: bridge.Policy{Disclose: dialect.DiscloseAll}, Report: log.add}
				h := b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", tt.media)
					w.WriteHeader(tt.status)
					for rest := bodies[n]; rest != ""; {
						k := min(4096, len(rest))
						_, _ = w.Write([]byte(rest[:k]))
						rest = rest[k:]
					}
				}))
				w := httptest.NewRecorder()
				h.ServeHTTP(w, attack.Post("/", ring))
				if tt.passes {
					require.True(t, w.Body.String() == bodies[n])
				} else {
					require.Len(t, log.all(), 1)
				}
				return w.Body.Len()
			})
			for _, size := range out {
				require.True(t, tt.passes || size <= 2*text.MaxInput, "%v", out)
			}
		})
	}
}
