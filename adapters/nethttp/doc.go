// Package nethttp puts errors on net/http: handlers return them, and what goes
// wrong in any other way (a panic, a plain http.Error) becomes one.
//
// Start with [API.Handler] for handlers of your own, and put [API.Middleware]
// around the whole program:
//
//	var api = nethttp.API{Dialect: oxp.Dialect{}}
//
//	mux.Handle("POST /bells/{bell}/ring", api.Handler(ring))
//	http.ListenAndServe(addr, api.Middleware(mux))
//
// An existing program becomes one that answers in a dialect by Middleware alone,
// with [API.Rewrite] for its plain texts, and [API.Routes] for gorilla/mux.
//
// # After the first byte
//
// An error that comes after the answer began cannot be said any more: it is
// reported, and the connection is ended by a panic of [http.ErrAbortHandler], so
// that the client sees that the answer is not whole. Nothing is ever appended to
// it. The one exception is a stream of server-sent events that stands between
// two events: it gets one event more, and ends. The event has the type "error"
// and the dialect's document as its data; in a dialect of JSON-RPC it has no
// type, for there it is the response that the client waits for.
//
// A middleware that writes while a panic passes it begins the answer, too: the
// deferred Close of a compressor does. Use [API.Handler] for the handlers inside
// of it, so that no panic comes that far.
//
// # What others must not do
//
// The ResponseWriter that a handler is given is used again for other requests.
// As net/http says, it must not be used after the handler returned, as by a
// goroutine that goes on.
//
// # Headers
//
// What the handler set for the answer that it did not give is removed: lengths,
// encodings, validators, trailers. Vary, cookies and CORS stay. A
// Content-Encoding that was there before the handler was called belongs to an
// outer compressing middleware, and stays too. No message ever stands in a
// header.
package nethttp
