package problem_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no bell with this id."}
	body, head := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
	fmt.Printf("%d %s\n%s\n", head.Status, head.ContentType, body)

	body, _ = codec.Append(nil, problem.Dialect{Base: "https://example.com/problems/", Codes: true}, dialect.Call{}, e)
	fmt.Printf("%s\n", body)
	// Output:
	// 404 application/problem+json
	// {"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell with this id.","kind":"not_found","code":"no_such_bell"}
	// {"type":"https://example.com/problems/no_such_bell","title":"What was asked for does not exist.","status":404,"detail":"There is no bell with this id.","kind":"not_found","code":"no_such_bell"}
}
