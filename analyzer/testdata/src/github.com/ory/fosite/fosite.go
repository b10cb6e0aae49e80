// Package fosite has the names of github.com/ory/fosite that the tests use.
package fosite

type RFC6749Error struct{}

var ErrInvalidRequest = &RFC6749Error{}

func (e *RFC6749Error) Error() string { return "invalid_request" }

func (e *RFC6749Error) WithHintf(hint string, args ...any) *RFC6749Error { return e }
