package aai_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest"}
	body, _ := codec.Append(nil, aai.Dialect{}, dialect.Call{ID: []byte("1")}, e)
	fmt.Printf("%s\n", body)
	body, _ = codec.Append(nil, aai.Strings{}, dialect.Call{}, e)
	fmt.Printf("%s\n", body)

	e, err := codec.Decode(dialect.Document{Dialect: aai.Dialect{},
		Body: []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"Tool not found"}}`)})
	fmt.Println(e.Kind.String(), err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"This bell needs a rest"}}}
	// {"status":"error","error":{"code":"RATE_LIMITED","message":"This bell needs a rest"}}
	// tool_not_found <nil>
}
