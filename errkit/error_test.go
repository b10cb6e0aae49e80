package errkit_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestErrorPrintsItsPublicText(t *testing.T) {
	e := coded()
	c := *e // an Error has no Error method, but Format
	want := "There is no such bell."
	require.Equal(t, want, e.Error())
	for _, row := range []struct{ format, want string }{
		{"%v", want},
		{"%s", want},
		{"%#v", want},
		{"%#s", want},
		{"%30s", "        There is no such bell."},
		{"%30v", "        There is no such bell."},
		{"%-24s|", "There is no such bell.  |"},
		{"%.5v", "There"},
		{"%q", `"There is no such bell."`},
		{"%#q", "`There is no such bell.`"},
		{"%x", "5468657265206973206e6f20737563682062656c6c2e"},
		{"%X", "5468657265206973206E6F20737563682062656C6C2E"},
		{"% x", "54 68 65 72 65 20 69 73 20 6e 6f 20 73 75 63 68 20 62 65 6c 6c 2e"},
		{"%d", "%!d(string=There is no such bell.)"},
		{"%!", "%!!(string=There is no such bell.)"},
	} {
		require.Equal(t, row.want, fmt.Sprintf(row.format, e), row.format)
		require.Equal(t, row.want, fmt.Sprintf(row.format, c), "%s of a copy", row.format)
	}
	require.Equal(t, "map[a:[There is no such bell. {There is no such bell.}]]",
		fmt.Sprint(map[string]any{"a": []any{e, struct{ E errkit.Error }{c}}}), "inside other values")
	require.EqualError(t, fmt.Errorf("ring: %w", e), "ring: There is no such bell.")
}

// TestErrorFormatsNothingPrivate checks all verbs and flags except %+v, and the two verbs for
// which fmt does not call Format.
func TestErrorFormatsNothingPrivate(t *testing.T) {
	e := &errkit.Error{Kind: errkit.Network, Message: "The bell is out of reach.", Dev: errkit.Dev(canary),
		Err: structError{canary}}
	for _, format := range formats() {
		verb := format[len(format)-1]
		if verb == 'p' || verb == 'w' || verb == 'v' && strings.Contains(format, "+") {
			continue
		}
		for _, v := range []any{e, *e, []any{e, *e}, struct{ E *errkit.Error }{e}, map[string]errkit.Error{"a": *e}} {
			requireNoCanary(t, fmt.Sprintf(format, v), "%s of a %T", format, v)
		}
	}
	// For an invalid verb fmt prints the struct, with Dev and pointers as addresses.
	e.Err = foreign()
	for _, format := range []string{"%p", "%w", "%+w"} {
		requireNoCanary(t, fmt.Sprintf(format, e)+fmt.Sprintf(format, *e), "%s", format)
	}
}

// TestErrorInOtherEncodings checks that other encodings have the public text and no fields.
func TestErrorInOtherEncodings(t *testing.T) {
	e := &errkit.Error{Kind: errkit.Network, Message: "The bell is out of reach.", Dev: errkit.Dev(canary),
		Err: structError{canary}}
	for _, v := range []any{e, *e} {
		got, err := xml.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, "<Error>The bell is out of reach.</Error>", string(got))
	}
	got, err := json.Marshal(map[*errkit.Error]int{e: 1})
	require.NoError(t, err)
	require.Equal(t, `{"The bell is out of reach.":1}`, string(got))
}

func TestErrorForTerminals(t *testing.T) {
	inner := &errkit.Error{Kind: errkit.Network, Message: "The tower is out of reach.",
		Dev: errkit.Dev("dial 10.0.0.1"), Err: errors.New("refused")}
	e := &errkit.Error{
		Kind: errkit.NotFound, Code: "no_bell", Message: "There is no such bell.", Hint: "Call list_bells.",
		Fields: []errkit.Field{{Path: "/bell", Message: "must name a bell"}}, Ref: "7f3a9c",
		Dev: errkit.Dev("two\nlines"),
		Err: fmt.Errorf("ring: %w", errors.Join(io.EOF, fmt.Errorf("call: %w", inner))),
	}
	want := `not_found: There is no such bell.
  code: no_bell
  field /bell: must name a bell
  hint: Call list_bells.
  ref: 7f3a9c
  dev: two
    lines
  cause: ring: EOF
    call: The tower is out of reach.
  cause: EOF
    call: The tower is out of reach.
    cause: EOF
    cause: call: The tower is out of reach.
    cause: network: The tower is out of reach.
      dev: dial 10.0.0.1
      cause: refused`
	require.Equal(t, want, fmt.Sprintf("%+v", e))
	require.Equal(t, want, fmt.Sprintf("%+v", *e), "a copy")
	require.Equal(t, "internal: "+internalText, fmt.Sprintf("%+v", &errkit.Error{}))
	require.Equal(t, "kind(42): "+internalText, fmt.Sprintf("%+v", &errkit.Error{Kind: 42}))
}

