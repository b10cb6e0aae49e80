package httperr_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
)

func ExampleDialect() {
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: httperr.Dialect{}, Status: 400,
		Body: []byte(`{"__type":"ThrottlingException","message":"Rate exceeded"}`)})
	fmt.Println(e.Kind.String(), e, err)
	// Output:
	// rate_limited Rate exceeded <nil>
}
