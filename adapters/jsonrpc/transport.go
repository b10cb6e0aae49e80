package jsonrpc

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creachadair/jrpc2/channel"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
)

// ServeHTTP answers a message that is the body of a POST: with 200, with 400 where the message is no request, and with 204
// where there is nothing to say, for it is a notification.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		s.refuseHTTP(w, r, http.StatusMethodNotAllowed, refuse(&errkit.Error{Kind: errkit.MethodNotAllowed}))
		return
	}
	// A page of another site can make a browser send a form, and no other type without asking first.
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		s.refuseHTTP(w, r, 0, refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The Content-Type must be application/json."}))
		return
	}
	body, err := httpbody.Read(w, r, int64(s.maxBody()))
	if err != nil {
		s.refuseHTTP(w, r, 0, refuse(errkit.From(err)))
		return
	}
	doc, status := s.answer(r.Context(), s.read(body), false)
	write(w, status, doc)
}

// refuseHTTP says what is wrong with a request that has no message; status 0 is that of the code.
func (s *Server) refuseHTTP(w http.ResponseWriter, r *http.Request, status int, f *fault) {
	doc, own := s.answer(r.Context(), message{fault: f}, false)
	if status == 0 {
		status = own
	}
	write(w, status, doc)
}

func write(w http.ResponseWriter, status int, doc []byte) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if doc != nil {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(doc)))
	}
	w.WriteHeader(status)
	_, _ = w.Write(doc) // a client that is gone needs no answer
}

// Serve answers messages of a channel until it ends, or ctx does: lines of standard input and output, say,
//
//	err := server.Serve(ctx, channel.Line(os.Stdin, os.Stdout))
//
// Each message, the last one too, ends with a line feed. Requests run concurrently and are all answered before Serve
// returns. A notification has done its work before the next message is read. At the end of the input Serve returns nil.
// When ctx ends Serve waits for the requests that run, whose context ends too, closes the channel and returns the cause. It
// closes the channel earlier where nobody takes an answer for a second. A read or a write that does not end by that, such
// as of standard input, is left behind.
func (s *Server) Serve(ctx context.Context, ch channel.Channel) error {
	st := stream{server: s, ch: ch, free: make(chan struct{}, s.concurrent())}
	done := make(chan error, 1)
	go func() {
		err := st.read(ctx)
		st.running.Wait()
		done <- err
	}()
	select {
	case err := <-done:
		if ctx.Err() == nil {
			return errors.Join(err, st.failed())
		}
	case <-ctx.Done():
	}
	st.end()
	return context.Cause(ctx)
}

// grace is how long an answer may take to be sent after the end.
const grace = time.Second

// stream is a channel that is being served.
type stream struct {
	server  *Server
	ch      channel.Channel
	free    chan struct{}
	running sync.WaitGroup

	sending sync.Mutex   // held during Send, which may block
	sends   atomic.Int64 // begun and done ones, together: odd during Send

	mu    sync.Mutex
	ended bool
	err   error // of Send
}

// read reads messages until there are no more.
func (st *stream) read(ctx context.Context) error {
	for {
		body, err := st.ch.Recv()
		if err == nil || errors.Is(err, io.EOF) && len(body) > 0 {
			if !st.start(ctx, body) {
				return nil
			}
		}
		switch {
		case errors.Is(err, io.EOF), channel.IsErrClosing(err):
			return nil
		case err != nil:
			return err
		}
	}
}

// start runs a message, and reports whether there may be more.
func (st *stream) start(ctx context.Context, body []byte) bool {
	m := st.server.read(body)
	if m.silent() {
		_, _ = st.server.answer(ctx, m, true)
		return ctx.Err() == nil
	}
	select {
	case st.free <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return false
	}
	st.running.Go(func() {
		defer func() { <-st.free }()
		doc, _ := st.server.answer(ctx, m, true)
		st.send(doc)
	})
	return true
}

func (st *stream) send(doc []byte) {
	st.sending.Lock()
	defer st.sending.Unlock()
	if doc == nil || st.failed() != nil {
		return
	}
	st.sends.Add(1)
	err := st.ch.Send(doc)
	st.sends.Add(1)
	st.mu.Lock()
	defer st.mu.Unlock()
	st.err = err
}

func (st *stream) failed() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.err
}

// end lets no more messages in, waits for those that run, and closes the channel: already before that if a Send does not
// come back, which then fails, or is left behind.
func (st *stream) end() {
	st.mu.Lock()
	st.ended = true
	st.mu.Unlock()
	ran := make(chan struct{})
	go func() {
		st.running.Wait()
		close(ran)
	}()
	hangUp := sync.OnceFunc(func() { _ = st.ch.Close() })
	defer hangUp()
	ticks := time.NewTicker(grace)
	defer ticks.Stop()
	for was, closed := st.sends.Load(), false; ; {
		select {
		case <-ran:
			return
		case <-ticks.C:
		}
		now := st.sends.Load()
		switch stuck := now == was && now%2 == 1; {
		case stuck && closed:
			return
		case stuck:
			hangUp()
			closed = true
		}
		was = now
	}
}
