// Package nethttp, for applications, responds with errors over net/http: handlers return them,
// and any other failure (a panic, a plain http.Error) becomes one.
//
// Start with [API.Handler] for your own handlers, and put [API.Middleware]
// around the whole program:
//
//	var api = nethttp.API{Dialect: oxp.Dialect{}}
//
//	mux.Handle("POST /bells/{bell}/ring", api.Handler(ring))
//	http.ListenAndServe(addr, api.Middleware(mux))
//
// An existing program responds in a dialect by Middleware and nothing else, with
// [API.Rewrite] for its plain texts. A router calls [API.NotFound] and
// [API.MethodNotAllowed]; package gorilla below this one does that for gorilla/mux.
//
// Package api below this one binds inputs, serves tools of package tool, and describes
// them in OpenAPI.
//
// # Whose fault an error is
//
// What a handler reads of the body is kept, up to 4 MiB of a body that may be
// JSON and 64 KiB of any other. By that, the query, the form and the path values
// ([middleware.Input]) the boundary decides whether an uncoded error is about
// the request: a handler that returns the error of
// json.NewDecoder(r.Body).Decode responds with 400, line and column; the same
// error about another document is Internal. The same holds for the errors of
// [http.Request.ParseForm], [http.Request.ParseMultipartForm] and gzip.NewReader(r.Body). The
// error of a parser, such as strconv.Atoi(r.PathValue("id")), responds with 422 if exactly
// one value of the request is the text that it could not parse (see [middleware.Value]).
//
// A client that disconnects is Canceled, and logged as information. One that is
// too slow to send is 408, if the [http.Server] has a ReadTimeout: without one, a
// client that stalls holds a handler that reads the body. A body that was read
// beyond the limit of an [http.MaxBytesReader] is 413, also around what gzip
// decompresses; any other error of such a reader, as of one around the response of
// a service, is Internal. A request that the server ends is 503 if its context has a
// cause other than [context.Canceled], such as a signal or [http.ErrServerClosed],
// 504 after a deadline, and 499 otherwise: the client may still be waiting for it.
//
// # JSON-RPC
//
// Nothing is read ahead of a handler. The id of a call is looked for when an
// error has to be rendered, in what the handler read. If it read less than the
// id needs, up to 256 KiB more are read, for at most two seconds; where the id is
// there, the rest of the body has 0.1 seconds before the connection is closed. Nothing is
// read where that could hold up a client: if it waits for "100 Continue", if the
// handler called EnableFullDuplex, or if another handler may still be reading.
// The id of such a response is null. Over HTTP/2, net/http does not show who
// waits for "100 Continue".
//
// # After the first byte
//
// An error after the response is committed can no longer be rendered: it is
// reported, and the connection is ended by a panic of [http.ErrAbortHandler], so
// that the client sees that the response is not complete. Nothing is ever
// appended to it. The one exception is a stream of server-sent events that is
// between two events: it gets one more event, and ends. The event has the type
// "error" and the dialect's document as its data; in a dialect of JSON-RPC it
// has no type, because it is the response that the client waits for.
//
// A handler may respond to its failure itself and return it, too, as one that
// upgrades to WebSocket does: a committed response of 400 to 599 stays, and an
// error without a kind has that of the status.
//
// A middleware that writes while a panic passes it commits the response, too:
// the deferred Close of a compressor does. Use [API.Handler] for the handlers
// inside of it, so that no panic reaches it.
//
// # After the handler
//
// A goroutine that a handler leaves behind cannot write to the ResponseWriter:
// it gets an error. The handler must not write after it returned, as with
// net/http. Inside of other middleware, a response that has not begun may still
// come when [API.Middleware] has returned, because the error handlers of
// frameworks use what they were given; it must come before the context of the
// request ends, or from the goroutine that called the middleware.
//
// # Headers
//
// What the handler set for the response that it did not send is removed:
// lengths, encodings, validators, trailers. Vary, cookies and CORS stay. A
// Content-Encoding that was there before the handler was called belongs to an
// outer compressing middleware, and stays too. No message is ever written into a
// header.
package nethttp
