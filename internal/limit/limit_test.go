package limit_test

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
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
)

func TestCuts(t *testing.T) {
	a := strings.Repeat
	tests := []struct {
		name, got, want string
		why             string
	}{
		{"runes, short", limit.Runes("größe", 5), "größe", "characters count, not bytes"},
		{"runes, long", limit.Runes("größen", 5), "größ…", "the ellipsis is one of the characters"},
		{"runes, no limit", limit.Runes("größen", 0), "größen", "below 1 there is none"},
		{"middle, short", limit.Middle("abcdefghij", 10), "abcdefghij", "it fits"},
		{"middle, long", limit.Middle("abcdefghijk", 9), "abc…ijk", "three bytes are for the ellipsis"},
		{"middle, in a character", limit.Middle("aößßßßßßößa", 8), "a…a", "no character is divided"},
		{"middle, not UTF-8", limit.Middle("a"+strings.Repeat("\x80", 20)+"z", 15), "a\x80\x80…\x80\x80z", "at most three bytes are left out for a character"},
		{"path, short", limit.ShortPath("/" + a("k", 511)), "/" + a("k", 511), "it fits"},
		{"path, long", limit.ShortPath("/m/" + a("k", 600) + "/7"), "/m/" + a("k", 251) + "…" + a("k", 252) + "/7", "what is around a long name stays"},
		{"path, escapes", limit.ShortPath("/" + a("~0", 400)), "/" + a("~0", 126) + "…" + a("~0", 127), "no escape is divided"},
		{"ends, short", limit.Ends(a("\x00", 100), 600), a("\x00", 100), "it fits"},
		{"ends, long", limit.Ends(a("a", 50)+a("b", 60), 100), a("a", 30) + "…(50 bytes are left out)…" + a("b", 30), "start and end stay"},
		{"ends, escapes", limit.Ends(a("\x00", 100), 160), a("\x00", 10) + "…(80 bytes are left out)…" + a("\x00", 10), "a control character has six bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, tt.got, tt.why) })
	}
}

// What Ends cuts fits into a log of either form.
func TestEnds(t *testing.T) {
	special := rapid.SampledFrom([]string{"a", "\"", "\\", "\x00", "\x7f", "\u0085", "\u2028", "\u202e", "é", "日", "\U0010ffff", "\xff"})
	texts := rapid.Map(rapid.SliceOf(rapid.OneOf(special, rapid.StringN(0, 9, -1))), func(parts []string) string { return strings.Join(parts, "") })
	rapid.Check(t, func(t *rapid.T) {
		s := limit.Ends(texts.Draw(t, "s"), 60)
		require.LessOrEqual(t, len(strconv.Quote(s))-2, 60)
		require.LessOrEqual(t, len(jsonw.AppendBody(nil, s)), 60)
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
		{"small", []slog.Attr{slog.String("a", "x"), slog.Int("b", 1), slog.Group("c", slog.Any("d", loud{2}))}, `"a":"x","b":1,"c":{"d":"LL"}}`},
		{"one large", []slog.Attr{slog.String("a", "whole"), slog.String("b", strings.Repeat("b", 1<<20)), slog.Duration("c", 1)}, `"a":"whole","b":"bbb`},
		{"all large", []slog.Attr{slog.Any("a", loud{1 << 20}), slog.Any("b", []string{strings.Repeat("\x01", 1<<20)}), slog.Any("c", errors.New(strings.Repeat("c", 1<<20)))}, `ccc"}`},
		{"JSON", []slog.Attr{slog.Any("a", json.RawMessage(`["`+strings.Repeat("j", 1<<20)+`"]`))}, `"a":"[\"jjj`},
		{"a long name", []slog.Attr{slog.String(strings.Repeat("k", 1<<20), "v")}, `kk…":"v"}`},
		{"many", many, `"attributes_left_out":9`},
		{"deep", deep.Group(), `"attributes_left_out"`},
		{"a group in itself", itself, `"attributes_left_out"`},
		{"a list in itself", []slog.Attr{slog.Any("a", list)}, `"a":"([]interface {})"`},
		{"a nil error", []slog.Attr{slog.Any("a", nilError), slog.String("b", strings.Repeat("b", 1<<20))}, `"b":"bbb`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			attrs := limit.Attrs(tt.attrs, limit.Record-200)
			var asJSON, asText bytes.Buffer
			slog.New(slog.NewJSONHandler(&asJSON, nil)).LogAttrs(t.Context(), slog.LevelInfo, "", attrs...)
			slog.New(slog.NewTextHandler(&asText, nil)).LogAttrs(t.Context(), slog.LevelInfo, "", attrs...)
			require.True(t, json.Valid(asJSON.Bytes()))
			require.Contains(t, asJSON.String(), tt.want)
			require.LessOrEqual(t, asJSON.Len(), limit.Record)
			require.LessOrEqual(t, asText.Len(), limit.Record)
		})
	}
}

// Values that fit are those that came.
func TestAttrsThatFit(t *testing.T) {
	err := fmt.Errorf("wrapped: %w", errors.New("inner"))
	attrs := []slog.Attr{slog.Any("err", err), slog.Any("list", []string{"a"}), slog.Group("g", slog.Float64("f", 1.5))}
	require.Equal(t, attrs, limit.Attrs(attrs, limit.Record))
}
