package a2aerr

import (
	"encoding/json"

	"github.com/a2aproject/a2a-go/a2a"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/mapping"
)

// A defined is an error that a2a-go defines, and its code.
type defined struct {
	code int
	err  error
}

// definitions are the errors that a2a-go sends and returns by their codes.
var definitions = [...]defined{
	{-32700, a2a.ErrParseError},
	{-32600, a2a.ErrInvalidRequest},
	{-32601, a2a.ErrMethodNotFound},
	{-32602, a2a.ErrInvalidParams},
	{-32603, a2a.ErrInternalError},
	{mapping.A2AServerError, a2a.ErrServerError},
	{-32001, a2a.ErrTaskNotFound},
	{-32002, a2a.ErrTaskNotCancelable},
	{-32003, a2a.ErrPushNotificationNotSupported},
	{-32004, a2a.ErrUnsupportedOperation},
	{-32005, a2a.ErrUnsupportedContentType},
	{-32006, a2a.ErrInvalidAgentResponse},
	{-32007, a2a.ErrAuthenticatedExtendedCardNotConfigured},
}

// find returns the first error that a2a-go defines in the chain of an error.
func find(err error) (defined, bool) {
	for _, d := range definitions {
		if errchain.Is(err, d.err) {
			return d, true
		}
	}
	return defined{}, false
}

// ofCode returns the error with a code, or that of an internal error for a code of which
// a2a-go has none.
func ofCode(code int) error {
	for _, d := range definitions {
		if d.code == code {
			return d.err
		}
	}
	if code == -32009 { // since A2A 1.0
		return a2a.ErrInvalidRequest
	}
	return a2a.ErrInternalError
}

// A sent is an error as it is sent: a2a-go sends the code of the error that it is, and its
// text. The *errkit.Error in it, whose chain may have other errors of a2a-go, is found by
// errors.As only.
type sent struct {
	text string
	code error // one that a2a-go defines
	err  *errkit.Error
}

func (s *sent) Error() string { return s.text }

// Is reports whether target is the error of a2a-go with the code.
func (s *sent) Is(target error) bool { return target == s.code }

// As finds the *errkit.Error.
func (s *sent) As(target any) bool {
	e, ok := target.(**errkit.Error)
	if ok {
		*e = s.err
	}
	return ok
}

// send returns an error of the boundary as it is sent. One of a2a-go without a message keeps its
// code, and has its text.
func (s *server) send(err error, of errkit.Repeatable) error {
	e, ok := err.(*errkit.Error)
	if !ok { // no error, or one that passes through
		return err
	}
	if own, ok := find(e.Err); ok && e.Message == "" {
		return &sent{own.err.Error(), own.err, e}
	}
	return &sent{s.textOf(e, of), ofCode(s.codec.Table.Row(e.Kind).A2A), e}
}

// textOf returns everything of an error that is for people and models.
func (s *server) textOf(e *errkit.Error, of errkit.Repeatable) (text string) {
	e = s.codec.Bounded(e, dialect.Call{Repeatable: of})
	doc := wire.AppendModelBody([]byte{'"'}, &s.codec, e, wire.AllLines(of))
	if json.Unmarshal(append(doc, '"'), &text) != nil {
		return string(e.Kind.Text())
	}
	return text
}
