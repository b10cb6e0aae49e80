package dialecttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

func checkAppend(t *testing.T, d dialect.Dialect) {
	require.NotEmpty(t, d.Name())
	require.True(t, reflect.TypeOf(d).Comparable(), "dialects are compared")
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		codec := dialect.Codec{
			Carry:   rapid.Bool().Draw(t, "carry"),
			MaxText: rapid.SampledFrom([]int{0, 1, 5, -1}).Draw(t, "max text"),
		}
		before := samples.Canonical(t, e)
		body, head := codec.Append(nil, d, call, e)
		require.Equal(t, before, samples.Canonical(t, e), "the error was changed")

		require.GreaterOrEqual(t, head.Status, 200)
		require.LessOrEqual(t, head.Status, 599)
		_, _, err := mime.ParseMediaType(head.ContentType)
		require.NoError(t, err, "media type %q", head.ContentType)
		if isJSON(head) {
			root, err := jsontree.Parse(body, jsontree.Limits{})
			require.NoError(t, err, "%s", body)
			requireUniqueNames(t, root, body)
		}
		for _, start := range []string{"x", `{"a":[`} {
			dst := append(make([]byte, 0, len(start)+2*len(body)), start...)
			appended, again := codec.Append(dst, d, call, e)
			require.True(t, bytes.HasPrefix(appended, []byte(start)), "dst was changed")
			require.Equal(t, string(body), string(appended[len(start):]), "the bytes depend on dst")
			require.Equal(t, head, again)
		}
	})
}

// isJSON reports whether a document is JSON according to its media type (RFC 6839 §3.1).
func isJSON(head dialect.Head) bool {
	media, _, _ := mime.ParseMediaType(head.ContentType)
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// requireUniqueNames checks that no object has two members with one name, of which most parsers
// keep the last.
func requireUniqueNames(t require.TestingT, v jsontree.Value, body []byte) {
	for m := range v.All() {
		seen := map[string]bool{}
		for name := range m.Members() {
			require.False(t, seen[name], "two members %q: %s", name, body)
			seen[name] = true
		}
	}
}

// calls are calls for which documents differ.
func calls() []dialect.Call {
	return []dialect.Call{
		{},
		{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond},
		{ID: json.RawMessage(`"seven"`), OutputSchema: true},
		{ID: json.RawMessage("7"), Method: "resources/read", URI: "file:///nonexistent.txt"},
	}
}

func checkAllocations(t *testing.T, d dialect.Dialect) {
	buf := make([]byte, 0, 1<<20)
	for _, v := range append(samples.Values(), uncommonValues()...) {
		if v.Name == "hostile" {
			continue // its details have types for which Append may allocate
		}
		for _, carry := range []bool{false, true} {
			for _, call := range calls() {
				codec := dialect.Codec{Carry: carry}
				n := testing.AllocsPerRun(20, func() { codec.Append(buf, d, call, v.Error) })
				require.Zero(t, n, "%s: %s, carry %t, call %+v", v.Name, v.Why, carry, call)
			}
		}
	}
	// JSON in details is checked with a buffer from a pool, which the race detector empties one
	// time in four.
	e := &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{slog.Any("raw", json.RawMessage(`"\" \\ "`))}}
	var codec dialect.Codec
	require.Zero(t, testing.AllocsPerRun(200, func() { codec.Append(buf, d, dialect.Call{}, e) }), "JSON in details")
}

// uncommonValues returns errors whose documents need escapes and formats that those of
// samples.Values do not.
func uncommonValues() []samples.Value {
	long := "/a~0b~1c, a name that is longer than what fits on the stack of a conversion"
	fields := make([]errkit.Field, 20)
	for i := range fields {
		fields[i] = errkit.Field{Path: fmt.Sprintf("%s %d", long, i), Message: "must be a number"}
	}
	return []samples.Value{
		{Name: "pointers", Why: "with escapes", Error: &errkit.Error{Kind: errkit.InvalidInput, Fields: fields}},
		{Name: "pointers in a result", Why: "folded into a text",
			Error: &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.Execution, Fields: fields}},
		{Name: "inputs", Why: "as the names of fields",
			Error: &errkit.Error{Kind: errkit.InvalidInput, Needs: &errkit.Needs{
				Input: []errkit.Input{{Name: "first name"}, {Name: long}, {Name: "a~b/c"}},
			}}},
		{Name: "details", Why: "of the common types", Error: &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{
			slog.Int("int", 1), slog.Bool("bool", true), slog.Float64("float", 1.5),
			slog.Time("time", time.Unix(0, 0)),
			slog.Duration("took", time.Second), slog.Any("strings", []string{"a"}),
			slog.Group("group", slog.Int("a", 1), slog.Group("inner", slog.String("a", "b"))),
		}}},
	}
}
