package errkittest_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest"
)

// A recorder is a test that keeps its failure.
type recorder struct {
	testing.TB
	failure string
}

func (*recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// failureOf returns the text with which a check fails, "" if it does not.
func failureOf(check func(t testing.TB)) string {
	r, done := new(recorder), make(chan bool)
	go func() {
		defer close(done)
		check(r)
	}()
	<-done
	return r.failure
}

func TestRequire(t *testing.T) {
	invalid := errkit.Invalid(errkit.Field{Path: "/bell"}, errkit.Field{Path: "/times"})
	kind := func(want errkit.Kind, err error) func(testing.TB) {
		return func(t testing.TB) { errkittest.RequireKind(t, want, err) }
	}
	fields := func(err error, paths ...string) func(testing.TB) {
		return func(t testing.TB) { errkittest.RequireFields(t, err, paths...) }
	}
	tests := []struct {
		name  string
		check func(testing.TB)
		want  string // the failure
	}{
		{"the kind", kind(errkit.InvalidInput, fmt.Errorf("ring: %w", invalid)), ""},
		{"another kind", kind(errkit.NotFound, errors.New("x")), "want an error of kind not_found, got internal: x"},
		{"no error is not Internal", kind(errkit.Internal, nil), "want an error of kind internal, got internal: <nil>"},
		{"the fields", fields(invalid, "/bell", "/times"), ""},
		{"no fields", fields(errkit.NotFound), ""},
		{"no error", fields(nil, "/bell"), `want fields ["/bell"], got []: <nil>`},
		{"a field less", fields(invalid, "/bell"), `want fields ["/bell"], got ["/bell" "/times"]: ` + invalid.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, failureOf(tt.check)) })
	}
}
