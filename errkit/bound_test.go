package errkit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/lab/attack"
)

const maxText = 16_384

func many[E any](n int, item func(i int) E) []E {
	all := make([]E, n)
	for i := range all {
		all[i] = item(i)
	}
	return all
}

func TestBounded(t *testing.T) {
	long := strings.Repeat("ö", 100_000)
	cut := func(n int) string { return strings.Repeat("ö", n-1) + "…" }
	key := func(i int) string { return strconv.Itoa(i) + " " + strings.Repeat("k", 1000) }
	cutKey := func(i int) string { return key(i)[:255] + "…" }
	field := func(i int) errkit.Field {
		return errkit.Field{Path: "/" + strconv.Itoa(i), Message: "is required", Rule: "required"}
	}
	left := errkit.Field{Message: "has more faults than are listed here", Rule: "truncated"}
	tests := []struct {
		name    string
		e, want errkit.Error
		why     string
	}{
		{
			"texts",
			errkit.Error{Message: errkit.Text(long), Hint: errkit.Text(long), Code: errkit.Code(long), Ref: long,
				Dev: errkit.Dev(long)},
			errkit.Error{
				Message: errkit.Text(cut(maxText)), Hint: errkit.Text(cut(maxText)), Code: errkit.Code(cut(256)),
				Ref: cut(256),
				Dev: errkit.Dev(cut(maxText)),
			},
			"characters are counted",
		},
		{
			"a long field",
			errkit.Error{Fields: []errkit.Field{{Path: "/" + strings.Repeat("k", 100_000) + "/0",
				Message: errkit.Text(long), Rule: long, Param: long}}},
			errkit.Error{Fields: []errkit.Field{{
				Path:    "/" + strings.Repeat("k", 253) + "…" + strings.Repeat("k", 252) + "/0",
				Message: errkit.Text(cut(1024)), Rule: cut(256), Param: cut(256),
			}}},
			"of a path the end stays too",
		},
		{"100 fields", errkit.Error{Fields: many(100, field)}, errkit.Error{Fields: many(100, field)}, "these fit"},
		{"101 fields", errkit.Error{Fields: many(101, field)}, errkit.Error{Fields: append(many(99, field), left)},
			"the last one reports it"},
		{
			"fields that are large together",
			errkit.Error{Fields: many(50,
				func(int) errkit.Field { return errkit.Field{Message: errkit.Text(strings.Repeat("m", 1000))} })},
			errkit.Error{Fields: append(many(10,
				func(int) errkit.Field { return errkit.Field{Message: errkit.Text(strings.Repeat("m", 1000))} }),
				left)},
			"10 KiB are the bound",
		},
		{
			"details",
			errkit.Error{Details: append(many(100, func(i int) slog.Attr { return slog.Int("k"+strconv.Itoa(i), i) }),
				slog.Int("k1", -1))},
			errkit.Error{Details: append(append([]slog.Attr{slog.Int("k0", 0)},
				many(62, func(i int) slog.Attr { return slog.Int("k"+strconv.Itoa(i+2), i+2) })...),
				slog.Bool("details_left_out", true))},
			"of equal keys the last counts",
		},
		{
			"large details",
			errkit.Error{Details: []slog.Attr{
				slog.Any("json", json.RawMessage(`["`+strings.Repeat("j", 100_000)+`"]`)), slog.String("text", long),
				slog.Int("n", 1),
			}},
			errkit.Error{Details: []slog.Attr{
				slog.Any("json", json.RawMessage(`"(a value that is too large is left out)"`)),
				slog.String("text", text.Ends(cut(maxText),
					text.MaxDetailBytes-len(`json"(a value that is too large is left out)"text`)-4)),
				slog.Int("n", 1),
			}},
			"32 KiB are the bound",
		},
		{
			"needs",
			errkit.Error{Needs: &errkit.Needs{
				Challenges: many(101, func(i int) errkit.Challenge {
					return errkit.Challenge{URL: "https://a/" + strings.Repeat("u", 9000*(i%2))}
				}),
				Secrets: many(101, strconv.Itoa),
				Input:   many(101, func(i int) errkit.Input { return errkit.Input{Name: strconv.Itoa(i)} }),
				Options: many(101, func(i int) errkit.Option { return errkit.Option{Label: strconv.Itoa(i)} }),
				UserID:  true, Scopes: []string{long},
			}},
			errkit.Error{Needs: &errkit.Needs{
				Challenges: many(99, func(i int) errkit.Challenge {
					if i == 98 {
						return errkit.Challenge{URL: "https://a/", Message: " (More authorizations are left out.)"}
					} else if i%2 == 0 {
						return errkit.Challenge{URL: "https://a/"}
					}
					return errkit.Challenge{Message: "The URL to visit is too long."}
				}),
				Secrets: append(many(99, strconv.Itoa), "…"),
				Input: append(many(99, func(i int) errkit.Input { return errkit.Input{Name: strconv.Itoa(i)} }),
					errkit.Input{Name: "…"}),
				Options: append(many(99, func(i int) errkit.Option { return errkit.Option{Label: strconv.Itoa(i)} }),
					errkit.Option{Label: "…", Value: "…"}),
				UserID: true, Scopes: []string{cut(256)},
			}},
			"a URL is whole or not there",
		},
		{"the type of a peer", errkit.Error{Peer: &errkit.Peer{Type: long, Code: "1"}},
			errkit.Error{Peer: &errkit.Peer{Type: cut(256), Code: "1"}}, "AAI renders it"},
		{"the title and the code of a peer", errkit.Error{Peer: &errkit.Peer{Title: long + long, Code: long}},
			errkit.Error{Peer: &errkit.Peer{Title: cut(1024), Code: cut(256)}}, "problem details render the title"},
		{
			"private details",
			errkit.Error{Details: many(70, func(i int) slog.Attr { return slog.Int(key(i), i) }),
				Peer: &errkit.Peer{Private: many(70, key)}},
			errkit.Error{
				Details: append(many(63, func(i int) slog.Attr { return slog.Int(cutKey(i), i) }),
					slog.Bool("details_left_out", true)),
				Peer: &errkit.Peer{Private: many(63, cutKey)},
			},
			"a detail remains private by its name, which is cut",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := errkit.Bounded(&tt.e, maxText)
			require.Equal(t, tt.want, *got, tt.why)
			require.Same(t, got, errkit.Bounded(got, maxText), "what is cut is within the bounds")
		})
	}
	require.Nil(t, errkit.Bounded(nil, 0))
	unlimited := &errkit.Error{Message: errkit.Text(long)}
	require.Same(t, unlimited, errkit.Bounded(unlimited, -1), "no limit")
}

