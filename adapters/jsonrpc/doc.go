// Package jsonrpc serves tools over the Agent App Interface, AAI, in its numeric generation: JSON-RPC 2.0 with the codes
// -32001 to -32014 and data{type, detail}. It stands on github.com/creachadair/jrpc2. Start with [AddTool]:
//
//	var server jsonrpc.Server
//	err := jsonrpc.AddTool(&server, jsonrpc.Tool{Name: "Doorbell_Ring"}, ring)
//	http.Handle("/aai", &server)                                          // over HTTP
//	err = server.Serve(ctx, channel.Line(os.Stdin, os.Stdout))            // over stdio
//
// where ring is any func(context.Context, In) (Out, error). The method tools/call takes params {"name", "arguments"}; its
// result is the JSON of the output. Other methods are handlers of jrpc2, see [Server.Handle].
//
// # With a server of jrpc2
//
// A [Server] is a [jrpc2.Assigner] too. What a jrpc2.Server itself refuses, such as a message that is not JSON, it says in
// its own words then; all else is AAI.
//
// # A promise about bytes
//
// An error stands on the wire as package dialect renders it, see [aai.Dialect], byte for byte in ServeHTTP and Serve.
package jsonrpc
