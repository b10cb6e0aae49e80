package check

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// TestAgents finds the endpoint and the version of agents: all requests after the first of an
// endpoint are in its version.
func TestAgents(t *testing.T) {
	const current = `{"supportedInterfaces":[{"url":"https://bells.example/grpc","protocolBinding":"GRPC"},{` +
		`"url":"https://bells.example/v1/rpc","protocolBinding":"JSONRPC"}]}`
	tests := []struct {
		name     string
		path     string // of the target
		version  string // of the target's header
		card     string // at its well-known path and at /agent.json
		has      string // the method of a task that the agent has
		endpoint string // "": it is not found
		method   string
	}{
		{"the path of the target", "/a2a", "", current, "GetTask", "/a2a", "SendMessage"},
		{"no card", "", "", ``, "GetTask", "/", "SendMessage"},
		{"a card of 1.0, which leads to no other host", "", "", current, "GetTask", "/v1/rpc", "SendMessage"},
		{"a card of 0.3", "/", "", `{"url":"https://bells.example/rpc?a=b","protocolVersion":"0.3.0"}`, "tasks/get",
			"/rpc", "message/send"},
		{"another transport of 0.3", "", "", `{"url":"https://bells.example/grpc","preferredTransport":"GRPC",` +
			`"additionalInterfaces":[{"url":"https://bells.example","transport":"JSONRPC"}]}`, "tasks/get", "/",
			"message/send"},
		{"a card without JSON-RPC", "", "", `{"url":"https://bells.example/grpc","preferredTransport":"GRPC"}`,
			"GetTask", "/", "SendMessage"},
		{"the URL of a card", "/agent.json", "", current, "GetTask", "/v1/rpc", "SendMessage"},
		{"the URL of what is no card", "/agent.json", "", `[]`, "GetTask", "", ""},
		{"0.3 is asked for", "/a2a", "0.3", ``, "both", "/a2a", "message/send"},
		{"the newest of both", "/a2a", "", ``, "both", "/a2a", "SendMessage"},
		{"no method of a task", "/a2a", "", ``, "none", "/a2a", "SendMessage"},
		{"not JSON-RPC", "/a2a", "", ``, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			paths, methods := map[string]bool{}, map[string]string{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					require.Contains(t, []string{"/agent.json", "/.well-known/agent-card.json"}, r.URL.Path)
					io.WriteString(w, tt.card)
					return
				}
				var m struct {
					ID     json.RawMessage
					Method string
				}
				json.NewDecoder(r.Body).Decode(&m)
				mu.Lock()
				paths[r.URL.RequestURI()], methods[m.Method] = true, r.Header.Get("A2A-Version")
				mu.Unlock()
				code := -32601
				if m.Method == tt.has || tt.has == "both" {
					code = -32001
				}
				if tt.has == "" {
					m.ID = []byte(`{`)
				}
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"There is none."}}`, m.ID, code)
			}))
			defer server.Close()
			target := Target{Dialect: "a2a", URL: server.URL + tt.path, Header: http.Header{}}
			if tt.version != "" {
				target.Header.Set("A2A-Version", tt.version)
			}
			report, err := Run(t.Context(), target,
				Options{Rules: []*Rule{every(must, probe.Missing, probe.WrongType)}, CallInvalid: true})
			if tt.endpoint == "" {
				require.ErrorIs(t, err, ErrUnreachable)
				return
			}
			require.NoError(t, err)
			require.NotEmpty(t, report.Results[0].Findings)
			require.Equal(t, map[string]bool{tt.endpoint: true}, paths)
			want := map[string]string{"SendMessage": "1.0", "message/send": "0.3"}[tt.method]
			require.Equal(t, want, methods[tt.method])
			require.Len(t, methods, map[bool]int{true: 3, false: 4}[tt.has == "GetTask" || tt.has == "both"], "%v",
				methods)
		})
	}
}
