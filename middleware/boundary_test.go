package middleware_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/middleware"
)

func TestRunAllocatesNothing(t *testing.T) {
	var b *middleware.Boundary
	ctx := t.Context()
	f := func(context.Context) error { return nil }
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := b.Run(ctx, f); err != nil {
			panic(err)
		}
	}))
}

func BenchmarkRun(b *testing.B) {
	var boundary middleware.Boundary
	ctx := b.Context()
	f := func(context.Context) error { return nil }
	b.ReportAllocs()
	for b.Loop() {
		if err := boundary.Run(ctx, f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPanic(b *testing.B) {
	var boundary middleware.Boundary
	ctx := b.Context()
	f := func(context.Context) error { panic("boom") }
	b.ReportAllocs()
	for b.Loop() {
		if err := boundary.Run(ctx, f); err == nil {
			b.Fatal("no error")
		}
	}
}
