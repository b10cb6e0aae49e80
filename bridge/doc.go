// Package bridge, for applications, gives an upstream whose code cannot be changed the errors of
// a tool protocol: it takes the upstream's response, decides whether it is an error, and renders
// that error in the dialect of the client. Proxies, gateways and filters are thin skins over it.
//
// # What is an error
//
//   - A response of 400 or more, whatever its body is.
//   - A request without a response: the upstream is not reachable, is late, breaks off, or does
//     not respond with HTTP; or the body of the request cannot be read, which is an error of the
//     client.
//   - A response of 2xx that is not an answer by the contract of the client's channel. How a
//     document looks decides nothing.
//
// Over HTTP the status decides (RFC 9110 §15.3): the body of 2xx is not read, unless [Bridge.From]
// names a dialect with errors in it, such as "oxp", "aai-string", "mcp", or "http" for GraphQL and
// SOAP. Then one document of 200, 201, 202 or 207 is decoded with that dialect.
//
// The answer to a call of JSON-RPC is one message with its id, "jsonrpc": "2.0", and a result or
// an error (JSON-RPC 2.0 §5), whose result has the shape that the dialect defines
// ([dialect.Answerer]); a batch with one for each call (§6); or a stream of events that has it.
// 202 passes for a client that accepts no stream: the answer is in one of its own. Anything else
// is upstream_failed with the id of the call: a page, a text, a cut or damaged document, one with
// another id, text before or after it, a stream that ends without an answer. In a stream, what is
// not a message does not pass. An error, and a result of MCP with isError, is rendered by the
// policy. What responds to no call of JSON-RPC, such as a file or a notification, passes by its
// status. So does a redirect of 307 or 308 to another path or query of this server, with which a
// client repeats its call; any other response of 3xx to a call is upstream_failed.
//
// Everything else is passed byte for byte, as it arrives, with its headers and trailers: files,
// streams, redirects, upgrades. Of responses of 1xx the links pass, and where an upload goes on,
// of at most 100.
//
// # What the client sees
//
// The [Policy] decides. Without one, it is what a client acts on: the kind, the texts that are for
// the caller ([dialect.DiscloseActionable]), the delay of a 429 or 503, the challenge of a 401 or
// 403, and the status: over HTTP that of the upstream, except 407, and 401 and 403 about
// credentials of this program, which are 502; in JSON-RPC where the transport needs it. No header
// has a private text of the upstream, they have 16 KiB, and neither has the document for a fault
// of its own, which is any 5xx over HTTP, whomever its body blames: then the call may have taken
// effect. That is not so for 500 where it says nothing, as with SOAP, and for the code of a limit
// with 503, which did nothing. With [dialect.DiscloseNone] no text of the upstream is public. The
// kinds of the upstream's own faults become upstream_failed. An upstream's internal error, or one
// about its input, is the caller's invalid_input if the params of the JSON-RPC request are not
// what JSON-RPC or MCP requires, such as arguments that are a text, and names what is wrong. The
// [Report] has everything, for the log.
//
// # Calls of tools
//
// With [Bridge.Tools], a call of a tool of MCP that fails is explained by its arguments, and by
// the tools that its session listed:
//
//	b := bridge.Bridge{To: mcp.Dialect{}, Tools: &bridge.Tools{Faults: jsonschema.Faults}}
//
// # Bounds
//
// At most [Bridge.Hold] bytes of a response, or of an event, are held until it is known what it
// is, and [Bridge.HoldAll] of all responses, with their text if they are compressed, their events
// and their lists of tools. An error that is longer is rendered from its status and headers; one
// of JSON-RPC, such as a failed result of a tool, from the texts and blocks that are held. A
// success that is longer passes, and what arrives of it is checked on: one that is no answer after
// all breaks off. The result of anything but a tool passes as soon as its start is known.
//
// Successes in gzip are decoded as they arrive, up to what their senders have flushed. Those that
// pass are as they were sent; what is edited is sent without an encoding, and at most 16 MiB of
// the text of a part of it are held. No other encoding is requested from the upstream. In one that
// it sends anyway, the response to a call of JSON-RPC is upstream_failed, unless it is an error
// with Retry-After; another error is rendered from its status and headers, and other successes
// pass.
//
// The rest of an error is awaited for [Bridge.Wait], at most five seconds. The head of an answer
// to a call passes after a fifth of a second, with the white space in which servers keep a
// connection open; its body is still examined.
//
// # In front of net/http
//
// [Bridge.Proxy] serves a [httputil.ReverseProxy]. [Bridge.Handler] serves any handler that writes
// the upstream's response to an [http.ResponseWriter].
//
// # In front of anything else
//
// An [Exchange] is the machine behind both. It does no I/O: it gets what was received and returns
// what to do.
//
//	x := b.Exchange(request)          // method, URL, header and context of the request
//	accept := x.AcceptEncoding()      // to send as Accept-Encoding, unless it is ""
//	x.Sent(part)                      // each part of its body: the id of a JSON-RPC call
//	action := x.Head(status, header)  // of the response
//	for action == bridge.Hold {
//		action = x.Body(part)         // each part of its body; then x.End(err), or x.Late()
//	}
//	switch action {
//	case bridge.Pass:                 // send the head, x.Held(), and the rest as it is
//	case bridge.Edit:                 // send the head without the headers of its bytes, then
//		                           // x.Edit(nil, part) for each part (nil at first, if the response
//		                           // was held), and x.EndEdit(nil, err)
//	case bridge.Replace:              // send x.Response(); the rest of the body is not needed
//	}
//
// x.Fail(err) returns what to send if there is no response. For Envoy's ext_proc, Pass, Hold and
// Edit are the body modes NONE, BUFFERED and STREAMED of the response.
package bridge
