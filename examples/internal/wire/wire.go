// Package wire makes requests over a real socket, for the tests of the examples.
package wire

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Answer is what a client sees.
type Answer struct {
	Status int
	Header http.Header
	Body   string
	Broken bool // the connection ended before the body did
}

// Serve starts a server of h, for the length of the test.
func Serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// Ask makes a request, with headers in pairs of name and value.
func Ask(t *testing.T, s *httptest.Server, method, path, body string, header ...string) Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := s.Client().Do(r)
	if err != nil {
		return Answer{Broken: true}
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return Answer{Status: resp.StatusCode, Header: resp.Header, Body: string(text), Broken: err != nil}
}
