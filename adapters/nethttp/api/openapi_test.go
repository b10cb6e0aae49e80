package api_test

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

var update = flag.Bool("update", false, "write the golden files")

// documented is a set with every part of a definition.
func documented() *tool.Set {
	look := tool.Must(tool.Define(tool.Definition{
		Name:        "Bells.Look",
		Title:       "Look",
		Description: "Looks at a bell.",
		Requirements: tool.Requirements{
			Authorization: []tool.Authorization{{ID: "acme/bells", Scopes: []string{"bells.read"}},
				{ID: "acme/towers"}},
			Secrets: []string{"API_KEY"},
			UserID:  true,
		},
		Examples: []tool.Example{{Description: "The first page.",
			Input: json.RawMessage(`{"id":7,"page":1,"note":"loud"}`)}},
		Errors: []error{&errkit.Error{
			Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no such bell.", Dev: errkit.Dev(canary),
			Ref: canary,
		}},
	}, echo))
	free := tool.New("free", "", func(_ context.Context, in map[string]any) (any, error) { return in, nil })
	return tool.NewSet(toolcases.New(), look, free)
}

func pattern(t *tool.Tool) string {
	if t.Name == "Bells.Look" {
		return "POST /towers/{tower}/bells/{id}"
	}
	return "POST /" + t.ModelName()
}

func TestOpenAPI(t *testing.T) {
	server := api.API{Pattern: pattern}
	doc, err := server.OpenAPI(documented())
	require.NoError(t, err)
	got, err := json.MarshalIndent(doc, "", "  ")
	require.NoError(t, err)
	require.NotContains(t, string(got), canary)
	const golden = "testdata/openapi.json"
	if *update {
		require.NoError(t, os.WriteFile(golden, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(got))
	server.Tools(documented()) // the patterns are those of a mux
}

// A response is the part of a Response Object that the tests read.
type response struct {
	Content map[string]struct {
		Schema struct {
			Properties struct {
				Kind struct{ Enum []string }
			}
		}
	}
}

// responses returns the Responses Object of the operation POST path.
func responses(t *testing.T, doc map[string]any, path string) map[string]response {
	t.Helper()
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	var parsed struct {
		Paths map[string]map[string]struct{ Responses map[string]response }
	}
	require.NoError(t, json.Unmarshal(text, &parsed))
	return parsed.Paths[path]["post"].Responses
}

// The document has the status and the kind of each error that a tool declares or every tool may
// respond with.
func TestOpenAPIDescribesTheResponses(t *testing.T) {
	server := api.API{API: nethttp.API{Boundary: toolcases.Boundary(nil)}}
	doc, err := server.OpenAPI(documented())
	require.NoError(t, err)
	described := responses(t, doc, "/Doorbell_Ring")
	for _, c := range toolcases.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			w := post(server.Tool(c.Tool()), c.Input)
			content := described[strconv.Itoa(w.Code)].Content[w.Header().Get("Content-Type")]
			switch {
			case c.Output != "":
				require.Contains(t, described["200"].Content, w.Header().Get("Content-Type"))
			case c.Error.Kind == errkit.Unavailable: // it is not declared
				require.Contains(t, described["default"].Content, w.Header().Get("Content-Type"))
			default:
				require.Contains(t, content.Schema.Properties.Kind.Enum, c.Error.Kind.String())
			}
		})
	}
}

// Other dialects have their own statuses and media types, and no schema.
func TestOpenAPIOfOtherDialects(t *testing.T) {
	tests := []struct {
		dialect  dialect.Dialect
		statuses []string
		media    string
	}{
		{oxp.Dialect{}, []string{"200", "400", "422", "default"}, "application/json"},
		{aai.Dialect{}, []string{"200", "400", "default"}, "application/json"},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.Name(), func(t *testing.T) {
			server := api.API{API: nethttp.API{Dialect: tt.dialect}}
			doc, err := server.OpenAPI(documented())
			require.NoError(t, err)
			require.NotContains(t, doc["components"], "schemas")
			described := responses(t, doc, "/Doorbell_Ring")
			require.ElementsMatch(t, tt.statuses, slices.Collect(maps.Keys(described)))
			for status, r := range described {
				require.Contains(t, r.Content, tt.media, status)
			}
		})
	}
}

