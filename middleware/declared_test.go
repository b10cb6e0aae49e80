package middleware_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

const codeSoldOut errkit.Code = "sold_out"

const docSoldOut = "https://tickets.example.com/errors#sold_out"

var soldOut = &errkit.Error{Kind: errkit.Conflict, Code: codeSoldOut, Message: "The show is sold out.",
	Hint: "Call list_shows.", DocURL: docSoldOut, Status: 410, Retry: errkit.Allowed, RetryAfter: time.Second,
	Effect: errkit.EffectNone}

// What an error leaves zero is that of the declaration of its code; a code or a kind that is not
// declared is reported, and sent as it is.
func TestDeclared(t *testing.T) {
	other := &errkit.Error{Kind: errkit.NotFound, Code: "no_such_show"}
	tests := []struct {
		name, why  string
		declared   []error
		err        error
		want       errkit.Error // of Kind, Code, Status, Message, Hint, DocURL, Retry and RetryAfter
		undeclared bool
	}{
		{"only the code", "the declaration has the rest", []error{other, soldOut}, &errkit.Error{Code: codeSoldOut},
			*soldOut, false},
		{"the declared error itself", "with a cause that is only logged", []error{soldOut},
			fmt.Errorf("%s: %w", canary, soldOut), *soldOut, false},
		{"texts of its own", "the declaration does not replace them", []error{soldOut},
			&errkit.Error{Kind: errkit.Conflict, Code: codeSoldOut, Message: "Hamlet is sold out.", DocURL: "https://a/b"},
			errkit.Error{Kind: errkit.Conflict, Code: codeSoldOut, Message: "Hamlet is sold out.", Hint: soldOut.Hint,
				DocURL: "https://a/b", Status: 410, Retry: errkit.Allowed, RetryAfter: time.Second}, false},
		{"another code", "a gap in the contract", []error{errkit.Timeout, soldOut}, other, *other, true},
		{"another kind", "clients rely on the kind of the code", []error{soldOut},
			&errkit.Error{Kind: errkit.Timeout, Code: codeSoldOut, Message: "No.", Hint: "x", DocURL: "https://a/b", Status: 504,
				Retry: errkit.Never, RetryAfter: 1},
			errkit.Error{Kind: errkit.Timeout, Code: codeSoldOut, Message: "No.", Hint: "x", DocURL: "https://a/b", Status: 504,
				Retry: errkit.Never, RetryAfter: 1}, true},
		{"no codes are declared", "kinds are documentation", []error{errkit.Timeout, &errkit.Error{Kind: errkit.Conflict}},
			other, *other, false},
		{"nothing is declared", "", nil, other, *other, false},
		{"no code", "a kind needs no declaration", []error{soldOut}, errkit.New(errkit.NotFound, "No show."),
			errkit.Error{Kind: errkit.NotFound, Message: "No show."}, false},
		{"uncoded", "", []error{soldOut}, errors.New(canary), errkit.Error{}, false},
		{"a Code as the error", "the declaration has the rest", []error{other, soldOut},
			fmt.Errorf("%s: %w", canary, codeSoldOut), *soldOut, false},
		{"a Code that is not declared", "a gap in the contract", []error{soldOut}, errkit.Code("lost"),
			errkit.Error{Code: "lost"}, true},
		{"a Code without declarations", "Internal", nil, errkit.Code("lost"), errkit.Error{Code: "lost"}, false},
		{"the library's code of a body", "no function of a tool returns it", []error{soldOut},
			&errkit.Error{Kind: errkit.Malformed, Code: middleware.MalformedJSON},
			errkit.Error{Kind: errkit.Malformed, Code: middleware.MalformedJSON}, false},
		{"that of a header", "the same", []error{soldOut},
			&errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.UnsupportedMediaType},
			errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.UnsupportedMediaType}, false},
		{"before the call", "such as a key that is in use", []error{soldOut},
			&errkit.Error{Kind: errkit.Conflict, Code: "idempotency_key_in_use", Stage: errkit.BeforeCall},
			errkit.Error{Kind: errkit.Conflict, Code: "idempotency_key_in_use", Stage: errkit.BeforeCall}, false},
		{"the kind of a declared code", "is compared whatever it is", []error{soldOut},
			&errkit.Error{Kind: errkit.InvalidRequest, Code: codeSoldOut, Message: "No.", Hint: "x", DocURL: "https://a/b",
				Status: 400, Retry: errkit.Never, RetryAfter: 1},
			errkit.Error{Kind: errkit.InvalidRequest, Code: codeSoldOut, Message: "No.", Hint: "x", DocURL: "https://a/b",
				Status: 400, Retry: errkit.Never, RetryAfter: 1}, true},
		{"a peer's code", "no tool declares it", []error{soldOut},
			&errkit.Error{Kind: errkit.Conflict, Code: codeSoldOut, Peer: &errkit.Peer{Dialect: "oxp"}},
			errkit.Error{Kind: errkit.Conflict, Code: codeSoldOut}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls, records := 0, strings.Builder{}
			b := &middleware.Boundary{RelayPeers: true,
				Report:     middleware.Log(slog.New(slog.NewTextHandler(&records, nil))),
				Undeclared: func(_ context.Context, e *errkit.Error) { calls++; panic(e) }}
			ctx := middleware.WithDeclared(t.Context(), tt.declared)
			before := *soldOut
			got := *errkit.From(b.Run(ctx, func(context.Context) error { return tt.err }))
			require.Equal(t, before, *soldOut, "a declaration is not changed")
			if tt.want.Code == codeSoldOut && tt.want.Status == 410 {
				require.Equal(t, errkit.EffectNone, got.Effect)
			}
			got.Err, got.Ref, got.Peer, got.Effect, tt.want.Effect = nil, "", nil, 0, 0
			require.Equal(t, tt.want, got, tt.why)
			require.Equal(t, tt.undeclared, calls == 1, tt.why)
			require.Equal(t, tt.undeclared, strings.Contains(records.String(), "undeclared=true"), "%s", records.String())
			require.Equal(t, 1, strings.Count(records.String(), "call failed"), "one record for a failure")

			dev := middleware.Development(&middleware.Boundary{RelayPeers: true})
			shown := dev.Run(ctx, func(context.Context) error { return tt.err }).Error()
			require.Equal(t, tt.undeclared, strings.Contains(shown, "no declared error has the code"), shown)
		})
	}
}

