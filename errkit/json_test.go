package errkit_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

var update = flag.Bool("update", false, "write the golden files and the table in doc.go")

// golden compares got with a file in testdata, or writes the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

type (
	panicsInJSON struct{}
	opaque       struct{ Secret logged }
)

func (panicsInJSON) MarshalJSON() ([]byte, error) { panic(canary) }

func TestCanonicalJSON(t *testing.T) {
	var typedNil *errkit.Error
	date := time.Date(2026, 11, 21, 1, 2, 3, 4e6, time.FixedZone("", 3600))
	ring := []any{1}
	ring[0] = ring
	group := make([]slog.Attr, 2)
	group[0], group[1] = slog.Attr{Key: "a", Value: slog.GroupValue(group...)}, slog.Attr{Key: "b",
		Value: slog.GroupValue(group...)}

	for name, e := range map[string]*errkit.Error{
		"zero": {},
		"gone": {Kind: errkit.NotFound, Code: "retired", Status: 410, Message: "This bell is gone for good."},
		"tiny": {Kind: errkit.NotFound, Message: "There is no such bell."},
		"full": {
			Kind: errkit.RateLimited, Retry: errkit.Allowed, Effect: errkit.EffectNone, Stage: errkit.Execution,
			Upstream:   429,
			RetryAfter: 1500*time.Millisecond + 1,
			Code:       "bell_rests", Message: "This bell needs a <rest>.", Hint: "Wait & try again.",
			Fields: []errkit.Field{
				{Path: "/times", Message: "must be at most 10", Rule: "max", Param: "10"},
				{Path: "", Message: "the whole input"},
				{Path: "/a~1b"},
			},
			Details: []slog.Attr{slog.String("bell", "front"), slog.Int("rings", 11)},
			Needs:   &errkit.Needs{Secrets: []string{"BELL_KEY"}},
			Dev:     errkit.Dev(canary), Err: foreign(), Ref: "7f3a9c",
			Peer: &errkit.Peer{Dialect: canary, Code: canary, Type: canary, Rule: canary, Evidence: []string{canary},
				Raw: canary},
		},
		"needs": {Kind: errkit.AuthRequired, Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{URL: "https://bells.example/grant?a=1&b=2"},
				{ID: "2", URL: "https://bells.example/b", CheckURL: "https://bells.example/c",
					Message: "Grant ringing."}},
			UserID: true, Secrets: []string{"BELL_KEY"}, Scopes: []string{"ring"},
			Input:  []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}, {Name: "times"}},
			Reason: "Which bell?",
			Options: []errkit.Option{
				{Label: "Front", Value: "front", Description: "The big one.", Field: "bell"}, {Label: "None"},
			},
		}},
		"needs_input": {Kind: errkit.InputRequired, Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell"}}}},
		"needs_none":  {Kind: errkit.AuthRequired, Needs: &errkit.Needs{Input: []errkit.Input{}}},
		"out_of_range": {Kind: 42, Retry: 42, Effect: 42, Stage: 42, RetryAfter: -time.Second, Details: []slog.Attr{{}},
			Fields: []errkit.Field{}},
		"details_kinds": {Details: []slog.Attr{
			slog.String("string", "a \"quote\", <b> & \u2028"),
			slog.Int64("int", math.MinInt64), slog.Uint64("uint", math.MaxUint64), slog.Bool("bool", true),
			slog.Float64("float", 1e21), slog.Float64("nan", math.NaN()), slog.Float64("inf", math.Inf(-1)),
			slog.Duration("ms", 1500*time.Microsecond), slog.Duration("day", 24*time.Hour),
			slog.Duration("back", -time.Second),
			slog.Time("time", date), slog.Time("zero_time", time.Time{}),
			slog.Group("group", slog.Int("a", 1), slog.Group("deeper", slog.Duration("b", time.Second))),
			slog.Any("nil", nil), slog.Any("logvaluer", logged{canary}), slog.Any("value", slog.IntValue(3)),
			slog.Any("attrs", []slog.Attr{slog.Int("a", 1)}),
			slog.Any("text", errkit.Text("public")), slog.Any("kind", errkit.NotFound),
			slog.Any("no_kind", errkit.Kind(42)), slog.Any("code", errkit.Code("no_bell")),
			slog.Any("retry", errkit.Allowed),
		}},
		"details_any": {Details: []slog.Attr{
			slog.Any("struct", named{"Ada", 36}), slog.Any("pointer", &named{"Ada", 36}),
			slog.Any("strings", []string{"b", "a"}),
			slog.Any("bytes", []byte("abc")), slog.Any("map", map[string]int{"b": 2, "a": 1}),
			slog.Any("list", []any{1, "a", nil, 1500 * time.Microsecond, []any{}, map[string]any{"b": 1, "": nil}}),
			slog.Any("nil_list", []any(nil)), slog.Any("nil_map", map[string]any(nil)),
			slog.Any("nil_errors", []error(nil)),
			slog.Any("raw", json.RawMessage(`{ "b": 1, "a": [ 2 ] }`)), slog.Any("number", json.Number("1.50")),
			slog.Any("bad_raw", json.RawMessage(`{"a":`)), slog.Any("raw_utf8", json.RawMessage("\"a\xff\xfeb\"")),
			slog.Any("raw_escapes", json.RawMessage(`{"\/\u0041\u2028`+"\u2029"+
				`":"\ud83d\ude42 \ud800 \ufffd <\u003c"}`)), slog.Any("bad_number", json.Number("x")),
			slog.Any("chan", make(chan int)), slog.Any("func", func() {}), slog.Any("complex", 1i),
			slog.Any("panics", panicsInJSON{}),
		}},
		"details_secrets": {Details: []slog.Attr{
			slog.Any("error", foreign()), slog.Any("coded", coded()), slog.Any("copied", *coded()),
			slog.Any("wrapped", fmt.Errorf(canary+" %w", coded())),
			slog.Any("typed_nil", typedNil), slog.Any("value_error", structError{canary}),
			slog.Any("pointer_error", fieldError{canary}),
			slog.Any("path_error", &fs.PathError{Path: canary}),
			slog.Any("private", errkit.Dev(canary)), slog.Any("private_pointer", new(errkit.Dev(canary))),
			slog.Any("errors", []error{foreign(), coded(), nil}),
			slog.Any("list", []any{foreign(), 1, errkit.Dev(canary), logged{canary}, []any{foreign()}}),
			slog.Any("map", map[string]any{"b": foreign(), "a": 1}),
			slog.Any("error_map", map[string]error{"a": foreign()}),
			slog.Any("struct", fails{foreign()}), slog.Any("value_in_struct", fails{structError{canary}}),
			slog.Any("logvaluer_in_struct", opaque{logged{canary}}),
			slog.Any("codeds", []*errkit.Error{coded()}),
			slog.Group("group", slog.Any("error", foreign()), slog.Any("private", errkit.Dev(canary)),
				slog.Any("logvaluer", logged{canary})),
		}},
		"details_keys": {Details: []slog.Attr{
			slog.Int("twice", 1), slog.Int("b", 2), slog.Int("twice", 3), {}, slog.Int("", 4), {},
			slog.Int("a \"key\"\n", 5), slog.Int("bad\xff", 6),
			slog.Group("group", slog.Int("twice", 1), slog.Int("twice", 2)), slog.Group("empty"),
		}},
		"invalid_utf8": {Code: "a\xff", Message: "b\xff\xfe", Hint: "c\xed\xa0\x80", Ref: "d\xff",
			Fields:  []errkit.Field{{Path: "/\xff", Message: "e\xff"}},
			Details: []slog.Attr{slog.String("f\xff", "g\xff")}, Needs: &errkit.Needs{Secrets: []string{"\xff"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := e.MarshalJSON()
			require.NoError(t, err)
			require.NotContains(t, string(got), canary)
			var indented bytes.Buffer
			require.NoError(t, json.Indent(&indented, got, "", "  "))
			golden(t, "json/"+name+".json", indented.String()+"\n")

			copied, err := json.Marshal(*e)
			require.NoError(t, err)
			require.JSONEq(t, string(got), string(copied), "a copy")
		})
	}

	for _, c := range []struct {
		name  string
		value any
		want  string // "": anything
	}{
		{"a list in itself", ring, "null"},
		{"a group in itself", group, "null"},
		{"a map of endless lists", map[string]any{"a": ring, "b": ring}, ""},
		{"as deep as encoding/json goes", nested(9998), "null"},
		{"too deep", nested(1001), "null"},
		{"deep", nested(1000), string(nested(1000))},
		{"brackets in a string", json.RawMessage(`"\"` + strings.Repeat("[", 2000) + `"`),
			`"\"` + strings.Repeat("[", 2000) + `"`},
		{"side by side", json.RawMessage("[" + strings.Repeat("{},", 2000) + "[]]"),
			"[" + strings.Repeat("{},", 2000) + "[]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := json.Marshal(&errkit.Error{Details: []slog.Attr{slog.Any("a", c.value), slog.Int("b", 1)}})
			require.NoError(t, err)
			var back struct {
				Details struct {
					A json.RawMessage
					B int
				}
			}
			require.NoError(t, json.Unmarshal(got, &back))
			require.Equal(t, 1, back.Details.B, "the other details are there")
			if c.want != "" {
				require.Equal(t, c.want, string(back.Details.A))
			}
		})
	}
}

