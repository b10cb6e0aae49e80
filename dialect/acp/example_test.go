package acp_test

import (
	"fmt"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	d := acp.Dialect{}
	body, _ := codec.Append(nil, d, dialect.Call{},
		&errkit.Error{Kind: errkit.RateLimited, Message: "Too many calls.", RetryAfter: 2 * time.Second})
	fmt.Printf("%s\n", body)

	e, err := codec.Decode(dialect.Document{Dialect: d, Body: body})
	fmt.Println(e.Kind.String(), e.RetryAfter, err)
	// Output:
	// {"sessionUpdate":"tool_call_update","toolCallId":"","status":"failed","content":[{"type":"content","content":{"type":"text","text":"Too many calls.\nTry again in 2 seconds."}}]}
	// execution_failed 0s <nil>
}
