package errkittest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Store tests a store of a program: the laws that [idempotency.Store] states. It uses the ids
// "errkittest-1" and "errkittest-2", which must have no record, and deletes them in the end.
func Store(t *testing.T, s idempotency.Store) {
	t.Helper()
	ctx, a, b := t.Context(), "errkittest-1", "errkittest-2"
	claim := func(id, record, want string) {
		t.Helper()
		got, err := s.Claim(ctx, id, []byte(record), time.Hour)
		if err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("Claim(%q, %q) = %q, %v; want %q", id, record, got, err, want)
		}
	}
	succeed := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	claim(a, "1", "")
	claim(a, "2", "1")
	claim(b, "3", "")
	succeed("Put", s.Put(ctx, a, []byte("\x004"), time.Hour))
	claim(a, "5", "\x004")
	claim(b, "6", "3")
	succeed("Delete", s.Delete(ctx, a))
	succeed("Delete of an id without a record", s.Delete(ctx, a))
	claim(b, "7", "3")

	var won atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got, err := s.Claim(ctx, a, []byte("8"), time.Hour); got == nil && err == nil {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if n := won.Load(); n != 1 {
		t.Errorf("%d of 20 concurrent claims of an id got it; want 1", n)
	}
	succeed("Delete", s.Delete(ctx, a))
	succeed("Delete", s.Delete(ctx, b))
}
