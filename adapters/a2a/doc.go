// Package a2aerr, for applications, converts the errors of agents that use
// github.com/a2aproject/a2a-go, which implements A2A 0.3, and those that a client receives:
//
//	handler := a2asrv.NewHandler(a2aerr.Executor(executor, nil),
//		a2asrv.WithCallInterceptor(a2aerr.ServerInterceptor(nil)))
//	client, err := a2aclient.NewFromEndpoints(ctx, endpoints,
//		a2aclient.WithInterceptors(a2aerr.ClientInterceptor(nil)))
//
// # Agents
//
// An executor returns errors, of package errkit or any other. Its failure, also a panic, which
// a2a-go would send with its value, is the status of the task: failed, rejected, canceled,
// input-required or auth-required by the table of package mapping, with a text for people and
// models and the error as data, see package dialect/a2a. An error of a new task is one of JSON-RPC
// if it is before the call (errkit.BeforeCall), or one that a2a-go defines, such as
// a2a.ErrUnsupportedOperation, and the executor wrote no event.
//
// Only text that an author declared public is sent. The interceptor is for errors outside of the
// executor, such as that of a TaskStore, whose text a2a-go would send: of those that a2a-go
// defines, the code is sent with its default text, and all others are internal errors.
//
// The errors of JSON-RPC of a2a-go have a code and one text, which has everything that is for
// people and models: message, fields, hint, URLs, and whether to repeat the call.
//
// a2a-go copies tasks with encoding/gob, to which [Executor] registers the types of JSON
// objects and arrays.
//
// # Clients
//
// Calls of a client with the interceptor return an *errkit.Error with the error of a2a-go as its
// cause; [FromError] does the same for one error. A task that failed is no error of a call:
// [FromEvent] returns the error in it. The errors of the transport of gRPC are those of grpc,
// which package grpcerr decodes; they are returned as they are.
package a2aerr
