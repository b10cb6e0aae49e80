package toolerror_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id."}
	body, _ := codec.Append(nil, toolerror.Dialect{Format: toolerror.JSON}, dialect.Call{}, e)
	fmt.Printf("%s\n", body)
	// Output:
	// {"content":[{"type":"text","text":"{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"NOT_FOUND\",\n  \"message\": \"There is no bell with this id.\",\n  \"retryable\": false,\n  \"details\": {\n    \"statusCode\": 404\n  }\n}","mimeType":"application/json"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"There is no bell with this id.","retryable":false,"details":{"statusCode":404}},"isError":true}
}
