package dialect

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// A Codec renders and decodes errors. The zero Codec is ready to use with documents whose dialect
// is known. A Codec is not changed by use and is safe for concurrent use.
type Codec struct {
	Table   *mapping.Table // nil: mapping.Default()
	Carry   bool           // add the canonical JSON where extension members are allowed
	Strict  bool           // Translate fails if something is lost
	NoGuess bool           // decode without guessing kinds from texts
	// Decode lists in Peer.Unread the members of the document that it did not use; Translate
	// always does
	Unread   bool
	Disclose Disclosure // what is rendered of an error that a peer sent; zero: what its reader can act on
	// Quote renders the texts of an error that a peer sent as one quoted text, so that a model
	// does not take them for instructions; see Quoted
	Quote    bool
	MaxText  int       // characters of one text for people or models; 0: 16,384; negative: no limit
	Dialects []Dialect // the dialects to detect, in order of preference, such as all.Dialects()
}

// TextLimit returns MaxText or its default. A limit below 1 means no limit.
func (c *Codec) TextLimit() int { return cmp.Or(c.MaxText, text.MaxText) }

// nilError is rendered in place of a nil error.
var nilError = errkit.Error{Kind: errkit.Internal}

// Append appends the document for e in a dialect, as [Codec.Bounded] returns it: nothing in it
// invites to repeat a call that may have taken effect, unless the call is repeatable or the author
// of e allows it. A nil e is rendered as Internal.
//
// It allocates nothing if dst has room; all of the room may be written to. The exceptions, which
// few errors have, are details of uncommon types (see [errkit.AppendDetails]), field paths with a
// "~" that are longer than MaxText, names with control characters, and errors that are cut.
func (c *Codec) Append(dst []byte, to Dialect, call Call, e *errkit.Error) ([]byte, Head) {
	e, _ = c.Disclosed(e, to, call)
	e = c.bounded(c.Quoted(e))
	var settled *errkit.Error
	if mapping.MayHaveEffect(e.Effect) {
		if retry, narrowed := c.Table.Narrow(e, call.Repeatable); narrowed {
			settled = settledErrors.Get().(*errkit.Error)
			*settled = *e
			settled.Retry, settled.RetryAfter = retry, 0
			e = settled
		}
	}
	for n := len(dst); ; {
		var head Head
		dst, head = to.Append(dst[:n], c, call, e)
		if less, cut := FewerFields(e, len(dst)-n-len(call.Document)); cut {
			e = less
			continue
		}
		if settled != nil {
			*settled = errkit.Error{}
			settledErrors.Put(settled)
		}
		return dst, head
	}
}

// settledErrors are the errors of [mapping.Table.Narrow], in which every dialect finds the retry.
var settledErrors = sync.Pool{New: func() any { return new(errkit.Error) }}

// Bounded returns e as it is rendered in response to a call: without what c does not disclose of a
// peer's error ([Codec.Disclose]), with the retry of [mapping.Table.Narrow], and within the bounds
// of [errkit.Bounded] for texts of MaxText characters or of 16,384, which is what carried errors
// have whatever MaxText is. A nil e is Internal.
func (c *Codec) Bounded(e *errkit.Error, call Call) *errkit.Error {
	e, _ = c.Disclosed(e, nil, call)
	return c.settle(c.bounded(c.Quoted(e)), call.Repeatable)
}

// settle returns e with the retry of [mapping.Table.Narrow].
func (c *Codec) settle(e *errkit.Error, r errkit.Repeatable) *errkit.Error {
	retry, narrowed := c.Table.Narrow(e, r)
	if !narrowed {
		return e
	}
	settled := *e
	settled.Retry, settled.RetryAfter = retry, 0
	return &settled
}

func (c *Codec) bounded(e *errkit.Error) *errkit.Error {
	most := c.MaxText
	if most >= 0 {
		most = max(most, text.MaxText)
	}
	return errkit.Bounded(e, most)
}

