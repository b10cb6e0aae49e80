package all_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
)

// TestAppendAllocates nothing in any dialect, with and without Carry. The value
// with hostile text is left out for its details: errkit has to write some.
func TestAppendAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range samples.Values() {
			if v.Name == "hostile" {
				continue
			}
			for _, w := range samples.Ways() {
				n := testing.AllocsPerRun(20, func() { codec.Append(buf, w.Dialect, w.Call, v.Error) })
				require.Zero(t, n, "%s as %s, carry %t", v.Name, w.Name, carry)
			}
		}
	}
}

// Nor do escaped pointers, and details of the types that details mostly have.
func TestAppendAllocatesNothingForOddKeysAndDetails(t *testing.T) {
	long := "/a~0b~1c, a name that is longer than what fits on the stack of a conversion"
	fields := make([]errkit.Field, 20)
	for i := range fields {
		fields[i] = errkit.Field{Path: fmt.Sprintf("%s %d", long, i), Message: "must be a number"}
	}
	tests := []struct {
		name string
		err  *errkit.Error
	}{
		{"escaped pointers", &errkit.Error{Kind: errkit.InvalidInput, Fields: fields}},
		{"escaped pointers in a result", &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.Execution, Fields: fields}},
		{"inputs", &errkit.Error{Kind: errkit.InvalidInput, Needs: &errkit.Needs{Input: []errkit.Input{{Name: "first name"}, {Name: long}, {Name: "a~b/c"}}}}},
		{"details", &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{
			slog.Int("int", 1), slog.Bool("bool", true), slog.Float64("float", 1.5), slog.Time("time", time.Unix(0, 0)), slog.Duration("took", time.Second),
			slog.Any("strings", []string{"a"}), slog.Group("group", slog.Int("a", 1), slog.Group("inner", slog.String("a", "b"))),
		}}},
	}
	buf := make([]byte, 0, 1<<20)
	for _, tt := range tests {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			for _, w := range samples.Ways() {
				n := testing.AllocsPerRun(20, func() { codec.Append(buf, w.Dialect, w.Call, tt.err) })
				require.Zero(t, n, "%s as %s, carry %t", tt.name, w.Name, carry)
			}
		}
	}
}

// JSON is checked with what encoding/json keeps in a pool, and the race detector
// makes pools forget one time in four; what is nested would then count more often.
func TestAppendAllocatesNothingForJSON(t *testing.T) {
	e := &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{slog.Any("raw", json.RawMessage(`"\" \\ "`))}}
	buf := make([]byte, 0, 1<<20)
	var codec dialect.Codec
	require.Zero(t, testing.AllocsPerRun(200, func() { codec.Append(buf, problem.Dialect{}, dialect.Call{}, e) }))
}