// TestErrorOnBrokenChains checks %+v and the log for endless chains and methods that panic.
func TestErrorOnBrokenChains(t *testing.T) {
	self := &errkit.Error{Kind: errkit.Conflict}
	self.Err = self
	around := &errkit.Error{Kind: errkit.Conflict}
	around.Err = errors.Join(around, fmt.Errorf("again: %w", around))
	var typedNil *errkit.Error
	for _, c := range []struct {
		name string
		err  *errkit.Error
		want string
	}{
		{"wraps itself", self, "conflict"},
		{"wraps itself twice", around, "conflict"},
		{"cause unwraps to itself", &errkit.Error{Err: loop{}}, "loop"},
		{"cause joins itself", &errkit.Error{Err: &joinsItself{}}, "joins itself"},
		{"cause panics in Error", &errkit.Error{Err: (*wrapper)(nil)}, "panicked in Error"},
		{"cause panics in Unwrap", &errkit.Error{Err: panics{}}, "panics"},
		{"typed nil", &errkit.Error{Err: typedNil}, "internal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fmt.Sprintf("%+v", c.err)
			require.Contains(t, got, c.want)
			require.Less(t, len(got), 100_000)
			for kind, log := range handlers() {
				got := log(slog.Any("err", c.err))
				require.Contains(t, got, c.want, kind)
				require.Less(t, len(got), 1_000_000, kind)
			}
		})
	}
}

func TestIs(t *testing.T) {
	const noBell errkit.Code = "no_bell"
	e := &errkit.Error{Kind: errkit.UpstreamFailed, Code: "tower", Err: fmt.Errorf("call: %w", coded())}
	for _, c := range []struct {
		name   string
		err    error
		target error
		want   bool
	}{
		{"kind", e, errkit.UpstreamFailed, true},
		{"kind of the cause", e, errkit.NotFound, true},
		{"another kind", e, errkit.Conflict, false},
		{"a number that is no kind", &errkit.Error{Kind: 200}, errkit.Internal, true},
		{"code", e, errkit.Code("tower"), true},
		{"code of the cause", e, noBell, true},
		{"another code", e, errkit.Code("no_tower"), false},
		{"empty code", &errkit.Error{}, errkit.Code(""), false},
		{"wrapped", fmt.Errorf("x: %w", e), noBell, true},
		{"joined", errors.Join(io.EOF, e), noBell, true},
		{"bare kind", fmt.Errorf("x: %w", errkit.NotFound), errkit.NotFound, true},
		{"bare code", fmt.Errorf("x: %w", noBell), noBell, true},
		{"the cause itself", &errkit.Error{Err: io.EOF}, io.EOF, true},
		{"itself", e, e, true},
		{"an equal one", coded(), coded(), false},
		{"foreign", e, io.EOF, false},
		{"From of a bare kind", errkit.From(errkit.NotFound), errkit.NotFound, true},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, errors.Is(c.err, c.target)) })
	}
}

func TestNilError(t *testing.T) {
	var e *errkit.Error
	require.Equal(t, internalText, e.Error())
	require.NoError(t, e.Unwrap())
	require.True(t, e.Is(errkit.Internal))
	require.False(t, e.Is(errkit.NotFound))
	require.False(t, e.Is(errkit.Code("a")))
	require.False(t, e.Is(nil))
	require.True(t, e.LogValue().Equal(slog.Value{}))
	require.Equal(t, "<nil> <nil> <nil>", fmt.Sprintf("%v %+v %s", e, e, e))
	require.EqualError(t, fmt.Errorf("x: %w", e), "x: <nil>")
}

