package mcperr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

type when struct {
	At     time.Time `json:"at"`
	Count  int8      `json:"count,omitempty"`
	Nested []struct {
		N uint8 `json:"a/b"`
	} `json:"nested,omitempty"`
}

// TestInputType checks input that the schema allows and the Go type does not.
func TestInputType(t *testing.T) {
	const upstream = `{"count":"` + canary + `"}`
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	h := func(_ context.Context, _ *mcp.CallToolRequest, in when) (*mcp.CallToolResult, any, error) {
		var answer when
		return nil, nil, json.Unmarshal([]byte(upstream), &answer) // an error of the same type, of a document of ours
	}
	loose := json.RawMessage(`{"type":"object"}`)
	mcp.AddTool(s, &mcp.Tool{Name: "plain", InputSchema: loose}, h)
	mcp.AddTool(s, &mcp.Tool{Name: "wrapped", InputSchema: loose}, mcperr.Handler(h))
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	tests := []struct {
		name, arguments string
		plain, wrapped  string
	}{
		{"a number that overflows", `{"count":3000}`, `"path":"/count"`, `"path":"/count"`},
		{"a number that overflows, deep down", `{"nested":[{},{"a/b":-1}]}`, `"path":"/nested/1/a~1b"`,
			`"path":"/nested/1/a~1b"`},
		{"a time that is not valid", `{"at":"` + canary + `"}`, `"path":"/at"`, `"path":"/at"`},
		{"the handler's own document", `{}`, `"kind":"internal"`, `"kind":"internal"`},
		{"the handler's own document, with a place that is in the input too", `{"count":3}`, `"kind":"internal"`,
			`"kind":"internal"`},
		{"a number that the SDK writes anew", `{"count":3e3}`, `"path":"/count"`, `"path":"/count"`},
		{"a text where a number is wanted", `{"count":"` + canary + `"}`, `"path":"/count"`, `"path":"/count"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for tool, want := range map[string]string{"plain": tt.plain, "wrapped": tt.wrapped} {
				got := w.Tool(t, tool, tt.arguments)
				require.Contains(t, got, want, tool)
				require.NotContains(t, got, canary)
				require.NotContains(t, got, "3000")
			}
		})
	}
}

// TestValue checks that an error about a text which a tool or a prompt cannot parse is the caller's
// if the text is in the arguments.
func TestValue(t *testing.T) {
	const readOnly = "a tool that only reads"
	tests := []struct {
		name, method, arguments string
		f                       func(ctx context.Context, since string) error
		want                    string
	}{
		{"a tool", "tools/call", `{"since":"` + canary + `"}`, parseDay,
			`such as \"2026-12-31\"\nThis call may have taken effect: check that first.`},
		{readOnly, "tools/call", `{"since":"` + canary + `"}`, parseDay,
			`since: must be a date or time that exists, such as \"2026-12-31\""`},
		{"a prompt", "prompts/get", `{"since":"` + canary + `"}`, parseDay,
			`since: must be a date or time that exists, such as \"2026-12-31\"`},
		{"another text", "tools/call", `{"since":"2026-01-02"}`,
			func(ctx context.Context, _ string) error { return parseDay(ctx, canary) }, "Something went wrong"},
		{"a text that the tool may have from a service", "tools/call", `{"since":"` + canary + `"}`,
			func(ctx context.Context, since string) error {
				middleware.CountRequest(ctx, true, true)
				return parseDay(ctx, since)
			}, "Something went wrong"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := standard.Boundary()
			b.Report = nil
			s := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
			s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
			hints := &mcp.ToolAnnotations{ReadOnlyHint: tt.name == readOnly}
			mcperr.AddTool(s, &mcp.Tool{Name: "list", Annotations: hints}, func(ctx context.Context, _ *mcp.CallToolRequest,
				in struct {
					Since string `json:"since"`
				},
			) (*mcp.CallToolResult, any, error) {
				return nil, nil, tt.f(ctx, in.Since)
			})
			s.AddPrompt(&mcp.Prompt{Name: "list"},
				func(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
					return nil, tt.f(ctx, r.Params.Arguments["since"])
				})
			got := stdio(t, s, "2025-11-25", "{}").Call(t, tt.method, `{"name":"list","arguments":`+
				tt.arguments+`}`)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)
		})
	}
}

