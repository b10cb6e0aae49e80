package bridge_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

const (
	internalError = `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}`
	invalidParams = `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"` + canary + `"}}`
	someFault     = "A service that the tool depends on failed."
)

func callWith(method, params string) string {
	return `{"params":` + params + `,"method":"` + method + `","jsonrpc":"2.0","id":7}`
}

// An error about a request whose params are not those of its method is the caller's, and names
// what is wrong.
func TestSentFaults(t *testing.T) {
	const (
		name      = "the params must have the name of a tool, a string"
		arguments = "the arguments must be an object"
		params    = "the params must be an object"
	)
	old := mcp.Dialect{Revision: mcp.Revision20251125}
	tests := []struct {
		name, why string
		to        dialect.Dialect
		sent      string
		status    int
		response  string
		kind      errkit.Kind
		want      string
	}{
		{"arguments that are a text", "", old, callWith("tools/call", `{"name":"ring","arguments":"`+canary+`"}`), 200,
			internalError, errkit.InvalidInput, arguments},
		{"arguments that are an array", "", old, callWith("tools/call", `{"arguments":[{"a":1}],"name":"ring"}`), 200,
			internalError, errkit.InvalidInput, arguments},
		{"arguments that are a number", "", old, callWith("tools/call", `{"name":"ring","arguments":7}`), 200,
			internalError, errkit.InvalidInput, arguments},
		{"no name", "", old, callWith("tools/call", `{"arguments":{"name":"ring"}}`), 200, internalError,
			errkit.InvalidInput, name},
		{"a name that is a number", "", old, callWith("tools/call", `{"name":7}`), 200, internalError,
			errkit.InvalidInput, name},
		{"a name that is an object", "", old, callWith("tools/call", `{"name":{"name":"ring"}}`), 200, internalError,
			errkit.InvalidInput, name},
		{"a name that is null", "", old, callWith("tools/call", `{"name":null}`), 200, internalError,
			errkit.InvalidInput, name},
		{"params that are a text", "", old, callWith("tools/call", `"ring"`), 200, internalError, errkit.InvalidInput,
			params},
		{"params that are an array", "", old, callWith("tools/call", `["ring"]`), 200, internalError,
			errkit.InvalidInput, params},
		{"no params", "", old, `{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, 200, internalError,
			errkit.InvalidInput, name},
		{"params of another method", "JSON-RPC 2.0 §4.2", old, callWith("ring", "7"), 200, internalError,
			errkit.InvalidInput, params},
		{"no URI", "", old, callWith("resources/read", `{}`), 200, internalError, errkit.InvalidInput,
			"the params must have the URI of a resource, a string"},
		{"no URI to subscribe to", "", old, callWith("resources/subscribe", `{}`), 200, internalError, errkit.InvalidInput,
			"the params must have the URI of a resource, a string"},
		{"a URI that is a number", "", old, callWith("resources/unsubscribe", `{"uri":7}`), 200, internalError,
			errkit.InvalidInput, "the params must have the URI of a resource, a string"},
		{"arguments of a prompt", "", old, callWith("prompts/get", `{"name":"x","arguments":[]}`), 200, internalError,
			errkit.InvalidInput, arguments},
		{"a server that knows", "its text is not public", old,
			callWith("tools/call", `{"name":"ring","arguments":"x"}`), 200, invalidParams, errkit.InvalidInput,
			arguments},
		{"500 with a page", "", old, callWith("tools/call", `{"name":"ring","arguments":"x"}`), 500, canary,
			errkit.InvalidInput, arguments},
		{"AAI", "", aai.Dialect{}, callWith("tools/call", `{"name":"ring","arguments":"x"}`), 200, internalError,
			errkit.InvalidInput, arguments},
		{"problem details", "", problem.Dialect{}, callWith("tools/call", `{"name":"ring","arguments":"x"}`), 200,
			internalError, errkit.InvalidInput, arguments},
		{"a batch", "", old, "[" + callWith("tools/call", `{"name":"ring","arguments":"x"}`) + "]", 200,
			"[" + internalError + "]", errkit.InvalidInput, arguments},
		{"a fault of another call in the batch", "", old,
			"[" + strings.Replace(callWith("tools/call", `{"arguments":"x"}`), "7", "8", 1) + "," + ring + "]", 200,
			"[" + internalError + "]", errkit.UpstreamFailed, someFault},

		{"a good request", "", old, ring, 200, internalError, errkit.UpstreamFailed, someFault},
		{"no arguments", "they are optional", old, callWith("tools/call", `{"name":"ring"}`), 200, internalError,
			errkit.UpstreamFailed, someFault},
		{"null", "SDKs take it for no arguments", old, callWith("tools/call", `{"name":"ring","arguments":null}`), 200,
			internalError, errkit.UpstreamFailed, someFault},
		{"names with escapes", "they are not read", old, callWith("tools/call", `{"\u006eame":"ring","arguments":{}}`),
			200, internalError, errkit.UpstreamFailed, someFault},
		{"equal names", "the last counts", old,
			callWith("tools/call", `{"name":7,"name":"ring","arguments":"x","arguments":{}}`), 200, internalError,
			errkit.UpstreamFailed, someFault},
		{"params by position", "JSON-RPC 2.0 §4.2", old, callWith("ring", "[7]"), 200, internalError,
			errkit.UpstreamFailed, "Something went wrong"},
		{"not JSON-RPC", "", problem.Dialect{}, `{"method":"tools/call","params":{"arguments":"x"}}`, 500, canary,
			errkit.UpstreamFailed, ""},
		{"without its end", "", old, callWith("tools/call", `{"arguments":"x"}`)[:50], 500, canary,
			errkit.UpstreamFailed, ""},
		{"429", "it is not about the request", old, callWith("tools/call", `{"name":"ring","arguments":"x"}`), 429,
			canary, errkit.RateLimited, ""},
		{"502", "it is of a gateway", old, callWith("tools/call", `{"name":"ring","arguments":"x"}`), 502, canary,
			errkit.UpstreamFailed, someFault},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, media := range []string{"application/json", "text/event-stream"} {
				var log reports
				b := &bridge.Bridge{Policy: noTexts, From: mcp.Dialect{}, To: tt.to, Report: log.add}
				response := tt.response
				if media == "text/event-stream" {
					if tt.status != 200 {
						continue
					}
					response = "data: " + response + "\n\n"
				}
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.sent))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					buffer := make([]byte, 9)
					for err := error(nil); err == nil; { // in parts
						_, err = r.Body.Read(buffer)
					}
					respond(tt.status, response, "Content-Type", media)(w, r)
				})).ServeHTTP(w, r)
				require.NotEmpty(t, log.all(), "a stream has one for each call without an answer, too")
				report := log.all()[0]
				require.Equal(t, tt.kind, report.Error.Kind, "%s %s", tt.why, w.Body)
				require.NotContains(t, w.Body.String(), canary)
				if tt.kind == errkit.InvalidInput {
					require.Contains(t, w.Body.String(), tt.want)
					require.NotContains(t, w.Body.String(), invitation)
				}
				if tt.to != (problem.Dialect{}) && tt.name != "without its end" {
					require.Contains(t, w.Body.String(), `"id":7`)
				}
			}
		})
	}
}

// A policy that discloses the texts of the caller's errors does not relay those of a fault of the
// server because the request is wrong.
func TestSentFaultTexts(t *testing.T) {
	const arguments = "the arguments must be an object"
	response := func(code int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"error":{"code":%d,"message":"TypeError: postgres://u:`+canary+
			`@db","data":{"dsn":"`+canary+`"}}}`, code)
	}
	everything := func(kinds ...errkit.Kind) bridge.Policy {
		return bridge.Policy{Rules: []bridge.Rule{{Kinds: kinds, Disclose: dialect.DiscloseAll}}}
	}
	tests := []struct {
		name, why string
		policy    bridge.Policy
		response  string
		relayed   bool // the text
	}{
		{"an internal error", "the rule is not for its kind", everything(errkit.InvalidInput), response(-32603),
			false},
		{"an error of no known kind", "", everything(errkit.InvalidInput), response(-32099), false},
		{"an invalid request", "", everything(errkit.InvalidInput), response(-32600), false},
		{"as the error that it is", "", bridge.Policy{Rules: []bridge.Rule{{Kinds: []errkit.Kind{errkit.InvalidInput},
			Relay: bridge.RelayOwn, Disclose: dialect.DiscloseAll}}}, response(-32603), false},
		{"not of internal errors", "", bridge.Policy{Disclose: dialect.DiscloseAll,
			Rules: []bridge.Rule{{Kinds: []errkit.Kind{errkit.Internal}, Disclose: dialect.DiscloseNone}}}, response(-32603),
			false},
		{"invalid params", "the rule is for them", everything(errkit.InvalidInput), response(-32602), true},
		{"by default", "", bridge.Policy{}, response(-32602), false},
		{"disclosed internal errors", "", everything(errkit.Internal), response(-32603), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, batch := range []bool{false, true} {
				for _, media := range []string{"application/json", "text/event-stream"} {
					sent, response := callWith("tools/call", `{"name":"ring","arguments":"text"}`), tt.response
					if batch {
						sent, response = "["+sent+"]", "["+response+"]"
					}
					if media == "text/event-stream" {
						response = "data: " + response + "\n\n"
					}
					var log reports
					b := &bridge.Bridge{From: mcp.Dialect{}, To: mcp.Dialect{}, Policy: tt.policy, Report: log.add}
					r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(sent))
					r.Header.Set("Content-Type", "application/json")
					w := httptest.NewRecorder()
					b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						_, _ = io.Copy(io.Discard, r.Body)
						respond(200, response, "Content-Type", media)(w, r)
					})).ServeHTTP(w, r)
					require.Equal(t, tt.relayed, strings.Contains(w.Body.String(), canary), "%s %s", tt.why, w.Body)
					require.Contains(t, w.Body.String(), `"id":7`)
					require.Len(t, log.all(), 1)
					require.Equal(t, errkit.InvalidInput, log.all()[0].Error.Kind)
					if !tt.relayed {
						require.Contains(t, w.Body.String(), arguments)
						require.Contains(t, log.all()[0].Losses,
							dialect.Loss{Field: "message", Reason: dialect.Withheld})
					}
				}
			}
		})
	}
}