// The innermost boundary calls Undeclared, once.
func TestUndeclaredOnce(t *testing.T) {
	calls := 0
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) {},
		Undeclared: func(context.Context, *errkit.Error) { calls++ }}
	ctx := middleware.WithDeclared(t.Context(), []error{soldOut})
	for range 2 {
		err := b.Run(ctx, func(ctx context.Context) error {
			return b.Run(ctx, func(context.Context) error { return &errkit.Error{Code: "other"} })
		})
		require.Equal(t, errkit.Code("other"), errkit.CodeOf(err))
	}
	require.Equal(t, 2, calls)
	var none *middleware.Boundary
	require.Equal(t, errkit.Code("other"), errkit.CodeOf(none.Handle(ctx, &errkit.Error{Code: "other"})))
}

func TestDeclaredJSON(t *testing.T) {
	require.Equal(t, "[]", string(middleware.DeclaredJSON(nil)))
	private := &errkit.Error{Kind: errkit.Timeout, Code: "slow", Dev: errkit.Dev(canary), Err: errors.New(canary),
		Ref: canary, DocURL: "javascript:alert(1)"}
	require.JSONEq(t, `[{"kind":"not_found"},{"kind":"timeout","code":"slow"}]`,
		string(middleware.DeclaredJSON([]error{errkit.NotFound, private})))
	require.Equal(t, canary, private.Ref)
	require.JSONEq(t, `[{"kind":"internal"},{"kind":"internal"}]`,
		string(middleware.DeclaredJSON([]error{nil, (*errkit.Error)(nil)})), "a gap in a list is no panic")
}

// limitError is a type of a program.
type limitError struct{ _ byte }

func (*limitError) Error() string { return canary }

// The first row that knows an error counts, and one that panics knows none.
func TestTypes(t *testing.T) {
	failures := middleware.Types(
		func(context.Context, error) *errkit.Error { panic(canary) },
		middleware.As[*limitError](errkit.RateLimited),
		middleware.Is(sql.ErrTxDone, codeSoldOut),
		middleware.Is(sql.ErrNoRows, soldOut),
		middleware.Is(sql.ErrNoRows, errkit.NotFound),
		middleware.Is(errors.ErrUnsupported, errors.New("uncoded")),
	)
	tests := []struct {
		name string
		err  error
		kind errkit.Kind
		code errkit.Code
	}{
		{"a type", &limitError{}, errkit.RateLimited, ""},
		{"a type in the chain", fmt.Errorf("a: %w", &limitError{}), errkit.RateLimited, ""},
		{"a code that the tool declares", sql.ErrTxDone, errkit.Conflict, codeSoldOut},
		{"an error", fmt.Errorf("a: %w", sql.ErrNoRows), errkit.Conflict, codeSoldOut},
		{"the first row", errors.Join(sql.ErrNoRows, &limitError{}), errkit.RateLimited, ""},
		{"an uncoded error as what it is", errors.ErrUnsupported, errkit.Internal, ""},
		{"no row", errors.New(canary), errkit.Internal, ""},
	}
	b := &middleware.Boundary{Classify: []middleware.Classifier{failures}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := errkit.From(b.Handle(middleware.WithDeclared(t.Context(), []error{soldOut}), tt.err))
			require.Equal(t, tt.kind, e.Kind)
			require.Equal(t, tt.code, e.Code)
			require.ErrorIs(t, e, tt.err, "the cause is logged")
			require.NotContains(t, e.Error(), canary)
		})
	}
	require.Nil(t, middleware.Types()(t.Context(), sql.ErrNoRows))
	require.Nil(t, middleware.Is(sql.ErrNoRows, nil)(t.Context(), sql.ErrNoRows))
}

