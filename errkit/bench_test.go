package errkit_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"testing"

	"github.com/toolerr/toolerr/errkit"
)

// The results, so that the compiler does not remove the calls.
var (
	sinkErr  error
	sinkKind errkit.Kind
	sinkBool bool
	sinkText []byte
)

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sinkErr = errkit.New(errkit.NotFound, "There is no bell with this id.")
	}
}

func BenchmarkWrap(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sinkErr = errkit.Wrap(context.Canceled, errkit.Canceled, "The bell did not answer.")
	}
}

// BenchmarkKindOf compares KindOf with errors.AsType for one type and for six types.
func BenchmarkKindOf(b *testing.B) {
	chain := fmt.Errorf("ring: %w", fmt.Errorf("press: %w", errkit.New(errkit.NotFound, "There is no such bell.")))
	b.Run("case=chain/by=KindOf", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkKind = errkit.KindOf(chain)
		}
	})
	b.Run("case=chain/by=AsType", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e, ok := errors.AsType[*errkit.Error](chain)
			sinkKind, sinkBool = e.Kind, ok
		}
	})
	b.Run("case=chain/by=6xAsType", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, ok1 := errors.AsType[*strconv.NumError](chain)
			_, ok2 := errors.AsType[*wrapper](chain)
			_, ok3 := errors.AsType[errkit.Code](chain)
			_, ok4 := errors.AsType[loop](chain)
			_, ok5 := errors.AsType[errkit.Kind](chain)
			e, ok6 := errors.AsType[*errkit.Error](chain)
			sinkKind, sinkBool = e.Kind, ok1 || ok2 || ok3 || ok4 || ok5 || ok6
		}
	})
	direct := errkit.New(errkit.NotFound, "There is no such bell.")
	b.Run("case=direct/by=KindOf", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkKind = errkit.KindOf(direct)
		}
	})
	plain := fmt.Errorf("ring: %w", fmt.Errorf("press: %w", errors.New("stuck")))
	b.Run("case=plain/by=KindOf", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkKind = errkit.KindOf(plain)
		}
	})
	joined := errors.Join(errors.New("stuck"), errkit.New(errkit.NotFound, "There is no such bell."))
	b.Run("case=joined/by=KindOf", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkKind = errkit.KindOf(joined)
		}
	})
}

func BenchmarkMarshalJSON(b *testing.B) {
	tiny := errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id."}
	full := tiny
	full.Code, full.Hint = "no_such_bell", "Call list_bells and use an id from its answer."
	full.Fields = []errkit.Field{{Path: "/bell", Message: "must name a bell", Rule: "exists"}}
	full.Details = []slog.Attr{slog.String("bell", "back"), slog.Int("bells", 3)}
	b.Run("case=tiny", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkText, sinkErr = tiny.MarshalJSON()
		}
	})
	b.Run("case=full", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkText, sinkErr = full.MarshalJSON()
		}
	})
}

type loop struct{}

func (l loop) Error() string { return "loop" }
func (l loop) Unwrap() error { return l }

type wrapper struct{ err error }

func (w *wrapper) Error() string { return "wrapper: " + w.err.Error() }
func (w *wrapper) Unwrap() error { return w.err }