func parseDay(_ context.Context, day string) error {
	_, err := time.Parse(time.DateOnly, day)
	return fmt.Errorf("list: %w", err)
}

// byHand decodes itself with encoding/json, as part of what the SDK decodes.
type byHand struct{ N int8 }

func (b *byHand) UnmarshalJSON(data []byte) error {
	type plain struct {
		N int8 `json:"n"`
	}
	return json.Unmarshal(data, (*plain)(b))
}

// TestUpstream checks that an error about a document that the handler read is not the caller's,
// even if the input has another value in the same place; an error about an input that the handler
// or a type decodes is.
func TestUpstream(t *testing.T) {
	type trip struct {
		City   string         `json:"city,omitempty"`
		Nights int            `json:"nights,omitempty"`
		Miles  float64        `json:"miles,omitempty"`
		Rooms  []string       `json:"rooms,omitempty"`
		Rates  map[string]int `json:"rates,omitempty"`
		When   time.Time      `json:"when,omitzero"`
	}
	decode := func(doc string, dst any) error { return json.Unmarshal([]byte(doc), dst) }
	tests := []struct {
		name      string
		err       error
		inferred  bool // the schema is the SDK's
		arguments string
		want      string
	}{
		{"a value that fits", decode(`{"nights":"`+canary+`"}`, new(trip)), false, `{"nights":3}`,
			`"kind":"internal"`},
		{"another JSON type", decode(`{"city":{"x":"`+canary+`"}}`, new(struct {
			City int `json:"city"`
		})), false, `{"city":"Bern"}`, `"kind":"internal"`},
		{"another number", decode(`{"miles":3.5}`, new(struct {
			Miles int `json:"miles"`
		})), false, `{"miles":4.5}`, `"kind":"internal"`},
		{"a text, which the schema wants", decode(`{"city":"`+canary+`"}`, new(struct {
			City int `json:"city"`
		})), true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"an object at another place", decode(`{"of":1,"rates":{}}`, new(struct {
			Rates []int `json:"rates"`
		})), true, `{"rates":{"a":1}}`, `"kind":"internal"`},
		{"nested, at another place", decode(`{"rates":{"of":1,"a":3}}`, new(struct {
			Rates struct {
				A string `json:"a"`
			} `json:"rates"`
		})), true, `{"rates":{"a":3}}`, `"kind":"internal"`},
		{"a time that is one", &json.UnmarshalTypeError{Value: "string", Type: reflect.TypeFor[time.Time](),
			Field: "when"}, true, `{"when":"2026-01-02T03:04:05Z"}`, `"kind":"internal"`},
		{"no type", &json.UnmarshalTypeError{Value: "string", Field: "city"}, true, `{"city":"Bern"}`,
			`"kind":"internal"`},
		{"a syntax error", decode(`{"city" 1}`, new(trip)), true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"a document that ends too early", decode(`{"city`, new(trip)), true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"an empty document", decode(``, new(trip)), true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"a cache that hangs up", io.EOF, true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"a cache that hangs up, without arguments", fmt.Errorf("cache: %w", io.EOF), true, ``, `"kind":"internal"`},
		{"a cache that hangs up early", io.ErrUnexpectedEOF, true, `{"city":"Bern"}`, `"kind":"internal"`},
		{"what has the same place, JSON type and wrong type", decode(`{"city":"Rome"}`, new(struct {
			City int `json:"city"`
		})), false, `{"city":"Bern"}`, `"path":"/city"`},
	}
	known := standard.Boundary()
	known.Report = nil
	for _, b := range []*middleware.Boundary{quiet.Boundary, known} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				require.Error(t, tt.err)
				s := mcp.NewServer(&mcp.Implementation{Name: "trips", Version: "1"}, nil)
				tool := &mcp.Tool{Name: "plan"}
				if !tt.inferred {
					tool.InputSchema = json.RawMessage(`{"type":"object"}`)
				}
				h := func(context.Context, *mcp.CallToolRequest, trip) (*mcp.CallToolResult, any, error) {
					return nil, nil, tt.err
				}
				mcp.AddTool(s, tool, h)
				wrapped := *tool
				wrapped.Name = "wrapped"
				mcp.AddTool(s, &wrapped, mcperr.Handler(h))
				s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
				params := `{"name":"plan","arguments":` + tt.arguments + `}`
				if tt.arguments == "" {
					params = `{"name":"plan"}`
				}
				w := stdio(t, s, "2025-11-25", "{}")
				got := w.Call(t, "tools/call", params)
				require.Contains(t, got, tt.want)
				require.NotContains(t, got, canary)
				got = w.Call(t, "tools/call", strings.Replace(params, "plan", "wrapped", 1))
				require.Contains(t, got, `"kind":"internal"`, "a wrapped handler has decoded arguments")
				require.NotContains(t, got, canary)
				require.Contains(t, w.Call(t, "tools/call", `{"name":"wrapped"}`), `"isError":true`,
					"a typed tool decodes no absent arguments")
			})
		}

		s := mcp.NewServer(&mcp.Implementation{Name: "trips", Version: "1"}, nil)
		mcp.AddTool(s, &mcp.Tool{Name: "by_hand", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest, struct {
				B byHand `json:"b"`
			}) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
		s.AddTool(&mcp.Tool{Name: "raw",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"nights":{"type":"integer"}}}`)},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, json.Unmarshal(r.Params.Arguments, new(trip))
			})
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
		w := stdio(t, s, "2025-11-25", "{}")
		require.Contains(t, w.Tool(t, "by_hand", `{"b":{"n":3000}}`), `"path":"/b/n"`)
		require.Contains(t, w.Tool(t, "by_hand", `{ "b": { "x": 1e0, "n": 3000 } }`), `"path":"/b/n"`)
		require.Contains(t, w.Tool(t, "raw", `{"nights":"three"}`), `"path":"/nights"`)
		require.Contains(t, w.Tool(t, "raw", `{"nights":3.5}`), `"path":"/nights"`)
		require.Contains(t, w.Call(t, "tools/call", `{"name":"raw"}`),
			`"text":"The call has no arguments. Pass a JSON object, such as {}."`)
	}
}

// TestPromptArguments checks that the arguments of a prompt are input, too.
func TestPromptArguments(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "trips", Version: "1"}, nil)
	s.AddPrompt(&mcp.Prompt{Name: "plan", Arguments: []*mcp.PromptArgument{{Name: "trip"}}},
		func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var trip struct{ Nights int }
			return nil, json.Unmarshal([]byte(r.Params.Arguments["trip"]), &trip)
		})
	known := standard.Boundary()
	known.Report = nil
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: known}))
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plan","arguments":{"trip":"{\"nights\":\"`+canary+`\"}"}}`),
		`"path":"/nights"`)
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plan","arguments":{"trip":"{\"nights"}}`),
		"A parameter of the request is not valid JSON: line 1, column 9")
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plan"}`), `"code":-32603`)
}

