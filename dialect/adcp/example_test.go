package adcp_test

import (
	"fmt"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	d := adcp.Dialect{}
	body, _ := codec.Append(nil, d, dialect.Call{},
		&errkit.Error{Kind: errkit.RateLimited, Message: "Too many calls.", RetryAfter: 2 * time.Second})
	fmt.Printf("%s\n", body)

	e, err := codec.Decode(dialect.Document{Dialect: d, Body: body})
	fmt.Println(e.Kind.String(), e.RetryAfter, err)
	// Output:
	// {"content":[{"type":"text","text":"Too many calls.\nTry again in 2 seconds."}],"structuredContent":{"adcp_error":{"code":"RATE_LIMITED","message":"Too many calls.","recovery":"transient","retry_after":2}},"isError":true}
	// rate_limited 2s <nil>
}
