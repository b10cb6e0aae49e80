package jsonrpc_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every input gets a response of JSON-RPC, except notifications.
func FuzzMessage(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Calculator_Add","arguments":{"a":1,"b":2}}}`,
		`[{"jsonrpc":"2.0","id":"a","method":"own"},{"jsonrpc":"2.0","method":"panic"},1,[],null]`,
		`{"jsonrpc":"2.0","id":1e400,"method":"nothing"}`,
		`{"jsonrpc":"2.0","id":"\ud800","method":"params","params":[1]}`, `[]`, `{`, ``,
	} {
		f.Add(body)
	}
	s := server(f)
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, "abort") {
			return // the handler ends the connection
		}
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		switch w.Code {
		case 200, 400:
			require.True(t, json.Valid(w.Body.Bytes()), w.Body)
		case 204:
			require.Empty(t, w.Body.Bytes())
		default:
			t.Fatalf("status %d", w.Code)
		}
	})
}
