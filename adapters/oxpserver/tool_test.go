package oxpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/schemas/verify"
	"github.com/toolerr/toolerr/tool"
)

type nothing struct{}

type picky struct {
	N int `json:"n" validate:"max=3"`
}

type loud struct{}

func (loud) MarshalJSON() ([]byte, error) { panic(canary) }

// An error or panic of a tool is a Tool Execution Error, without private text.
func TestWhatToolsDo(t *testing.T) {
	var nilError *errkit.Error
	tests := []struct {
		name string
		f    func(context.Context, nothing) (any, error)
		want string // after "success":
	}{
		{"a value", func(context.Context, nothing) (any, error) { return map[string]any{"a": "<b>&"}, nil },
			`true,"value":{"a":"<b>&"}`},
		{"no value", func(context.Context, nothing) (any, error) { return nil, nil }, `true,"value":null`},
		{"an error", func(context.Context, nothing) (any, error) { return nil, errors.New(canary) },
			`false,"error":{"message":"Something went wrong on our side."}`},
		{"a typed nil", func(context.Context, nothing) (any, error) { return nil, nilError },
			`false,"error":{"message":"Something went wrong on our side."}`},
		{"a bare kind", func(context.Context, nothing) (any, error) { return nil, errkit.RateLimited },
			`false,"error":{"message":"Too many calls."}`},
		{"a panic", func(context.Context, nothing) (any, error) { panic(canary) },
			`false,"error":{"message":"Something went wrong on our side."}`},
		{"a nil panic", func(context.Context, nothing) (any, error) { panic(nil) },
			`false,"error":{"message":"Something went wrong on our side."}`},
		{"a kind whose form is usually 400",
			func(context.Context, nothing) (any, error) { return nil, errkit.PermissionDenied },
			`false,"error":{"message":"Permission denied."}`},
		{"invalid input found by the tool", func(context.Context, nothing) (any, error) {
			return nil, errkit.Invalid(errkit.Field{Path: "/date", Message: "must be in the future"})
		}, `false,"error":{"message":"Some input parameters are invalid.","additional_prompt_content":"date: must be in the future"}`},
		{"a challenge by the tool", func(context.Context, nothing) (any, error) {
			return nil, &errkit.Error{Kind: errkit.AuthRequired, Retry: errkit.AfterAction,
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://a.example"}}}}
		}, `false,"error":{"message":"Authorization is needed before this tool can be called.","can_retry":true,"missing_requirements":{"authorization":[{"id":"1","url":"https://a.example"}]}}`},
		{"no JSON", func(context.Context, nothing) (any, error) { return math.NaN(), nil },
			`false,"error":{"message":"The tool produced a result that breaks its own description."}`},
		{"a channel", func(context.Context, nothing) (any, error) { return make(chan int), nil },
			`false,"error":{"message":"The tool produced a result that breaks its own description."}`},
		{"a panic while marshaling", func(context.Context, nothing) (any, error) { return loud{}, nil },
			`false,"error":{"message":"Something went wrong on our side."}`},
		{"an error while marshaling", func(context.Context, nothing) (any, error) {
			return json.RawMessage("{" +
				canary), nil
		}, `false,"error":{"message":"The tool produced a result that breaks its own description."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s oxpserver.Server
			require.NoError(t, addTool(&s, tool.Definition{Name: "T.Do", Version: "1.0.0"}, tt.f))
			url := serve(t, &s)
			for _, id := range []string{``, `,"call_id":"1"`} { // alone, and as a call that a repetition can join
				a := call(t, url, `{"tool_id":"T.Do"`+id+`}`)
				require.Equal(t, 200, a.status)
				_, after, ok := strings.Cut(a.body, `"success":`)
				require.True(t, ok)
				require.Equal(t, tt.want+"}", after)
			}
		})
	}
}

// The stage of a tool's error selects the form.
func TestStageChoosesTheForm(t *testing.T) {
	var s oxpserver.Server
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Do", Version: "1.0.0"},
		func(context.Context, nothing) (any, error) {
			return nil, &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall,
				Fields: []errkit.Field{{Path: "/date", Message: "Must be in the future"}}}
		}))
	a := call(t, serve(t, &s), `{"tool_id":"T.Do"}`)
	require.Equal(t, 422, a.status)
	require.Equal(t, `{"message":"Some input parameters are invalid.","parameter_errors":{"date":"Must be in the future"}}`, a.body)
}

func TestOutputSchema(t *testing.T) {
	var s oxpserver.Server
	big := func(context.Context, nothing) (picky, error) { return picky{N: 4}, nil }
	require.NoError(t, errors.Join(
		addTool(&s, tool.Definition{Name: "T.Derived", Version: "1.0.0"}, big),
		addTool(&s, tool.Definition{Name: "T.None", Version: "1.0.0", OutputSchema: json.RawMessage(`null`)}, big),
		addTool(&s, tool.Definition{Name: "T.Own", Version: "1.0.0",
			OutputSchema: json.RawMessage(`{"properties":{"n":{"const":4}}}`)}, big),
	))
	url := serve(t, &s)
	require.Contains(t, call(t, url, `{"tool_id":"T.Derived"}`).body,
		`"success":false,"error":{"message":"The tool produced a result that breaks its own description."}`)
	require.Contains(t, call(t, url, `{"tool_id":"T.None"}`).body, `"value":{"n":4}`)
	require.Contains(t, call(t, url, `{"tool_id":"T.Own"}`).body, `"value":{"n":4}`)
}

func TestAddRejects(t *testing.T) {
	var s oxpserver.Server
	versioned := func(name, version string) *tool.Tool {
		return tool.Must(tool.Define(tool.Definition{Name: name, Version: version},
			func(context.Context, nothing) (any, error) { return nil, nil }))
	}
	require.NoError(t, s.Add(versioned("T.Do", "1.0.0")))
	tests := []struct {
		name  string
		tools []*tool.Tool
		want  string
	}{
		{"a version that exists", []*tool.Tool{versioned("T.Do", "01.0.0")},
			`oxpserver: tool "T.Do": the set has version 01.0.0`},
		{"no toolkit", []*tool.Tool{versioned("T.New", "1.0.0"), versioned("Do", "1.0.0")},
			`oxpserver: tool "Do": the name is not of the form Toolkit.Tool`},
		{"three parts", []*tool.Tool{versioned("T.Do.It", "1.0.0")}, `not of the form Toolkit.Tool`},
		{"a hyphen", []*tool.Tool{versioned("T.Do-It", "1.0.0")}, `not of the form Toolkit.Tool`},
		{"nil", []*tool.Tool{versioned("T.New", "1.0.0"), nil}, `a nil tool`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.ErrorContains(t, s.Add(tt.tools...), tt.want) })
	}
	require.Contains(t, call(t, serve(t, &s), `{"tool_id":"T.New"}`).body, "Tool 'T.New' was not found",
		"nothing is added")
}

func TestList(t *testing.T) {
	var s oxpserver.Server
	url := serve(t, &s)
	require.Equal(t, `{"$schema":"urn:oxp:1.0","items":[]}`, do(t, "GET", url+"/tools", "").body)

	bells(t, &s) // while it serves
	require.NoError(t, errors.Join(
		addTool(&s, tool.Definition{Name: "Calculator.Add", Version: "1.10.0"}, add),
		addTool(&s, tool.Definition{Name: "Calculator.Add", Version: "1.9.0"}, add),
		addTool(&s, tool.Definition{Name: "Mail.Send", Version: "1.0.0", Requirements: tool.Requirements{
			Authorization: []tool.Authorization{{ID: "mail", Scopes: []string{"send"}}, {ID: "other"}},
			Secrets:       []string{"KEY"}, UserID: true,
		}}, func(context.Context, nothing) (any, error) { return nil, nil }),
	))
	a := do(t, "GET", url+"/tools", `{"$schema":"urn:oxp:1.0"}`)
	require.Equal(t, 200, a.status)
	require.NoError(t, verify.Validate("oxp-tool-list", []byte(a.body)))
	var list struct {
		Items []struct {
			ID           string          `json:"id"`
			OutputSchema json.RawMessage `json:"output_schema"`
			Requirements json.RawMessage `json:"requirements"`
		} `json:"items"`
	}
	require.NoError(t, json.Unmarshal([]byte(a.body), &list))
	ids := []string{}
	for _, item := range list.Items {
		ids = append(ids, item.ID)
	}
	require.Equal(t, []string{"Calculator.Add@1.0.0", "Doorbell.Ring@0.1.0", "Calculator.Add@1.10.0",
		"Calculator.Add@1.9.0", "Mail.Send@1.0.0"}, ids, "in the order in which they were added")
	require.JSONEq(t, `null`, string(list.Items[4].OutputSchema))
	require.JSONEq(t, `{"authorization":[{"id":"mail","oauth2":{"scopes":["send"]}},{"id":"other"}],"secrets":[{"id":"KEY"}],"user_id":true}`, string(list.Items[4].Requirements))
	require.NotContains(t, a.body, "$ref")

	flat := do(t, "GET", url+"/tools", "", "OXP-Version", "1.0")
	require.True(t, strings.HasPrefix(flat.body, `{"items":[`))
	for _, bad := range []string{`{"$schema":"urn:oxp:3.0"}`, `{"$schema":1}`, `{`} {
		refused := do(t, "GET", url+"/tools", bad)
		require.Equal(t, 400, refused.status, bad)
		valid(t, refused)
	}
	head := do(t, "HEAD", url+"/tools", "")
	require.Equal(t, a.header.Get("Content-Length"), head.header.Get("Content-Length"))
	require.Empty(t, head.body)

	require.Contains(t, call(t, url, `{"tool_id":"Calculator.Add@1","input":{"a":1,"b":1}}`).body, `"value":2`)
	require.Contains(t, call(t, url, `{"tool_id":"Calculator.Add@1.9.0","input":{"a":1,"b":1}}`).body, `"value":2`)
	require.Contains(t, call(t, url, `{"tool_id":"Calculator.Add@9"}`).body,
		`Calculator.Add version 9.0.0 is not available`)
}

// Versions are compared as numbers.
func TestNoVersionIsTheLatest(t *testing.T) {
	var s oxpserver.Server
	for _, v := range []string{"1.9.0", "1.10.0", "1.2.0"} {
		require.NoError(t, addTool(&s, tool.Definition{Name: "T.Version", Version: v},
			func(ctx context.Context, _ nothing) (string, error) {
				c, _ := oxpserver.CallFrom(ctx)
				return c.Version, nil
			}))
	}
	require.Contains(t, call(t, serve(t, &s), `{"tool_id":"T.Version"}`).body, `"value":"1.10.0"`)
}

func TestHealth(t *testing.T) {
	s := oxpserver.Server{Health: func(context.Context) error {
		return errkit.Wrap(errors.New(canary), errkit.Unavailable, "The bells are being cleaned.")
	}}
	a := do(t, "GET", serve(t, &s)+"/health", "")
	require.Equal(t, 503, a.status)
	require.Equal(t, `{"$schema":"urn:oxp:1.0","message":"The bells are being cleaned."}`, a.body)
	worse := oxpserver.Server{Health: func(context.Context) error { panic(canary) }}
	require.Equal(t, 503, do(t, "GET", serve(t, &worse)+"/health", "").status)
}

func TestHideDev(t *testing.T) {
	a := call(t, serve(t, bells(t, &oxpserver.Server{HideDev: true})),
		`{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x"}}`)
	require.NotContains(t, a.body, "developer_message")
}

// A call without an id gets a random UUID.
func TestCallIDIsMade(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{}))
	const uuid = `^\{"call_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`
	for _, id := range []string{``, `,"call_id":""`, `,"call_id":null`} {
		first := call(t, url, `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x"}`+id+`}`)
		again := call(t, url, `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x"}`+id+`}`)
		require.Regexp(t, uuid, first.body)
		require.NotEqual(t, first.body[:50], again.body[:50])
	}
	echoed := call(t, url, `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x"},"call_id":"a\"\u00e4\n"}`)
	require.Contains(t, echoed.body, `{"call_id":"a\"\u00e4\n"`)
}

func TestReportsOnce(t *testing.T) {
	var log testlog.Log
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	b := &middleware.Boundary{Report: func(ctx context.Context, e *errkit.Error) {
		logger.LogAttrs(ctx, slog.LevelError, "failed", append(middleware.AttrsFrom(ctx), slog.Any("error", e))...)
	}}
	var s = oxpserver.Server{Boundary: b}
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Panic", Version: "1.0.0"},
		func(context.Context, nothing) (any, error) { panic(canary) }))
	url := serve(t, &s)
	a := call(t, url, `{"tool_id":"T.Panic","call_id":"77"}`)
	require.Regexp(t, `"message":"Something went wrong on our side. \(reference [0-9a-f]{8}\)"`, a.body)
	call(t, url, `{"tool_id":"T.None"}`)
	lines := log.Lines()
	require.Len(t, lines, 2)
	require.Contains(t, lines[0], canary)
	require.Contains(t, lines[0], `"call_id":"77","tool":"T.Panic","version":"1.0.0"`)
	require.Contains(t, lines[1], "tool_not_found")
}

// The default boundary reports to the default log.
func TestReportsByDefault(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, nil)))
	defer slog.SetDefault(before)
	var s oxpserver.Server
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Panic", Version: "1.0.0"},
		func(context.Context, nothing) (any, error) { panic(canary) }))
	w := send(s.Handler(), t.Context(), `{"tool_id":"T.Panic"}`, nil)
	require.Regexp(t, `\(reference [0-9a-f]{8}\)`, w.Body)
	require.Contains(t, log.String(), canary)
	require.Contains(t, log.String(), `"stack"`)
}

