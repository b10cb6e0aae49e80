package a2a_test

import (
	"fmt"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleTask() {
	var codec dialect.Codec
	d := a2a.Task{}
	body, _ := codec.Append(nil, d, dialect.Call{},
		&errkit.Error{Kind: errkit.RateLimited, Message: "Too many calls.", RetryAfter: 2 * time.Second})
	fmt.Printf("%s\n", body)

	e, err := codec.Decode(dialect.Document{Dialect: d, Body: body})
	fmt.Println(e.Kind.String(), e.RetryAfter, err)
	// Output:
	// {"jsonrpc":"2.0","id":null,"result":{"task":{"id":"","status":{"state":"TASK_STATE_FAILED","message":{"role":"ROLE_AGENT","messageId":"error","parts":[{"text":"Too many calls.\nTry again in 2 seconds."},{"data":{"error":{"code":429,"message":"Too many calls.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMITED","domain":"io.github.toolerr","metadata":{"kind":"rate_limited"}},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2s"}]}},"mediaType":"application/json"}]}}}}}
	// rate_limited 2s <nil>
}
