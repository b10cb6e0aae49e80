package standard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	schemas "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const canary = "hunter2-canary"

// records runs f in the standard boundary and returns the error and the log.
func records(t *testing.T, ctx context.Context, level slog.Level, f func(context.Context) error) (*errkit.Error,
	[]map[string]any) {
	t.Helper()
	var out bytes.Buffer
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level})))
	e, ok := b.Run(ctx, f).(*errkit.Error)
	require.True(t, ok)
	var all []map[string]any
	for d := json.NewDecoder(&out); d.More(); {
		var r map[string]any
		require.NoError(t, d.Decode(&r))
		all = append(all, r)
	}
	return e, all
}

func TestReport(t *testing.T) {
	ctx := middleware.WithAttrs(t.Context(), slog.String("route", "/bells/{bell}"), slog.String("method", "POST"))
	e, all := records(t, ctx, slog.LevelDebug, func(context.Context) error {
		return &errkit.Error{Kind: errkit.Unavailable, Code: "bell_broken", Dev: errkit.Dev("see the runbook"),
			Err: fmt.Errorf("press: %w", errors.New(canary+"\nforged=line"))}
	})
	require.Len(t, all, 1)
	r := all[0]
	require.Equal(t, "ERROR", r["level"])
	require.Equal(t, "call failed", r["msg"])
	require.Equal(t, "unavailable", r["kind"])
	require.Equal(t, "bell_broken", r["code"])
	require.Equal(t, e.Ref, r["ref"])
	require.Equal(t, "press: "+canary+"\nforged=line", r["cause"])
	require.Equal(t, "see the runbook", r["dev"])
	require.Equal(t, "/bells/{bell}", r["route"])
	require.Equal(t, "POST", r["method"])
	require.NotContains(t, r, "stack", "errors have none")
}

func TestReportOfAPanic(t *testing.T) {
	e, all := records(t, t.Context(), slog.LevelInfo, func(context.Context) error { panic(canary) })
	require.Len(t, all, 1)
	require.Equal(t, "internal", all[0]["kind"])
	require.Equal(t, e.Ref, all[0]["ref"])
	require.Equal(t, "panic: "+canary, all[0]["cause"])
	require.Regexp(t, `^github\.com/toolerr/toolerr/middleware/standard_test\.TestReportOfAPanic\.func1\n`,
		all[0]["stack"])
}

// A request that is a panic value or in a cause is not logged.
func TestReportHasNoRequest(t *testing.T) {
	r := httptest.NewRequest("POST", "/", strings.NewReader(canary))
	r.Header.Set("Authorization", canary)
	_, all := records(t, t.Context(), slog.LevelDebug, func(context.Context) error { panic(r) })
	require.Len(t, all, 1)
	require.NotContains(t, fmt.Sprint(all[0]), canary)
}

func TestLevel(t *testing.T) {
	tests := []struct {
		kind errkit.Kind
		want slog.Level
	}{
		{errkit.Internal, slog.LevelError},
		{errkit.Timeout, slog.LevelError},
		{errkit.UpstreamFailed, slog.LevelError},
		{errkit.InvalidInput, slog.LevelInfo},
		{errkit.Unauthenticated, slog.LevelInfo},
		{errkit.RateLimited, slog.LevelInfo},
		{errkit.Canceled, slog.LevelInfo},
		{200, slog.LevelError},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, middleware.Level(t.Context(), &errkit.Error{Kind: tt.kind}), "%v", tt.kind)
	}
	require.Equal(t, slog.LevelError, middleware.Level(t.Context(), nil))
	require.Equal(t, slog.LevelError, middleware.Level(t.Context(), &errkit.Error{Kind: errkit.Conflict, Status: 503}),
		"its own status")

	table, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, HTTP: 503},
		mapping.Row{Kind: errkit.Internal, HTTP: 404})
	require.NoError(t, err)
	ctx := middleware.WithTable(t.Context(), table)
	require.Equal(t, slog.LevelError, middleware.Level(ctx, &errkit.Error{Kind: errkit.Conflict}),
		"the table of the call")
	require.Equal(t, slog.LevelInfo, middleware.Level(ctx, &errkit.Error{}), "the table of the call")
	require.Equal(t, slog.LevelInfo, middleware.Level(middleware.WithTable(ctx, nil), errkit.From(errkit.Conflict)),
		"an inner call has the default one")
	require.Equal(t, t.Context(), middleware.WithTable(t.Context(), nil), "nothing to remember")

	_, all := records(t, t.Context(), slog.LevelWarn, func(context.Context) error { return errkit.NotFound })
	require.Empty(t, all)
}

