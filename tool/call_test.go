package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// TestCases runs the table that every adapter runs: as JSON, and as a value that was decoded
// already.
func TestCases(t *testing.T) {
	for _, c := range toolcases.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			ring, reports := c.Tool(), 0
			boundary := toolcases.Boundary(func(*errkit.Error) { reports++ })
			out, err := ring.Call(t.Context(), boundary, []byte(c.Input))
			check(t, c, out, err)
			require.Equal(t, err != nil, reports == 1, "each failure is reported once")
			if c.Bytes {
				return
			}
			var value any
			require.NoError(t, json.Unmarshal([]byte(c.Input), &value))
			out, err = ring.CallValue(t.Context(), boundary, value)
			check(t, c, out, err)
		})
	}
}

func check(t *testing.T, c toolcases.Case, out json.RawMessage, err error) {
	t.Helper()
	if c.Output != "" {
		require.NoError(t, err, c.Why)
		require.JSONEq(t, c.Output, string(out), c.Why)
		return
	}
	require.Nil(t, out)
	require.IsType(t, (*errkit.Error)(nil), err)
	e := errkit.From(err)
	c.CheckError(t, e)
	public, err := e.MarshalJSON()
	require.NoError(t, err)
	require.NotContains(t, string(public), toolcases.Canary)
	require.NotContains(t, fmt.Sprintf("%v %s", e, e), toolcases.Canary)
}

func TestCaseNames(t *testing.T) {
	names, invalid := map[string]bool{}, 0
	for _, c := range toolcases.Cases() {
		require.False(t, names[c.Name], c.Name)
		names[c.Name] = true
		if c.Error.Kind == errkit.InvalidInput {
			invalid++
		}
	}
	require.GreaterOrEqual(t, invalid, 30)
}

type order struct {
	Count int `json:"count"`
}

func count(_ context.Context, in order) (int, error) { return in.Count, nil }

// Text that is not a JSON object. Not every protocol can transport it.
func TestDocument(t *testing.T) {
	ring := tool.New("count", "", count)
	tests := []struct {
		name, why, input string
		kind             errkit.Kind
		code             errkit.Code
		message          string
	}{
		{"nothing", "it is the empty object", "", errkit.InvalidInput, "", "Some input parameters are invalid."},
		{"spaces", "they are nothing", " \n\t", errkit.InvalidInput, "", "Some input parameters are invalid."},
		{"array", "its members have no names", `["CANARY"]`, errkit.InvalidInput, "",
			"Some input parameters are invalid."},
		{"string", "it is not decoded again", `"CANARY"`, errkit.InvalidInput, "",
			"Some input parameters are invalid."},
		{"cut", "the input ended early", `{"count":1`, errkit.Malformed, middleware.TruncatedBody,
			"The request is not valid JSON: line 1, column 11: "},
		{"not JSON", "JavaScript is not JSON", "{\n  count: 1}", errkit.Malformed, middleware.MalformedJSON,
			"The request is not valid JSON: line 2, column 3: "},
		{"two documents", "the second would be ignored", `{"count":1} {}`, errkit.Malformed, middleware.MalformedJSON,
			"The request is not valid JSON: line 1, column 13: "},
		{"not UTF-8", "it would be repaired silently", "{\"a\":\"\xff\"}", errkit.Malformed, middleware.MalformedJSON,
			"The request is not valid JSON: line 1, column 7: "},
		{"deep", "the parser bounds it", `{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`,
			errkit.TooLarge, "", "The request is nested too deeply or has too many values."},
		{"deeper", "the same error for any depth",
			`{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, errkit.TooLarge, "",
			"The request is nested too deeply or has too many values."},
		{"many values", "the parser bounds them", `{"a":[1` + strings.Repeat(",1", 200_000) + `]}`, errkit.TooLarge,
			"", "The request is nested too deeply or has too many values."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ring.Call(t.Context(), toolcases.Boundary(nil), []byte(tt.input))
			e := errkit.From(err)
			require.Equal(t, tt.kind.String(), e.Kind.String(), tt.why)
			require.Equal(t, tt.code, e.Code)
			require.True(t, strings.HasPrefix(e.Error(), tt.message), e.Error())
			require.Equal(t, errkit.BeforeCall, e.Stage)
		})
	}
}

func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"b%d":1`, i)
	}
	return b.String()
}

func TestFieldsAreBounded(t *testing.T) {
	ring := toolcases.New()
	for name, input := range map[string]string{
		"schema":       `{"items":[1` + strings.Repeat(",1", 5000) + `]}`,
		"out of range": `{"any":[1` + strings.Repeat(",1e9999", 5000) + `]}`,
		"unknown":      `{"a0":1` + members(5000) + `}`,
	} {
		_, err := ring.Call(t.Context(), toolcases.Boundary(nil), []byte(input))
		require.Len(t, errkit.From(err).Fields, 100, name)
	}
}

