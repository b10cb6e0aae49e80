package nethttp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestChooseByAccept(t *testing.T) {
	choose := nethttp.ChooseByAccept(
		nethttp.Offer{Type: "application/problem+json", Dialect: problem.Dialect{}},
		nethttp.Offer{Type: "application/vnd.bells.oxp+json", Dialect: oxp.Dialect{}},
		nethttp.Offer{Type: "application/json", Dialect: aai.Strings{}},
	)
	tests := []struct {
		accept []string
		want   string // "": none
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{"text/html"}, ""},
		{[]string{"application/json"}, "aai-string"},
		{[]string{"APPLICATION/JSON"}, "aai-string"},
		{[]string{"application/problem+json, application/json"}, "problem"},
		{[]string{"application/json, application/problem+json"}, "problem"},
		{[]string{"application/problem+json;q=0.5, application/json"}, "aai-string"},
		{[]string{"application/problem+json; q=0.5 , application/json;q=0.4"}, "problem"},
		{[]string{"application/problem+json;q=0.5", "application/vnd.bells.oxp+json;q=0.6"}, "oxp"},
		{[]string{"*/*"}, ""},
		{[]string{"application/*, application/problem+json;q=0"}, "oxp"},
		{[]string{"application/json;q=0.1, */*"}, "aai-string"},
		{[]string{"*/*;q=0"}, ""},
		{[]string{"application/json;q=2"}, ""},
		{[]string{"application/json;q=x"}, ""},
		{[]string{"application/json;q=NaN"}, ""},
		{[]string{"application/json;q=0.0004"}, ""},
		{[]string{"application/json;profile=a;Q=0.3"}, "aai-string"},
		{[]string{";;,,/,*/json,application/"}, ""},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.accept, " | "), func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.Header["Accept"] = tt.accept
			d := choose(r)
			if tt.want == "" {
				require.Nil(t, d)
				return
			}
			require.Equal(t, tt.want, d.Name())
		})
	}
}

func TestChooseByBody(t *testing.T) {
	tail := `"params":{"name":"ring"` + strings.Repeat(`,"x":["`+strings.Repeat("y", 600_000)+`"]`, 3) + `}}`
	tests := []struct {
		name   string
		body   string
		header [2]string
		ctype  string
		fixed  dialect.Dialect // in place of ChooseByBody
		want   string          // the dialect's name, "" for none
		id     string          // in the response
		late   bool            // ChooseByBody sees it only after the handler read it
	}{
		{name: "aai", body: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`, want: "aai",
			id: `7`},
		{name: "a string id, last", body: `{"params":[1,{"a":[]}],"method":"x","jsonrpc":"2.0","id":"a\"b"}`,
			want: "aai", id: `"a\"b"`},
		{name: "an id that is none", body: `{"jsonrpc":"2.0","id":{"a":1}}`, want: "aai", id: `null`},
		{name: "a notification", body: `{"jsonrpc":"2.0","method":"x"}`, want: "aai", id: `null`},
		{name: "mcp by version", body: `{"jsonrpc":"2.0","id":7}`,
			header: [2]string{"MCP-Protocol-Version", "2025-06-18"}, want: "mcp-2025-06-18", id: `7`},
		{name: "mcp by a version that is none", body: `{"jsonrpc":"2.0","id":7}`,
			header: [2]string{"MCP-Protocol-Version", "newest; please"}, want: "mcp", id: `7`},
		{name: "mcp by method", body: `{"jsonrpc":"2.0","id":7}`, header: [2]string{"Mcp-Method", "tools/call"},
			want: "mcp", id: `7`},
		{name: "mcp by _meta", body: `{"jsonrpc":"2.0","id":7,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, want: "mcp", id: `7`},
		{name: "_meta of others", body: `{"jsonrpc":"2.0","id":7,"params":{"_meta":{"a":{"io.modelcontextprotocol/x":1}}}}`, want: "aai", id: `7`},
		{name: "mcp without a body", header: [2]string{"Mcp-Protocol-Version", "2025-11-25"}, want: "mcp-2025-11-25",
			id: `null`},
		{name: "a notification of mcp", body: `{"jsonrpc":"2.0","method":"tools/call"}`,
			header: [2]string{"Mcp-Protocol-Version", "2025-11-25"}, want: "mcp-2025-11-25", id: `null`},
		{name: "broken off after the id", body: `{"jsonrpc":"2.0","id":7,"method":`, want: "aai", id: `7`},
		{name: "longer than what is looked at", body: `{"jsonrpc":"2.0","id":7,` + tail, want: "aai", id: `7`},
		{name: "an id after large params",
			body: `{"method":"x","params":{"file":"` + strings.Repeat("y", 600_000) + `"},"jsonrpc":"2.0","id":7}`,
			want: "aai", id: `7`, late: true},
		{name: "a fixed dialect", body: `{"jsonrpc":"2.0","id":7}`, fixed: mcp.Dialect{Revision: "2025-11-25"},
			want: "aai", id: `7`},
		{name: "a fixed dialect without a call", body: `{}`, fixed: mcp.Dialect{}, id: `null`},
		{name: "no jsonrpc", body: `{"request":{"tool_id":"ring"}}`},
		{name: "jsonrpc further in", body: `{"a":{"jsonrpc":"2.0"}}`},
		{name: "an array", body: `[{"jsonrpc":"2.0"}]`},
		{name: "not JSON", body: `jsonrpc`},
		{name: "nothing"},
		{name: "a form", body: `{"jsonrpc":"2.0"}`, ctype: "text/plain"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read := ""
			fail := func(_ http.ResponseWriter, r *http.Request) error {
				b, err := io.ReadAll(r.Body)
				read = string(b)
				if err != nil {
					return err
				}
				return errkit.Internal
			}
			api := nethttp.API{Choose: nethttp.ChooseByBody, Dialect: oxp.Dialect{}, Boundary: new(reports).boundary()}
			if tt.fixed != nil {
				api.Choose, api.Dialect = nil, tt.fixed
			}
			ctype := tt.ctype
			if ctype == "" {
				ctype = "application/json"
			}
			overWires(t, api.Middleware(api.Handler(fail)), func(t *testing.T, s served) {
				header := []string{"Content-Type", ctype}
				if tt.header[0] != "" {
					header = append(header, tt.header[:]...)
				}
				_, body := s.do(t, "POST", "/", tt.body, header...)
				require.Equal(t, tt.body, read, "the handler gets the whole body")
				var answer struct {
					Schema string          `json:"$schema"`
					RPC    string          `json:"jsonrpc"`
					ID     json.RawMessage `json:"id"`
				}
				require.NoError(t, json.Unmarshal([]byte(body), &answer), body)
				if tt.want == "" && tt.fixed == nil {
					require.Equal(t, "urn:oxp:1.0", answer.Schema)
					return
				}
				require.Equal(t, "2.0", answer.RPC)
				require.Equal(t, tt.id, string(answer.ID))
			})
			r := httptest.NewRequest("POST", "/", strings.NewReader(tt.body))
			r.Header.Set("Content-Type", ctype)
			if tt.header[0] != "" {
				r.Header.Set(tt.header[0], tt.header[1])
			}
			d := nethttp.ChooseByBody(r)
			if tt.want == "" || tt.late {
				require.Nil(t, d)
				return
			}
			require.Equal(t, tt.want, d.Name())
		})
	}
}

