package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// held returns an Exchange whose response has a status and a first part.
func held(t *testing.T, b *bridge.Bridge, status int, part []byte) (*bridge.Exchange, bridge.Action) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", "application/json")
	x := b.Exchange(r)
	x.Sent([]byte(ring))
	require.Equal(t, bridge.Hold, x.Head(status, http.Header{"Content-Type": {"application/json"}}))
	return x, x.Body(part)
}

// What all responses hold has a bound: beyond it an error is rendered by its status, and what was
// held counts no longer once a response ended or was given up.
func TestHoldAll(t *testing.T) {
	part := []byte(`{"message":"` + strings.Repeat("x", 60))
	b := &bridge.Bridge{To: mcp.Dialect{}, HoldAll: 100}
	for _, end := range []func(*bridge.Exchange){
		func(x *bridge.Exchange) { x.End(nil) },
		(*bridge.Exchange).Close,
		func(x *bridge.Exchange) { x.Fail(http.ErrHandlerTimeout) },
		func(x *bridge.Exchange) { x.Late() },
	} {
		first, action := held(t, b, 500, part)
		require.Equal(t, bridge.Hold, action)
		second, action := held(t, b, 500, part)
		require.Equal(t, bridge.Replace, action)
		require.Contains(t, string(second.Response().Body), `"id":7`)
		success, action := held(t, b, 200, []byte(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"x`))
		require.Equal(t, bridge.Pass, action, "a success passes, and is checked only")
		success.Close()
		end(first)
	}
}

// 300 answers of 900 KB that arrive slowly at once cost less than 60 MB.
func TestSlowAnswers(t *testing.T) {
	const n, size, most = 300, 900_000, 60 << 20
	const start, end = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"`, `"}]}}`
	doc := []byte(start + strings.Repeat("x", size) + end)
	b := &bridge.Bridge{To: mcp.Dialect{}}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	var all [n]*bridge.Exchange
	for i := range all {
		all[i], _ = held(t, b, 200, doc[:4000])
	}
	rest, passed := doc[4000:], 0
	for part := range slices.Chunk(rest, 4000) {
		passed = 0
		for _, x := range all {
			if x.Body(part) == bridge.Pass {
				passed++
			}
		}
		if passed > 0 {
			break
		}
	}
	require.Less(t, int64(heap())-int64(before), int64(most))
	require.Equal(t, n, passed, "no more than 64 KiB of each is held")
	runtime.KeepAlive(all)
}

// So do 300 that stop within what is held, behind a front with its connections.
func TestSlowAnswersOfFronts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: 600 connections")
	}
	const n, most = 300, 60 << 20
	part := []byte(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 60_000))
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			var stopped, ended sync.WaitGroup
			stopped.Add(n)
			goOn := make(chan struct{})
			client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Length", "900000")
				_, _ = w.Write(part)
				_ = http.NewResponseController(w).Flush()
				stopped.Done()
				<-goOn
			}), false)
			before := heap()
			for range n {
				ended.Go(func() {
					resp, err := client.Post(base, "application/json", strings.NewReader(ring))
					if err == nil {
						_, _ = io.Copy(io.Discard, resp.Body)
						_ = resp.Body.Close()
					}
				})
			}
			stopped.Wait()
			require.Less(t, heap()-before, int64(most))
			close(goOn)
			ended.Wait()
		})
	}
}

// The first part of a result that has no error of its own passes at once.
func TestFirstPartOfResult(t *testing.T) {
	const start, end = `{"jsonrpc":"2.0","id":7,"result":{"contents":[`, `]}}`
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			arrived := make(chan struct{})
			client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, start)
				_ = http.NewResponseController(w).Flush()
				select {
				case <-arrived:
					_, _ = io.WriteString(w, end)
				case <-r.Context().Done():
				case <-time.After(10 * time.Second):
				}
			}), false)
			resp, err := client.Post(base, "application/json",
				strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"a:b"}}`))
			require.NoError(t, err)
			defer resp.Body.Close()
			first := make([]byte, len(start))
			_, err = io.ReadFull(resp.Body, first)
			require.NoError(t, err)
			close(arrived)
			rest, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Equal(t, start+end, string(first)+string(rest))
		})
	}
}