func nested(n int) json.RawMessage {
	return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n))
}

func TestJSONOfErrorsInOtherValues(t *testing.T) {
	e := coded()
	got, err := json.Marshal(map[string]any{"nil": (*errkit.Error)(nil), "pointer": e, "value": *e,
		"list": []error{e}})
	require.NoError(t, err)
	one := `{"kind":"not_found","code":"no_bell","message":"There is no such bell."}`
	require.JSONEq(t, `{"nil":null,"pointer":`+one+`,"value":`+one+`,"list":[`+one+`]}`, string(got))
}

// TestDetailKeysThatAreEqualInJSON checks that keys which differ only in bytes that are not UTF-8
// are one member.
func TestDetailKeysThatAreEqualInJSON(t *testing.T) {
	attrs := []slog.Attr{slog.Int("a\x80", 1), slog.Int("a\x81", 2), slog.Int("a\ufffd", 3), slog.Int("b\x80", 4),
		slog.Int("a", 5)}
	const want = "\"a\ufffd\":3,\"b\ufffd\":4,\"a\":5"
	require.Equal(t, want, string(errkit.AppendDetails(nil, attrs, nil)))
	for i := range 200 { // too many to compare with each other
		attrs = append(attrs, slog.Int(strconv.Itoa(i), i))
	}
	require.Contains(t, string(errkit.AppendDetails(nil, attrs, nil)), want+`,"0":0`)
}
