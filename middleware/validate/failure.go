package validate

import (
	"fmt"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/internal/limit"
)

// A failure is the library's error with a text that has a bound: the names of all that is around a violation are repeated
// in the library's own.
type failure struct{ violations validator.ValidationErrors }

// Error is a line for each violation, until there are enough.
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

// As gives the library's error to [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(*validator.ValidationErrors)
	if ok {
		*to = f.violations
	}
	return ok
}