// TestForeignViolations checks that an error of encoding/json or of a validator about another
// document than the arguments is the server's, however much the documents are alike.
func TestForeignViolations(t *testing.T) {
	type order struct {
		ID        string  `json:"id" validate:"required,len=5"`
		UnitPrice float64 `json:"unit_price" validate:"gt=0"`
	}
	schema := `{"type":"object","properties":{"id":{"type":"string"},"unit_price":{"type":"number"},"items":{"type":"array","items":{"type":"string"}}}}`
	decode := func(doc string, dst any) error { return json.Unmarshal([]byte(doc), dst) }
	validate := func(s any) error { return validator.New().Struct(s) }
	matches := func(doc string) error {
		compiler := jsonschema.NewCompiler()
		parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"required":["id"],"properties":{"id":{"type":"string","maxLength":2},"weight":{"type":"number"}},"additionalProperties":false}`))
		require.NoError(t, err)
		require.NoError(t, compiler.AddResource("urn:x", parsed))
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		require.NoError(t, err)
		return compiler.MustCompile("urn:x").Validate(value)
	}
	tests := []struct {
		name      string
		err       error
		arguments string
		want      string
	}{
		{"the same document, which the schema allows", decode(`{"id":"4711"}`, new(struct{ ID int })), `{"id":"4711"}`,
			`"kind":"internal"`},
		{"an item of it", decode(`{"items":["7"]}`, new(struct{ Items []int })), `{"items":["7"]}`,
			`"kind":"internal"`},
		{"a type that the schema allows", decode(`{"unit_price":1.5}`, new(struct {
			P int `json:"unit_price"`
		})), `{"unit_price":1.5}`, `"path":"/unit_price"`},
		{"a tag, other values", validate(order{ID: "12345"}), `{"id":"4711","unit_price":3}`, `"kind":"internal"`},
		{"a tag, the values of the call", validate(order{ID: "4711", UnitPrice: 3}), `{"id":"4711","unit_price":3}`,
			`"kind":"invalid_input"`},
		{"a tag, an absent member", validate(order{ID: "12345"}), `{"id":"12345"}`, `"kind":"invalid_input"`},
		{"a tag, a member that the tool does not have", validate(struct {
			Weight float64 `validate:"gt=0"`
		}{}), `{"id":"12345"}`, `"kind":"internal"`},
		{"a tag, another name", validate(struct {
			Number string `validate:"len=5"`
		}{"4711"}), `{"id":"4711"}`, `"kind":"invalid_input"`},
		{"a schema, another document", matches(`{"weight":1}`), `{"id":"4"}`, `"kind":"internal"`},
		{"a schema, an unknown member", matches(`{"id":"4","color":1}`), `{"id":"4"}`, `"kind":"internal"`},
		{"a schema, another type", matches(`{"id":5}`), `{"id":"4"}`, `"kind":"internal"`},
		{"a schema, the arguments", matches(`{"id":"4711"}`), `{"id":"4711"}`, `"kind":"invalid_input"`},
		{"a schema, an absent member", matches(`{}`), `{}`, `"kind":"invalid_input"`},
		{"an empty document of a service", decode(``, new(order)), `{"id":"4"}`, `"kind":"internal"`},
	}
	known := standard.Boundary()
	known.Report = nil
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Error(t, tt.err)
			s := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "order", InputSchema: json.RawMessage(schema)},
				raw(nil, fmt.Errorf("order: %w", tt.err)))
			s.AddResource(&mcp.Resource{Name: "order", URI: "order://1"}, resource(nil, tt.err))
			s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: known}))
			w := stdio(t, s, "2025-11-25", "{}")
			require.Contains(t, w.Tool(t, "order", tt.arguments), tt.want)
			require.Contains(t, w.Call(t, "resources/read", `{"uri":"order://1"}`), `"code":-32603`,
				"a resource has no arguments")
		})
	}
}

// TestNoArguments checks that an empty document is not the arguments of a tool that has none.
func TestNoArguments(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	err := json.Unmarshal(nil, new(bell))
	for name, schema := range map[string]string{
		"none":     `{"type":"object"}`,
		"optional": `{"type":"object","properties":{"name":{"type":"string"}}}`,
		"required": `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`,
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, raw(nil, err))
	}
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	for name, want := range map[string]string{
		"none":     `"kind":"internal"`,
		"optional": `"text":"The call has no arguments. Pass a JSON object, such as {}."`,
		"required": `"fields":[{"path":"/name","message":"is required","rule":"required"}]`,
	} {
		require.Contains(t, w.Call(t, "tools/call", fmt.Sprintf(`{"name":%q}`, name)), want)
	}
}
