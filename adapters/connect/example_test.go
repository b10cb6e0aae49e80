package connecterr_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A handler and a client. Code that is generated takes the same option.
func ExampleNewInterceptor() {
	quiet := &connecterr.Options{Boundary: &middleware.Boundary{}} // which reports nothing; without it, to log/slog
	option := connect.WithInterceptors(connecterr.NewInterceptor(quiet))
	handler := connect.NewUnaryHandler("/bells.v1.Bells/Ring",
		func(context.Context, *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
			return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.",
				Hint: "ids: front"}
		}, option)
	server := httptest.NewServer(handler)
	defer server.Close()

	url := server.URL + "/bells.v1.Bells/Ring"
	client := connect.NewClient[wrapperspb.StringValue, wrapperspb.StringValue](server.Client(), url, option)
	_, err := client.CallUnary(context.Background(), connect.NewRequest(wrapperspb.String("back")))
	e := errkit.From(err)
	fmt.Println(e.Kind.String(), e, e.Hint, connect.CodeOf(err))
	// Output:
	// not_found There is no bell with this id. ids: front not_found
}
