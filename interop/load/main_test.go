package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// TestLoad runs one second of load on each server.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it builds and starts every server")
	}
	for i := range targets {
		t.Run(targets[i].name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, run(t.Context(), &out, &targets[i], load{duration: time.Second, rate: 200, workers: 8}),
				"%s", &out)
			require.Contains(t, out.String(), "wrong      0 in total, 0 missing")
			require.NotContains(t, out.String(), "server     0 late writes")
		})
	}
}

// TestOverhead measures each engine once, and does not check the results, which are times.
func TestOverhead(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it builds and starts every engine")
	}
	o := overhead{rounds: 1, slice: 20 * time.Millisecond, workers: numbers{2, 1}, sizes: numbers{1_000, 2_000_000},
		events: 10}
	for i := range engines {
		t.Run(engines[i].name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, o.run(t.Context(), &out, &engines[i]))
			for _, row := range []string{"| 1 KB | 2 |", "| 2000 KB | 2 |", "| 1 KB | 1 |", "| 10 events | 2 |"} {
				require.Contains(t, out.String(), row)
			}
		})
	}
}

func TestSpread(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   string
	}{
		{"one", []float64{3}, "3.0 (3.0 to 3.0)"},
		{"odd", []float64{5, 1, 3, 2, 4}, "3.0 (2.0 to 4.0)"},
		{"even", []float64{4, 1, 3, 2}, "2.5 (1.8 to 3.2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, spread(tt.values, "%.1f")) })
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		name, in string
		want     numbers
		err      string
	}{
		{"one", "8", numbers{8}, ""},
		{"a list", "1,64", numbers{1, 64}, ""},
		{"zero", "0", nil, `want positive numbers, got "0"`},
		{"nothing", "", nil, `want positive numbers, got ""`},
		{"a word", "1,b", numbers{1}, `want positive numbers, got "b"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var n numbers
			err := n.Set(tt.in)
			require.Equal(t, tt.want, n)
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	call := func(name string) uint64 {
		for n := range uint64(len(calls)) {
			if calls[n].name == name {
				return n
			}
		}
		t.Fatalf("there is no call %q", name)
		return 0
	}
	success, panics, tooDeep := call("success"), call("panic"), call("too deep")
	inMCP := tooDeep + 2*uint64(len(calls))
	rpc, problem := uint64(0), uint64(len(endings)*len(wrappers))
	of := func(n string) http.Header { return http.Header{"Call": {n}} }
	late := of("0")
	late.Set("Late", "late 9")
	front := func(path string) uint64 {
		for n := uint64(1); n <= uint64(len(mix)); n++ {
			if pickWay(n).path == path {
				return n
			}
		}
		t.Fatalf("there is no way %q", path)
		return 0
	}
	ding, denied, short := front("/mcp/result"), front("/mcp/403-of-a-scope"), front("/mcp/ends-in-its-body")
	proxied, asked := frontCheck("toolerr proxy"), frontCheck("Envoy")
	dinged := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"ding"}]}}`+"\n", ding)
	typed := func(lines ...string) http.Header {
		h := http.Header{"Content-Type": {"application/json"}}
		for i := 0; i < len(lines); i += 2 {
			h.Add(lines[i], lines[i+1])
		}
		return h
	}
	challenge := `Bearer error="insufficient_scope", scope="ring"`
	refused := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32600,"message":"Permission denied."}}`, denied)
	tests := []struct {
		name   string
		check  func(uint64, *vegeta.Result) string
		n      uint64
		status uint16
		header http.Header
		body   string
		want   string
	}{
		{"correct", serveCheck, success, 200, nil, `{"call_id":"0","value":5}`, ""},
		{"another status", serveCheck, success, 500, nil, `{"call_id":"0","value":5}`,
			"success by oxp: status 500, want 200"},
		{"truncated", serveCheck, success, 200, nil, `{"call_id":"0","value":5`,
			"success by oxp: the body is not JSON"},
		{"another value", serveCheck, success, 200, nil, `{"call_id":"0","value":6}`,
			`success by oxp: the body does not contain "value":5`},
		{"another call", serveCheck, success, 200, nil, `{"call_id":"1","value":5}`,
			"success by oxp: the response belongs to another call"},
		{"the cause", serveCheck, panics, 200, nil, `{"call_id":"5","success":false,"error":"password"}`,
			"panic by oxp: the response contains the cause"},
		{"largest", serveCheck, tooDeep, 400, nil, sized(maxResponse), ""},
		{"too large", serveCheck, tooDeep, 400, nil, sized(maxResponse + 1), "too deep by oxp: the body is too large"},
		{"another text", serveCheck, inMCP, 400, nil, `{"error":"EOF"}`,
			"too deep by mcp: the body does not contain -32600"},

		{"correct", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}`, ""},
		{"another status", leakCheck, rpc, 418, of("0"), `{"id":0,"result":"ding"}`,
			"/handler/success by json-rpc: status 418, want 200"},
		{"a late write", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}late 9`,
			"/handler/success by json-rpc: the response contains a late write"},
		{"a late header", leakCheck, rpc, 200, late, `{"id":0,"result":"ding"}`,
			"/handler/success by json-rpc: the response contains a late write"},
		{"two responses", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}{}`,
			"/handler/success by json-rpc: the body is not JSON"},
		{"another response", leakCheck, rpc, 200, of("0"), `{"id":0,"error":{}}`,
			`/handler/success by json-rpc: the body does not contain "ding"`},
		{"another id", leakCheck, rpc, 200, of("0"), `{"id":1,"result":"ding"}`,
			"/handler/success by json-rpc: the response belongs to another call"},
		{"another call", leakCheck, problem, 200, of("0"), `{"id":12,"result":"ding"}`,
			"/handler/success by problem: the response belongs to another call"},
		{"correct", proxied, ding, 200, typed(), dinged, ""},
		{"another status", proxied, ding, 502, typed(), dinged, "/mcp/result: status 502, want 200: " + dinged},
		{"another type", proxied, ding, 200, nil, dinged,
			`/mcp/result: header Content-Type is [], want ["application/json"]`},
		{"another header", proxied, ding, 200, typed("X-Debug", "1"), dinged,
			`/mcp/result: header X-Debug: ["1"] was added`},
		{"truncated", proxied, ding, 200, typed(), dinged[:60], "/mcp/result: another body of 60 bytes, want " +
			fmt.Sprint(len(dinged)) + ": " + dinged[:60]},
		{"correct", proxied, denied, 403, typed("Www-Authenticate", challenge), refused, ""},
		{"no challenge", proxied, denied, 403, typed(), refused,
			`/mcp/403-of-a-scope: header WWW-Authenticate is [], want ` + fmt.Sprintf("%q", challenge)},
		{"another call", proxied, denied, 403, typed("Www-Authenticate", challenge), strings.Replace(refused, `"id":`, `"id":1`, 1),
			fmt.Sprintf("/mcp/403-of-a-scope: ids [1%d], want [%[1]d]: %s", denied, strings.Replace(refused, `"id":`, `"id":1`, 1))},
		{"a private text", proxied, denied, 403, typed("Www-Authenticate", challenge, "X-Debug", ways.Secret), refused,
			"/mcp/403-of-a-scope: it has a private text: " + refused +
				" map[Content-Type:[application/json] Www-Authenticate:[" + challenge + "] X-Debug:[" + ways.Secret + "]]"},
		{"no response", proxied, short, 0, nil, "", "/mcp/ends-in-its-body: no response: no response: EOF"},
		{"no response", asked, short, 0, nil, "", ""},
		{"a response", asked, short, 200, typed(), dinged,
			fmt.Sprintf("/mcp/ends-in-its-body: a complete response of %d bytes with status 200, want one that breaks off", len(dinged))},

		{"the cause", leakCheck, rpc + 2, 200, of("2"), `{"id":2,"error":{"message":"password"}}`,
			"/handler/panic by json-rpc: the response contains the cause"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, tt.check(tt.n,
				&vegeta.Result{Code: tt.status, Headers: tt.header, Body: []byte(tt.body), Error: `Post "/": EOF`}))
		})
	}
}

// sized returns a document with n bytes.
func sized(n int) string {
	const start, end = `{"message":"`, `"}`
	return start + strings.Repeat("x", n-len(start)-len(end)) + end
}
