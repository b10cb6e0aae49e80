package orders_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/orders"
	"github.com/toolerr/toolerr/lab/orders/bare"
	"github.com/toolerr/toolerr/tool"
)

var update = flag.Bool("update", false, "write the table of docs/effects.md")

// A protocol serves a tool that fails in a way, and returns what a call of it responds.
type protocol struct {
	name  string
	serve orders.Server
}

func over(handler http.Handler, target, body string) func() string {
	return func() string {
		r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return orders.Head(w.Header()) + w.Body.String()
	}
}

var protocols = []protocol{
	{"MCP", func(_ *testing.T, o *orders.Order) func() string {
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: orders.Boundary()}))
		mcptool.Add(s, o.Tool())
		return over(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "/", orders.Call)
	}},
	{"MCP, toolError:v1", func(_ *testing.T, o *orders.Order) func() string {
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: orders.Boundary(), ToolError: true}))
		mcptool.Add(s, o.Tool())
		return over(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "/", orders.Call)
	}},
	{"HTTP", func(_ *testing.T, o *orders.Order) func() string {
		rest := api.API{API: nethttp.API{Boundary: orders.Boundary()}}
		return over(rest.Tool(o.Tool()), "/", `{"way":1}`)
	}},
	{"OXP", func(t *testing.T, o *orders.Order) func() string {
		s := oxpserver.Server{Boundary: orders.Boundary()}
		require.NoError(t, s.Add(o.Tool()))
		return over(s.Handler(), "/tools/call", `{"tool_id":"Shop.Order","input":{"way":1}}`)
	}},
	{"AAI", func(t *testing.T, o *orders.Order) func() string {
		s := jsonrpc.Server{Boundary: orders.Boundary()}
		require.NoError(t, s.Add(o.Tool()))
		return over(&s, "/", orders.Call)
	}},
	{"HTTP, without package tool", func(_ *testing.T, o *orders.Order) func() string {
		rest := nethttp.API{Boundary: orders.Boundary()}
		return over(rest.Handler(func(_ http.ResponseWriter, r *http.Request) error { return o.Fail(r.Context()) }), "/", `{"way":1}`)
	}},
}

// An agent that does what it reads places one order, however the tool fails after it placed it.
func TestOneOrder(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) { orders.RequireOne(t, p.serve) })
	}
}

// A call without an effect, and one that may be made twice, still invites.
func TestInvites(t *testing.T) {
	for _, p := range protocols[:2] { // the others have a sentence or a member only for what the author states
		t.Run(p.name, func(t *testing.T) {
			orders.RequireInvitations(t, p.serve, orders.Harmless...)
			orders.RequireAnnotated(t, p.serve)
		})
	}
	for _, p := range protocols[2:4] {
		t.Run(p.name, func(t *testing.T) { orders.RequireInvitations(t, p.serve, orders.Harmless[1]) })
	}
	late := (&nethttp.API{Boundary: orders.Boundary()}).Handler(func(http.ResponseWriter, *http.Request) error {
		return &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, RetryAfter: time.Second}
	})
	for method, want := range map[string]string{http.MethodGet: "1", http.MethodPut: "1", http.MethodPost: "", http.MethodPatch: ""} {
		w := httptest.NewRecorder()
		late.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		require.Equal(t, want, w.Header().Get("Retry-After"), method)
	}
}

// The table of docs/effects.md: how many orders an agent places that does what it reads.
func TestTable(t *testing.T) {
	var table strings.Builder
	table.WriteString("| what happens after the order was placed | bare MCP SDK | MCP | HTTP | OXP | AAI |\n|---|--:|--:|--:|--:|--:|\n")
	plain := orders.Clients(t)["a plain client"]
	sdk := protocol{"bare", func(_ *testing.T, o *orders.Order) func() string { return over(bare.Server(o), "/", orders.Call) }}
	for _, w := range orders.Ways {
		table.WriteString("| " + w.Name)
		for _, p := range []protocol{sdk, protocols[0], protocols[2], protocols[3], protocols[4]} {
			o := &orders.Order{Shop: orders.Open(t), Client: plain, Way: w}
			orders.Repeat(p.serve(t, o))
			fmt.Fprintf(&table, " | %d", o.Shop.Orders())
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

// Each call of a batch has an effect of its own.
func TestBatch(t *testing.T) {
	shop, client := orders.Open(t), orders.Clients(t)["a Transport"]
	s := jsonrpc.Server{Boundary: orders.Boundary()}
	ways := []orders.Way{orders.Ways[11], orders.Harmless[0]}
	for i, name := range []string{"Shop.Order", "Shop.Refused"} {
		require.NoError(t, s.Add(tool.New(name, "Orders a book.", func(ctx context.Context, _ orders.Input) (string, error) {
			return "", ways[i].Fail(ctx, shop, client)
		})))
	}
	call := over((&nethttp.API{Boundary: orders.Boundary()}).Middleware(&s), "/",
		"["+orders.Call+","+strings.NewReplacer(`"id":1`, `"id":2`, "Order", "Refused").Replace(orders.Call)+"]")
	var answers []struct {
		ID    int
		Error struct{ Data struct{ Detail string } }
	}
	require.NoError(t, json.Unmarshal([]byte(call()), &answers))
	require.Len(t, answers, 2)
	for _, a := range answers {
		require.Equal(t, a.ID == 1, strings.Contains(a.Error.Data.Detail, "may have taken effect"), a.Error.Data.Detail)
	}
	require.Equal(t, 1, shop.Orders())
}
