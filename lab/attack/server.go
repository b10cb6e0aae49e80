package attack

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

// A Server is a handler of HTTP, and what holds for each of its responses.
type Server struct {
	Handler http.Handler
	Log     *bytes.Buffer // of its boundary, with a line for each record
	Error   string        // part of each response, which is JSON
	Most    int           // bytes of a response; 0: text.MaxInput
	Factor  int           // see Linear
}

// Attack requires that the work for requests of about n bytes is linear (see [Linear]), and that
// responses and records have a bound.
func (s *Server) Attack(t testing.TB, request func(n int) *http.Request) {
	t.Helper()
	out := Linear(t, 32<<10, s.Factor, func(n int) (int, int) { return n, max(n, int(request(n).ContentLength)) },
		func(n int) int {
			s.Log.Reset()
			w := httptest.NewRecorder()
			s.Handler.ServeHTTP(w, request(n))
			require.True(t, json.Valid(w.Body.Bytes()))
			require.Contains(t, w.Body.String(), s.Error)
			for record := range bytes.Lines(s.Log.Bytes()) {
				require.LessOrEqual(t, len(record), text.MaxRecord)
			}
			return w.Body.Len()
		})
	most := s.Most
	if most == 0 {
		most = text.MaxInput
	}
	for _, size := range out {
		require.LessOrEqual(t, size, most)
	}
}

// Post returns a POST request with a body of JSON.
func Post(path, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}
