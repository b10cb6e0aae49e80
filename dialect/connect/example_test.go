package connect_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	doc := dialect.Document{Dialect: connect.Dialect{}, Status: 429,
		Body: []byte(`{"code":"resource_exhausted","message":"This bell needs a rest."}`)}
	e, err := codec.Decode(doc)
	fmt.Println(e.Kind.String(), e, err)

	body, head := codec.Append(nil, connect.Dialect{}, dialect.Call{}, &errkit.Error{Kind: errkit.NotFound})
	fmt.Println(head.Status, string(body[:61])+"...")
	// Output:
	// rate_limited This bell needs a rest. <nil>
	// 404 {"code":"not_found","message":"What was asked for does not ex...
}
