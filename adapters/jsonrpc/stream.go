package jsonrpc

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creachadair/jrpc2/channel"
)

// Serve reads messages from a channel and writes the responses, until the channel or ctx ends:
//
//	err := server.Serve(ctx, channel.Line(os.Stdin, os.Stdout))
//
// Every message ends with a line feed. Requests run concurrently, but a notification is finished
// before the next message is read. At the end of the input Serve finishes all requests and
// returns nil, or the error of the channel.
//
// When ctx ends, Serve waits for the running requests, whose context has ended, too, closes the
// channel and returns the cause of ctx. If the channel does not accept a response for a second,
// Serve closes it earlier. It does not wait for a Recv or Send that does not end when the channel
// is closed, such as a read of standard input.
func (s *Server) Serve(ctx context.Context, ch channel.Channel) error {
	st := stream{server: s, ch: ch, slots: make(chan struct{}, s.concurrency())}
	done := make(chan error, 1)
	go func() {
		err := st.read(ctx)
		st.running.Wait()
		done <- err
	}()
	select {
	case err := <-done:
		if ctx.Err() == nil {
			return errors.Join(err, st.sendError())
		}
	case <-ctx.Done():
	}
	st.end()
	return context.Cause(ctx)
}

// sendTimeout is how long a response may take to be sent after the end of the context.
const sendTimeout = time.Second

// stream is a channel that is being served.
type stream struct {
	server  *Server
	ch      channel.Channel
	slots   chan struct{} // one for each running message
	running sync.WaitGroup

	sending sync.Mutex   // held during Send, which may block
	sends   atomic.Int64 // starts and ends of Send: odd during Send

	mu    sync.Mutex
	ended bool
	err   error // of Send
}

// read reads messages until the end of the channel.
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

// start starts to process a message, and reports whether to read further ones.
func (st *stream) start(ctx context.Context, body []byte) bool {
	m := st.server.read(body)
	if m.onlyNotifications() {
		_, _ = st.server.respond(ctx, m, true)
		return ctx.Err() == nil
	}
	select {
	case st.slots <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return false
	}
	st.running.Go(func() {
		defer func() { <-st.slots }()
		doc, _ := st.server.respond(ctx, m, true)
		st.send(doc)
	})
	return true
}

func (st *stream) send(doc []byte) {
	st.sending.Lock()
	defer st.sending.Unlock()
	if doc == nil || st.sendError() != nil {
		return
	}
	st.sends.Add(1)
	err := st.ch.Send(doc)
	st.sends.Add(1)
	st.mu.Lock()
	defer st.mu.Unlock()
	st.err = err
}

func (st *stream) sendError() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.err
}

// end waits for the running messages, and closes the channel. If a Send blocks it closes the
// channel earlier; if Send does not return then, end does not wait for it.
func (st *stream) end() {
	st.mu.Lock()
	st.ended = true
	st.mu.Unlock()
	finished := make(chan struct{})
	go func() {
		st.running.Wait()
		close(finished)
	}()
	closeOnce := sync.OnceFunc(func() { _ = st.ch.Close() })
	defer closeOnce()
	ticks := time.NewTicker(sendTimeout)
	defer ticks.Stop()
	for before, closed := st.sends.Load(), false; ; {
		select {
		case <-finished:
			return
		case <-ticks.C:
		}
		now := st.sends.Load()
		switch blocked := now == before && now%2 == 1; {
		case blocked && closed:
			return
		case blocked:
			closeOnce()
			closed = true
		}
		before = now
	}
}
