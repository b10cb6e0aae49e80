package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// post calls a handler with a JSON body.
func post(h http.Handler, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// decoded returns the error of a response, with everything that is public.
func decoded(t testing.TB, w *httptest.ResponseRecorder) *errkit.Error {
	t.Helper()
	e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: problem.Dialect{}, Status: w.Code,
		Header: w.Result().Header, Body: w.Body.Bytes()})
	require.NoError(t, err)
	require.NotNil(t, e)
	return e
}

// A tool gives the same errors over HTTP as in every other protocol, and each is reported once,
// with its reference.
func TestToolCases(t *testing.T) {
	toolcases.Run(t, toolcases.Cases(), func(ring *tool.Tool,
		b *middleware.Boundary) func(*testing.T, string) toolcases.Response {
		var ref string
		report := b.Report
		b.Report = func(ctx context.Context, e *errkit.Error) {
			ref = e.Ref
			report(ctx, e)
		}
		server := api.API{API: nethttp.API{Codec: dialect.Codec{Carry: true}, Boundary: b}}
		return func(t *testing.T, input string) toolcases.Response {
			w := post(server.Tool(ring), input)
			if w.Code == 200 {
				require.Equal(t, "application/json", w.Header().Get("Content-Type"))
				return toolcases.Response{Body: w.Body.String(), Output: w.Body.Bytes()}
			}
			e := decoded(t, w)
			require.Equal(t, ref, e.Ref)
			return toolcases.Response{Body: w.Body.String(), Err: e}
		}
	})
}

// Of a code that is not declared, Development shows that once.
func TestUndeclaredInDevelopment(t *testing.T) {
	b := middleware.Development(toolcases.Boundary(nil))
	w := post((&api.API{API: nethttp.API{Boundary: b}}).Tool(toolcases.New()), `{"bell":"front","volume":0,"loud":false,"do":"fail"}`)
	require.Equal(t, 1, strings.Count(w.Body.String(), "no declared error has the code"), w.Body)
}

// A report has the attributes of the request and of the tool.
func TestToolReport(t *testing.T) {
	attrs := map[string]string{}
	b := toolcases.Boundary(nil)
	b.Report = func(ctx context.Context, _ *errkit.Error) {
		for _, a := range middleware.AttrsFrom(ctx) {
			require.NotContains(t, attrs, a.Key)
			attrs[a.Key] = a.Value.String()
		}
	}
	server := api.API{API: nethttp.API{Boundary: b}}
	post(server.Tool(toolcases.New()), `{}`)
	require.Equal(t, map[string]string{"method": "POST", "path": "/", "tool": "Doorbell.Ring", "version": "2.1.0"},
		attrs)
}

type lookup struct {
	ID     int64    `json:"id" path:"id"`
	Page   int      `json:"page" query:"page" form:"page" default:"1" validate:"min=1"`
	Tags   []string `json:"tags,omitempty" query:"tag" form:"tag"`
	Levels []int    `json:"levels,omitempty" header:"X-Level" validate:"dive,max=9"`
	Exact  *bool    `json:"exact" query:"exact" form:"exact"`
	Ratio  float64  `json:"ratio,omitzero" query:"ratio"`
	Tenant string   `json:"tenant,omitempty" header:"x-tenant"`
	Note   string   `json:"note,omitempty" form:"the-note"`
}

func echo(_ context.Context, in lookup) (lookup, error) { return in, nil }

