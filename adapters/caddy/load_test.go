package caddyerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// bells is an upstream that responds with the id of a call. Every tenth call fails.
func bells(w http.ResponseWriter, r *http.Request) {
	var in struct{ ID int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.ID%10 == 0 {
		respond(500, canary)(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"ding"}]}}`, in.ID)
}

// ring makes a call of MCP, and reports whether its result is a success. The error is that of a
// response that is none of this call.
func ring(c *http.Client, url string, id int) (success bool, err error) {
	resp, body, err := send(c, url, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ring"}}`, id))
	if err != nil {
		return false, err
	}
	var out struct {
		ID     *int
		Result struct{ IsError bool }
	}
	if err := json.Unmarshal([]byte(body), &out); err != nil || out.ID == nil || *out.ID != id ||
		resp.StatusCode != 200 || strings.Contains(body, canary) {
		return false, fmt.Errorf("call %d: status %d: %q", id, resp.StatusCode, body)
	}
	return !out.Result.IsError, nil
}

// Each call has a response, which is its own, while the configuration is replaced again and again.
// A server that ends closes idle connections, and a client repeats a call that it sends at this
// moment (RFC 9110 §9.2.2). Package net/http does so in most cases.
func TestReload(t *testing.T) {
	calls, perConfig := 10_000, 500
	if testing.Short() {
		calls = 1_000
	}
	_, addr := upstream(t, bells)
	site := "toolerr mcp {\n hold %dKiB\n }\nreverse_proxy " + addr
	s := start(t, fmt.Sprintf(site, 1))
	var (
		workers  sync.WaitGroup
		last     atomic.Int64
		repeated atomic.Int64
		failed   = make(chan error, calls)
		reload   = make(chan int)
	)
	for i := range 16 {
		c := client(t, i%2 == 1)
		workers.Go(func() {
			for id := int(last.Add(1)); id <= calls; id = int(last.Add(1)) {
				success, err := ring(c, s.URL, id)
				if _, closed := errors.AsType[*url.Error](err); closed {
					repeated.Add(1)
					success, err = ring(c, s.URL, id)
				}
				if err != nil {
					failed <- err
				} else if success != (id%10 != 0) {
					failed <- fmt.Errorf("call %d: success is %t", id, success)
				}
				if id%perConfig == 0 {
					reload <- id
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(reload)
	}()
	for id := range reload {
		s.load(t, fmt.Sprintf(site, id))
	}
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	require.Less(t, int(repeated.Load()), calls/perConfig*16,
		"at most the calls of all workers for each configuration")
}

// If upstreams end, calls go to those that are left. Each call that fails meanwhile has an error
// with its id.
func TestUpstreamsEnd(t *testing.T) {
	var addrs []string
	var servers []*httptest.Server
	for range 3 {
		s, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`+r.URL.Query().Get("id")+`,"result":{"content":[]}}`)
		})
		servers, addrs = append(servers, s), append(addrs, addr)
	}
	s := start(t, "toolerr mcp\nreverse_proxy "+strings.Join(addrs, " ")+
		" {\n lb_policy round_robin\n lb_retries 2\n fail_duration 1m\n }")
	c := client(t, false)
	id := 0
	call := func() bool {
		id++
		success, err := ring(c, fmt.Sprintf("%s/?id=%d", s.URL, id), id)
		require.NoError(t, err)
		return success
	}
	for left := len(servers) - 1; left >= 0; left-- {
		for range 20 {
			require.True(t, call(), "call %d", id)
		}
		servers[left].Listener.Close()
		servers[left].CloseClientConnections()
		for n := 0; left > 0 && !call(); n++ {
			require.Less(t, n, 100, "calls that failed after an upstream ended, of which the first one makes Caddy avoid it")
		}
	}
	for range 20 {
		require.False(t, call(), "call %d", id)
	}
}
