// Package orders has an agent that repeats a call if what it reads invites it to, and a shop that
// counts how many orders that places.
package orders

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

var update = flag.Bool("update", false, "write the table of docs/effects.md")

// A shop takes an order with each POST, and then responds as its path says, or does not.
type shop struct {
	url, closed string
	orders      atomic.Int32
}

func open(t *testing.T) *shop {
	s := &shop{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodPost && r.URL.Path != "/429" && r.URL.Path != "/busy" {
			s.orders.Add(1)
		}
		switch r.URL.Path {
		case "/end", "/reset":
			c, _, _ := w.(http.Hijacker).Hijack()
			if r.URL.Path == "/reset" {
				_ = c.(*net.TCPConn).SetLinger(0)
			}
			_ = c.Close()
		case "/silent":
			<-r.Context().Done()
		case "/busy":
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/429", "/500", "/502", "/503":
			var status int
			_, _ = fmt.Sscanf(r.URL.Path, "/%d", &status)
			w.WriteHeader(status)
		}
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.closed = "http://" + l.Addr().String()
	require.NoError(t, l.Close())
	return s
}

// do makes a request, and returns the error that a careful author makes of the response.
func do(ctx context.Context, c *http.Client, method, url string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(`{"book":1}`))
	if err != nil {
		return err
	}
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	delay, _ := time.ParseDuration(res.Header.Get("Retry-After") + "s")
	switch {
	case res.StatusCode == http.StatusOK:
		return nil
	case res.StatusCode == http.StatusTooManyRequests:
		return errkit.RateLimited
	}
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: res.StatusCode, RetryAfter: delay}
}

const (
	post = http.MethodPost
	get  = http.MethodGet
)

// A way is a way of a tool to fail.
type way struct {
	name string
	fail func(ctx context.Context, s *shop, c *http.Client) error
}

// ways are those to fail after the order was placed.
var ways = []way{
	{"a deadline of its own", func(ctx context.Context, s *shop, c *http.Client) error {
		ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		return do(ctx, c, post, s.url+"/silent")
	}},
	{"the timeout of the HTTP client", func(ctx context.Context, s *shop, c *http.Client) error {
		hasty := *c
		hasty.Timeout = 50 * time.Millisecond
		return do(ctx, &hasty, post, s.url+"/silent")
	}},
	{"the service hangs up", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/end") }},
	{"a reset", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/reset") }},
	{"an i/o timeout", func(ctx context.Context, s *shop, _ *http.Client) error {
		var d net.Dialer
		c, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /silent HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n")
		for s.orders.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
		_, err = bufio.NewReader(c).ReadString('\n')
		return err
	}},
	{"a panic", func(ctx context.Context, s *shop, c *http.Client) error {
		_ = do(ctx, c, post, s.url+"/ok")
		panic("no receipt")
	}},
	{"a plain error", func(ctx context.Context, s *shop, c *http.Client) error {
		return errors.Join(errors.New("no receipt"), do(ctx, c, post, s.url+"/ok"))
	}},
	{"500 of the service", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/500") }},
	{"502 of the service", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/502") }},
	{"503 of the service", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/503") }},
	{"the mail server refuses the connection", func(ctx context.Context, s *shop, c *http.Client) error {
		if err := do(ctx, c, post, s.url+"/ok"); err != nil {
			return err
		}
		return do(ctx, c, post, s.closed)
	}},
	{"the mail server has a limit", func(ctx context.Context, s *shop, c *http.Client) error {
		if err := do(ctx, c, post, s.url+"/ok"); err != nil {
			return err
		}
		return do(ctx, c, post, s.url+"/429")
	}},
}

// harmless are the ways in which no order is placed, or may be placed again.
var harmless = []way{
	{"the connection is refused", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.closed) }},
	{"503 with a delay", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/busy") }},
	{"too many calls", func(ctx context.Context, s *shop, c *http.Client) error { return do(ctx, c, post, s.url+"/429") }},
}

type input struct {
	Way int `json:"way"`
}

func boundary() *middleware.Boundary {
	b := standard.Boundary()
	b.Report = nil
	return b
}

// A protocol serves a tool that fails in a way, and returns what a call of it responds.
type protocol struct {
	name  string
	serve func(t *testing.T, order *tool.Tool) (call func() string)
}

func over(handler http.Handler, target, body string) func() string {
	return func() string {
		r := httptest.NewRequest(post, target, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return fmt.Sprint(w.Header()["Retry-After"], w.Body)
	}
}

const rpcCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Shop_Order","arguments":{"way":1}}}`

var protocols = []protocol{
	{"MCP", func(_ *testing.T, order *tool.Tool) func() string {
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary()}))
		mcperr.Add(s, order)
		return over(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "/", rpcCall)
	}},
	{"MCP, toolError:v1", func(_ *testing.T, order *tool.Tool) func() string {
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary(), ToolError: true}))
		mcperr.Add(s, order)
		return over(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "/", rpcCall)
	}},
	{"HTTP", func(_ *testing.T, order *tool.Tool) func() string {
		rest := api.API{API: nethttp.API{Boundary: boundary()}}
		return over(rest.Tool(order), "/", `{"way":1}`)
	}},
	{"OXP", func(t *testing.T, order *tool.Tool) func() string {
		s := oxpserver.Server{Boundary: boundary()}
		require.NoError(t, s.Add(order))
		return over(s.Handler(), "/tools/call", `{"tool_id":"Shop.Order","input":{"way":1}}`)
	}},
	{"AAI", func(t *testing.T, order *tool.Tool) func() string {
		s := jsonrpc.Server{Boundary: boundary()}
		require.NoError(t, s.Add(order))
		return over(&s, "/", rpcCall)
	}},
}