func TestConstructors(t *testing.T) {
	require.Equal(t, &errkit.Error{Kind: errkit.NotFound, Message: "no"}, errkit.New(errkit.NotFound, "no"))
	require.Equal(t, &errkit.Error{Kind: errkit.NotFound, Message: "no", Err: io.EOF},
		errkit.Wrap(io.EOF, errkit.NotFound, "no"))
	field := errkit.Field{Path: "/times", Message: "must be at least 1"}
	require.Equal(t, &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{field}}, errkit.Invalid(field))
	require.True(t, errkit.Wrap(nil, errkit.NotFound, "no") == nil, "an untyped nil")
	require.EqualError(t, errkit.Invalid(), "Some input parameters are invalid.")
}

func TestFormatted(t *testing.T) {
	secret := errors.New(canary)
	require.Equal(t, &errkit.Error{Kind: errkit.NotFound, Message: `There is no bell "x".`},
		errkit.Newf(errkit.NotFound, "There is no bell %q.", "x"))
	require.Equal(t, &errkit.Error{Kind: errkit.Unavailable, Message: "Bell 7 is stuck.", Err: secret},
		errkit.Wrapf(secret, errkit.Unavailable, "Bell %d is stuck.", 7))
	require.True(t, errkit.Wrapf(nil, errkit.NotFound, "%d", 7) == nil, "an untyped nil")
	require.NotContains(t, errkit.Newf(errkit.Internal, "%v", secret).Error(), canary, "an error prints its public text")
}

func TestCodeOf(t *testing.T) {
	stuck := &errkit.Error{Kind: errkit.Unavailable, Code: "bell_stuck"}
	require.Equal(t, errkit.Code("bell_stuck"), errkit.CodeOf(fmt.Errorf("ring: %w", stuck)))
	require.Empty(t, errkit.CodeOf(io.EOF))
	require.Empty(t, errkit.CodeOf(nil))
}

func TestCost(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 8 {
		require.Equal(t, 192, int(unsafe.Sizeof(errkit.Error{})),
			"192 is a size class: one byte more allocates 16 more")
	}
	require.EqualValues(t, 1, allocs.Of(func() { sinkErr = errkit.New(errkit.NotFound, "no") }))
	require.EqualValues(t, 1, allocs.Of(func() { sinkErr = errkit.Wrap(io.EOF, errkit.NotFound, "no") }))
	require.EqualValues(t, 1, allocs.Of(func() {
		sinkErr = &errkit.Error{Kind: errkit.RateLimited, Message: "no", RetryAfter: time.Second}
	}))
}

// Errors with broken methods.
type (
	panics      struct{}
	joinsItself struct{}
)

func (panics) Error() string           { return "panics" }
func (panics) Unwrap() error           { panic(canary) }
func (*joinsItself) Error() string     { return "joins itself" }
func (j *joinsItself) Unwrap() []error { return []error{j, j} }

// A DocURL is a link that clients show: what is not an http or https URL is nowhere.
func TestDocURL(t *testing.T) {
	const page = "https://bells.example.com/errors?v=1#no_such_bell"
	tests := []struct {
		name, url string
		ok        bool
	}{
		{"https", page, true},
		{"http, a port and an escape", "http://localhost:8080/a%20b", true},
		{"the longest", "https://a/" + strings.Repeat("a", 8192-10), true},
		{"too long", "https://a/" + strings.Repeat("a", 8192), false},
		{"a script", "javascript:alert(1)//https://", false},
		{"a scheme in capitals", "HTTPS://a", false},
		{"no scheme", "bells.example.com/errors", false},
		{"no host", "https://", false},
		{"a quote", `https://a/"onclick=`, false},
		{"a line", "https://a/\nX-Header: b", false},
		{"a bidirectional override", "https://a/\u202egpj", false},
		{"not UTF-8", "https://a/\xff", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := ""
			if tt.ok {
				want = tt.url
			}
			e := &errkit.Error{Kind: errkit.NotFound, DocURL: tt.url}
			require.Equal(t, want, errkit.Bounded(e, 10).DocURL)
			require.Equal(t, tt.url, e.DocURL, "the error is not changed")
			doc, err := json.Marshal(e)
			require.NoError(t, err)
			require.Equal(t, tt.ok, strings.Contains(string(doc), "doc_url"), "%s", doc)
			var back errkit.Error
			require.NoError(t, json.Unmarshal(e.AppendJSON(nil), &back))
			require.Equal(t, want, back.DocURL, "what a peer sends is a URL, too")
		})
	}
	require.Contains(t, fmt.Sprintf("%+v", &errkit.Error{DocURL: page}), "doc: "+page)
}