// Write finds the id of the call though the handler read the body, and did so
// through a wrapper.
func TestWriteFindsTheCall(t *testing.T) {
	api := &nethttp.API{Choose: nethttp.ChooseByBody, Boundary: new(reports).boundary()}
	write := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		_, _ = io.Copy(io.Discard, r.Body)
		api.WriteError(w, r, errkit.NotFound)
	})
	other := &nethttp.API{Dialect: oxp.Dialect{}, Boundary: api.Boundary}
	for name, h := range map[string]http.Handler{
		"the same":    api.Middleware(write),
		"inside":      other.Middleware(api.Middleware(write)),
		"another API": other.Middleware(write),
	} {
		overWires(t, h, func(t *testing.T, s served) {
			_, body := s.do(t, "POST", "/", `{"jsonrpc":"2.0","id":7,"method":"x"}`, "Content-Type",
				"application/json")
			require.Contains(t, body, `{"jsonrpc":"2.0","id":7,"error":`, name)
		})
	}
}

// A response that depends on Accept has the header Vary, once.
func TestVary(t *testing.T) {
	api := nethttp.API{Choose: nethttp.ChooseByAccept(nethttp.Offer{Type: "application/json", Dialect: oxp.Dialect{}}),
		Boundary: new(reports).boundary()}
	for _, tt := range []struct{ set, want []string }{
		{nil, []string{"Accept"}},
		{[]string{"Origin"}, []string{"Origin", "Accept"}},
		{[]string{"Origin, accept"}, []string{"Origin, accept"}},
		{[]string{"*"}, []string{"*"}},
	} {
		w := httptest.NewRecorder()
		api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
			if tt.set != nil {
				w.Header()["Vary"] = tt.set
			}
			return errkit.NotFound
		}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		require.Equal(t, tt.want, w.Header()["Vary"])
	}
}

// So does one that depends on the language.
func TestVaryByLanguage(t *testing.T) {
	api := nethttp.API{Boundary: &middleware.Boundary{Localize: func(context.Context, *errkit.Error) {}}}
	w := httptest.NewRecorder()
	api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.NotFound }).
		ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	require.Equal(t, []string{"Accept-Language"}, w.Header()["Vary"])
	api.Choose = nethttp.ChooseByAccept()
	w = httptest.NewRecorder()
	api.WriteError(w, httptest.NewRequest("GET", "/", nil), errkit.NotFound)
	require.Equal(t, []string{"Accept", "Accept-Language"}, w.Header()["Vary"])
}

func FuzzChooseByBody(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","_meta":{"a":1}}}`))
	f.Add([]byte(`{"params":[[{"a":{}}],1],"id":"x"}`))
	f.Add([]byte(`{"id":{"a":[`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		api := nethttp.API{Choose: nethttp.ChooseByBody}
		w := httptest.NewRecorder()
		var left []byte
		api.Boundary = &middleware.Boundary{}
		api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
			left, _ = io.ReadAll(r.Body)
			return errkit.Internal
		}).ServeHTTP(w, r)
		require.Equal(t, string(body), string(left))
		answer := w.Body.Bytes()
		require.True(t, json.Valid(answer), "%s", answer)
		if nethttp.ChooseByBody(r) == nil {
			return
		}
		var whole map[string]json.RawMessage
		var echoed struct {
			ID json.RawMessage `json:"id"`
		}
		require.NoError(t, json.Unmarshal(answer, &echoed))
		if json.Unmarshal(body, &whole) == nil && len(whole["id"]) > 0 && whole["id"][0] >= '0' &&
			whole["id"][0] <= '9' {
			require.Equal(t, string(whole["id"]), string(echoed.ID))
		}
	})
}
