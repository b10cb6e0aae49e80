package oxpserver_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Every input gets one of the forms of OXP.
func FuzzCall(f *testing.F) {
	for _, body := range []string{
		`{"$schema":"urn:oxp:1.0","request":{"call_id":"1","tool_id":"Calculator.Add@1.0.0","input":{"a":1,"b":2}}}`,
		`{"call_id":7,"trace_id":"t","tool_id":"Doorbell.Ring","inputs":{"doorbell_id":"x"},"context":{"authorization":[{"id":"a","token":"b"}],"secrets":[{"id":"a","value":"b"}],"user_id":"u"}}`,
		`{"tool_id":"Calculator.Add@99999999999999999999.0.0","input":{"a":1e999,"b":-0.0}}`, `{"tool_id":"\ud800.A"}`,
		`[`, ``, `null`,
	} {
		f.Add(body, "")
		f.Add(body, "1.0")
	}
	s := oxpserver.Server{Boundary: new(middleware.Boundary)}
	require.NoError(f, errors.Join(
		addTool(&s, tool.Definition{Name: "Calculator.Add", Version: "1.0.0"}, add),
		addTool(&s, tool.Definition{Name: "Doorbell.Ring", Version: "0.1.0"}, ring),
	))
	h := s.Handler()
	f.Fuzz(func(t *testing.T, body, version string) {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/tools/call", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("OXP-Version", version)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		valid(t, response{w.Code, w.Header(), w.Body.String()})
	})
}