func TestOpenAPIErrors(t *testing.T) {
	tests := []struct {
		name, pattern, want string
	}{
		{"no method", "/bells/{id}", "want a method and a path"},
		{"no path", "POST", "want a method and a path"},
		{"a method that OpenAPI does not have", "CONNECT /bells/{id}", `OpenAPI has no method "connect"`},
		{"no wildcard", "POST /bells", "it has no wildcard {id}"},
		{"another wildcard", "POST /bells/{bell}", "it has no wildcard {id}"},
		{"a wildcard of another router", "POST /bells/:id", "it has no wildcard {id}"},
		{"twice", "POST /free/{id}", "another tool has the same pattern"},
		{"host", "GET bells.example/{id}/{$}", ""},
		{"the rest of the path", "GET /{id...}", ""},
	}
	look := tool.New("Bells.Look", "", echo)
	free := tool.New("free", "", func(_ context.Context, in map[string]any) (any, error) { return in, nil })
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := api.API{Pattern: func(of *tool.Tool) string {
				if of == free {
					return "POST /free/{id}"
				}
				return tt.pattern
			}}
			_, err := server.OpenAPI(tool.NewSet(free, look))
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, `api: tool "Bells.Look": pattern "`+tt.pattern+`": `+tt.want)
		})
	}
	_, err := new(api.API).OpenAPI(tool.NewSet(look))
	require.NoError(t, err, "the default pattern has the path values")
	server := api.API{Pattern: func(*tool.Tool) string { return "GET /ring" }}
	_, err = server.OpenAPI(tool.NewSet(toolcases.New()))
	require.ErrorContains(t, err, "the method has no body, which the tool needs")
	doc, err := server.OpenAPI(new(tool.Set))
	require.NoError(t, err)
	require.Empty(t, doc["paths"])
}

// A generated client can send only the headers that the document has.
func TestOpenAPIHasTheKey(t *testing.T) {
	tests := []struct {
		name, why, pattern string
		keys               *idempotency.Keys
		want               bool
	}{
		{"replay", "a repeated call gets the first answer", "POST /ring", &idempotency.Keys{Replay: true}, true},
		{"a safe method", "it may be repeated without a key", "GET /ring", &idempotency.Keys{Replay: true}, false},
		{"no replay", "the key would not protect the next call", "POST /ring", &idempotency.Keys{}, false},
		{"no keys", "the same", "POST /ring", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := api.API{Keys: tt.keys, Pattern: func(*tool.Tool) string { return tt.pattern }}
			ring := tool.New("ring", "", func(context.Context, struct{}) (string, error) { return "", nil })
			doc, err := server.OpenAPI(tool.NewSet(ring))
			require.NoError(t, err)
			text, err := json.Marshal(doc["paths"])
			require.NoError(t, err)
			require.Equal(t, tt.want, strings.Contains(string(text), `"in":"header","name":"Idempotency-Key"`), tt.why)
		})
	}
	t.Run("a member of the input", func(t *testing.T) {
		ring := tool.New("ring", "", func(_ context.Context, in struct {
			Key string `json:"key" header:"idempotency-key" description:"Of the payment."`
		}) (string, error) {
			return in.Key, nil
		})
		doc, err := (&api.API{Keys: &idempotency.Keys{Replay: true}}).OpenAPI(tool.NewSet(ring))
		require.NoError(t, err)
		text, err := json.Marshal(doc["paths"])
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(strings.ToLower(string(text)), `"name":"idempotency-key"`),
			"a name and a place are unique in a list of parameters (OpenAPI 3.1 §4.8.10)")
	})
}

// An example without an input is a call with an empty object, which is what a mock server sends.
func TestOpenAPIExampleWithoutInput(t *testing.T) {
	for _, input := range []string{"", "null", "{}"} {
		one := tool.Must(tool.Define(tool.Definition{Name: "ring", Examples: []tool.Example{{Input: json.RawMessage(input)}}},
			func(_ context.Context, in struct {
				Times int `json:"times,omitempty"`
			}) (int, error) {
				return in.Times, nil
			}))
		doc, err := new(api.API).OpenAPI(tool.NewSet(one))
		require.NoError(t, err)
		text, err := json.Marshal(doc["paths"])
		require.NoError(t, err)
		require.Contains(t, string(text), `"examples":{"example1":{"value":{}}}`, input)
	}
}