// A caller that leaves is Canceled, and one whose own deadline passes gets a Timeout, whatever
// the function returns.
func TestContext(t *testing.T) {
	tests := []struct {
		name   string
		end    func(context.Context) (context.Context, context.CancelFunc)
		result error
		kind   errkit.Kind
	}{
		{"canceled", canceledSoon, nil, errkit.Canceled},
		{"canceled, wrapped", canceledSoon, fmt.Errorf("query: %w", context.Canceled), errkit.Canceled},
		{"caller's deadline", deadline, nil, errkit.Timeout},
		{"canceled by a deadline", deadline, context.Canceled, errkit.Timeout},
		{"coded", canceledSoon, errkit.New(errkit.Conflict, ""), errkit.Conflict},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				wait := tool.New("wait", "", func(ctx context.Context, _ struct{}) (int, error) {
					<-ctx.Done()
					if tt.result != nil {
						return 0, tt.result
					}
					return 0, ctx.Err()
				})
				ctx, cancel := tt.end(t.Context())
				defer cancel()
				_, err := wait.Call(ctx, toolcases.Boundary(nil), nil)
				require.Equal(t, tt.kind.String(), errkit.KindOf(err).String())
				require.Equal(t, errkit.Execution, errkit.From(err).Stage)
			})
		})
	}
}

func canceledSoon(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(time.Second, cancel)
	return ctx, cancel
}

func deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

// A result that is there counts, though the timeout has passed.
func TestLateResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := tool.Must(tool.Define(tool.Definition{Name: "late", Timeout: time.Second},
			func(context.Context, struct{}) (int, error) {
				time.Sleep(time.Minute)
				return 7, nil
			}))
		out, err := late.Call(t.Context(), nil, nil)
		require.NoError(t, err)
		require.Equal(t, "7", string(out))
	})
}

// The boundary that an adapter passes decides what an uncoded error is and whether an error is
// the protocol's own, and gets the facts of the call.
func TestBoundary(t *testing.T) {
	foreign, passed := errors.New("foreign"), errors.New("passed")
	result := foreign
	fail := tool.Must(tool.Define(tool.Definition{Name: "Test.Fail", Version: "1.2.3"},
		func(context.Context, order) (int, error) { return 0, result }))
	var attrs []slog.Attr
	var input middleware.Input
	b := &middleware.Boundary{
		Classify: []middleware.Classifier{func(ctx context.Context, err error) *errkit.Error {
			input, _ = middleware.InputFrom(ctx)
			return &errkit.Error{Kind: errkit.Conflict}
		}},
		Report:      func(ctx context.Context, e *errkit.Error) { attrs = middleware.AttrsFrom(ctx) },
		PassThrough: func(err error) bool { return err == passed },
	}
	_, err := fail.Call(t.Context(), b, []byte(` {"count":1}`))
	require.ErrorIs(t, err, errkit.Conflict)
	require.ErrorIs(t, err, foreign)
	require.NotEmpty(t, errkit.From(err).Ref)
	require.Equal(t, []slog.Attr{slog.String("tool", "Test.Fail"), slog.String("version", "1.2.3")}, attrs)
	require.Equal(t, ` {"count":1}`, string(input.Body), "the call's own input")

	result = passed
	_, err = fail.Call(t.Context(), b, []byte(`{"count":1}`))
	require.Same(t, passed, err)

	result = &errkit.Error{Kind: errkit.Malformed, Stage: errkit.BeforeCall}
	_, err = fail.Call(t.Context(), b, []byte(`{"count":1}`))
	require.Equal(t, errkit.BeforeCall, errkit.From(err).Stage, "its author's stage")
}

// A tool that returns io.EOF is blamed for it if there was no input: the empty document was
// another one.
func TestNoInputIsNoEvidence(t *testing.T) {
	eof := tool.New("eof", "", func(context.Context, struct{}) (int, error) { return 0, io.EOF })
	for _, input := range []string{"", " ", "null", "{}"} {
		_, err := eof.Call(t.Context(), toolcases.Boundary(nil), []byte(input))
		require.Equal(t, errkit.Internal, errkit.KindOf(err), "%q", input)
	}
}

func TestRepanic(t *testing.T) {
	boom := tool.New("boom", "", func(context.Context, struct{}) (int, error) { panic("boom") })
	require.PanicsWithValue(t, "boom", func() {
		_, _ = boom.Call(t.Context(), &middleware.Boundary{Repanic: true}, nil)
	})
}