func TestParameters(t *testing.T) {
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	body := []string{"Content-Type", "application/json"}
	tests := []struct {
		name, why    string
		target, body string
		header       []string
		want         string // the output; "": the call fails with kind and fields
		kind         errkit.Kind
		code         errkit.Code
		fields       string // path, message
	}{
		{name: "path", why: "no body is the empty object", target: "/7", want: `{"id":7,"page":1,"exact":null}`},
		{name: "query", why: "values have the types of the schema",
			target: "/-7?page=2&tag=1&tag=true&exact=false&ratio=1e-1&utm=x",
			want:   `{"id":-7,"page":2,"tags":["1","true"],"exact":false,"ratio":0.1}`},
		{name: "header", why: "an array is a list or several lines (RFC 9110 §5.3)", target: "/7",
			header: []string{"X-Level", "1, 2", "X-Level", "3", "X-Tenant", "true"},
			want:   `{"id":7,"page":1,"levels":[1,2,3],"exact":null,"tenant":"true"}`},
		{name: "body", why: "the other members", target: "/7", header: body, body: ` {"note":"é"} `,
			want: `{"id":7,"page":1,"exact":null,"note":"é"}`},
		{name: "null", why: "it is the empty object", target: "/7", header: body, body: `null`,
			want: `{"id":7,"page":1,"exact":null}`},
		{name: "form", why: "it is sent in place of JSON, and its names are those of the tags", target: "/7",
			header: form, body: "page=3&tag=a&tag=b&exact=true&the-note=%C3%A9",
			want: `{"id":7,"page":3,"tags":["a","b"],"exact":true,"note":"é"}`},
		{name: "null in the query", why: "the schema allows it, and so does the error of a wrong value",
			target: "/7?exact=null&tag=null", want: `{"id":7,"page":1,"tags":["null"],"exact":null}`},
		{name: "escaped", why: "a value may have any characters", target: "/7?tag=%22%5C%0A%00",
			want: `{"id":7,"page":1,"tags":["\"\\\n\u0000"],"exact":null}`},

		{name: "not an integer", why: "the error is that of a JSON body", target: "/7x", kind: errkit.InvalidInput,
			fields: "/id must be an integer"},
		{name: "several faults", why: "all are in one error", target: "/0x7?page=0&exact=1&ratio=NaN",
			header: []string{"X-Level", "1,,10"}, kind: errkit.InvalidInput,
			fields: "/exact must be null or true or false; /id must be an integer; /X-Level/1 must be an integer; /X-Level/2 must be at most 9; /page must be at least 1; /ratio must be a number"},
		{name: "a form", why: "its names are those of the tags, and so are those of the error", target: "/7?ratio=x",
			header: form, body: "the-note=a&the-note=b", kind: errkit.InvalidInput,
			fields: "/the-note must be given once; /ratio must be a number"},
		{name: "a body", why: "its names are those of JSON", target: "/7", header: body, body: `{"note":1}`,
			kind: errkit.InvalidInput, fields: "/note must be a string"},
		{name: "forms of a number", why: "only those of JSON", target: "/007?page=+1&ratio=.5",
			kind: errkit.InvalidInput, fields: "/id must be an integer; /page must be an integer; /ratio must be a number"},
		{name: "a large number", why: "its digits are not converted", target: "/9223372036854775808",
			kind: errkit.InvalidInput, fields: "/id must be at most 9223372036854775807"},
		{name: "empty", why: "it is no number", target: "/7?page=", kind: errkit.InvalidInput,
			fields: "/page must be an integer"},
		{name: "twice in the query", why: "which of the two counts is not defined", target: "/7?page=1&page=2",
			kind: errkit.InvalidInput, fields: "/page must be given once"},
		{name: "in path and body", why: "which of the two counts is not defined", target: "/7", header: body,
			body: `{"id":7}`, kind: errkit.InvalidInput, fields: "/id must be given once"},
		{name: "in query and form", why: "which of the two counts is not defined", target: "/7?tag=a", header: form,
			body: `tag=b`, kind: errkit.InvalidInput, fields: "/tag must be given once"},
		{name: "in the body only", why: "a gateway may set the header", target: "/7", header: body,
			body: `{"tenant":"CANARY","page":1}`, kind: errkit.InvalidInput,
			fields: "/page must be in the query as page, not in the body; /tenant must be in the header as X-Tenant, not in the body"},
		{name: "unknown member", why: "as in every body", target: "/7", header: body, body: `{"CANARY":1}`,
			kind: errkit.InvalidInput, fields: "/CANARY is not known"},
		{name: "unknown name in a form", why: "a form is strict as JSON is", target: "/7", header: form,
			body: "a%2Fb=1", kind: errkit.InvalidInput, fields: "/a~1b is not known"},
		{name: "a name in a form that is not for forms", why: "a gateway may set the header", target: "/7",
			header: form, body: "tenant=CANARY", kind: errkit.InvalidInput,
			fields: "/tenant must be in the header as X-Tenant, not in the body"},
		{name: "not UTF-8", why: "it would be repaired silently", target: "/7?tag=%FF&exact=%FF",
			kind: errkit.InvalidInput, fields: "/tag must be UTF-8; /exact must be UTF-8"},
		{name: "not UTF-8 in a form", why: "as in the query", target: "/7", header: form, body: "the-note=%FF",
			kind: errkit.InvalidInput, fields: "/the-note must be UTF-8"},
		{name: "not an object", why: "members cannot be added to it", target: "/7", header: body, body: `["CANARY"]`,
			kind: errkit.InvalidInput, fields: " must be an object"},
		{name: "not JSON", why: "the place is that in the body", target: "/7", header: body, body: "{\n  note: 1}",
			kind: errkit.Malformed, code: middleware.MalformedJSON},
		{name: "bad query", why: "it is not dropped silently", target: "/7?page=%zz", kind: errkit.InvalidRequest,
			code: nethttp.MalformedQuery},
		{name: "bad form", why: "it is not dropped silently", target: "/7", header: form, body: "page=1;2",
			kind: errkit.InvalidRequest, code: nethttp.MalformedForm},
		{name: "text", why: "the type is not known", target: "/7", header: []string{"Content-Type", "text/plain"},
			body: "{}", kind: errkit.InvalidRequest, code: middleware.UnsupportedMediaType},
		{name: "large form", why: "the limit is that of JSON", target: "/7", header: form,
			body: "the-note=" + strings.Repeat("x", 2000), kind: errkit.TooLarge},
	}
	lookups := tool.New("Bells.Look", "", echo)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := api.API{API: nethttp.API{Codec: dialect.Codec{Carry: true}, Boundary: toolcases.Boundary(nil)},
				Binding: api.Binding{MaxBody: 1000}}
			mux := http.NewServeMux()
			mux.Handle("/{id}", server.Tool(lookups))
			r := httptest.NewRequest("GET", tt.target, strings.NewReader(tt.body))
			for i := 0; i < len(tt.header); i += 2 {
				r.Header.Add(tt.header[i], tt.header[i+1])
			}
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if tt.want != "" {
				require.Equal(t, 200, w.Code, "%s: %s", tt.why, w.Body)
				require.JSONEq(t, tt.want, w.Body.String(), tt.why)
				return
			}
			e := decoded(t, w)
			require.Equal(t, tt.kind.String(), e.Kind.String(), tt.why)
			require.Equal(t, tt.code, e.Code, tt.why)
			var fields []string
			for _, f := range e.Fields {
				fields = append(fields, f.Path+" "+string(f.Message))
				require.NotContains(t, f.Message, "CANARY")
			}
			require.Equal(t, tt.fields, strings.Join(fields, "; "), tt.why)
		})
	}
}