func ExampleTypes() {
	failures := middleware.Types(
		middleware.As[*limitError](errkit.RateLimited),
		middleware.Is(sql.ErrTxDone, codeSoldOut), // which the tool declares
		middleware.Is(sql.ErrNoRows, &errkit.Error{Kind: errkit.NotFound, Message: "There is no such order."}),
	)
	b := &middleware.Boundary{Classify: []middleware.Classifier{failures}}
	ctx := middleware.WithDeclared(context.Background(), []error{
		&errkit.Error{Code: codeSoldOut, Kind: errkit.Conflict, Message: "The show is sold out.", DocURL: docSoldOut},
	})
	for _, cause := range []error{&limitError{}, sql.ErrTxDone, fmt.Errorf("order 7: %w", sql.ErrNoRows)} {
		e := errkit.From(b.Handle(ctx, cause))
		fmt.Printf("%s %q %s %s\n", e.Kind.String(), e.Code, e.DocURL, e)
	}
	// Output:
	// rate_limited ""  Too many calls.
	// conflict "sold_out" https://tickets.example.com/errors#sold_out The show is sold out.
	// not_found ""  There is no such order.
}

// An operator's overrides are in the log and in the response, and not what the effect follows
// from.
func TestOverrides(t *testing.T) {
	all, err := mapping.ParseOverrides([]byte(
		`{"sold_out":{"kind":"not_found","status":410,"message":"Gone.","level":"DEBUG"},"slow":{"kind":"conflict"}}`))
	require.NoError(t, err)
	tests := []struct {
		name   string
		err    error
		want   errkit.Error // of Kind, Status, Message and Effect
		record string
	}{
		{"all of it", fmt.Errorf("%s: %w", canary, soldOut),
			errkit.Error{Kind: errkit.NotFound, Status: 410, Message: "Gone.", Effect: errkit.EffectNone}, "level=DEBUG"},
		{"the effect is that of what happened", &errkit.Error{Kind: errkit.Timeout, Code: "slow"},
			errkit.Error{Kind: errkit.Conflict, Effect: errkit.EffectUnknown}, "level=INFO"},
		{"another code", &errkit.Error{Kind: errkit.Internal, Code: "x", Effect: errkit.EffectNone},
			errkit.Error{Effect: errkit.EffectNone}, "level=ERROR"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var records strings.Builder
			b := &middleware.Boundary{Overrides: all, Report: middleware.Log(slog.New(slog.NewTextHandler(&records,
				&slog.HandlerOptions{Level: slog.LevelDebug})))}
			outer := errkit.From(b.Run(t.Context(), func(ctx context.Context) error { return b.Handle(ctx, tt.err) }))
			got := errkit.Error{Kind: outer.Kind, Status: outer.Status, Message: outer.Message, Effect: outer.Effect}
			require.Equal(t, tt.want, got)
			require.Contains(t, records.String(), tt.record)
			require.Contains(t, records.String(), "kind="+tt.want.Kind.String())
			require.Equal(t, 1, strings.Count(records.String(), "call failed"))
			require.NotContains(t, outer.Error(), canary)
		})
	}
}

// A tool that another one calls declares its own errors: none is not those of the caller.
func TestDeclaredByCaller(t *testing.T) {
	calls := 0
	b := &middleware.Boundary{Undeclared: func(context.Context, *errkit.Error) { calls++ }}
	inner := middleware.WithDeclared(middleware.WithDeclared(t.Context(), []error{soldOut}), nil)
	e := errkit.From(b.Handle(inner, &errkit.Error{Code: "no_such_show", Kind: errkit.NotFound}))
	require.Equal(t, errkit.NotFound, e.Kind)
	e = errkit.From(b.Handle(inner, &errkit.Error{Code: codeSoldOut}))
	require.Zero(t, e.Hint, "that of the caller's declaration")
	require.Zero(t, calls)
}

// What is not declared is what the tool returned, not what the operator makes of it.
func TestUndeclaredBeforeOverrides(t *testing.T) {
	var kind errkit.Kind
	b := middleware.Development(&middleware.Boundary{
		Undeclared: func(_ context.Context, e *errkit.Error) { kind = e.Kind },
		Overrides:  mapping.Overrides{codeSoldOut: {Kind: new(errkit.Conflict)}},
	})
	e := errkit.From(b.Handle(middleware.WithDeclared(t.Context(), []error{soldOut}),
		&errkit.Error{Code: codeSoldOut, Kind: errkit.Timeout}))
	require.Equal(t, errkit.Timeout, kind)
	require.Contains(t, e.Dev.Reveal(), "the kind timeout")
	require.Equal(t, errkit.Conflict, e.Kind)
}
