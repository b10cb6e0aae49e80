package grpc_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	trailers := "grpc-status: 5\r\ngrpc-message: There is no bell %2242%22.\r\n"
	e, err := codec.Decode(dialect.Document{Dialect: grpc.Dialect{}, Body: []byte(trailers)})
	fmt.Println(e.Kind.String(), e, err)

	body, _ := codec.Append(nil, grpc.Dialect{}, dialect.Call{},
		&errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest."})
	fmt.Printf("%.51q...\n", body)
	// Output:
	// not_found There is no bell "42". <nil>
	// "grpc-status: 8\r\ngrpc-message: This bell needs a res"...
}
