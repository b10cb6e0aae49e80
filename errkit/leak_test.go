package errkit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/errkit"
)

// TestJSONLeaksNothing checks that private text in any place of an error is not in its JSON,
// which is valid.
func TestJSONLeaksNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		e := &errkit.Error{
			Kind: errkit.Kind(rapid.Uint8().Draw(r, "kind")), Retry: errkit.Retry(rapid.Uint8().Draw(r, "retry")),
			Effect:  errkit.Effect(rapid.Uint8().Draw(r, "effect")),
			Message: errkit.Text(rapid.String().Draw(r, "message")), Code: errkit.Code(rapid.String().Draw(r, "code")),
			RetryAfter: time.Duration(rapid.Int64().Draw(r, "after")),
			Dev:        errkit.Dev(canary), Err: rapid.SampledFrom(causes()).Draw(r, "cause"),
		}
		for range rapid.IntRange(0, 4).Draw(r, "details") {
			e.Details = append(e.Details,
				slog.Any(rapid.String().Draw(r, "key"),
					holding(3, append(secrets(), logged{canary})).Draw(r, "value")))
		}
		got, err := e.MarshalJSON()
		require.NoError(r, err)
		require.True(r, json.Valid(got), "%s", got)
		require.True(r, utf8.Valid(got))
		require.NotContains(r, string(got), canary)
		var back struct{ Kind errkit.Kind }
		require.NoError(r, json.Unmarshal(got, &back))
		require.Equal(r, errkit.KindOf(e), back.Kind)
	})
}

func TestTextfLeaksNothing(t *testing.T) {
	all := formats()
	rapid.Check(t, func(r *rapid.T) {
		format := rapid.SampledFrom(all).Draw(r, "format")
		v := holding(3, secrets()).Draw(r, "value")
		require.NotContains(r, string(errkit.Textf(errkit.Text(format), v)), canary)
	})
}

// causes are errors of several types whose text is the canary.
func causes() []error {
	return []error{foreign(), stringError(canary), structError{canary}, &fieldError{canary}, coded(),
		fmt.Errorf("x: %w", coded()), errors.Join(foreign(), coded())}
}

// secrets are values that must not print, and others that may.
func secrets() []any {
	all := []any{errkit.Dev(canary), fieldError{canary}, *coded(), 1, "a\xff", nil, math.NaN(), time.Second}
	for _, err := range causes() {
		all = append(all, err)
	}
	return all
}

// holding generates values that contain one of the leaves.
func holding(depth int, leaves []any) *rapid.Generator[any] {
	return rapid.Custom(func(r *rapid.T) any {
		if depth == 0 || rapid.IntRange(0, 3).Draw(r, "leaf") == 0 {
			return rapid.SampledFrom(leaves).Draw(r, "value")
		}
		v := holding(depth-1, leaves).Draw(r, "inner")
		switch rapid.IntRange(0, 9).Draw(r, "container") {
		case 0:
			return []any{1, v}
		case 1:
			return map[string]any{"a": v}
		case 2:
			return struct{ A any }{v}
		case 3:
			return &struct{ A, b any }{v, v}
		case 4:
			return [1]any{v}
		case 5:
			return slog.GroupValue(slog.Any("a", v), slog.Any("b", v))
		case 6:
			return []slog.Attr{slog.Any("a", v)}
		case 7:
			return map[int]any{1: v}
		case 8:
			return &v
		default:
			return struct {
				A []map[string]any `json:"a"`
			}{[]map[string]any{{"b": v}}}
		}
	})
}
