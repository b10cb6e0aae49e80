package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// publicError is an error whose text is for users.
type publicError struct{ text string }

func (e *publicError) Error() string { return e.text }

var errSoldOut = errors.New("sold out")

// Only what the function returns is sent, and only for errors that nothing else classifies.
func TestReveal(t *testing.T) {
	private := errors.New("dial 10.0.0.7: " + canary)
	shop := &publicError{"The shop opens at nine."}
	both := func(err error) (errkit.Text, bool) {
		if text, ok := middleware.TextOf[*publicError](err); ok {
			return text, true
		}
		if errors.Is(err, errSoldOut) {
			return errkit.Text(errSoldOut.Error()), true
		}
		return "", false
	}
	tests := []struct {
		name   string
		public func(error) (errkit.Text, bool)
		f      func() error
		kind   errkit.Kind
		want   string
	}{
		{"a type", both, func() error { return shop }, errkit.ExecutionFailed, shop.text},
		{"a type, wrapped", both, func() error { return fmt.Errorf("%s: %w", canary, shop) }, errkit.ExecutionFailed,
			shop.text},
		{"a type beside a cause", both, func() error { return errors.Join(private, shop) }, errkit.ExecutionFailed,
			shop.text},
		{"an error", both, func() error { return errSoldOut }, errkit.ExecutionFailed, errSoldOut.Error()},
		{"an error, wrapped", both, func() error { return fmt.Errorf("%s: %w", canary, errSoldOut) },
			errkit.ExecutionFailed, errSoldOut.Error()},
		{"another error", both, func() error { return private }, errkit.Internal, errkit.Internal.Error()},
		{"an error with the same text", both, func() error { return errors.New(errSoldOut.Error()) }, errkit.Internal,
			errkit.Internal.Error()},
		{"a coded error", both, func() error { return errkit.Wrap(shop, errkit.Conflict, "It rings.") },
			errkit.Conflict, "It rings."},
		{"a panic with it", both, func() error { panic(shop) }, errkit.Internal, errkit.Internal.Error()},
		{"a nil pointer", both, func() error { return (*publicError)(nil) }, errkit.Internal, errkit.Internal.Error()},
		{"no text", func(error) (errkit.Text, bool) { return "", true }, func() error { return private },
			errkit.ExecutionFailed, errkit.ExecutionFailed.Error()},
		{"a text that is not public", func(error) (errkit.Text, bool) { return canary, false },
			func() error { return private }, errkit.Internal, errkit.Internal.Error()},
		{"a function that panics", func(error) (errkit.Text, bool) { panic(canary) }, func() error { return private },
			errkit.Internal, errkit.Internal.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Reveal(tt.public)}}
			err := b.Run(t.Context(), func(context.Context) error { return tt.f() })
			require.ErrorIs(t, err, tt.kind)
			require.Equal(t, tt.want, err.Error())
			doc, jsonErr := errkit.From(err).MarshalJSON()
			require.NoError(t, jsonErr)
			require.NotContains(t, string(doc), canary)
		})
	}
}

// Development mode shows each kind of private text, once, marked and with a bound; every other
// boundary shows none.
func TestDevelopment(t *testing.T) {
	const mark = "[DEVELOPMENT MODE"
	private := errors.New("dial 10.0.0.7: " + canary)
	tests := []struct {
		name string
		f    func(context.Context) error
		want []string
	}{
		{"an uncoded error", func(context.Context) error { return private },
			[]string{errkit.Internal.Error(), "cause: dial 10.0.0.7: " + canary}},
		{"the cause of a coded error", func(context.Context) error {
			return errkit.Wrap(private, errkit.Conflict,
				"It rings.")
		}, []string{"It rings.\n", "cause: dial"}},
		{"text for developers", func(context.Context) error { return &errkit.Error{Dev: errkit.Dev(canary)} },
			[]string{"dev: " + canary}},
		{"a panic", func(context.Context) error { panic(canary) },
			[]string{"cause: panic: " + canary, "stack: ", "TestDevelopment"}},
		{"a panic below joined errors", func(ctx context.Context) error {
			err := (*middleware.Boundary)(nil).Run(ctx, func(context.Context) error { panic(canary) })
			return errors.Join(errkit.From(err).Err, private)
		}, []string{"cause: panic: " + canary, "stack: ", "TestDevelopment"}},
	}
	for _, tt := range tests {
		for _, report := range []func(context.Context, *errkit.Error){nil,
			func(_ context.Context, e *errkit.Error) { require.NotContains(t, string(e.Message), mark) }} {
			t.Run(tt.name, func(t *testing.T) {
				production := &middleware.Boundary{Report: report}
				b := middleware.Development(production)
				nested := func(ctx context.Context) error {
					return b.Run(ctx, func(ctx context.Context) error { return b.Run(ctx, tt.f) })
				}
				err := nested(t.Context())
				require.Equal(t, 1, strings.Count(err.Error(), mark))
				require.True(t, strings.HasPrefix(err.Error(), mark))
				for _, want := range tt.want {
					require.Contains(t, err.Error(), want)
				}
				require.NotContains(t, production.Run(t.Context(), tt.f).Error(), canary,
					"the original is not changed")
			})
		}
	}
	b := middleware.Development(nil)
	require.Equal(t, "It rings.", b.Handle(t.Context(), errkit.New(errkit.Conflict, "It rings.")).Error(),
		"it has no private text")
	long := b.Handle(t.Context(), errors.New(strings.Repeat("x", 1<<20))).Error()
	require.Less(t, len(long), 8<<10)
	require.Contains(t, long, "bytes are left out")
}

func ExampleReveal() {
	b := &middleware.Boundary{
		Classify: []middleware.Classifier{middleware.Reveal(func(err error) (errkit.Text, bool) {
			return "sold out", errors.Is(err, errSoldOut)
		})},
		Report: middleware.Log(slog.New(slog.DiscardHandler)),
	}
	fmt.Println(b.Handle(context.Background(), fmt.Errorf("order 4711 of ann@example.com: %w", errSoldOut)))
	fmt.Println(errkit.From(b.Handle(context.Background(), os.ErrPermission)).Message == "")
	// Output:
	// sold out
	// true
}
