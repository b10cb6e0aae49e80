// Package connect has the names of connectrpc.com/connect that the tests use.
package connect

type Code uint32

const CodeInternal Code = 13

type Error struct{}

func (e *Error) Error() string { return "" }

func NewError(c Code, underlying error) *Error { return &Error{} }