// A body that ends early gets a response.
func TestBodyThatBreaksOff(t *testing.T) {
	s := bells(t, &oxpserver.Server{Boundary: new(middleware.Boundary)})
	r, err := http.NewRequestWithContext(t.Context(), "POST", "/tools/call",
		io.MultiReader(strings.NewReader(`{"tool_id":`), broken{}))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	w := &recorder{header: http.Header{}}
	s.Handler().ServeHTTP(w, r)
	require.Equal(t, 400, w.status)
	require.Equal(t, `{"$schema":"urn:oxp:1.0","message":"The request could not be read to its end."}`,
		w.body.String())
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New(canary) }

type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

// The delay before a retry is also a header, in whole seconds.
func TestRetryAfter(t *testing.T) {
	for after, want := range map[time.Duration]string{0: "", -time.Second: "", time.Nanosecond: "1", time.Second: "1",
		1500 * time.Millisecond: "2"} {
		var s oxpserver.Server
		w := httptest.NewRecorder()
		s.WriteError(w, httptest.NewRequest(http.MethodPost, "/tools/call", nil),
			&errkit.Error{Kind: errkit.RateLimited, RetryAfter: after})
		require.Equal(t, http.StatusBadRequest, w.Code)
		require.Equal(t, want, w.Header().Get("Retry-After"), "%s", after)
		require.Equal(t, want != "", len(w.Header().Values("Retry-After")) == 1)
	}
}