// A check of the author's own is in place of the validate tags, and is called with an input that
// has no other fault.
func TestValidate(t *testing.T) {
	type in struct {
		Name string `json:"name" validate:"timezone"` // which no schema states
	}
	engine := validator.New()
	tests := []struct {
		name  string
		check func(any) error
		kind  errkit.Kind
	}{
		{"accepted", func(v any) error { require.Equal(t, in{"1"}, v); return nil }, 0},
		{"coded", func(any) error { return errkit.New(errkit.Conflict, "There are none left.") }, errkit.Conflict},
		{"validator's", func(v any) error { return engine.Struct(v) }, errkit.InvalidInput},
		{"uncoded", func(any) error { return io.ErrClosedPipe }, errkit.Internal},
		{"panic", func(any) error { panic("boom") }, errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			check := func(_ context.Context, v any) error { calls++; return tt.check(v) }
			named := tool.Must(tool.Define(tool.Definition{Name: "named", Validate: check},
				func(_ context.Context, v in) (in, error) { return v, nil }))
			_, err := named.Call(t.Context(), &middleware.Boundary{}, []byte(`{"name":"1"}`))
			require.Equal(t, tt.name == "accepted", err == nil)
			if err != nil {
				require.Equal(t, tt.kind, errkit.KindOf(err))
			}
			_, err = named.Call(t.Context(), &middleware.Boundary{}, []byte(`{"name":1}`))
			require.ErrorIs(t, err, errkit.InvalidInput)
			require.Equal(t, 1, calls)
		})
	}
}

func TestTypes(t *testing.T) {
	object := tool.New("object", "", func(_ context.Context, in map[string]any) (any, error) { return in, nil })
	raw := tool.New("raw", "", func(_ context.Context, in json.RawMessage) (json.RawMessage, error) { return in, nil })
	nothing := tool.New("nothing", "", func(_ context.Context, in any) (any, error) { return in, nil })
	pointer := tool.New("pointer", "", func(_ context.Context, in *order) (*order, error) { return in, nil })
	for _, echo := range []*tool.Tool{object, raw, nothing, pointer} {
		out, err := echo.Call(t.Context(), nil, []byte(`{"count":1}`))
		require.NoError(t, err, echo.Name)
		require.Equal(t, `{"count":1}`, string(out), echo.Name)
		_, err = echo.Call(t.Context(), toolcases.Boundary(nil), []byte(`[1]`))
		require.ErrorIs(t, err, errkit.InvalidInput, echo.Name)
		require.Contains(t, string(echo.InputSchema), `"type":"object"`)
	}
	require.Nil(t, object.OutputSchema)
	require.NotNil(t, pointer.OutputSchema)

	out, err := pointer.CallValue(t.Context(), nil, order{Count: 2})
	require.NoError(t, err)
	require.Equal(t, `{"count":2}`, string(out))
	_, err = pointer.CallValue(t.Context(), toolcases.Boundary(nil), make(chan int))
	require.ErrorIs(t, err, errkit.Internal)
}

// A default counts in every object that is there, and creates none.
func TestDefaults(t *testing.T) {
	type page struct {
		Size  int    `json:"size" default:"10"`
		Order string `json:"order,omitempty" default:"asc"`
	}
	type search struct {
		Pages  []page          `json:"pages,omitempty"`
		First  *page           `json:"first,omitempty"`
		ByName map[string]page `json:"by_name,omitempty"`
		Tags   []string        `json:"tags,omitempty" default:"[\"a\",\"b\"]"`
		Ratio  float64         `json:"ratio" default:"0.5"`
		Exact  bool            `json:"exact" default:"true"`
		Wide   int64           `json:"wide,string" default:"12"`
	}
	echo := tool.New("search", "", func(_ context.Context, in search) (search, error) { return in, nil })
	tests := []struct{ name, input, want string }{
		{"empty", `{}`, `{"tags":["a","b"],"ratio":0.5,"exact":true,"wide":"12"}`},
		{"given", `{"tags":[],"ratio":0,"exact":false,"wide":"1"}`, `{"ratio":0,"exact":false,"wide":"1"}`},
		{"nested", `{"tags":["c"],"ratio":1,"exact":true,"wide":"1","first":{},"pages":[{},{"size":0}],"by_name":{"x":{"order":"desc"}}}`,
			`{"tags":["c"],"ratio":1,"exact":true,"wide":"1","first":{"size":10,"order":"asc"},"pages":[{"size":10,"order":"asc"},{"size":0,"order":"asc"}],"by_name":{"x":{"size":10,"order":"desc"}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := echo.Call(t.Context(), nil, []byte(tt.input))
			require.NoError(t, err)
			require.JSONEq(t, tt.want, string(out))
		})
	}
	_, err := echo.Call(t.Context(), toolcases.Boundary(nil), []byte(`{"first":{},"first":null,"pages":7}`))
	require.Equal(t, []string{"/first", "/first", "/pages"}, paths(err), "what is wrong stays so")
}

// The name of a member with a default may have any characters.
func TestDefaultOfAnyName(t *testing.T) {
	echo := tool.Must(tool.Define(tool.Definition{
		Name:        "echo",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"50% a/b~é#?":{"type":"integer","default":5},"":{"default":null}}}`),
	}, func(_ context.Context, in map[string]any) (any, error) { return in, nil }))
	out, err := echo.Call(t.Context(), nil, nil)
	require.NoError(t, err)
	require.JSONEq(t, `{"50% a/b~é#?":5,"":null}`, string(out))
}

