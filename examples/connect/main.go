// Command connect shows a procedure of connectrpc.com/connect with the interceptor. A server with
// generated code passes the same option to its handlers.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
)

type text = wrapperspb.StringValue

const ringProcedure = "/bells.v1.Bells/Ring"

func ring(_ context.Context, r *connect.Request[text]) (*connect.Response[text], error) {
	switch r.Msg.GetValue() {
	case "front":
		return connect.NewResponse(wrapperspb.String("ding")), nil
	case "broken":
		return nil, errors.New("relay 7 is stuck")
	}
	return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
}

func handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(ringProcedure, connect.NewUnaryHandler(ringProcedure, ring, connect.WithInterceptors(connecterr.NewInterceptor(nil))))
	return mux
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
