package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// lateness is how long after its handler a goroutine writes, at most.
const lateness = 10 * time.Millisecond

// leaks are the goroutines that handlers leave behind. The zero value is ready to use.
type leaks struct {
	running         sync.WaitGroup
	tried, accepted atomic.Int64 // late writes
}

// returned is the key of a channel in the context of a request, which is closed when all handlers
// returned.
type returned struct{}

// watch returns a handler that closes the channel of each request.
func (l *leaks) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		end := make(chan struct{})
		defer close(end)
		w.Header().Set("Call", number(r))
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), returned{}, end)))
	})
}

// leave starts a goroutine that waits until the handlers of r returned, and up to lateness
// longer, and then writes to w.
func (l *leaks) leave(w http.ResponseWriter, r *http.Request) {
	end := r.Context().Value(returned{}).(chan struct{})
	text := "late " + number(r)
	l.running.Go(func() {
		<-end
		time.Sleep(rand.N(lateness))
		w.Header().Set("Late", text)
		w.WriteHeader(http.StatusTeapot)
		l.count(w.Write([]byte(text)))
		l.count(io.WriteString(w, text))
		l.count(io.Copy(w, strings.NewReader(text)))
		c := http.NewResponseController(w)
		l.count(0, c.Flush())
		l.count(0, c.SetWriteDeadline(time.Now()))
		l.count(0, c.SetReadDeadline(time.Now()))
	})
}

// count counts a late write, by what it returned.
func (l *leaks) count(_ any, err error) {
	l.tried.Add(1)
	if err == nil {
		l.accepted.Add(1)
	}
}

// report waits for all goroutines, and prints the number of late writes. It returns an error if
// one of them succeeded.
func (l *leaks) report(out io.Writer) error {
	l.running.Wait()
	if _, err := fmt.Fprintf(out, "%d late writes, %d accepted\n", l.tried.Load(), l.accepted.Load()); err != nil {
		return err
	}
	if l.accepted.Load() > 0 {
		return errors.New("late writes succeeded")
	}
	return nil
}
