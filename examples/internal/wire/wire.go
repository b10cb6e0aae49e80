// Package wire sends HTTP requests over a socket, for the tests of the examples.
package wire

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Response is a response with its body.
type Response struct {
	Status int
	Header http.Header
	Body   string
	Broken bool // the connection was closed before the end of the body
}

// Serve starts a server with handler h, which is closed at the end of the test.
func Serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// Do sends a request. header has pairs of names and values.
func Do(t *testing.T, s *httptest.Server, method, path, body string, header ...string) Response {
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
		return Response{Broken: true}
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return Response{Status: resp.StatusCode, Header: resp.Header, Body: string(text), Broken: err != nil}
}
