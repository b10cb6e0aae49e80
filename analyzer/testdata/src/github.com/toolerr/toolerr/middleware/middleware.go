// Package middleware has the names of github.com/toolerr/toolerr/middleware that the tests use.
package middleware

type Boundary struct{ Report func(error) }