// A response with a result and an error is not one of JSON-RPC 2.0 (§5): neither of them reaches
// the client.
func TestResultAndError(t *testing.T) {
	const both = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + canary +
		`"}]},"error":{"code":-32602,"message":"` + canary + `"}}`
	tests := []struct {
		name, why string
		response  string
		want      errkit.Kind // Internal: it passes
	}{
		{"both", "", both, errkit.UpstreamFailed},
		{"the error first", "", `{"error":{"code":-32602,"message":"` + canary + `"},"result":{"x":"` + canary +
			`"},"id":7,"jsonrpc":"2.0"}`, errkit.UpstreamFailed},
		{"an error that is a text", "", `{"jsonrpc":"2.0","id":7,"result":{},"error":"` + canary + `"}`,
			errkit.UpstreamFailed},
		{"an error that is false", "", `{"jsonrpc":"2.0","id":7,"result":{"x":"` + canary + `"},"error":false}`,
			errkit.UpstreamFailed},
		{"with an escape", "", `{"jsonrpc":"2.0","id":7,"result":{"x":"` + canary + `"},"\u0065rror":{"code":1}}`,
			errkit.UpstreamFailed},
		{"not UTF-8", "it is repaired", strings.Replace(both, canary, canary+"\xe9", 1), errkit.UpstreamFailed},
		{"NaN", "it cannot be", strings.Replace(both, "-32602", "NaN", 1), errkit.UpstreamFailed},
		{"an error that is null", "as in JSON-RPC 1.0",
			`{"jsonrpc":"2.0","id":7,"result":{"content":[]},"error":null}`, errkit.Internal},
		{"a result that is null", "as in JSON-RPC 1.0",
			`{"jsonrpc":"2.0","id":7,"result":null,"error":{"code":-32602,"message":"` + canary + `"}}`,
			errkit.InvalidInput},
		{"members of other documents", "not JSON-RPC", `{"result":{"x":"a"},"error":{"y":"b"}}`, errkit.UpstreamFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, way := range []string{"alone", "batch", "event"} {
				for _, to := range []dialect.Dialect{mcp.Dialect{}, aai.Dialect{}} {
					var log reports
					b := &bridge.Bridge{Policy: noTexts, To: to, Report: log.add}
					response, media := tt.response, "application/json"
					switch way {
					case "batch":
						response = "[" + response + "]"
					case "event":
						response, media = "data: "+response+"\n\n", "text/event-stream"
					}
					w := httptest.NewRecorder()
					b.Handler(respond(200, response, "Content-Type", media)).ServeHTTP(w, newCall())
					if tt.want == errkit.Internal {
						require.Equal(t, response, w.Body.String(), tt.why)
						continue
					}
					require.Len(t, log.all(), 1, "%s %s", way, tt.why)
					require.Equal(t, tt.want, log.all()[0].Error.Kind)
					require.NotContains(t, w.Body.String(), canary)
					require.Contains(t, w.Body.String(), `"id":7`)
				}
			}
		})
	}
}
