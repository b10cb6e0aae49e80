// Package errkit has the names of github.com/toolerr/toolerr/errkit that the tests use.
package errkit

type Kind uint8

const (
	Internal Kind = iota
	InvalidRequest
	NotFound
)

type Text string

type Field struct {
	Path    string
	Message Text
}

type Error struct {
	Kind    Kind
	Message Text
	Err     error
}

func (e *Error) Error() string { return string(e.Message) }

func New(kind Kind, message Text) error              { return &Error{Kind: kind, Message: message} }
func Wrap(err error, kind Kind, message Text) error  { return &Error{kind, message, err} }
func Invalid(fields ...Field) error                  { return &Error{} }
func Newf(kind Kind, format Text, args ...any) error { return nil }

func Wrapf(err error, kind Kind, format Text, args ...any) error { return nil }

func Textf(format Text, args ...any) Text { return format }