// invitation is what the agent repeats a call for: a sentence, a member, a delay.
var invitation = regexp.MustCompile(
	`tried again|Try again|Wait before you repeat|"retryable":true|"can_retry":true|"retry":"allowed"|^\[\d`)

// repeat makes a call, and again as long as the response invites to, three times at most.
func repeat(call func() string) (calls int, last string) {
	for calls = 1; ; calls++ {
		if last = call(); calls == 3 || !invitation.MatchString(last) {
			return calls, last
		}
	}
}

func clients(t *testing.T) map[string]*http.Client {
	plain, counted := &http.Transport{}, &http.Transport{}
	t.Cleanup(plain.CloseIdleConnections)
	t.Cleanup(counted.CloseIdleConnections)
	return map[string]*http.Client{
		"a plain client": {Transport: plain},
		"a Transport":    {Transport: &nethttp.Transport{Base: counted}},
	}
}

func order(s *shop, c *http.Client, w way) *tool.Tool {
	return tool.New("Shop.Order", "Orders a book.", func(ctx context.Context, _ input) (string, error) {
		return "ordered", w.fail(ctx, s, c)
	})
}

// An agent that does what it reads places one order, however the tool fails after it placed it.
func TestOneOrder(t *testing.T) {
	for _, p := range protocols {
		for name, c := range clients(t) {
			for _, w := range ways {
				t.Run(p.name+"/"+name+"/"+w.name, func(t *testing.T) {
					s := open(t)
					_, last := repeat(p.serve(t, order(s, c, w)))
					require.EqualValues(t, 1, s.orders.Load(), last)
				})
			}
		}
	}
}

// A call without an effect, and one that may be made twice, still invites.
func TestInvites(t *testing.T) {
	counted := clients(t)["a Transport"]
	for _, p := range protocols[:2] { // the others have a sentence or a member only for what the author states
		for _, w := range harmless {
			t.Run(p.name+"/"+w.name, func(t *testing.T) {
				s := open(t)
				require.Regexp(t, invitation, p.serve(t, order(s, counted, w))())
				require.Zero(t, s.orders.Load())
			})
		}
		for name, annotations := range map[string]tool.Annotations{"a tool that only reads": {ReadOnly: true},
			"an idempotent tool": {Idempotent: true}} {
			t.Run(p.name+"/"+name, func(t *testing.T) {
				reads := order(open(t), counted, ways[0])
				reads.Annotations = annotations
				require.Regexp(t, invitation, p.serve(t, reads)())
			})
		}
	}
	for _, p := range protocols[2:4] {
		t.Run(p.name+"/503 with a delay", func(t *testing.T) {
			require.Regexp(t, invitation, p.serve(t, order(open(t), counted, harmless[1]))())
		})
	}
	late := (&nethttp.API{Boundary: boundary()}).Handler(func(http.ResponseWriter, *http.Request) error {
		return &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, RetryAfter: time.Second}
	})
	for method, want := range map[string]string{get: "1", http.MethodPut: "1", post: "", http.MethodPatch: ""} {
		w := httptest.NewRecorder()
		late.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		require.Equal(t, want, w.Header().Get("Retry-After"), method)
	}
}

// The table of docs/effects.md: how many orders an agent places that does what it reads.
func TestTable(t *testing.T) {
	var table strings.Builder
	table.WriteString("| what happens after the order was placed | bare MCP SDK | MCP | HTTP | OXP | AAI |\n|---|--:|--:|--:|--:|--:|\n")
	plain := clients(t)["a plain client"]
	columns := append([]protocol{{"bare", func(_ *testing.T, order *tool.Tool) func() string {
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "Shop_Order", InputSchema: map[string]any{"type": "object"}},
			func(ctx context.Context, _ *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
				defer func() {
					if v := recover(); v != nil { // the SDK does not recover: the process ends
						err = errors.New("the process ended")
					}
				}()
				_, err = order.Call(ctx, &middleware.Boundary{PassThrough: func(error) bool { return true }}, []byte(`{"way":1}`))
				res = &mcp.CallToolResult{}
				if err != nil {
					res.SetError(err)
				}
				return res, nil
			})
		return over(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "/", rpcCall)
	}}}, protocols[0], protocols[2], protocols[3], protocols[4])
	for _, w := range ways {
		table.WriteString("| " + w.name)
		for _, p := range columns {
			s := open(t)
			repeat(p.serve(t, order(s, plain, w)))
			fmt.Fprintf(&table, " | %d", s.orders.Load())
		}
		table.WriteString(" |\n")
	}
	const file = "../../docs/effects.md"
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	const start, end = "<!-- table -->\n", "<!-- end of table -->"
	before, rest, ok := strings.Cut(string(page), start)
	require.True(t, ok)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if want := before + start + table.String() + end + after; *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	} else {
		require.Equal(t, want, string(page), "write it with: go test ./lab/orders -update")
	}
}
