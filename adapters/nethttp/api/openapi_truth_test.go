package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// A call is one of the ways in which the server is called.
type call struct {
	name, path string // of the operation
	target     string // "": the path
	header     string // a name and a value
	body       string
	want       errkit.Kind // of the error; used if failed is set
	failed     bool
}

// calls has a call for each way in which a tool can succeed or fail.
func calls() []call {
	const ring, valid = "/Doorbell_Ring", `"bell":"front","volume":0,"loud":false`
	do := func(what string) string { return `{` + valid + `,"do":"` + what + `"}` }
	fail := func(k errkit.Kind, name, header, body string) call {
		return call{name: name, path: ring, header: header, body: body, want: k, failed: true}
	}
	ok := func(name, header, body string) call { return call{name: name, path: ring, header: header, body: body} }
	return []call{
		ok("required members", "", `{`+valid+`}`),
		ok("all members", "", `{`+valid+`,"times":3.0,"mode":"hard","reason":"x","items":[{"sku":"a","count":1}],"any":[null]}`),
		ok("with a key", "Idempotency-Key: \"a\"", `{`+valid+`}`),
		ok("with the same key", "Idempotency-Key: \"a\"", `{`+valid+`}`),
		fail(errkit.InvalidInput, "a key of another input", "Idempotency-Key: \"a\"", `{`+valid+`,"times":2}`),
		fail(errkit.InvalidInput, "no members", "", `{}`),
		fail(errkit.InvalidInput, "no body", "", ``),
		fail(errkit.InvalidInput, "an array", "", `[]`),
		fail(errkit.InvalidInput, "wrong types", "", `{"bell":1,"volume":"a","loud":null,"x":[]}`),
		fail(errkit.Malformed, "not JSON", "", `{"bell"`),
		fail(errkit.InvalidRequest, "another media type", "Content-Type: text/plain", `{}`),
		fail(errkit.InvalidRequest, "another charset", "Content-Type: application/json; charset=latin1", `{}`),
		fail(errkit.Unsupported, "an encoding", "Content-Encoding: br", `{}`),
		fail(errkit.TooLarge, "a large body", "", `{"bell":"`+strings.Repeat("a", 5000)+`"}`),
		fail(errkit.NotFound, "a declared kind", "", do("fail")),
		fail(errkit.Unavailable, "an undeclared kind", "", do("wrap")),
		fail(errkit.InvalidInput, "invalid by the function", "", do("reject")),
		fail(errkit.Internal, "an uncoded error", "", do("plain")),
		fail(errkit.Internal, "a panic", "", do("panic")),
		fail(errkit.Internal, "canceled by the function alone", "", do("canceled")),
		fail(errkit.OutputInvalid, "an output without JSON", "", do("nan")),
		fail(errkit.OutputInvalid, "an output that breaks the schema", "", do("break")),
		{name: "a parameter of the wrong type", path: "/towers/{tower}/bells/{id}", target: "/towers/a/bells/x", body: `{}`,
			want: errkit.InvalidInput, failed: true},
		{name: "missing requirements", path: "/towers/{tower}/bells/{id}", target: "/towers/a/bells/7?page=1",
			body: `{"note":"loud"}`, want: errkit.AuthRequired, failed: true},
		{name: "any output", path: "/free", body: `{"ok":false,"error":{"message":"no"},"success":false}`},
	}
}

// kinds is a tool that returns an error of each kind, none of which it declares.
func kinds() *tool.Tool {
	return tool.New("kinds", "", func(_ context.Context, in struct {
		Kind errkit.Kind `json:"kind"`
	}) (map[string]any, error) {
		return nil, &errkit.Error{Kind: in.Kind, Code: "another", RetryAfter: 1e9, Hint: "Ask somebody."}
	})
}

// Every response has the status, the content type and the schema that the document has for it, in
// every dialect.
func TestOpenAPIIsTrue(t *testing.T) {
	for _, d := range all.Dialects() {
		t.Run(d.Name(), func(t *testing.T) {
			server := api.API{
				API: nethttp.API{Boundary: toolcases.Boundary(nil), Dialect: d}, Pattern: pattern,
				Binding: api.Binding{MaxBody: 4096}, Keys: &idempotency.Keys{Replay: true},
			}
			set := documented()
			require.NoError(t, set.Add(kinds()))
			doc, err := server.OpenAPI(set)
			require.NoError(t, err)
			described := describe(t, doc)
			mux := server.Tools(set)
			all := calls()
			require.GreaterOrEqual(t, len(all), 24)
			for _, k := range errkit.Kinds() {
				all = append(all, call{name: k.String(), path: "/kinds", body: `{"kind":"` + k.String() + `"}`, want: k, failed: true})
			}
			for _, c := range all {
				t.Run(c.name, func(t *testing.T) {
					target := c.target
					if target == "" {
						target = c.path
					}
					r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(c.body))
					r.Header.Set("Content-Type", "application/json")
					if name, value, ok := strings.Cut(c.header, ": "); ok {
						r.Header.Set(name, value)
					}
					w := httptest.NewRecorder()
					mux.ServeHTTP(w, r)
					described.check(t, c, w)
				})
			}
		})
	}
}

// A description is an OpenAPI document and the schemas in it.
type description struct {
	paths    map[string]map[string]struct{ Responses map[string]response }
	compiler *jsonschema.Compiler
}

func describe(t *testing.T, doc map[string]any) *description {
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	var parsed struct {
		Paths map[string]map[string]struct{ Responses map[string]response }
	}
	require.NoError(t, json.Unmarshal(text, &parsed))
	d := &description{paths: parsed.Paths, compiler: jsonschema.NewCompiler()}
	d.compiler.AssertFormat()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	require.NoError(t, d.compiler.AddResource("urn:openapi", value))
	return d
}

// check compares a response with what the document has for its status.
func (d *description) check(t *testing.T, c call, w *httptest.ResponseRecorder) {
	status := strconv.Itoa(w.Code)
	responses := d.paths[c.path]["post"].Responses
	require.Contains(t, responses, "default")
	if _, ok := responses[status]; !ok {
		status = "default"
	}
	if !c.failed {
		require.Equal(t, "200", status, "%s", w.Body)
	}
	media := w.Header().Get("Content-Type")
	if c.failed && media == "application/problem+json" {
		require.Contains(t, w.Body.String(), `"kind":"`+c.want.String()+`"`)
	}
	require.Contains(t, responses[status].Content, media, "%d: %s", w.Code, w.Body)
	if parsed, _, err := mime.ParseMediaType(media); err != nil || !strings.HasSuffix(parsed, "json") {
		return // such as a text for a model
	}
	at := pointer.FromTokens([]string{"paths", c.path, "post", "responses", status, "content", media, "schema"})
	schema, err := d.compiler.Compile("urn:openapi" + (&url.URL{Fragment: at}).String())
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(w.Body)
	require.NoError(t, err)
	require.NoError(t, schema.Validate(value), "%d %s: %v", w.Code, status, value)
}
