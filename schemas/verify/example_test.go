package verify_test

import (
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/schemas/verify"
)

func ExampleValidate() {
	err := verify.Validate("tool-error-v1", []byte(`{"kind":"toolError:v1","code":"NOT_FOUND","retryable":"no"}`))
	var failures verify.Failures
	if errors.As(err, &failures) {
		for _, f := range failures {
			fmt.Println(f.Pointer, f.Message)
		}
	}
	// Output:
	// /message is required
	// /retryable must be true or false
}
