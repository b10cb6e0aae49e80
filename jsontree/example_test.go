package jsontree_test

import (
	"fmt"

	"github.com/toolerr/toolerr/jsontree"
)

// A chain needs no checks: what is absent has no members.
func ExampleParse() {
	root, err := jsontree.Parse([]byte(`{"error":{"code":-32602,"data":{"fields":[{"path":"/times"}]}}}`),
		jsontree.Limits{})
	if err != nil {
		panic(err)
	}
	code, ok := root.Member("error").Member("code").Int()
	fmt.Println(code, ok)
	for field := range root.Member("error").Member("data").Member("fields").Elements() {
		path, _ := field.Member("path").Text()
		fmt.Println(path, "at", field.Pointer())
	}
	_, ok = root.Member("result").Member("isError").Bool()
	fmt.Println(ok)
	// Output:
	// -32602 true
	// /times at /error/data/fields/0
	// false
}

func ExampleError() {
	_, err := jsontree.Parse([]byte("{\n  \"times\": 1,\n  bell: 2}"), jsontree.Limits{})
	fmt.Println(err)
	// Output:
	// line 3, column 3: invalid character 'b' where an object key should begin
}
