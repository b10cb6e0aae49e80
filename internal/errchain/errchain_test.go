package errchain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/allocs"
)

// broken is an error whose methods panic on a nil pointer.
type broken struct{ err error }

func (b *broken) Error() string { return b.err.Error() }
func (b *broken) Unwrap() error { return b.err }

// endless wraps itself.
type endless struct{}

func (endless) Error() string   { return "endless" }
func (e endless) Unwrap() error { return e }

// fork joins itself twice.
type fork struct{}

func (fork) Error() string     { return "fork" }
func (f fork) Unwrap() []error { return []error{f, f} }

func TestWalk(t *testing.T) {
	wrapped := fmt.Errorf("read: %w", io.EOF)
	tests := []struct {
		name    string
		err     error
		visited []string // names of joined errors end with *
		want    Result
	}{
		{"nil", nil, nil, Result{Ends: 1}},
		{"one", io.EOF, []string{"EOF"}, Result{Ends: 1}},
		{"chain", wrapped, []string{"read: EOF", "EOF"}, Result{Ends: 1}},
		{"joined", errors.Join(wrapped, io.ErrNoProgress), []string{
			"read: EOF\nmultiple Read calls return no data or error", "read: EOF*", "EOF*",
			"multiple Read calls return no data or error*",
		}, Result{Ends: 2}},
		{"nothing below", fmt.Errorf("stop: %w", wrapped), []string{"stop: read: EOF"}, Result{}},
		{"typed nil", fmt.Errorf("outer: %w", (*broken)(nil)),
			[]string{"outer: <nil>", "(*errchain.broken panicked in Error)"}, Result{Panicked: true}},
		{"a branch panics", errors.Join((*broken)(nil), io.EOF), []string{
			"(*errors.joinError panicked in Error)", "(*errchain.broken panicked in Error)*", "EOF*",
		}, Result{Ends: 1, Panicked: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var visited []string
			got := Walk(tt.err, func(err error, joined bool) bool {
				name := Text(err)
				if joined {
					name += "*"
				}
				visited = append(visited, name)
				return name != "stop: read: EOF"
			})
			require.Equal(t, tt.visited, visited)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestWalkIsBounded(t *testing.T) {
	for _, err := range []error{endless{}, fork{}, errors.Join(endless{}, fork{})} {
		visits := 0
		r := Walk(err, func(error, bool) bool { visits++; return true })
		require.Equal(t, MaxLinks, visits, "%T", err)
		require.True(t, r.Cut, "%T", err)
	}
}

func TestFind(t *testing.T) {
	isEOF := func(err error) bool { return err == io.EOF }
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"nil", nil, nil},
		{"itself", io.EOF, io.EOF},
		{"wrapped", fmt.Errorf("a: %w", fmt.Errorf("b: %w", io.EOF)), io.EOF},
		{"another", io.ErrNoProgress, nil},
		{"joined", errors.Join(io.EOF), nil},
		{"panics", fmt.Errorf("outer: %w", (*broken)(nil)), nil},
		{"endless", endless{}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, Find(tt.err, isEOF))
		})
	}
}

// panicsInIs panics in Is.
type panicsInIs struct{}

func (panicsInIs) Error() string { return "panics in Is" }
func (panicsInIs) Is(error) bool { panic("no") }

// uncomparable is an error for which == panics.
type uncomparable []string

func (uncomparable) Error() string { return "not comparable" }

func TestIs(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		target error
		want   bool
	}{
		{"nil", nil, io.EOF, false},
		{"itself", io.EOF, io.EOF, true},
		{"joined", errors.Join(io.ErrNoProgress, fmt.Errorf("read: %w", io.EOF)), io.EOF, true},
		{"by its Is method", fmt.Errorf("x: %w", syscall.ENOENT), os.ErrNotExist, true},
		{"another", errors.Join(io.ErrNoProgress, os.ErrClosed), io.EOF, false},
		{"endless", errors.Join(endless{}, io.EOF), io.EOF, false},
		{"Unwrap panics", errors.Join((*broken)(nil), io.EOF), io.EOF, true},
		{"Is panics", errors.Join(panicsInIs{}, io.EOF), io.EOF, false},
		{"not comparable", uncomparable{}, uncomparable{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, Is(tt.err, tt.target)) })
	}
}

func TestAs(t *testing.T) {
	want := &os.PathError{Err: io.EOF}
	got, ok := As[*os.PathError](errors.Join(io.ErrNoProgress, fmt.Errorf("read: %w", want)))
	require.True(t, ok)
	require.Same(t, want, got)
	_, ok = As[*os.PathError](errors.Join((*broken)(nil), io.EOF))
	require.False(t, ok)
}

func TestNothingAllocates(t *testing.T) {
	err := fmt.Errorf("a: %w", errors.Join(fmt.Errorf("b: %w", io.EOF), io.ErrNoProgress))
	count := 0
	require.Zero(t, allocs.Of(func() {
		Walk(err, func(error, bool) bool { count++; return true })
		Find(err, func(err error) bool { return err == io.EOF })
		Is(err, io.EOF)
		As[*os.PathError](err)
	}))
	require.Positive(t, count)
}
