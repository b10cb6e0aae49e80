package all_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// A codec with all dialects detects the one of a document.
func ExampleDialects() {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"There is no such bell."}],"isError":true}}`,
		`{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no such bell."}`,
	} {
		e, err := codec.Decode(dialect.Document{Body: []byte(body)})
		fmt.Println(e.Peer.Dialect, e, err)
	}
	// Output:
	// mcp There is no such bell. <nil>
	// problem There is no such bell. <nil>
}

func ExampleParse() {
	d, err := all.Parse("mcp-2025-11-25")
	fmt.Printf("%T %v\n", d, err)
	// Output:
	// mcp.Dialect <nil>
}
