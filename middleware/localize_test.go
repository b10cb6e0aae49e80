package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// german is a Localize that counts its calls.
type german struct{ calls int }

func (g *german) localize(ctx context.Context, e *errkit.Error) {
	g.calls++
	if middleware.AcceptLanguage(ctx) != "de" {
		return
	}
	switch {
	case e.Kind == errkit.Internal && e.Message == "":
		e.Message = "Bei uns ist etwas schiefgegangen."
	case e.Message != "":
		e.Message = "de: " + e.Message
	}
	if e.Hint != "" {
		e.Hint = "de: " + e.Hint
	}
	for i := range e.Fields {
		if f := &e.Fields[i]; f.Rule == "max" {
			f.Message = "höchstens " + errkit.Text(f.Param)
		}
	}
}

// TestLocalize checks that the texts of the response are those of Localize, and everything else
// is that of the error.
func TestLocalize(t *testing.T) {
	tests := []struct {
		name, why, accept string
		err               error
		want              errkit.Error
	}{
		{"default text", "an uncoded error has a public text, too", "de", errors.New(canary),
			errkit.Error{Message: "Bei uns ist etwas schiefgegangen."}},
		{"another language", "Localize decides", "fr", errkit.New(errkit.NotFound, "No bell."),
			errkit.Error{Kind: errkit.NotFound, Message: "No bell."}},
		{"no language", "such as on stdin", "", errkit.New(errkit.NotFound, "No bell."),
			errkit.Error{Kind: errkit.NotFound, Message: "No bell."}},
		{"message and hint", "", "de", &errkit.Error{Kind: errkit.NotFound, Message: "No bell.", Hint: "Look.",
			Code: "no_bell"},
			errkit.Error{Kind: errkit.NotFound, Message: "de: No bell.", Hint: "de: Look.", Code: "no_bell"}},
		{"fields", "the rule and its parameter are known", "de",
			errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at most 10", Rule: "max", Param: "10"},
				errkit.Field{Path: "/bell", Message: "is required"}),
			errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{
				{Path: "/times", Message: "höchstens 10", Rule: "max", Param: "10"},
				{Path: "/bell", Message: "is required"}}}},
	}
	for _, tt := range tests {
		for _, reports := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, reports %t", tt.name, reports), func(t *testing.T) {
				ctx := middleware.WithAcceptLanguage(t.Context(), tt.accept)
				before := fmt.Sprintf("%#v", errkit.From(tt.err))
				var g german
				var record *errkit.Error
				b := &middleware.Boundary{Localize: g.localize}
				if reports {
					b.Report = func(_ context.Context, e *errkit.Error) { record = e }
				}
				e := *coded(t, b.Run(ctx, fails(tt.err)))
				require.NotContains(t, public(t, &e), canary)
				require.Equal(t, before, fmt.Sprintf("%#v", errkit.From(tt.err)),
					"the error of the handler is not changed")
				if reports {
					require.NotContains(t, record.Error(), "de: ", "the log has the original texts")
					require.Equal(t, record.Ref, e.Ref)
				}

				again := coded(t, b.Handle(ctx, fmt.Errorf("outside: %w", &e)))
				require.Equal(t, e.Error(), again.Error())
				require.Equal(t, 1, g.calls, "nested boundaries localize once")

				e.Err, e.Ref, e.Effect = nil, "", 0
				require.Equal(t, tt.want, e, tt.why)
			})
		}
	}
}

// The text of a wrapping error is logged, although the error below it was localized.
func TestLocalizeKeepsCauses(t *testing.T) {
	var g german
	var record *errkit.Error
	inner := &middleware.Boundary{Localize: g.localize}
	outer := &middleware.Boundary{Localize: g.localize,
		Report: func(_ context.Context, e *errkit.Error) { record = e }}
	ctx := middleware.WithAcceptLanguage(t.Context(), "de")
	err := outer.Run(ctx, func(ctx context.Context) error {
		return fmt.Errorf("ring 7: %w", inner.Run(ctx,
			fails(errkit.Wrap(errors.New("unplugged"), errkit.Unavailable, "It rests."))))
	})
	require.Equal(t, "de: It rests.", err.Error())
	require.Equal(t, 1, g.calls)
	require.Contains(t, record.LogValue().String(), "ring 7")
	require.Contains(t, record.LogValue().String(), "unplugged")
	require.NotContains(t, record.LogValue().String(), "localized")
}

// A Localize that panics or changes other members has no effect on these.
func TestLocalizeChangesTextsOnly(t *testing.T) {
	err := &errkit.Error{Kind: errkit.InvalidInput, Message: "Not valid.",
		Fields: []errkit.Field{{Path: "/a", Message: "is required"}}}
	for name, localize := range map[string]func(context.Context, *errkit.Error){
		"panic": func(_ context.Context, e *errkit.Error) { e.Message = canary; panic(canary) },
		"members": func(_ context.Context, e *errkit.Error) {
			e.Kind, e.Code, e.Fields[0].Path = errkit.NotFound, canary, canary
		},
		"fewer fields": func(_ context.Context, e *errkit.Error) { e.Fields = nil },
		"more fields": func(_ context.Context, e *errkit.Error) {
			e.Fields = append(e.Fields,
				errkit.Field{Path: canary})
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := *coded(t, (&middleware.Boundary{Localize: localize}).Run(t.Context(), fails(err)))
			e.Err = nil
			require.Equal(t, *err, e)
		})
	}
}

// A panic is localized, and has a text for the log only.
func TestLocalizePanic(t *testing.T) {
	var g german
	b := &middleware.Boundary{Localize: g.localize}
	err := b.Run(middleware.WithAcceptLanguage(t.Context(), "de"), panics(canary))
	require.Equal(t, "Bei uns ist etwas schiefgegangen.", err.Error())
	require.ErrorAs(t, err, new(*middleware.Panic))
}

// TestRef checks where the reference of a failure is from.
func TestRef(t *testing.T) {
	trace := func(context.Context) string { return "trace-7" }
	tests := []struct {
		name string
		ref  func(context.Context) string
		with string // of WithRef
		own  string // of the error
		want string // a regular expression
	}{
		{"new", nil, "", "", `^[0-9a-f]{8}$`},
		{"of the boundary", trace, "", "", `^trace-7$`},
		{"of the request", trace, "request-1", "", `^request-1$`},
		{"of the error", trace, "request-1", "own-1", `^own-1$`},
		{"empty", func(context.Context) string { return "" }, "", "", `^[0-9a-f]{8}$`},
		{"panic", func(context.Context) string { panic(canary) }, "", "", `^[0-9a-f]{8}$`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var record *errkit.Error
			b := &middleware.Boundary{Ref: tt.ref, Report: func(_ context.Context, e *errkit.Error) { record = e }}
			e := coded(t, b.Run(middleware.WithRef(t.Context(), tt.with), fails(&errkit.Error{Ref: tt.own})))
			require.Regexp(t, tt.want, e.Ref)
			require.Equal(t, e.Ref, record.Ref)
		})
	}
}
