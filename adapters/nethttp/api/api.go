// Package api is for applications that serve tools and typed inputs over net/http. It binds the
// JSON of requests to Go types, serves tools of package tool, with their parameters in paths,
// queries, headers and forms, and describes them in OpenAPI 3.1:
//
//	var server api.API
//
//	mux.Handle("POST /ring", server.Tool(ring))
//
// Package nethttp responds with its errors, and is all that a program needs for handlers that read
// requests themselves.
package api

import (
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// An API serves tools, and responds with their errors as the [nethttp.API] in it does. The zero
// API works. It may be used by many goroutines at once, and must not be changed while it is in
// use.
type API struct {
	nethttp.API

	// Binding is what [Bind] and the tools of [API.Tool] accept.
	Binding Binding

	// Keys decide what [API.Tool] does with a call that has the header Idempotency-Key of an
	// earlier one (draft-ietf-httpapi-idempotency-key-header-07). While that is running, it fails
	// with 409; if it was for another input, with 422. With Replay, it gets the first answer, with
	// the header "Idempotent-Replayed: true". Nil: nothing is replayed.
	Keys *idempotency.Keys

	// RunsAgain reports whether [API.Keyed] keeps no response with a status, so that the next
	// request with the key runs, such as 500 to 599 in the Agentic Commerce Protocol. Nil: it
	// keeps them.
	RunsAgain func(status int) bool

	// Pattern returns the pattern of [http.ServeMux] under which a tool is served,
	// such as "GET /bells/{id}", for [API.Tools] and [API.OpenAPI]. Nil: POST, the
	// tool's ModelName and its path values, such as "POST /Bells_Ring/{id}".
	Pattern func(*tool.Tool) string
}
