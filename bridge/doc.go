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
//
// For clients that know an error by its HTTP status, such as those of RFC 9457, Google and
// Connect, that is all: a response of 2xx is a success (RFC 9110 §15.3), and its body is not read.
// For other clients, such as those of JSON-RPC and OXP, and if [Bridge.From] is a dialect whose
// errors may be in a success (those, "aai-string", and "http" for GraphQL), so is
//
//   - A response of 200, 201, 202 or 207 whose body is one JSON document of a dialect with two
//     signs of an error (see [dialect.Codec.Detect]), such as a JSON-RPC error, or a result of MCP
//     with isError. One of JSON-RPC may be damaged: without its end, not UTF-8, with NaN; or have
//     a result and an error, which is upstream_failed.
//   - Each such document in a batch (JSON-RPC 2.0 §6). The others stay, unless the client has
//     another protocol. If the response to a batch is an error as a whole, each of its first 100
//     calls gets one.
//   - An event of a stream (text/event-stream) with such a document or batch, or with the name
//     "error".
//
// Everything else is passed byte for byte, as it arrives, with its headers and trailers: files,
// streams, redirects, upgrades.
//
// # What the client sees
//
// The [Policy] decides. Without one, it is what a client acts on: the kind, the texts that are for
// the caller ([dialect.DiscloseActionable]), the delay of a 429 or 503, the challenge of a 401 or
// 403, and the status where the transport needs it. No header has a text of the upstream, and
// neither has the document for a fault of its own. With [dialect.DiscloseNone] no text of the
// upstream is public. The kinds of the
// upstream's own faults become upstream_failed. An upstream's internal error, or one about its
// input, is the caller's invalid_input if the params of the JSON-RPC request are not what JSON-RPC
// or MCP requires, such as arguments that are a text, and names what is wrong. The [Report] has
// everything, for the log.
//
// # Calls of tools
//
// With [Bridge.Tools], a call of a tool of MCP that fails is explained by its arguments, and by the
// tools that its session listed:
//
//	b := bridge.Bridge{To: mcp.Dialect{}, Tools: &bridge.Tools{Faults: jsonschema.Faults}}
//
// # Bounds
//
// At most [Bridge.Hold] bytes of a response, or of an event, are held until it is known what it
// is. An error that is longer is rendered from its status and headers. A success that is longer
// passes, which is reported. A success is held until the end of its first JSON value, so a stream
// of JSON documents is passed as it arrives; an array is held only while it may be a batch.
//
// Successes in gzip are decoded as they arrive, up to what their senders have flushed. Those that
// pass are as they were sent; a stream of events is sent without an encoding, and at most 16 MiB
// of the text of a part of it are held. No other encoding is requested from the upstream. In one
// that it sends anyway, an error is rendered from its status and headers, the response to a call
// of JSON-RPC is an error, and other successes pass, which is reported.
//
// The rest of a response that is held is awaited for [Bridge.Wait], at most five seconds for an
// error, and a minute for a success, which then passes and is reported.
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
//		                           // x.Edit(nil, part) for each part, and x.EndEdit(nil, err)
//	case bridge.Replace:              // send x.Response(); the rest of the body is not needed
//	}
//
// x.Fail(err) returns what to send if there is no response. For Envoy's ext_proc, Pass, Hold and
// Edit are the body modes NONE, BUFFERED and STREAMED of the response.
package bridge
