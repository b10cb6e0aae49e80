package mcp_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleDialect() {
	var codec dialect.Codec
	call := dialect.Call{ID: []byte("1")}
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
	body, _ := codec.Append(nil, mcp.Dialect{Revision: mcp.Revision20251125}, call, e)
	fmt.Printf("%s\n", body) // the model reads the text of a result

	body, _ = codec.Append(nil, mcp.Dialect{}, call,
		&errkit.Error{Kind: errkit.ToolNotFound, Message: "Unknown tool: ring"})
	fmt.Printf("%s\n", body)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"There is no bell with this id.\nids: front"}],"isError":true}}
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: ring"}}
}
