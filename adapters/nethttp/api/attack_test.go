package api_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/attack"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// attacked requires that responses and records are bounded and the work is linear, with at most
// factor bytes allocated for each byte of a request.
func attacked(t *testing.T, server *api.API, h http.Handler, factor int, request func(n int) *http.Request) {
	t.Helper()
	var log bytes.Buffer
	server.Boundary = standard.Boundary()
	server.Boundary.Report = middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))
	target := attack.Server{Handler: h, Log: &log, Error: `"kind":`, Factor: factor}
	target.Attack(t, request)
}

func TestBindAttacks(t *testing.T) {
	for _, tt := range attack.Documents {
		t.Run(tt.Name, func(t *testing.T) {
			server := &api.API{API: nethttp.API{Codec: dialect.Codec{Carry: true}}}
			attacked(t, server, server.Handler(func(w http.ResponseWriter, r *http.Request) error {
				if _, err := api.Bind[attack.Victim](server, r); err != nil {
					return err
				}
				return errkit.Conflict
			}), 150, func(n int) *http.Request { return attack.Post("/", tt.Doc(n)) })
		})
	}
}

// The parameters of a tool are bounded as its body is.
func TestParameterAttacks(t *testing.T) {
	type input struct {
		Tags  []int             `json:"tags,omitempty" query:"tag" header:"X-Tag"`
		Page  int               `json:"page,omitempty" query:"page" form:"page"`
		Names map[string]string `json:"names,omitempty"`
	}
	form := func(body string) *http.Request {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return r
	}
	tests := []struct {
		name    string
		request func(n int) *http.Request
	}{
		{"many items in the query", func(n int) *http.Request {
			return httptest.NewRequest("POST", "/?tag=x"+strings.Repeat("&tag=x", n/6), nil)
		}},
		{"many items in a header", func(n int) *http.Request {
			r := httptest.NewRequest("POST", "/", nil)
			r.Header.Set("X-Tag", strings.Repeat("x,", n/2))
			return r
		}},
		{"many values", func(n int) *http.Request {
			return httptest.NewRequest("POST", "/?page=1"+strings.Repeat("&page=1", n/7), nil)
		}},
		{"a long value", func(n int) *http.Request {
			return httptest.NewRequest("POST", "/?page="+strings.Repeat("9", n), nil)
		}},
		{"many long names in a form", func(n int) *http.Request {
			var b strings.Builder
			for i := range n / 1000 {
				b.WriteString(strings.Repeat("k", 900+i%10) + strings.Repeat("~", i/10%100) + "=%FF&")
			}
			return form(b.String())
		}},
		{"a long fault", func(n int) *http.Request { return form("page=" + strings.Repeat("x", n) + ";") }},
		{"parameters beside a body", func(n int) *http.Request {
			r := attack.Post("/", `{"names":{"`+strings.Repeat("k", n)+`":1}}`)
			r.URL.RawQuery = "page=x"
			return r
		}},
	}
	look := tool.New("Bells.Look", "", func(_ context.Context, in input) (int, error) { return in.Page, nil })
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := &api.API{API: nethttp.API{Codec: dialect.Codec{Carry: true}}}
			attacked(t, server, server.Tool(look), 500, tt.request) // a schema has an error for each item, of two bytes
		})
	}
}
