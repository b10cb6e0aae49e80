package errkit_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// canary is text that must never become public.
const canary = "CANARY-7f3a9c"

const internalText = "Something went wrong on our side."

// Foreign errors that fmt prints in different ways.
type (
	stringError string                      // fmt prints the string itself
	structError struct{ Text string }       // a value
	fieldError  struct{ Text string }       // a pointer, whose value is not an error
	fails       struct{ Err error }         // a struct that contains an error
	quiet       struct{ err error }         // a struct with an error whose methods fmt cannot call
	logged      struct{ Token string }      // a LogValuer
	stringer    struct{ err error }         // prints itself
	tree        struct{ Left, Right *tree } // may contain itself
	named       struct {
		Name string
		Age  int
	}
)

func (e stringError) Error() string { return string(e) }
func (e structError) Error() string { return e.Text }
func (e *fieldError) Error() string { return e.Text }
func (logged) LogValue() slog.Value { return slog.StringValue("redacted") }
func (s stringer) String() string   { return s.err.Error() }
func foreign() error                { return errors.New(canary) }
func coded() *errkit.Error {
	return &errkit.Error{Kind: errkit.NotFound, Code: "no_bell", Message: "There is no such bell.",
		Dev: errkit.Dev(canary), Err: foreign()}
}

func TestTextf(t *testing.T) {
	var typedNil *errkit.Error
	var foreignNil *fieldError
	loop := &tree{}
	loop.Left = loop
	date := time.Date(2026, 11, 21, 1, 2, 3, 0, time.UTC)

	for _, c := range []struct {
		name   string
		format errkit.Text
		args   []any
		want   errkit.Text
	}{
		{"no args", "There is no such bell.", nil, "There is no such bell."},
		{"values", "bell %q of %d, %5.2f, %t, %v", []any{"front", 3, 1.5, true, []string{"a"}},
			`bell "front" of 3,  1.50, true, [a]`},
		{"width from an arg", "[%*d]", []any{4, 7}, "[   7]"},
		{"indexes", "%[2]s %[1]s", []any{"a", "b"}, "b a"},
		{"nil", "%v", []any{nil}, "<nil>"},
		{"struct", "%+v", []any{named{"Ada", 36}}, "{Name:Ada Age:36}"},
		{"time", "%v", []any{date}, "2026-11-21 01:02:03 +0000 UTC"},
		{"duration", "%v", []any{1500 * time.Millisecond}, "1.5s"},
		{"URL prints itself", "%v", []any{&url.URL{Scheme: "https", Host: "bells.example"}}, "https://bells.example"},
		{"LogValuer prints as it is", "%v", []any{logged{"abc"}}, "{abc}"},

		{"ours", "%v", []any{coded()}, "There is no such bell."},
		{"ours, quoted", "%q", []any{coded()}, `"There is no such bell."`},
		{"ours, with a plus", "%+v", []any{coded()}, "There is no such bell."},
		{"ours, as Go", "%#v", []any{coded()}, `"There is no such bell."`},
		{"ours, as a number", "%d", []any{coded()}, "%!d(string=There is no such bell.)"},
		{"ours, in hex", "%x", []any{errkit.New(errkit.NotFound, "no")}, "6e6f"},
		{"ours, wide", "[%30s]", []any{coded()}, "[        There is no such bell.]"},
		{"ours, its type", "%T", []any{coded()}, "string"},
		{"ours, as an address", "%p", []any{coded()}, "%!p(string=There is no such bell.)"},
		{"ours, copied", "%v %+v", []any{*coded(), *coded()}, "There is no such bell. There is no such bell."},
		{"ours, copied without a message", "%v", []any{errkit.Error{Kind: errkit.Timeout}}, "The call took too long."},
		{"ours, without a message", "%v", []any{errkit.New(errkit.Timeout, "")}, "The call took too long."},
		{"ours, wrapped", "%v", []any{fmt.Errorf(canary+": %w", coded())}, "There is no such bell."},
		{"ours, joined", "%v", []any{errors.Join(foreign(), coded())}, "There is no such bell."},
		{"nil Error", "%v", []any{typedNil}, internalText},
		{"ours, pointer to pointer", "%v", []any{new(coded())}, "[private]"},
		{"Kind", "%v %s", []any{errkit.NotFound, errkit.Kind(42)},
			"What was asked for does not exist. " + internalText},
		{"Code", "%v", []any{errkit.Code("no_bell")}, "no_bell"},
		{"context", "%v", []any{context.DeadlineExceeded}, "The call took too long."},

		{"foreign", "%v", []any{foreign()}, internalText},
		{"foreign, with a plus", "%+v", []any{foreign()}, internalText},
		{"foreign, as Go", "%#v", []any{foreign()}, `"` + internalText + `"`},
		{"foreign, a string", "%v", []any{stringError(canary)}, internalText},
		{"foreign, a value", "%+v", []any{structError{canary}}, internalText},
		{"foreign, nil", "%v", []any{foreignNil}, internalText},
		{"foreign, value of a pointer error", "%+v", []any{fieldError{canary}}, "[private]"},
		{"foreign, path error", "%v", []any{&fs.PathError{Op: "open", Path: canary, Err: fs.ErrNotExist}},
			internalText},
		{"foreign, wrapped", "%w", []any{foreign()}, "%!w(string=" + internalText + ")"},

		{"errors", "%v", []any{[]error{foreign()}}, "[private]"},
		{"no errors", "%v", []any{[]error{nil}}, "[<nil>]"},
		{"any", "%v", []any{[]any{1, foreign()}}, "[private]"},
		{"array", "%v", []any{[1]structError{{canary}}}, "[private]"},
		{"strings that are errors", "%v", []any{[]stringError{canary}}, "[private]"},
		{"struct with an error", "%+v", []any{fails{foreign()}}, "[private]"},
		{"struct with an error, unexported", "%+v", []any{quiet{structError{canary}}}, "[private]"},
		{"pointer to such a struct", "%+v", []any{&quiet{structError{canary}}}, "[private]"},
		{"Stringer around an error", "%v", []any{stringer{foreign()}}, "[private]"},
		{"map value", "%v", []any{map[string]error{"a": foreign()}}, "[private]"},
		{"map key", "%v", []any{map[error]int{foreign(): 1}}, "[private]"},
		{"reflect.Value", "%v", []any{reflect.ValueOf(foreign())}, "[private]"},
		{"reflect.Value inside", "%v", []any{[]reflect.Value{reflect.ValueOf(foreign())}}, "[private]"},
		{"slog", "%v", []any{slog.Any("err", foreign())}, "[private]"},
		{"holds itself", "%v", []any{loop}, "[private]"},

		{"Private", "%v %s %q %d %x %+v %#v %10s", repeat(errkit.Dev(canary), 8),
			"[private] [private] [private] [private] [private] [private] [private] [private]"},
		{"Private, empty", "%v", []any{errkit.Private{}}, "[private]"},
		{"Private, pointer", "%v %s", []any{new(errkit.Dev(canary)), (*errkit.Private)(nil)}, "[private] <nil>"},
		{"Private inside", "%v", []any{struct{ p errkit.Private }{errkit.Dev(canary)}}, "[private]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := errkit.Textf(c.format, c.args...)
			require.Equal(t, c.want, got)
			require.NotContains(t, got, canary)
		})
	}
}

