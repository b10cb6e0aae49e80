package oxp_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	notFound := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
	body, head := codec.Append(nil, oxp.Dialect{}, dialect.Call{ID: []byte(`"call-1"`)}, notFound)
	fmt.Printf("%d %s\n", head.Status, body)

	invalid := errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at most 10"})
	body, head = codec.Append(nil, oxp.Dialect{Flat: true}, dialect.Call{}, errkit.From(invalid))
	fmt.Printf("%d %s\n", head.Status, body)
	// Output:
	// 200 {"$schema":"urn:oxp:1.0","result":{"call_id":"call-1","success":false,"error":{"message":"There is no bell with this id.","additional_prompt_content":"ids: front"}}}
	// 422 {"message":"Some input parameters are invalid.","parameter_errors":{"times":"must be at most 10"}}
}
