package google_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	d := google.Dialect{Domain: "bells.example.com"}
	body, head := codec.Append(nil, d, dialect.Call{},
		&errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no bell with this id."})
	fmt.Printf("%d %s\n", head.Status, body)

	e, err := codec.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
	fmt.Println(e.Kind.String(), e.Code, err)
	// Output:
	// 404 {"error":{"code":404,"message":"There is no bell with this id.","status":"NOT_FOUND","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NO_SUCH_BELL","domain":"bells.example.com","metadata":{"kind":"not_found"}}]}}
	// not_found no_such_bell <nil>
}
