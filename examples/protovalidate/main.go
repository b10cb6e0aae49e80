//go:build heavy

// Your program needs no such tag: it is for the tests of this repository (CONTRIBUTING.md, What runs where).

// Command protovalidate shows a boundary that checks the messages of Connect or gRPC by the rules in
// their .proto files. A server with generated code passes the same boundary.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strconv"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

func boundary() *middleware.Boundary {
	b := standard.Boundary()
	b.Validate = func(_ context.Context, message any) error { // of each unary call
		if m, ok := message.(proto.Message); ok {
			return protovalidate.Validate(m)
		}
		return nil
	}
	b.Classify = append(b.Classify, violations)
	return b
}

// violations also classifies the error of a handler that calls protovalidate itself. The messages are
// public: the author of the rules wrote them. A fault in a map has the place of the map.
func violations(_ context.Context, err error) *errkit.Error {
	found, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return nil
	}
	e := &errkit.Error{Kind: errkit.InvalidInput, Err: err}
	for _, v := range found.Violations {
		path := ""
		for _, element := range v.Proto.GetField().GetElements() {
			path += "/" + element.GetFieldName()
			if element.HasIndex() {
				path += "/" + strconv.FormatUint(element.GetIndex(), 10)
			}
		}
		e.Fields = append(e.Fields, errkit.Field{Path: path, Message: errkit.Text(v.Proto.GetMessage()), Rule: v.Proto.GetRuleId()})
	}
	return e
}

const procedure = "/bells.v1.Bells/Ring"

func ring(context.Context, *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
	return connect.NewResponse(wrapperspb.String("ding")), nil
}

func handler() http.Handler {
	mux := http.NewServeMux()
	o := &connecterr.Options{Boundary: boundary()}
	mux.Handle(procedure, connect.NewUnaryHandler(procedure, ring, connect.WithInterceptors(connecterr.NewInterceptor(o))))
	return mux
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
