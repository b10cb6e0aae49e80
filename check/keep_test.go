package check

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// TestRunKeepsLittle checks that the memory of a run does not grow with the answers of a server.
func TestRunKeepsLittle(t *testing.T) {
	const size = 1 << 20
	text := strings.Repeat("0123456789abcdef", size/16)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, `{"title":%q,"errors":[{"pointer":%q,"detail":%q}],"n":%d}`, text[:size/2], text[:size/4],
			text[:size/4], len(body))
	}))
	defer server.Close()
	target := Target{Dialect: "problem", URL: server.URL,
		Tools: []Tool{{Name: "a", Path: "/a", Schema: json.RawMessage(`{"required":["b"]}`)}}}
	before := heap()
	report, err := Run(t.Context(), target, Options{Rules: []*Rule{every(must, probe.Missing, probe.Repeated,
		probe.Concurrent)}})
	require.NoError(t, err)
	after := heap()
	require.Greater(t, report.Results[0].Judged, 16)
	require.Less(t, after-before, 8<<20, "bytes for %d answers of %d", report.Results[0].Judged, size)
	runtime.KeepAlive(report)
}

// TestBound checks that a run which has kept much keeps less of each answer.
func TestBound(t *testing.T) {
	text := strings.Repeat("x", 2*probe.MaxKept)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, text)
	}))
	defer server.Close()
	r, err := newRunner(&Target{Dialect: "problem", URL: server.URL}, Options{}.withDefaults())
	require.NoError(t, err)
	require.NoError(t, r.start(t.Context()))
	for _, bound := range []int{probe.MaxKept, probe.MaxKeptLate} {
		r.send(t.Context(), &probe.Exchange{Request: r.client.get(server.URL)})
		require.Len(t, r.exchanges[len(r.exchanges)-1].Body, bound)
		require.Len(t, r.exchanges[len(r.exchanges)-1].Message, bound)
		r.kept += probe.MaxKeptAll
	}
}

// heap returns the number of bytes that are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
