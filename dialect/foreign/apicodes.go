package foreign

import (
	_ "embed"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/errkit"
)

//go:embed codes.txt
var codesText string

// apiCodes returns the patterns of codes.txt, which a test checks.
func apiCodes() (all []codePattern) {
	guess.Groups(codesText, func(head, patterns []string) {
		var kind errkit.Kind
		var retry errkit.Retry
		_ = kind.UnmarshalText([]byte(head[0]))
		if len(head) > 1 {
			_ = retry.UnmarshalText([]byte(head[1]))
		}
		for _, s := range patterns {
			p := newCodePattern(s)
			p.kind, p.retry = kind, retry
			all = append(all, p)
		}
	})
	return all
}

// spelledCodes are codes that mean something else in another spelling.
var spelledCodes = map[string]errkit.Kind{
	"NotAuthorizedException": errkit.Unauthenticated, // Cognito and JAX-RS; NotAuthorized is a lack of permission
	"constraint-violation":   errkit.Conflict,        // Hasura; ConstraintViolationException is of a validator
	"parameter_not_found":    errkit.InvalidInput,    // ParameterNotFound is a resource of AWS
}
