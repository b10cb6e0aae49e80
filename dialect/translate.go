package dialect

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/errkit"
)

// Translate decodes a document, renders its error in another dialect, and reports what that lost.
// Loss is measured: the rendered document is decoded and compared, and each member of the input
// that no rule used is listed, unless the output has the same in the same place. A value of
// Retry-After that is not valid is lost.
//
// The returned document has its status and headers. If the document in is a success, the error is
// [ErrNoError]. With Strict, any loss but what is withheld is [ErrLoss]; the document is returned
// too.
func (c *Codec) Translate(in Document, to Dialect, call Call) (Document, []Loss, error) {
	listing := *c
	listing.Unread = true
	e, err := listing.Decode(in)
	if err != nil {
		return Document{}, nil, err
	}
	if e == nil {
		return Document{}, nil, ErrNoError
	}
	return c.render(e, to, call, lostDelays(in.Header)...)
}

// Measure renders e in a dialect and reports what that lost, as [Codec.Translate] does.
func (c *Codec) Measure(e *errkit.Error, to Dialect, call Call) (Document, []Loss, error) {
	if e == nil {
		return Document{}, nil, ErrNoError
	}
	return c.render(e, to, call)
}

// render renders an error and measures the loss, beside what was lost before.
func (c *Codec) render(e *errkit.Error, to Dialect, call Call, before ...Loss) (Document, []Loss, error) {
	e, withheld := c.disclosed(e, to, call.Arguments)
	body, head := c.Append(nil, to, call, e)
	out := Document{Dialect: to, Status: head.Status, Header: http.Header{}, Body: body}
	out.Header.Set("Content-Type", head.ContentType)
	if head.RetryAfter > 0 {
		out.Header.Set("Retry-After", head.RetryAfterSeconds())
	}
	exact := *c
	exact.NoGuess = true
	back, err := to.Decode(&exact, out)
	switch {
	case err != nil:
		return Document{}, nil, fmt.Errorf("dialect: %s does not decode its own output: %w", to.Name(), err)
	case back == nil:
		return Document{}, nil, fmt.Errorf("dialect: %s decodes its own output as a success", to.Name())
	}
	unquote(back)
	losses := slices.Concat(c.losses(e, back, out, call), withheld, c.unread(e.Peer, out), before)
	if c.Strict {
		for _, l := range losses {
			if l.Reason != Withheld {
				return out, losses, fmt.Errorf("%w: %s", ErrLoss, l.Field)
			}
		}
	}
	return out, losses, nil
}
