package samples_test

import (
	"fmt"

	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
)

func ExampleValues() {
	for _, v := range samples.Values()[:2] {
		fmt.Printf("%s, %s: %v\n", v.Name, v.Why, v.Error)
	}
	// Output:
	// tiny, code and message: There is no bell with this id.
	// default, a kind without a message: the default text: The request conflicts with the current state.
}
