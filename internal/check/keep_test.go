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
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestKeep(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	items := strings.Repeat(`{"type":"text","text":"x"},`, 10_000) + `{}`
	type message struct {
		ID     int
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
		Error *struct {
			Code    int
			Message string
		}
	}
	for name, tt := range map[string]struct {
		body  string
		check func(t *testing.T, m message, x *Exchange)
	}{
		"a long text": {`{"error":{"message":"` + long + `","code":-32602},"id":7}`, func(t *testing.T, m message, _ *Exchange) {
			require.Equal(t, 7, m.ID)
			require.Equal(t, -32602, m.Error.Code)
			require.True(t, strings.HasPrefix(long, m.Error.Message))
			require.Len(t, m.Error.Message, maxKeptText)
		}},
		"a long list": {`{"result":{"content":[` + items + `],"isError":true},"id":7}`, func(t *testing.T, m message, _ *Exchange) {
			require.Equal(t, 7, m.ID)
			require.True(t, m.Result.IsError)
			require.Len(t, m.Result.Content, maxKeptItems)
			require.Equal(t, "x", m.Result.Content[0].Text)
		}},
		"wide and deep": {`{"result":{"a":` + strings.Repeat(`{"a":[`, 3_000) + items + strings.Repeat(`]}`, 3_000) + `},"id":7}`, func(t *testing.T, m message, _ *Exchange) {
			require.Equal(t, 7, m.ID)
		}},
		"a long number": {`{"n":` + strings.Repeat("9", 100_000) + `,"id":7}`, func(t *testing.T, m message, _ *Exchange) { require.Equal(t, 7, m.ID) }},
		"not JSON": {long, func(t *testing.T, _ message, x *Exchange) {
			require.True(t, strings.HasPrefix(long, string(x.Message)))
			require.Greater(t, len(x.Message), maxKept-utf8.UTFMax)
		}},
		"a short one": {`{"id":7,"n":12345678901234567890}`, func(t *testing.T, _ message, x *Exchange) {
			require.Equal(t, `{"id":7,"n":12345678901234567890}`, string(x.Message))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			x := &Exchange{Status: 400, Body: []byte(tt.body), Message: []byte(tt.body), Header: http.Header{"A": {"1"}, "B": {long}}}
			kept := x.keep(maxKept)
			require.Equal(t, len(tt.body), x.Received)
			require.LessOrEqual(t, len(x.Body), maxKept)
			require.True(t, strings.HasPrefix(tt.body, string(x.Body)))
			require.True(t, utf8.Valid(x.Body))
			require.LessOrEqual(t, len(x.Message), maxKept+2*maxKeptText)
			require.LessOrEqual(t, len(x.Foreign()), maxKept)
			require.LessOrEqual(t, kept, 4*maxKept)
			require.Equal(t, http.Header{"A": {"1"}}, x.Header)
			var m message
			if json.Unmarshal(x.Message, &m) != nil {
				m = message{}
			}
			tt.check(t, m, x)
		})
	}
}

// TestForeignOfLarge checks that what a large answer repeats of its request is left out before it is shortened.
func TestForeignOfLarge(t *testing.T) {
	sent := "/home/x/" + strings.Repeat("x", 2*maxKept)
	x := &Exchange{Status: 400, Request: Request{Body: []byte(`{"a":"` + sent + `"}`)}, Message: []byte(`{"detail":"no ` + sent + ` in /srv/b"}`)}
	x.Body = x.Message
	x.keep(maxKept)
	require.Equal(t, "no X in /srv/b", strings.TrimPrefix(x.Foreign(), "detail\n"))
}

// TestForeignOfCommand checks that the folder that a program was started with is not one that it discloses.
func TestForeignOfCommand(t *testing.T) {
	x := &Exchange{Message: []byte(`{"error":"open /srv/files/a.txt, /srv/keys: no such file"}`), words: []string{"server", "/srv/files"}}
	require.Equal(t, "open X/a.txt, /srv/keys: no such file", strings.TrimPrefix(x.Foreign(), "error\n"))
}

// TestRunKeepsLittle checks that the memory of a run does not grow with the answers of a server.
func TestRunKeepsLittle(t *testing.T) {
	const size = 1 << 20
	text := strings.Repeat("0123456789abcdef", size/16)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, `{"title":%q,"errors":[{"pointer":%q,"detail":%q}],"n":%d}`, text[:size/2], text[:size/4], text[:size/4], len(body))
	}))
	defer server.Close()
	target := Target{Dialect: "problem", URL: server.URL, Tools: []Tool{{Name: "a", Path: "/a", Schema: json.RawMessage(`{"required":["b"]}`)}}}
	before := heap()
	report, err := Run(t.Context(), target, []*Rule{every(Must, Missing, Repeated, Concurrent)}, Options{})
	require.NoError(t, err)
	after := heap()
	require.Greater(t, report.Results[0].Judged, 16)
	require.Less(t, after-before, 8<<20, "bytes for %d answers of %d", report.Results[0].Judged, size)
	runtime.KeepAlive(report)
}

// TestBound checks that a run which has kept much keeps less of each answer.
func TestBound(t *testing.T) {
	text := strings.Repeat("x", 2*maxKept)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }))
	defer server.Close()
	r, err := newRunner(t.Context(), &Target{Dialect: "problem", URL: server.URL}, nil, &Options{})
	require.NoError(t, err)
	for _, bound := range []int{maxKept, maxKeptLate} {
		r.send(t.Context(), &Exchange{Request: r.client.get(server.URL)})
		require.Len(t, r.exchanges[len(r.exchanges)-1].Body, bound)
		require.Len(t, r.exchanges[len(r.exchanges)-1].Message, bound)
		r.kept += maxKeptAll
	}
}

// heap returns the number of bytes that are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
