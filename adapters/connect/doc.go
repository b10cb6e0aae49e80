// Package connecterr, for applications, renders the errors of a server that uses
// connectrpc.com/connect, and decodes those that a client receives:
//
//	import (
//		"connectrpc.com/connect"
//
//		connecterr "github.com/toolerr/toolerr/adapters/connect"
//	)
//
//	intercept := connect.WithInterceptors(connecterr.NewInterceptor(nil))
//	handler := bellsconnect.NewBellsHandler(bells, intercept)
//	client := bellsconnect.NewBellsClient(http.DefaultClient, url, intercept)
//
// Add the interceptor before others: then it is the outermost one. Handlers return errors, of
// package errkit or any other. Only text that an author declared public is sent; the text of
// uncoded errors and the values of panics are only logged. The details of an error are messages of
// google.rpc, see package rpcdetails, whose types are registered in your program, for vanguard and
// others that write details as JSON. They are the same for clients of Connect, gRPC and gRPC-Web;
// for the latter two, whose errors are in headers, messages are cut after 1 KiB, and details of
// least use are left out; see Options.MaxDetails.
//
// Calls of a client with the interceptor return an *errkit.Error, with the [connect.Error] as its
// cause. [FromError] does the same for one error. The error of another interceptor is classified
// by the boundary, because it is not from the server.
//
// # Errors of connect
//
// Of a *connect.Error that a handler returns, the code and the details are sent, and the text is
// only logged, because it is often that of another error: connect.NewError(code, err). The code is
// unknown in place of one that clients repeat if the call may have taken effect. Set
// Boundary.PassThrough to [IsError] to send such errors as they are. A *connect.Error of a call to
// another server is relayed as the Boundary does it for every peer; see Boundary.RelayPeers.
//
// connect itself responds to requests that it cannot decode, to unknown procedures and to requests
// with an unsupported encoding. Those errors do not pass through interceptors. In a stream, the
// handler gets the error of a message that cannot be decoded or is too large, and what it returns
// is rendered like any other error.
package connecterr
