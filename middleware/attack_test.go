package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/attack"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// victim is what the attacks are decoded into.
type victim struct {
	M    map[string][]inner `json:"m"`
	L    []inner            `json:"l"`
	N    *victim            `json:"n"`
	Any  any                `json:"any"`
	T    map[string]time.Time
	Ints map[int]int `json:"ints"`
	Str  []quoted    `json:"str"`
}

type inner struct {
	X string `json:"x"`
}

type quoted struct {
	N int `json:"n,string"`
}

// attacks are documents of about n bytes.
var attacks = []struct {
	name string
	doc  func(n int) string
}{
	{"a long key around many faults", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{"x":1}]}}`
	}},
	{"a long escaped key around many faults", func(n int) string {
		return `{"m":{"` + strings.Repeat(`\u00e9~/`, n/16) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{"x":1}]}}`
	}},
	{"many long unknown keys", func(n int) string { return members(n/1000, 1000, `1`, "") }},
	{"unknown keys within a long one", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + members(n/40, 10, `1`, "") + `]}}`
	}},
	{"deep maps of lists", func(n int) string {
		return strings.Repeat(`{"n":`, 400) + `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`1,`, n/4) + `1]}}` + strings.Repeat(`}`, 400)
	}},
	{"deep, with long keys", func(n int) string {
		return `{"any":` + strings.Repeat(`{"`+strings.Repeat("k", n/900)+`":[1e999,`, 400) + `1` + strings.Repeat(`]}`, 400) + `}`
	}},
	{"a wide array", func(n int) string { return `{"l":[` + strings.Repeat(`1,`, n/2) + `1]}` }},
	{"a wide array of what is right", func(n int) string { return `{"any":[` + strings.Repeat(`1,`, n/2) + `1]}` }},
	{"many duplicates", func(n int) string { return `{"any":{` + strings.Repeat(`"a":1,`, n/6) + `"a":1}}` }},
	{"many long duplicates", func(n int) string { return `{"any":` + members(n/1000, 1000, `1`, "same") + `}` }},
	{"many names that are no integers", func(n int) string { return `{"ints":` + members(n/100, 100, `1`, "") + `}` }},
	{"many bad times", func(n int) string { return `{"T":` + members(n/100, 80, `"now"`, "") + `}` }},
	{"many bad times in escapes", func(n int) string { return `{"T":{"a":"` + strings.Repeat(`\u006e`, n/6) + `"}}` }},
	{"many bad quoted numbers", func(n int) string { return `{"str":[` + strings.Repeat(`{"n":"x"},`, n/10) + `{}]}` }},
	{"it ends too early", func(n int) string { return strings.Repeat(`{"n":`, 400) + `{"` + strings.Repeat(`k`, n) + `":[` }},
	{"a long number", func(n int) string { return `{"ints":{"1":` + strings.Repeat("9", n) + `}}` }},
}

// members is an object of so many members, with names of so many bytes: all the same if same is given.
func members(count, length int, value, same string) string {
	var b strings.Builder
	for i := range count {
		name := same
		if name == "" {
			name = fmt.Sprint(i)
		}
		fmt.Fprintf(&b, `,"%s%s":%s`, strings.Repeat("k", max(length-len(name), 0)), name, value)
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// The error of a document is bounded, however it is rendered, and found with linear work.
func TestDecodeJSONAttacks(t *testing.T) {
	for _, tt := range attacks {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			b := middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))}
			out := attack.Linear(t, 100<<10, 100, func(n int) ([]byte, int) { doc := []byte(tt.doc(n)); return doc, len(doc) }, func(doc []byte) int {
				log.Reset()
				err := b.Run(t.Context(), func(context.Context) error { var v victim; return middleware.DecodeJSON(doc, &v) })
				if err == nil {
					return 0
				}
				rendered, failed := json.Marshal(err)
				require.NoError(t, failed)
				require.LessOrEqual(t, len(errkit.From(err).Fields), limit.Fields)
				require.LessOrEqual(t, log.Len(), limit.Record)
				return len(rendered)
			})
			for _, size := range out {
				require.LessOrEqual(t, size, limit.Input)
			}
		})
	}
}

// The same is true of errors that encoding/json returned to a handler.
func TestJSONAttacks(t *testing.T) {
	b := middleware.Boundary{Classify: []middleware.Classifier{middleware.JSON}}
	for _, tt := range attacks {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 100<<10, 500, func(n int) ([]byte, int) { doc := []byte(tt.doc(n)); return doc, len(doc) }, func(doc []byte) int {
				most := 0
				for _, strict := range []bool{false, true} {
					err := b.Run(middleware.WithInput(t.Context(), func() middleware.Input { return middleware.Input{Body: doc} }), func(context.Context) error {
						d := json.NewDecoder(bytes.NewReader(doc))
						if strict {
							d.DisallowUnknownFields()
						}
						return d.Decode(new(victim))
					})
					if err != nil {
						rendered, failed := json.Marshal(err)
						require.NoError(t, failed)
						most = max(most, len(rendered))
					}
				}
				return most
			})
			for _, size := range out {
				require.LessOrEqual(t, size, limit.Input)
			}
		})
	}
}

// A list of faults that is cut ends with a field that reports it.
func TestDecodeJSONReportsThatFaultsAreLeftOut(t *testing.T) {
	var v victim
	e := errkit.From(middleware.DecodeJSON([]byte(`{"l":[`+strings.Repeat(`1,`, 100)+`1]}`), &v))
	require.Len(t, e.Fields, 100)
	require.Equal(t, "/l/98", e.Fields[98].Path)
	require.Equal(t, errkit.Field{Message: "has more faults than are listed here", Rule: "truncated"}, e.Fields[99])

	e = errkit.From(middleware.DecodeJSON([]byte(`{"l":[`+strings.Repeat(`1,`, 99)+`1]}`), &v))
	require.Equal(t, "/l/99", e.Fields[99].Path, "these are all")
}

// A record has its bound whatever is in it.
func TestLogIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var record bytes.Buffer
	report := middleware.Log(slog.New(slog.NewJSONHandler(&record, nil)))
	ctx := middleware.WithAttrs(t.Context(), slog.String("tool", long), slog.String("method", "tools/call"))
	b := middleware.Boundary{Report: report}
	_ = b.Run(ctx, func(context.Context) error { panic(long) })
	require.LessOrEqual(t, record.Len(), limit.Record)
	var got map[string]any
	require.NoError(t, json.Unmarshal(record.Bytes(), &got))
	require.Equal(t, "tools/call", got["method"], "what is small stays whole")
	require.Contains(t, got["tool"], " bytes are left out)")
	require.Contains(t, got["stack"], "TestLogIsBounded")
	require.Contains(t, got["cause"], "panic: xxx")
}
