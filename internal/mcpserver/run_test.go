package mcpserver_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

func callWithin(b *middleware.Boundary) *mcpserver.Call {
	return &mcpserver.Call{Server: mcpserver.NewServer(&mcpserver.Server{Boundary: b})}
}

func TestRunWithin(t *testing.T) {
	refused := errors.New("refused")
	forever := make(chan struct{})
	defer close(forever)
	tests := []struct {
		name    string
		within  time.Duration
		handler func(context.Context) (int, error)
		want    int
		err     error
	}{
		{"a result", time.Minute, func(context.Context) (int, error) { return 7, nil }, 7, nil},
		{"an error", time.Minute, func(context.Context) (int, error) { return 0, refused }, 0, refused},
		{"no bound", 0, func(ctx context.Context) (int, error) {
			if _, bounded := ctx.Deadline(); bounded {
				return 0, refused
			}
			return 7, nil
		}, 7, nil},
		{"it obeys its context", time.Millisecond,
			func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() }, 0, errkit.Timeout},
		{"it ignores its context", time.Millisecond, func(context.Context) (int, error) { <-forever; return 7, nil },
			0, errkit.Timeout},
		{"a panic", time.Minute, func(context.Context) (int, error) { panic("clapper") }, 0, errkit.Internal},
		{"http.ErrAbortHandler", time.Minute, func(context.Context) (int, error) { panic(http.ErrAbortHandler) }, 0,
			errkit.Internal},
		{"Goexit", time.Minute, func(context.Context) (int, error) { runtime.Goexit(); return 7, nil }, 0,
			errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := new(middleware.Boundary)
			got, err := mcpserver.RunWithin(t.Context(), callWithin(b), tt.within, tt.handler)
			require.Equal(t, tt.want, got)
			if tt.err == nil {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, b.Handle(t.Context(), err), tt.err)
		})
	}
}

// A panic after the timeout is reported: its handler has no caller any more.
func TestRunWithinReportsLatePanic(t *testing.T) {
	reports := make(chan *errkit.Error, 1)
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) { reports <- e }}
	_, err := mcpserver.RunWithin(t.Context(), callWithin(b), time.Millisecond, func(ctx context.Context) (int, error) {
		<-ctx.Done()
		time.Sleep(5 * time.Millisecond)
		panic("clapper")
	})
	require.ErrorIs(t, err, errkit.Timeout)
	require.ErrorContains(t, (<-reports).Err, "clapper")
}