func TestDefaultLogger(t *testing.T) {
	old := slog.Default()
	defer slog.SetDefault(old)
	var out bytes.Buffer
	b := standard.Boundary() // before the default is set
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	_ = b.Run(t.Context(), func(context.Context) error { return errkit.NotFound })
	require.Contains(t, out.String(), "kind=not_found")
}

// Only Development enables development mode: no private text leaves the other boundaries.
func TestDevelopment(t *testing.T) {
	var out bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	fails := func(context.Context) error { return errors.New(canary) }

	require.NotContains(t, standard.Boundary().Run(t.Context(), fails).Error(), canary)
	require.NotContains(t, out.String(), "development mode")
	b := standard.Development()
	require.Contains(t, out.String(), "level=WARN")
	require.Contains(t, out.String(), "development mode")
	shown := b.Run(t.Context(), fails).Error()
	require.Contains(t, shown, "cause: "+canary)
	require.True(t, strings.HasPrefix(shown, "[DEVELOPMENT MODE"))
	require.NotContains(t, standard.Boundary().Run(t.Context(), fails).Error(), canary,
		"another boundary is not changed")
}

func TestClassifies(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	type input struct {
		A string `validate:"email"`
	}
	c := schemas.NewCompiler()
	require.NoError(t, c.AddResource("urn:test", map[string]any{"type": "object"}))
	schema, err := c.Compile("urn:test")
	require.NoError(t, err)
	tooLarge := json.NewDecoder(http.MaxBytesReader(httptest.NewRecorder(), io.NopCloser(strings.NewReader(`"12345"`)),
		4)).Decode(new(any))
	sent := func(body string) context.Context {
		return middleware.WithInput(t.Context(),
			func() middleware.Input { return middleware.Input{Body: []byte(body)} })
	}
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want errkit.Kind
	}{
		{"a body that is too large", sent(`"12345"`), tooLarge, errkit.TooLarge},
		{"the long answer of a service", sent(`{}`), tooLarge, errkit.Internal},
		{"the caller is gone, in a request to a service", canceled,
			&url.Error{Op: "Get", URL: canary, Err: context.Canceled}, errkit.Canceled},
		{"something inside was canceled", nil, &url.Error{Op: "Get", URL: canary, Err: context.Canceled},
			errkit.Internal},
		{"a service that hangs up", nil, &url.Error{Op: "Get", URL: canary, Err: io.EOF}, errkit.Network},
		{"the validator", nil, validator.New().Struct(input{canary}), errkit.InvalidInput},
		{"a schema, of which package jsonschema knows whose it is", nil, schema.Validate(canary), errkit.Internal},
		{"JSON", sent(canary), json.Unmarshal([]byte(canary), new(any)), errkit.Malformed},
		{"JSON of somebody else", sent(`{}`), json.Unmarshal([]byte(canary), new(any)), errkit.Internal},
		{"an empty body", sent(""), io.EOF, errkit.Malformed},
		{"a cache that hangs up", sent(`{}`), io.EOF, errkit.Internal},
		{"a cache that hangs up early", sent(`{}`), io.ErrUnexpectedEOF, errkit.Internal},
		{"nobody knows", nil, errors.New(canary), errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.ctx == nil {
				tt.ctx = t.Context()
			}
			e, all := records(t, tt.ctx, slog.LevelDebug,
				func(context.Context) error { return fmt.Errorf("%s: %w", canary, tt.err) })
			require.Equal(t, tt.want, e.Kind)
			require.Len(t, all, 1)
			require.Contains(t, fmt.Sprint(all[0]["cause"]), canary)
			b, err := json.Marshal(e)
			require.NoError(t, err)
			require.NotContains(t, string(b)+e.Error(), canary)
		})
	}
}

// A boundary of selected classifiers.
func ExampleBoundary() {
	b := standard.Boundary()
	b.Report = func(_ context.Context, e *errkit.Error) { fmt.Println("log:", e.Err) }
	err := b.Run(context.Background(), func(context.Context) error {
		panic("the clapper fell out")
	})
	fmt.Println("answer:", err)
	// Output:
	// log: panic: the clapper fell out
	// answer: Something went wrong on our side.
}
