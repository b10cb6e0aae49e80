// Package extproc replaces the errors in the responses of a gateway that has a filter for external
// processing (envoy.service.ext_proc.v3): Envoy, Istio, implementations of the Gateway API,
// agentgateway. It is package bridge behind gRPC:
//
//	s := grpc.NewServer()
//	extproc.Register(s, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}})
//	err := s.Serve(listener)
//
// The command toolerr-extproc, in a folder of this module, is such a server. Folder deploy has the
// configuration of Envoy, a Helm chart and manifests; docs/deploy-envoy.md explains them. Tests
// play the messages of gateways, and interop/run asks it from a real Envoy.
//
// # How a response is processed
//
// An error becomes an ImmediateResponse, with a status, headers and a body of its own, and an
// event with an error is edited in its stream. Everything else passes unchanged. What the server
// sees of a body depends on the mode that the client is configured with, which it states in its
// first message (protocol_config):
//
//   - BUFFERED_PARTIAL and BUFFERED: the body of a response arrives in one message. The server
//     asks for STREAMED for a stream of events, and for no body where it needs none
//     (mode_override). With BUFFERED_PARTIAL, [Server.Override] and allow_mode_override
//     everything works. A success that is longer than the client's buffer passes, which is
//     reported, and the stream ends; with BUFFERED the client fails it. If its Content-Length is
//     above [bridge.Bridge.Hold], the answer to a call of JSON-RPC is checked as it arrives.
//   - FULL_DUPLEX_STREAMED: everything works. All bodies pass through the server, in parts, also
//     those that it does not need.
//   - STREAMED and NONE: an error is rendered from its status and headers, because the server
//     cannot read its body in time, and an error inside a success passes. With [Server.Override]
//     and allow_mode_override everything works.
//
// The rest of the body of an error is awaited for [bridge.Bridge.Wait]: then the ImmediateResponse
// is sent, which is the only message that the client does not wait for. So is that of a success
// with FULL_DUPLEX_STREAMED; in the other modes the client buffers it to its end.
//
// The server sets Accept-Encoding of a request to an encoding that it can read (see
// [bridge.Exchange.AcceptEncoding]).
//
// Envoy removes Content-Length from all responses, unless the mode is NONE, or BUFFERED.
//
// A client that does not state its modes has those of [Server.Mode].
//
// A client may ask only about failures, if an error in the dialect has the status of one: then
// the first message is the head of a response, with the attributes request.method, request.path
// and request.headers['upgrade'] (response_attributes) for the request. Accept-Encoding is not set
// then.
//
// The server reads the body of a request for the id of a JSON-RPC call, if the dialect needs one.
// It can only read it if the mode of the request's body is not NONE, or if the client allows it to
// ask for the body (allow_mode_override): then the client waits for a call of at most 32 KiB before
// it asks an upstream, and the response without one has the id, too.
//
// In observability_mode the errors are only reported.
package extproc