var bounded *errkit.Error

// What is within the bounds stays as it is, and costs nothing.
func TestBoundedAllocatesNothing(t *testing.T) {
	e := &errkit.Error{
		Message: errkit.Text(strings.Repeat("ö", maxText)), Code: "c", Hint: "h", Dev: errkit.Dev("d"),
		Fields: many(100, func(i int) errkit.Field {
			return errkit.Field{Path: "/items/" + strconv.Itoa(i) + "/sku", Message: "must be one of red, green, blue",
				Rule: "enum", Param: "red green blue"}
		}),
		Details: []slog.Attr{slog.String("a", "b"), slog.Group("g", slog.Int("n", 1)), slog.Any("l", []string{"x"}),
			slog.Any("j", json.RawMessage("{}"))},
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://bells.example/"}},
			Secrets: []string{"KEY"}, Input: []errkit.Input{{Name: "bell"}}},
	}
	require.Same(t, e, errkit.Bounded(e, maxText))
	require.Zero(t, allocs.Of(func() { bounded = errkit.Bounded(e, maxText) }))
}

// A link wraps an error without repeating its text.
type link struct {
	text string
	err  error
}

func (l *link) Error() string { return l.text }
func (l *link) Unwrap() error { return l.err }

// All that an error is printed as has a bound, and is found with work that is linear in the error.
func TestAttacks(t *testing.T) {
	s := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name string
		make func(n int) *errkit.Error // of about n bytes
	}{
		{"a long message", func(n int) *errkit.Error { return &errkit.Error{Message: errkit.Text(s(n))} }},
		{"escapes", func(n int) *errkit.Error {
			return &errkit.Error{Message: errkit.Text(strings.Repeat("\x01", n)),
				Err: errors.New(strings.Repeat("\"\n", n/2))}
		}},
		{"a long cause", func(n int) *errkit.Error { return &errkit.Error{Err: errors.New(s(n))} }},
		{"a long cause behind a short one",
			func(n int) *errkit.Error { return &errkit.Error{Err: &link{"short", errors.New(s(n))}} }},
		{"a chain of coded errors", func(n int) *errkit.Error {
			e := &errkit.Error{}
			for range n / 100 {
				e = &errkit.Error{Message: errkit.Text(s(80)), Err: e}
			}
			return e
		}},
		{"a chain of foreign errors", func(n int) *errkit.Error {
			err := errors.New("the first")
			for range n / 100 {
				err = &link{s(80), err}
			}
			return &errkit.Error{Err: err}
		}},
		{"joined errors", func(n int) *errkit.Error {
			return &errkit.Error{Err: errors.Join(many(n/100, func(i int) error {
				return &errkit.Error{Message: errkit.Text(s(80)),
					Fields: []errkit.Field{{Path: "/" + strconv.Itoa(i), Message: "is required"}}}
			})...)}
		}},
		{"joined errors, with fields", func(n int) *errkit.Error {
			return errkit.From(errors.Join(many(20, func(i int) error {
				return &errkit.Error{Kind: errkit.InvalidInput,
					Fields: many(n/2000,
						func(j int) errkit.Field { return errkit.Field{Path: fmt.Sprint("/", s(80), i, j)} })}
			})...))
		}},
		{"many fields", func(n int) *errkit.Error {
			return &errkit.Error{Fields: many(n/100, func(i int) errkit.Field {
				return errkit.Field{Path: "/" + s(70) + strconv.Itoa(i), Message: "is wrong"}
			})}
		}},
		{"long paths", func(n int) *errkit.Error {
			key := "/" + s(n)
			return &errkit.Error{Fields: many(200,
				func(i int) errkit.Field { return errkit.Field{Path: key, Message: "is wrong"} })}
		}},
		{"many details with long equal keys", func(n int) *errkit.Error {
			key := s(1000)
			return &errkit.Error{Details: many(n/1000,
				func(i int) slog.Attr { return slog.Int(strings.Clone(key), i) })}
		}},
		{"a group with long equal keys", func(n int) *errkit.Error {
			key := s(1000)
			return &errkit.Error{Details: []slog.Attr{{Key: "g",
				Value: slog.GroupValue(many(n/1000,
					func(i int) slog.Attr { return slog.Int(strings.Clone(key), i) })...)}}}
		}},
		{"a large detail", func(n int) *errkit.Error {
			return &errkit.Error{Details: []slog.Attr{slog.Any("any", map[string]any{"x": s(n)}),
				slog.Any("raw", json.RawMessage(`"`+s(n)+`"`))}}
		}},
		{"many needs", func(n int) *errkit.Error {
			return &errkit.Error{Needs: &errkit.Needs{
				Secrets:    many(n/100, func(int) string { return s(90) }),
				Challenges: many(n/100, func(int) errkit.Challenge { return errkit.Challenge{URL: s(90)} }),
			}}
		}},
		{"evidence", func(n int) *errkit.Error {
			return &errkit.Error{Peer: &errkit.Peer{Code: s(n),
				Evidence: many(n/100, func(int) string { return s(90) })}}
		}},
	}
	forms := []struct {
		name string
		most int
		size func(e *errkit.Error) int
	}{
		{"JSON", 320 << 10, func(e *errkit.Error) int {
			b, err := e.MarshalJSON()
			require.NoError(t, err)
			require.True(t, json.Valid(b))
			return len(b)
		}},
		{"log as JSON", text.MaxRecord, func(e *errkit.Error) int {
			var b bytes.Buffer
			slog.New(slog.NewJSONHandler(&b, nil)).Error("call failed", "err", e)
			require.True(t, json.Valid(b.Bytes()))
			return b.Len()
		}},
		{"log as text", text.MaxRecord, func(e *errkit.Error) int {
			var b bytes.Buffer
			slog.New(slog.NewTextHandler(&b, nil)).Error("call failed", "err", e)
			return b.Len()
		}},
		{"%+v", 2 * text.MaxRecord, func(e *errkit.Error) int { return len(fmt.Sprintf("%+v", e)) }},
	}
	for _, tt := range tests {
		for _, form := range forms {
			t.Run(tt.name+"/"+form.name, func(t *testing.T) {
				out := attack.Linear(t, 64<<10, 20, func(n int) (*errkit.Error, int) { return tt.make(n), n },
					form.size)
				for _, size := range out {
					require.LessOrEqual(t, size, form.most)
				}
			})
		}
	}
}

// The log has the start and the end of a long cause, and how much is between them.
func TestLongCause(t *testing.T) {
	e := &errkit.Error{Err: errors.New("the start " + strings.Repeat("x", 1<<20) + " the end")}
	for _, log := range handlers() {
		record := log(slog.Any("err", e))
		require.Contains(t, record, "the start xxx")
		require.Contains(t, record, "xxx the end")
		require.Contains(t, record, " bytes are left out)")
		require.Less(t, len(record), text.MaxCause+200)
	}
	require.Less(t, len(fmt.Sprintf("%+v", e)), text.MaxCause+200)
}

// An error among its own details ends.
func TestLogOfItself(t *testing.T) {
	e := &errkit.Error{Message: "No."}
	e.Details = []slog.Attr{slog.Any("again", e)}
	for _, log := range handlers() {
		require.Less(t, len(log(slog.Any("err", e))), text.MaxRecord)
	}
}