// additionalProperties is not for a member that properties has.
func TestDefaultOfOtherMembers(t *testing.T) {
	echo := tool.Must(tool.Define(tool.Definition{
		Name: "echo",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"known":{"type":"object"}},
			"additionalProperties":{"type":"object","properties":{"size":{"default":1}}}}`),
	}, func(_ context.Context, in map[string]any) (any, error) { return in, nil }))
	out, err := echo.Call(t.Context(), nil, []byte(`{"known":{},"other":{}}`))
	require.NoError(t, err)
	require.JSONEq(t, `{"known":{},"other":{"size":1}}`, string(out))
}

func paths(err error) (all []string) {
	for _, f := range errkit.From(err).Fields {
		all = append(all, f.Path)
	}
	return all
}

// A number is not converted on its way.
func TestNumbersKeepTheirDigits(t *testing.T) {
	type in struct {
		ID json.Number `json:"id"`
	}
	echo := tool.New("echo", "", func(_ context.Context, v in) (in, error) { return v, nil })
	out, err := echo.Call(t.Context(), nil, []byte(`{"id":12345678901234567890.10}`))
	require.NoError(t, err)
	require.Equal(t, `{"id":12345678901234567890.10}`, string(out))
}

// TestValidateOfTheBoundary checks which of the definition and the boundary validates a decoded
// input.
func TestValidateOfTheBoundary(t *testing.T) {
	type input struct {
		Bell string `json:"bell" validate:"required,timezone"` // which no schema states
	}
	invalid := func(path string) error { return errkit.Invalid(errkit.Field{Path: path, Message: "is not valid"}) }
	ring := func(context.Context, input) (string, error) { return "ding", nil }
	byTags := tool.New("Doorbell.Ring", "Rings a bell.", ring)
	byDefinition := tool.Must(tool.Define(tool.Definition{Name: "Doorbell.Ring",
		Validate: func(context.Context, any) error { return invalid("/definition") }}, ring))
	custom := &middleware.Boundary{Validate: func(_ context.Context, in any) error {
		if in.(input).Bell == "back" {
			return invalid("/boundary")
		}
		return nil
	}}
	for _, tt := range []struct {
		name     string
		tool     *tool.Tool
		boundary *middleware.Boundary
		bell     string
		want     string // path of the field; "": valid
	}{
		{"tags", byTags, nil, "7", "/bell"},
		{"tags, with a boundary without Validate", byTags, &middleware.Boundary{}, "7", "/bell"},
		{"the boundary in place of tags", byTags, custom, "7", ""},
		{"the boundary", byTags, custom, "back", "/boundary"},
		{"the definition in place of the boundary", byDefinition, custom, "back", "/definition"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.tool.Call(t.Context(), tt.boundary, []byte(`{"bell":"`+tt.bell+`"}`))
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			e := errkit.From(err)
			require.Equal(t, errkit.InvalidInput, e.Kind)
			require.Len(t, e.Fields, 1)
			require.Equal(t, tt.want, e.Fields[0].Path)
			require.Equal(t, errkit.BeforeCall, e.Stage)
		})
	}
}

// A Validate that returns the error of a parser about the input: nothing was called.
func TestValidateMayParse(t *testing.T) {
	type visit struct {
		Day string `json:"day"`
	}
	called := tool.Must(tool.Define(tool.Definition{Name: "visit", Validate: func(_ context.Context, in any) error {
		_, err := time.Parse(time.DateOnly, in.(visit).Day)
		return err
	}}, func(context.Context, visit) (int, error) { return 0, nil }))
	_, err := called.Call(t.Context(), standard.Boundary(), []byte(`{"day":"yesterday"}`))
	e := errkit.From(err)
	require.Equal(t, errkit.InvalidInput, e.Kind)
	require.Equal(t, "/day", e.Fields[0].Path)
	require.Equal(t, errkit.EffectNone, e.Effect)
}
