package errkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/errkit"
)

// TestFromOfGeneratedTrees checks that KindOf and From agree with each other and with
// expectedKind, which applies the rules to a list of all branches.
func TestFromOfGeneratedTrees(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		err := errorTrees(4).Draw(r, "err")
		before := shown(err)

		got := errkit.From(err)
		require.Equal(r, got.Kind, errkit.KindOf(err))
		require.Equal(r, got.Error(), string(errkit.PublicText(err)))
		require.Equal(r, expectedKind(err), got.Kind)
		require.NotContains(r, got.Error(), canary)
		require.Equal(r, before, shown(err), "From changed its input")
		require.Equal(r, got.Kind, errkit.From(fmt.Errorf("x: %w", err)).Kind, "wrapping does not change the kind")
		require.Equal(r, got.Kind, errkit.From(errors.Join(err, errors.New("x"))).Kind,
			"an uncoded branch does not change the kind")
		for _, f := range got.Fields {
			n := 0
			for _, g := range got.Fields {
				if f == g {
					n++
				}
			}
			require.Equal(r, 1, n, "field %q", f.Path)
		}
	})
}

func errorTrees(depth int) *rapid.Generator[error] {
	return rapid.Custom(func(r *rapid.T) error {
		kind := errkit.Kind(rapid.IntRange(0, 35).Draw(r, "kind")) // the last two are unknown
		max := 8
		if depth == 0 {
			max = 5
		}
		switch rapid.IntRange(0, max).Draw(r, "shape") {
		case 0:
			return kind
		case 1:
			return rapid.SampledFrom([]error{context.Canceled, context.DeadlineExceeded}).Draw(r, "context")
		case 2:
			return errors.New(canary)
		case 3:
			return rapid.SampledFrom([]error{(*errkit.Error)(nil), (*wrapper)(nil), errkit.Code(canary),
				panics{}}).Draw(r, "odd")
		case 4, 5:
			paths := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"/a", "/b", "/c"}), 0, 3,
				rapid.ID[string]).Draw(r, "paths")
			e := &errkit.Error{Kind: kind,
				Message: errkit.Text(rapid.SampledFrom([]string{"", "No."}).Draw(r, "message")),
				Dev:     errkit.Dev(canary)}
			for _, p := range paths {
				e.Fields = append(e.Fields, errkit.Field{Path: p})
			}
			if depth > 0 && rapid.Bool().Draw(r, "caused") {
				e.Err = errorTrees(depth-1).Draw(r, "cause")
			}
			return e
		case 6:
			return &wrapper{errorTrees(depth-1).Draw(r, "wrapped")}
		default:
			return joined(rapid.SliceOfN(errorTrees(depth-1), 0, 3).Draw(r, "branches"))
		}
	})
}

// joined is errors.Join without the text, for which methods would panic.
type joined []error

func (joined) Error() string     { return "joined" }
func (j joined) Unwrap() []error { return j }

// expectedKind applies the rules to the list of the last errors of the branches.
func expectedKind(err error) errkit.Kind {
	var ends func(error) []error
	ends = func(err error) (all []error) {
		switch e := err.(type) {
		case joined:
			for _, branch := range e {
				all = append(all, ends(branch)...)
			}
			return all
		case *wrapper:
			if e != nil {
				return ends(e.err)
			}
		}
		return []error{err}
	}
	best, kind := -1, errkit.Internal
	better := func(score int, k errkit.Kind) {
		if score > best {
			best, kind = score, k
		}
	}
	for _, end := range ends(err) {
		k, isCoded := errkit.Internal, true
		switch e := end.(type) {
		case *errkit.Error:
			if e != nil {
				k = e.Kind
			}
		case errkit.Kind:
			k = e
		default:
			isCoded = false
		}
		if int(k) >= len(allKinds) {
			k = errkit.Internal
		}
		switch {
		case isCoded:
			better(10+allKinds[k].severity, k)
		case end == context.DeadlineExceeded:
			better(2, errkit.Timeout)
		case end == context.Canceled:
			better(1, errkit.Canceled)
		}
	}
	return kind
}

// shown returns everything that From could change.
func shown(err error) string {
	switch e := err.(type) {
	case *errkit.Error:
		if e == nil {
			return "nil"
		}
		return fmt.Sprintf("%p %d %q %v %p", e, e.Kind, e.Message, e.Fields, e.Dev) + shown(e.Err)
	case interface{ Unwrap() []error }:
		if _, endless := err.(*joinsItself); endless {
			return "endless"
		}
		s := ""
		for _, branch := range e.Unwrap() {
			s += "," + shown(branch)
		}
		return "[" + s + "]"
	case *wrapper:
		if e != nil && e.err != nil {
			return "w" + shown(e.err)
		}
	}
	return fmt.Sprintf("%T", err)
}