// FewerFields returns e with half of its fields if they make a document of so many bytes too
// large: fields full of characters that are escaped, in several copies. What is rendered of the
// fields of an error has at most 64 KiB. A picture is as large as in the document that it is from.
func FewerFields(e *errkit.Error, size int) (less *errkit.Error, cut bool) {
	size -= 4 * (len(e.Message) + len(e.Hint))
	if e.Peer != nil && len(e.Details) > 0 { // which picture is there
		size -= len(e.Peer.Raw)
	}
	if size <= text.MaxInput || len(e.Fields) < 2 ||
		size <= text.MaxInput+2*len(errkit.AppendDetails(nil, e.Details, nil)) {
		return nil, false
	}
	half := *e
	half.Fields = append(slices.Clone(e.Fields[:(len(e.Fields)-1)/2]),
		errkit.Field{Message: text.MoreMessage, Rule: text.MoreRule})
	return &half, true
}

// Decode returns the error in a document; nil, nil if the document is a success; or an error that
// wraps [ErrNotDocument]. The Peer of the error describes the document. A document without a
// dialect is decoded in the one that Detect returns.
//
// A peer decides how large its errors are: the error is within the bounds that rendered errors
// have ([Codec.Bounded]), but for Peer.Raw, which is the document.
func (c *Codec) Decode(d Document) (*errkit.Error, error) {
	e, err := c.decode(d)
	return c.bounded(e), err
}

// Normalize returns a copy of e in which unset and unknown fields have the values of the table:
// the message, the retry and the stage of its kind, for a call of which nothing is stated.
// RetryAfter is rounded up to milliseconds; a Status that is not used is 0, and a DocURL that is
// not one is "". Errors with the same meaning are equal after Normalize. A nil e is Internal.
func (c *Codec) Normalize(e *errkit.Error) *errkit.Error {
	return c.normalize(e, errkit.RepeatableUnstated)
}

func (c *Codec) normalize(e *errkit.Error, r errkit.Repeatable) *errkit.Error {
	n := *c.settle(cmp.Or(e, &nilError), r)
	n.Message = cmp.Or(n.Message, n.Kind.Text())
	if n.Retry = c.Table.RetryOf(&n); n.Effect > errkit.EffectDone {
		n.Effect = errkit.EffectUnspecified
	}
	if n.Stage == errkit.StageUnspecified || n.Stage > errkit.Execution {
		n.Stage = c.Table.Stage(n.Kind)
	}
	if status := c.Table.Status(&n); status == c.Table.Row(n.Kind).HTTP || status != int(n.Status) {
		n.Status = 0
	}
	n.DocURL = text.WebURL(n.DocURL)
	n.RetryAfter = text.FromMilliseconds(text.Milliseconds(n.RetryAfter))
	n.Fields = slices.Clone(n.Fields)
	n.Details = slices.Clone(n.Details)
	return &n
}

// decode is Decode without bounds.
func (c *Codec) decode(d Document) (*errkit.Error, error) {
	if d.Dialect == nil {
		e, _, err := c.decodeDetected(d)
		return e, err
	}
	d.unquote()
	e, err := d.Dialect.Decode(c, d)
	if err != nil && !errors.Is(err, ErrNotDocument) { // a third-party dialect
		return nil, NotDocument(d.Dialect.Name(), err)
	}
	if e != nil {
		unquote(e)
	}
	return e, err
}

// NotDocument returns the error of a Decode method: the input is not a document of the named
// dialect, for a reason. It wraps [ErrNotDocument] and the reason, which must not quote the
// document.
func NotDocument(name string, reason error) error { return &notDocument{name, reason} }

type notDocument struct {
	name   string
	reason error
}

func (e *notDocument) Error() string {
	return fmt.Sprintf("%s: %v: %v", e.name, ErrNotDocument, e.reason)
}

func (e *notDocument) Unwrap() []error { return []error{ErrNotDocument, e.reason} }

// reason returns the reason inside a NotDocument error.
func reason(err error) error {
	if n, ok := errors.AsType[*notDocument](err); ok {
		return n.reason
	}
	return err
}
