package rpcdetails_test

import (
	"fmt"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleAppendJSON() {
	e := &errkit.Error{Kind: errkit.RateLimited, Code: "bell_worn", RetryAfter: 1500 * time.Millisecond}
	var codec dialect.Codec
	fmt.Printf("%s\n", rpcdetails.AppendJSON(nil, &codec, dialect.Call{}, e,
		rpcdetails.Options{Domain: "bells.example.com"}))
	// Output:
	// [{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"BELL_WORN","domain":"bells.example.com","metadata":{"kind":"rate_limited"}},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}]
}
