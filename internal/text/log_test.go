package text_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/text"
)

// What Ends cuts fits into a log of either form.
func TestEnds(t *testing.T) {
	special := rapid.SampledFrom([]string{"a", "\"", "\\", "\x00", "\x7f", "\u0085", "\u2028", "\u202e", "é", "日",
		"\U0010ffff", "\xff"})
	texts := rapid.Map(rapid.SliceOf(rapid.OneOf(special, rapid.StringN(0, 9, -1))),
		func(parts []string) string { return strings.Join(parts, "") })
	rapid.Check(t, func(t *rapid.T) {
		s := text.Ends(texts.Draw(t, "s"), 60)
		require.LessOrEqual(t, len(strconv.Quote(s))-2, 60)
		require.LessOrEqual(t, len(text.AppendBody(nil, s)), 60)
	})
}

type loud struct{ n int }

func (l loud) LogValue() slog.Value { return slog.StringValue(strings.Repeat("L", l.n)) }

type broken struct{}

func (*broken) Error() string { panic("no text") }

func TestAttrs(t *testing.T) {
	itself := make([]slog.Attr, 3)
	for i := range itself {
		itself[i] = slog.Attr{Key: "in" + strconv.Itoa(i), Value: slog.GroupValue(itself...)}
	}
	list := make([]any, 1)
	list[0] = list
	var nilError *broken
	many := make([]slog.Attr, 10_000)
	for i := range many {
		many[i] = slog.Int("k"+strconv.Itoa(i), i)
	}
	deep := slog.StringValue(strings.Repeat("d", 10_000))
	for range 5000 {
		deep = slog.GroupValue(slog.Attr{Key: "group", Value: deep}, slog.String("text", strings.Repeat("t", 100)))
	}
	tests := []struct {
		name  string
		attrs []slog.Attr
		want  string // of the record
	}{
		{"small", []slog.Attr{slog.String("a", "x"), slog.Int("b", 1), slog.Group("c", slog.Any("d", loud{2}))},
			`"a":"x","b":1,"c":{"d":"LL"}}`},
		{"one large", []slog.Attr{slog.String("a", "whole"), slog.String("b", strings.Repeat("b", 1<<20)),
			slog.Duration("c", 1)}, `"a":"whole","b":"bbb`},
		{"all large", []slog.Attr{slog.Any("a", loud{1 << 20}), slog.Any("b", []string{strings.Repeat("\x01", 1<<20)}),
			slog.Any("c", errors.New(strings.Repeat("c", 1<<20)))}, `ccc"}`},
		{"JSON", []slog.Attr{slog.Any("a", json.RawMessage(`["`+strings.Repeat("j", 1<<20)+`"]`))}, `"a":"[\"jjj`},
		{"a long name", []slog.Attr{slog.String(strings.Repeat("k", 1<<20), "v")}, `kk…":"v"}`},
		{"many", many, `"attributes_left_out":9`},
		{"deep", deep.Group(), `"attributes_left_out"`},
		{"a group in itself", itself, `"attributes_left_out"`},
		{"a list in itself", []slog.Attr{slog.Any("a", list)}, `"a":"([]interface {})"`},
		{"controls", []slog.Attr{slog.String("a\u009b", "b\u009b\x1b"), slog.Any("c", errors.New("\u202ed")),
			slog.Any("e", []string{"\x7f"}), slog.Group("f", slog.String("g", "\u2066é"))},
			`"a\\u009b":"b\\u009b\u001b","c":"\\u202ed","e":"[\"\\u007f\"]","f":{"g":"\\u2066é"}}`},
		{"controls in a long value", []slog.Attr{slog.Any("a", append(slices.Repeat([]string{"b"}, 1<<20), "\u009bc"))},
			`\\u009bc`},
		{"a nil error", []slog.Attr{slog.Any("a", nilError), slog.String("b", strings.Repeat("b", 1<<20))},
			`"b":"bbb`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			attrs := text.BoundAttrs(tt.attrs, text.MaxRecord-200)
			var asJSON, asText bytes.Buffer
			slog.New(slog.NewJSONHandler(&asJSON, nil)).LogAttrs(t.Context(), slog.LevelInfo, "", attrs...)
			slog.New(slog.NewTextHandler(&asText, nil)).LogAttrs(t.Context(), slog.LevelInfo, "", attrs...)
			require.True(t, json.Valid(asJSON.Bytes()))
			require.Contains(t, asJSON.String(), tt.want)
			require.LessOrEqual(t, asJSON.Len(), text.MaxRecord)
			require.LessOrEqual(t, asText.Len(), text.MaxRecord)
		})
	}
}

// Values that fit are those that came.
func TestAttrsThatFit(t *testing.T) {
	err := fmt.Errorf("wrapped: %w", errors.New("inner"))
	attrs := []slog.Attr{slog.Any("err", err), slog.Any("list", []string{"a"}),
		slog.Group("g", slog.Float64("f", 1.5))}
	require.Equal(t, attrs, text.BoundAttrs(attrs, text.MaxRecord))
}
