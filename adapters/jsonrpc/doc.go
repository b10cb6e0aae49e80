// Package jsonrpc, for applications, serves tools over the Agent App Interface, AAI, with numeric
// codes: JSON-RPC 2.0 with the codes -32001 to -32014 and data{type, detail}. It uses
// github.com/creachadair/jrpc2. Start with [Server.Add]:
//
//	var server jsonrpc.Server
//	err := server.Add(tool.New("Doorbell.Ring", "Rings a doorbell.", ring))
//	http.Handle("/aai", &server)
//
// where ring is any func(context.Context, In) (Out, error). The method tools/call has the params
// {"name", "arguments"}; its result is the JSON of the output. Each tool is a method, too, such as
// Doorbell.Ring, whose params are the arguments: rpc.discover returns an OpenRPC document of them,
// with their errors, see [Server.OpenRPC]. [Server.Handle] adds other methods, which are handlers
// of jrpc2. With [Server.Dialect] the errors are those of another protocol over JSON-RPC, such as
// A2A.
//
// # Over stdio and other channels
//
// A [Server] is also a [jrpc2.Assigner]. A jrpc2.Server renders some errors itself, such as that
// of a message that is not JSON; all others are errors of AAI. It reserves the methods rpc.*,
// unless its options have DisableBuiltin.
//
//	err = jrpc2.NewServer(&server, nil).Start(channel.Line(os.Stdin, os.Stdout)).Wait()
//
// # Compatibility
//
// ServeHTTP writes errors byte for byte as package dialect renders them; see
// [aai.Dialect].
package jsonrpc
