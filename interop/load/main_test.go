package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// TestLoad runs one second of load on each server.
func TestLoad(t *testing.T) {
	for i := range targets {
		t.Run(targets[i].name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, run(t.Context(), &out, &targets[i], load{duration: time.Second, rate: 200, workers: 8}), "%s", &out)
			require.Contains(t, out.String(), "wrong      0 in total, 0 missing")
			require.NotContains(t, out.String(), "server     0 late writes")
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
		{"another status", serveCheck, success, 500, nil, `{"call_id":"0","value":5}`, "success by oxp: status 500, want 200"},
		{"truncated", serveCheck, success, 200, nil, `{"call_id":"0","value":5`, "success by oxp: the body is not JSON"},
		{"another value", serveCheck, success, 200, nil, `{"call_id":"0","value":6}`, `success by oxp: the body does not contain "value":5`},
		{"another call", serveCheck, success, 200, nil, `{"call_id":"1","value":5}`, "success by oxp: the response belongs to another call"},
		{"the cause", serveCheck, panics, 200, nil, `{"call_id":"5","success":false,"error":"password"}`, "panic by oxp: the response contains the cause"},
		{"largest", serveCheck, tooDeep, 400, nil, sized(maxResponse), ""},
		{"too large", serveCheck, tooDeep, 400, nil, sized(maxResponse + 1), "too deep by oxp: the body is too large"},
		{"another text", serveCheck, inMCP, 400, nil, `{"error":"EOF"}`, "too deep by mcp: the body does not contain -32600"},

		{"correct", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}`, ""},
		{"another status", leakCheck, rpc, 418, of("0"), `{"id":0,"result":"ding"}`, "/handler/success by json-rpc: status 418, want 200"},
		{"a late write", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}late 9`, "/handler/success by json-rpc: the response contains a late write"},
		{"a late header", leakCheck, rpc, 200, late, `{"id":0,"result":"ding"}`, "/handler/success by json-rpc: the response contains a late write"},
		{"two responses", leakCheck, rpc, 200, of("0"), `{"id":0,"result":"ding"}{}`, "/handler/success by json-rpc: the body is not JSON"},
		{"another response", leakCheck, rpc, 200, of("0"), `{"id":0,"error":{}}`, `/handler/success by json-rpc: the body does not contain "ding"`},
		{"another id", leakCheck, rpc, 200, of("0"), `{"id":1,"result":"ding"}`, "/handler/success by json-rpc: the response belongs to another call"},
		{"another call", leakCheck, problem, 200, of("0"), `{"id":12,"result":"ding"}`, "/handler/success by problem: the response belongs to another call"},
		{"the cause", leakCheck, rpc + 2, 200, of("2"), `{"id":2,"error":{"message":"password"}}`, "/handler/panic by json-rpc: the response contains the cause"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, tt.check(tt.n, &vegeta.Result{Code: tt.status, Headers: tt.header, Body: []byte(tt.body)}))
		})
	}
}

// sized returns a document with n bytes.
func sized(n int) string {
	const start, end = `{"message":"`, `"}`
	return start + strings.Repeat("x", n-len(start)-len(end)) + end
}
