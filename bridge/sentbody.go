package bridge

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
)

const (
	maxAhead  = 256 << 10        // bytes of a request that are read to find the id of a call
	aheadWait = 2 * time.Second  // for a client that sends them
	restWait  = time.Second / 10 // for what is left, up to 256 KiB of which net/http reads before it sends the response
)

// sentBody is the body of a request on its way to the upstream.
type sentBody struct {
	exchange *Exchange
	client   http.ResponseWriter // of the request

	mu      sync.Mutex
	from    io.ReadCloser
	started bool
	err     error // of the last Read of from
	taken   bool  // the transport must not read it

	fault atomic.Pointer[error] // for which the transport could not read it to its end
}

// Read reads for the transport.
func (b *sentBody) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken {
		return 0, io.ErrUnexpectedEOF
	}
	return b.read(p)
}

// read does not read the client's body again after its end. A transport does, to see whether the
// body is longer than its Content-Length, and may do so after the response has begun: the server
// has closed the body then, and by the error of such a Read, which is not io.EOF, the transport
// closes the connection from which the response is read.
func (b *sentBody) read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	b.started = true
	n, b.err = b.from.Read(p)
	b.exchange.Sent(p[:n])
	if b.err != nil && !b.taken && !errors.Is(b.err, io.EOF) && !errors.Is(b.err, http.ErrBodyReadAfterClose) {
		b.fault.Store(new(b.err))
	}
	return n, b.err
}

// clientFault returns the error of a request whose body could not be read to its end, which is no
// fault of the upstream, nil for others: Canceled if the client disconnected, Timeout if it did
// not send in time, TooLarge for a limit of the server, or Malformed.
func (b *sentBody) clientFault() *errkit.Error {
	if b == nil || b.fault.Load() == nil {
		return nil
	}
	err := *b.fault.Load()
	if e := request.TooLarge(err); e != nil {
		return e
	}
	e := request.Unreadable(err)
	switch {
	case e.Kind == errkit.Timeout:
	case request.IsDisconnect(err) && !errors.Is(err, io.ErrUnexpectedEOF):
		// a client that sends too little may wait for the response
		return &errkit.Error{Kind: errkit.Canceled, Stage: errkit.BeforeCall, Err: err}
	default:
		e.Kind = errkit.Malformed
	}
	return e
}

// isEmpty reports whether the request has no body.
func (b *sentBody) isEmpty() bool { return b.from == nil || b.from == http.NoBody }

// Close does not close the client's body: what the upstream did not read of it may have the id of
// the call. The server closes it when the handler returns.
func (b *sentBody) Close() error { return nil }

// readAhead reads what the upstream did not read of a request, as far as the response needs it. It
// reads nothing if the client waits for "100 Continue".
func (b *sentBody) readAhead() {
	x := b.exchange
	if b.from == nil {
		return
	}
	control := http.NewResponseController(b.client)
	err := control.SetReadDeadline(time.Now().Add(aheadWait))
	if err != nil && x.request.Context().Value(http.ServerContextKey) != nil {
		return // the wait has no bound
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken = true
	defer func() {
		deadline := time.Now().Add(restWait)
		if errors.Is(b.err, io.EOF) {
			deadline = time.Time{}
		}
		_ = control.SetReadDeadline(deadline)
	}()
	if !b.started && x.request.Header.Get("Expect") != "" {
		return
	}
	chunk := make([]byte, 4<<10)
	for n := 0; n < maxAhead && b.err == nil && !x.IsIdentified(); {
		k, _ := b.read(chunk)
		n += k
	}
}
