package errkittest

import (
	"slices"
	"testing"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/errkit"
)

// RequireKind fails the test at once unless err has a kind, which [errkit.KindOf] returns.
func RequireKind(t testing.TB, want errkit.Kind, err error) {
	t.Helper()
	if got := errkit.KindOf(err); err == nil || got != want {
		t.Fatalf("want an error of kind %s, got %s: %v", want.String(), got.String(), err)
	}
}

// RequireFields fails the test at once unless the fields of err have these paths, such as
// "/items/0/count", in this order.
func RequireFields(t testing.TB, err error, paths ...string) {
	t.Helper()
	var got []string
	if err != nil {
		got = lo.Map(errkit.From(err).Fields, func(f errkit.Field, _ int) string { return f.Path })
	}
	if !slices.Equal(got, paths) {
		t.Fatalf("want fields %q, got %q: %v", paths, got, err)
	}
}