// A form that the tool has no tags for is not accepted: any other site could send one.
func TestNoForm(t *testing.T) {
	server := api.API{API: nethttp.API{Boundary: toolcases.Boundary(nil)}}
	r := httptest.NewRequest("POST", "/", strings.NewReader("bell=front"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	server.Tool(toolcases.New()).ServeHTTP(w, r)
	require.Equal(t, 415, w.Code)
}

// A pattern without the wildcard of a tag is a mistake of the program.
func TestPatternWithoutWildcard(t *testing.T) {
	server := api.API{API: nethttp.API{Boundary: toolcases.Boundary(nil)}}
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}", server.Tool(tool.New("Bells.Look", "", echo)))
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("POST", "/bells/7", nil))
	require.Equal(t, 500, w.Code)
}

// The router's own path values count where requests have no pattern.
func TestPathValue(t *testing.T) {
	server := api.API{API: nethttp.API{Boundary: toolcases.Boundary(nil)}}
	r := httptest.NewRequest("GET", "/", nil)
	r.SetPathValue("id", "7")
	w := httptest.NewRecorder()
	server.Tool(tool.New("Bells.Look", "", echo)).ServeHTTP(w, r)
	require.Equal(t, 200, w.Code, w.Body.String())
}

func TestTools(t *testing.T) {
	old := tool.Must(tool.Define(tool.Definition{Name: "Doorbell.Ring", Version: "1.0.0"},
		func(context.Context, struct{}) (int, error) { return 1, nil }))
	set := tool.NewSet(old, toolcases.New(), tool.New("Bells.Look", "", echo))
	server := api.API{Pattern: func(t *tool.Tool) string {
		if t.Name == "Bells.Look" {
			return "GET /bells/{id}"
		}
		return "POST /ring"
	}}
	mux := server.Tools(set)
	for _, target := range []string{"POST /ring", "GET /bells/7", "POST /bells/7", "POST /Doorbell_Ring"} {
		method, path, _ := strings.Cut(target, " ")
		r := httptest.NewRequest(method, path, strings.NewReader(`{"bell":"front","volume":0,"loud":false}`))
		r.Header.Set("Content-Type", "application/json")
		if method == "GET" {
			r.Body = http.NoBody
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		require.Equal(t, map[string]int{"POST /ring": 200, "GET /bells/7": 200, "POST /bells/7": 405,
			"POST /Doorbell_Ring": 404}[target], w.Code, target)
	}
}

// The input of a tool stays strict whatever its parameters are, and no call panics.
func FuzzParameters(f *testing.F) {
	f.Add("page=2&tag=a&exact=true&ratio=0.5", "1,2", `{"note":"x"}`)
	f.Add("page=1e9&page=", ",", `{`)
	f.Add("%00=&;", "\xff", `null`)
	boundary := toolcases.Boundary(nil)
	boundary.Repanic = true
	server := api.API{API: nethttp.API{Boundary: boundary}}
	h := server.Tool(tool.New("Bells.Look", "", echo))
	f.Fuzz(func(t *testing.T, query, level, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.URL = &url.URL{Path: "/", RawQuery: query}
		r.Header = http.Header{"Content-Type": {"application/json"}, "X-Level": {level}}
		r.SetPathValue("id", "7")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.True(t, json.Valid(w.Body.Bytes()), w.Body.String())
		require.NotEqual(t, 500, w.Code)
	})
}
