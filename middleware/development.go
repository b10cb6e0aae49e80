package middleware

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/limit"
)

// developmentMark is the start of each message that has a cause.
const developmentMark = "[DEVELOPMENT MODE: private causes are sent to clients. Never use it in production.] "

// maxShownCause bounds the text of a cause, and that of a stack, in a message.
const maxShownCause = 4 << 10

// Development returns a copy of b that sends private text: the message of an error has a mark, its public text, its Dev, the text
// of its cause and the stack of a panic, each cut to 4 KiB. It is for an author who develops a server with a client of their own.
// Nothing else enables it: no field, no environment variable.
func Development(b *Boundary) *Boundary {
	if b == nil {
		b = &Boundary{}
	}
	c := *b
	c.development = true
	return &c
}

// shown returns e, or with [Development] a copy with its private text in the message.
func (b *Boundary) shown(e *errkit.Error, cause error) *errkit.Error {
	if b == nil || !b.development || strings.HasPrefix(string(e.Message), developmentMark) {
		return e
	}
	var text strings.Builder
	add := func(name, value string) {
		if value != "" {
			text.WriteString("\n" + name + ": " + limit.Ends(value, maxShownCause))
		}
	}
	add("dev", e.Dev.Reveal())
	if cause != nil {
		add("cause", errchain.Text(cause))
	}
	if p, ok := errchain.Find(cause, isPanic).(*Panic); ok {
		add("stack", p.Stack())
	}
	if text.Len() == 0 {
		return e
	}
	c := *e
	c.Message = errkit.Text(developmentMark + e.Error() + text.String()) // public: the author asked for it
	return &c
}

func isPanic(err error) bool {
	_, ok := err.(*Panic)
	return ok
}
