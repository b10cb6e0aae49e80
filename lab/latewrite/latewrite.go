// Package latewrite tests a framework that uses its ResponseWriter for one request after the
// other: what is written to that of a request that has ended, as by a goroutine, must reach no
// response.
//
// The handlers of a test call [Writers.Begin], which writes to the ResponseWriter of a former
// request, and [Writers.Run] calls them.
package latewrite

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Text is what is written late.
const Text = "<late>"

const requests = 640

// Writers has the ResponseWriters of type W of all requests.
type Writers[W http.ResponseWriter] struct {
	late  func(W)
	all   sync.Map // by the number of the request
	ended chan W   // those whose response has arrived
}

// New returns Writers for a test. late writes Text to a ResponseWriter in all ways that it has.
func New[W http.ResponseWriter](late func(W)) *Writers[W] {
	return &Writers[W]{late: late, ended: make(chan W, requests)}
}

// Begin begins to handle the request with number n.
func (s *Writers[W]) Begin(n string, w W) {
	select {
	case w := <-s.ended:
		s.late(w)
	default:
	}
	s.all.Store(n, w)
}

// Run sends hundreds of requests to a handler, to each of paths in turn with /n behind it, where
// n is the number of the request. It fails if a response has Text, or does not arrive.
func (s *Writers[W]) Run(t *testing.T, h http.Handler, paths ...string) {
	t.Helper()
	server := httptest.NewServer(h)
	defer server.Close()
	defer server.CloseClientConnections() // Close waits for requests that are not answered
	client := server.Client()
	client.Timeout = 10 * time.Second
	var (
		wg    sync.WaitGroup
		slots = make(chan struct{}, 16)
		bad   = make(chan string, requests)
	)
	for n := range requests {
		if slots <- struct{}{}; len(bad) > 0 {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			path := paths[n%len(paths)] + "/" + strconv.Itoa(n)
			resp, err := client.Get(server.URL + path)
			if err != nil {
				bad <- err.Error()
				return
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || strings.Contains(string(body), Text) {
				bad <- fmt.Sprintf("%s: %v, %s", path, err, body)
			}
			if w, ok := s.all.Load(strconv.Itoa(n)); ok {
				s.ended <- w.(W)
			}
		})
	}
	wg.Wait()
	close(bad)
	require.Empty(t, bad, "%d of %d responses are not their own, such as %s", len(bad), requests, <-bad)
}
