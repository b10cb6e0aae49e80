package dialect

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
)

// Translate reads a document, says its error in another dialect, and reports
// what that could not carry, which it measures by reading its own output back.
//
// The answer has its status and its headers. A document that holds no error is
// [ErrNoError]. With Strict, any loss but a withheld one is [ErrLoss], and the
// document is returned all the same.
func (c *Codec) Translate(in Document, to Dialect, call Call) (Document, []Loss, error) {
	e, err := c.Decode(in)
	if err != nil {
		return Document{}, nil, err
	}
	if e == nil {
		return Document{}, nil, ErrNoError
	}
	return c.render(e, to, call)
}

// Measure says e in a dialect and reports what that could not carry, as
// [Codec.Translate] does with an error that it read.
func (c *Codec) Measure(e *errkit.Error, to Dialect, call Call) (Document, []Loss, error) {
	if e == nil {
		return Document{}, nil, ErrNoError
	}
	return c.render(e, to, call)
}

func (c *Codec) render(e *errkit.Error, to Dialect, call Call) (Document, []Loss, error) {
	body, head := c.Append(nil, to, call, e)
	out := Document{Dialect: to, Status: head.Status, Header: http.Header{}, Body: body}
	out.Header.Set("Content-Type", head.ContentType)
	if head.RetryAfter > 0 {
		out.Header.Set("Retry-After", head.RetryAfterSeconds())
	}
	reader := *c
	reader.structural = true
	back, err := to.Decode(&reader, out)
	switch {
	case err != nil:
		return Document{}, nil, fmt.Errorf("dialect: %s does not read its own output: %w", to.Name(), err)
	case back == nil:
		return Document{}, nil, fmt.Errorf("dialect: %s reads its own output as a success", to.Name())
	}
	losses := c.losses(e, back, out, call)
	if c.Strict {
		for _, l := range losses {
			if l.Why != Withheld {
				return out, losses, fmt.Errorf("%w: %s", ErrLoss, l.Field)
			}
		}
	}
	return out, losses, nil
}

// RetryAfterSeconds returns the value of the header Retry-After: whole seconds,
// rounded up (RFC 9110 §10.2.3). It is "" where there is none.
func (h Head) RetryAfterSeconds() string {
	if h.RetryAfter <= 0 {
		return ""
	}
	return strconv.FormatInt((errkit.Milliseconds(h.RetryAfter)+999)/1000, 10)
}
