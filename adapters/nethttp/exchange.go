package nethttp

import (
	"context"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/toolerr/toolerr/internal/language"
)

// An exchange is one request and its response. The outermost handler of this
// package opens it; those inside find it by the ResponseWriter, or by the
// context where another handler is between, such as [http.TimeoutHandler].
//
// It is never used for another request: a goroutine that goes on after its
// handler returned may still hold it.
type exchange struct {
	context.Context              // of the request as it came
	request         http.Request // what the handlers are given: the request with this context and body
	writer          writer       // the outermost one
	body            body         // of the request; its field from is nil if there is none
	running         atomic.Int32 // handlers of this package that have not returned
	succeeded       atomic.Bool  // a handler returned nil
	responding      atomic.Bool  // a response is being made, and no handler inside is running
	mu              sync.Mutex   // for what follows
	ref             string       // of the report about the end of this request, see [call.reportEnding]
}

type exchangeKey struct{}

func (x *exchange) Value(key any) any {
	switch key {
	case exchangeKey{}:
		return x
	case language.Key{}:
		if v := x.Context.Value(key); v != nil {
			return v
		}
		return x.request.Header.Get(language.Header)
	}
	return x.Context.Value(key)
}

// String keeps package fmt from printing the request with the context.
func (x *exchange) String() string { return "nethttp.exchange" }

// newExchange opens an exchange. The handlers are given a copy of the request:
// net/http looks at the type of the original's body when it sends the headers,
// to close the connection of a client that waits for "100 Continue".
func newExchange(w http.ResponseWriter, r *http.Request) *exchange {
	x := &exchange{Context: r.Context()}
	x.writer.inner, x.writer.exchange = w, x
	x.request = *r.WithContext(x)
	if hasBody(r) {
		x.body.from, x.body.limit = r.Body, keeps(r.Header)
		x.request.Body = &x.body
	}
	return x
}

// hasBody reports whether a handler may read a body. That of a POST is looked
// at even if it is empty: a handler that reads it fails with [io.EOF].
func hasBody(r *http.Request) bool {
	if r.Body == nil {
		return false
	}
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodConnect:
		return r.ContentLength != 0
	}
	return true
}

// exchangeOf returns the exchange that a request belongs to, nil if it is the
// first that this package sees of it. A handler may make a request of its own
// with the same context, which is another one.
func exchangeOf(w http.ResponseWriter, r *http.Request) *exchange {
	if t, ok := w.(*writer); ok {
		return t.exchange
	}
	x, _ := r.Context().Value(exchangeKey{}).(*exchange)
	if x == nil {
		return nil
	}
	if t := tracked(w); t != nil && t.exchange == x || sameMap(r.Header, x.request.Header) {
		return x
	}
	return nil
}

func sameMap(a, b http.Header) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// restore copies to the original what handlers changed of the request: the
// pattern that matched, for an access log, and forms, whose files net/http
// removes.
func (x *exchange) restore(original *http.Request) {
	b, ctx := original.Body, x.request.Context()
	if ctx == x {
		ctx = x.Context // else a handler replaced it
	}
	*original = *x.request.WithContext(ctx)
	original.Body = b
}
