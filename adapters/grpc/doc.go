// Package grpcerr, for applications, renders the errors of a server that uses
// google.golang.org/grpc, and decodes those that a client receives:
//
//	s := grpc.NewServer(
//		grpc.ChainUnaryInterceptor(grpcerr.UnaryServerInterceptor(nil)),
//		grpc.ChainStreamInterceptor(grpcerr.StreamServerInterceptor(nil)),
//	)
//	conn, err := grpc.NewClient(target,
//		grpc.WithChainUnaryInterceptor(grpcerr.UnaryClientInterceptor(nil)),
//		grpc.WithChainStreamInterceptor(grpcerr.StreamClientInterceptor(nil)),
//	)
//
// Add the interceptors before others: then they are the outermost ones. Handlers return errors, of
// package errkit or any other. Only text that an author declared public is sent; the text of
// uncoded errors and the values of panics, which would exit the program, are only logged. The
// details of an error are messages of google.rpc, see package rpcdetails. What writes them as JSON
// must know their types, which this package registers in your program. A grpc-gateway in another
// program responds to every error with 500 and "failed to marshal error message" unless it imports
// google.golang.org/genproto/googleapis/rpc/errdetails, too. Many clients limit the
// headers of a response to 8 KiB, so that messages are cut after 1 KiB, and details of least use
// are left out; see MaxDetails of Options.Dialect.
//
// Calls of a client with the interceptors return an *errkit.Error, with the error of grpc as its
// cause: status.FromError works as before. [FromError] does the same for one error. The error of
// another interceptor is classified by the boundary, because it is not from the server. The text
// of a status without details that is UNAVAILABLE, DEADLINE_EXCEEDED or CANCELLED is not a
// message: grpc itself makes such statuses, with addresses in them.
//
// # Errors of grpc
//
// Of an error with a status that a handler returns, the kind is sent, with the delay of RetryInfo,
// the reference of RequestInfo, and the code, unless it is one that clients repeat by themselves
// and the call may have taken effect. The text is only logged, because it is often that of another
// error: status.Errorf(codes.Internal, "...: %v", err). All other details, such as the fields of
// BadRequest, the reason and the metadata of ErrorInfo, and LocalizedMessage, are left out: the
// status may be one of another server. Return an *errkit.Error to send fields, or set
// Boundary.PassThrough to [IsStatus] to send such errors as they are. An error of a call to
// another server, decoded by the client interceptors, is relayed as the Boundary does it for every
// peer; see Boundary.RelayPeers. Without the client interceptors such an error is like one of the
// handler's own: its code blames the caller of this server. Use the interceptors, or [FromError].
//
// grpc itself responds to requests that it cannot decode, to unknown methods and to messages that
// are too large. Those errors do not pass through interceptors.
package grpcerr
