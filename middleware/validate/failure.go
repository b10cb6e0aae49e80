package validate

import (
	"fmt"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/internal/limit"
)

// A failure is the error of the library with a bounded text. The text of the library has the complete path of each violation.
type failure struct{ violations validator.ValidationErrors }

// Error returns a line for each violation, up to a limit.
func (f *failure) Error() string {
	var b strings.Builder
	for i, fe := range f.violations {
		if b.Len() > limit.Cause/2 {
			fmt.Fprintf(&b, "(%d more)", len(f.violations)-i)
			break
		}
		fmt.Fprintf(&b, "Key: '%s' Error:Field validation for '%s' failed on the '%s' tag\n",
			limit.Middle(fe.Namespace(), limit.Path), limit.Middle(fe.Field(), limit.Path), limit.Middle(fe.Tag(), limit.Path))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// As sets target to the error of the library, for [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(*validator.ValidationErrors)
	if ok {
		*to = f.violations
	}
	return ok
}
