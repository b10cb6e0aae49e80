package dialecttest_test

import (
	"fmt"
	"testing"

	"github.com/toolerr/toolerr/dialect/dialecttest"
	"github.com/toolerr/toolerr/dialect/problem"
)

// The tests of a dialect.
func ExampleRun() {
	testLaws := func(t *testing.T) { dialecttest.Run(t, problem.Dialect{}) }
	fuzzDecode := func(f *testing.F) { dialecttest.Fuzz(f, problem.Dialect{}) }
	fmt.Printf("%T, %T\n", testLaws, fuzzDecode)
	// Output:
	// func(*testing.T), func(*testing.F)
}