// TestTextfFormatsNothingPrivate checks that an error or a Private prints only its public text
// for every verb and flag.
func TestTextfFormatsNothingPrivate(t *testing.T) {
	for _, format := range formats() {
		for _, arg := range []any{
			foreign(), stringError(canary), structError{canary}, &fieldError{canary}, fieldError{canary}, coded(),
			*coded(),
			fmt.Errorf("%w", coded()), errors.Join(coded(), foreign()), []error{foreign()},
			map[string]any{"a": structError{canary}},
			fails{structError{canary}}, &quiet{structError{canary}}, errkit.Dev(canary),
			reflect.ValueOf(structError{canary}),
		} {
			got := string(errkit.Textf(errkit.Text(format), arg))
			requireNoCanary(t, got, "%s of a %T", format, arg)
		}
	}
}

// TestTextfLargeValues checks that a value that is too large to search is hidden, unless its type
// cannot contain an error.
func TestTextfLargeValues(t *testing.T) {
	require.Equal(t, errkit.Text("[private]"), errkit.Textf("%v", make([]any, 100_000)))
	require.Len(t, errkit.Textf("%s", make([]byte, 100_000)), 100_000)
}

func TestPublicText(t *testing.T) {
	var typedNil *errkit.Error
	for _, c := range []struct {
		name string
		err  error
		want errkit.Text
	}{
		{"nil", nil, ""},
		{"ours", coded(), "There is no such bell."},
		{"typed nil", typedNil, internalText},
		{"wrapped typed nil", fmt.Errorf("x: %w", typedNil), internalText},
		{"bare kind", errkit.RateLimited, "Too many calls."},
		{"unknown kind", errkit.New(errkit.Kind(42), ""), internalText},
		{"joined", errors.Join(coded(), errkit.New(errkit.Network, "The bell is out of reach.")),
			"The bell is out of reach."},
		{"foreign", foreign(), internalText},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, errkit.PublicText(c.err)) })
	}
}

func TestCode(t *testing.T) {
	const noBell errkit.Code = "no_bell"
	err := fmt.Errorf("ring: %w", coded())
	require.ErrorIs(t, err, noBell)
	require.NotErrorIs(t, err, errkit.Code("no_tower"))
	require.NotErrorIs(t, errkit.New(errkit.NotFound, ""), errkit.Code(""), "the empty code matches no error")
	require.EqualError(t, noBell, "no_bell")
}

func repeat(v any, n int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = v
	}
	return all
}
