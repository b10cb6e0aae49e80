package problem_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// holdsItself returns a group whose last member is the group.
func holdsItself(members int) slog.Value {
	attrs := numbered(members)
	v := slog.GroupValue(attrs...)
	attrs[members-1].Value = v
	return v
}

func numbered(n int) []slog.Attr {
	attrs := make([]slog.Attr, n)
	for i := range attrs {
		attrs[i] = slog.Int(fmt.Sprintf("k%d", i), i)
	}
	return attrs
}

// inside puts a value into groups, one in the other.
func inside(v slog.Value, groups int) slog.Value {
	for range groups {
		v = slog.GroupValue(slog.Attr{Key: "g", Value: v}, slog.Int("n", 1))
	}
	return v
}

// The carried error is the output of MarshalJSON, also if a detail is so large that its rest is
// null.
func TestCarriedDetailsAreThoseOfMarshalJSON(t *testing.T) {
	inner := map[string]any{}
	inner["self"] = inner
	list := make([]any, 100)
	group := numbered(200)
	for i := range group {
		group[i].Value = slog.AnyValue(list)
	}
	type test struct {
		name  string
		value slog.Value
	}
	tests := []test{
		{"no JSON", slog.AnyValue(json.RawMessage(nil))},
		{"a small group", slog.GroupValue(numbered(3)...)},
		{"the largest that is written at once", slog.GroupValue(numbered(256)...)},
		{"one more", slog.GroupValue(numbered(257)...)},
		{"more than errkit writes", slog.GroupValue(numbered(9000)...)},
		{"deep", inside(slog.StringValue("x"), 100)},
		{"very deep", inside(slog.StringValue("x"), 5000)},
		{"a group that holds itself", holdsItself(1)},
		{"a wide group that holds itself", holdsItself(100)},
		{"lists in a group", slog.GroupValue(group...)},
		{"a map in a group that holds itself", slog.GroupValue(slog.Any("m", inner))},
		{"other types in a group", slog.GroupValue(slog.Any("a", errkit.Timeout), slog.Any("b", []int{1}),
			slog.Any("c", json.Number("1.50")), slog.Any("d", nil))},
	}
	for _, raw := range []string{
		"", "null", `{"a":[1,2.50,"\" \\ \n"],"b":{}}`, ` 1`, `[1, 2]`, "[1]\n", `{"a" :1}`, `{"broken"`, `1 2`, `]`,
		`"<&>\u2028` + "\u2028\"", "\"\xff\"", `"\ud800"`, `"\/"`, `{"\u0041":1}`, `"\u001f"`,
		strings.Repeat("[", 128) + strings.Repeat("]", 128), strings.Repeat("[", 129) + strings.Repeat("]", 129),
		strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	} {
		tests = append(tests, test{"JSON " + raw[:min(len(raw), 20)], slog.AnyValue(json.RawMessage(raw))})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{{Key: "load", Value: tt.value}}}
			want, err := e.MarshalJSON()
			require.NoError(t, err)
			codec := dialect.Codec{Carry: true}
			body, _ := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
			var got struct {
				Carried json.RawMessage `json:"toolerr"`
				Load    json.RawMessage
			}
			require.NoError(t, json.Unmarshal(body, &got))
			want = text.CleanJSON(want, 0)
			require.True(t, string(want) == string(got.Carried), "%d bytes, want %d", len(got.Carried), len(want))
			require.True(t, string(errkit.AppendDetails(nil, e.Details, nil)) == `"load":`+string(got.Load))
		})
	}
}

// The carried JSON is the canonical JSON with cleaned texts, byte for byte.
func TestCarriedBytesAreTheCanonicalJSON(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	rapid.Check(t, func(t *rapid.T) {
		e := samples.AnyError(t)
		body, _ := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
		var doc struct {
			Carried json.RawMessage `json:"toolerr"`
		}
		require.NoError(t, json.Unmarshal(body, &doc))
		want, err := codec.Bounded(e, dialect.Call{}).MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, string(text.CleanJSON(want, 0)), string(doc.Carried))
	})
}
