package dialect

import (
	"errors"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Codec renders errors and reads them back. The zero Codec works; a Codec is
// not changed by use, and may be used by many goroutines.
type Codec struct {
	Table    *mapping.Table // nil: mapping.Default()
	Carry    bool           // add the canonical JSON where extra members are allowed
	Strict   bool           // Translate fails when something is lost
	MaxText  int            // runes of one text that reaches a model; 0: 16,384; below 0: no limit
	Dialects []Dialect      // what Detect tries; nil: All()

	structural bool // decode without looking at texts
}

const defaultMaxText = 16_384

func (c *Codec) maxText() int {
	if c.MaxText == 0 {
		return defaultMaxText
	}
	return c.MaxText
}

func (c *Codec) dialects() []Dialect {
	if c.Dialects == nil {
		return All()
	}
	return c.Dialects
}

// nothing stands for a nil error: whoever renders one made a mistake of ours.
var nothing = errkit.Error{Kind: errkit.Internal}

// Append appends the document that says e in a dialect. A nil e is said as
// Internal.
//
// It allocates nothing when dst has room, all of which it may write to. The
// exceptions are what few errors have: a detail that is neither string, number,
// bool, time, duration, []string or compact json.RawMessage, nor a group of up to
// 256 of these; a path in which a "~" meets a terminal sequence, or that is longer
// than MaxText; and, where a protocol wants them distinct, more than 1,000 fields
// or challenges.
func (c *Codec) Append(dst []byte, to Dialect, call Call, e *errkit.Error) ([]byte, Head) {
	if e == nil {
		e = &nothing
	}
	switch d := to.(type) { // directly: behind an interface call would be copied twice more
	case OXP:
		return d.append(dst, c, &call, e)
	case MCP:
		return d.append(dst, c, &call, e)
	case AAI:
		return d.append(dst, c, &call, e)
	case ToolError:
		return d.append(dst, c, &call, e)
	case Problem:
		return d.append(dst, c, e)
	}
	return to.Append(dst, c, call, e)
}

// Decode reads a document: its error, nil for a success, or an error that wraps
// [ErrNotDocument]. What was read is in the error's Peer.
func (c *Codec) Decode(d Document) (*errkit.Error, error) {
	if d.Dialect == nil {
		return c.decodeAny(d)
	}
	e, err := d.Dialect.Decode(c, d)
	if err != nil && !errors.Is(err, ErrNotDocument) { // a dialect of somebody else
		return nil, notDocument(d.Dialect.Name(), err)
	}
	return e, err
}

// Normal returns a copy of e with what the table says filled in: the standing
// text, the retry and the stage of its kind, and RetryAfter rounded up to
// milliseconds; a Status that changes nothing is 0. Two errors that mean the same are equal in their normal form. A
// nil e is Internal, as in Append.
func (c *Codec) Normal(e *errkit.Error) *errkit.Error {
	if e == nil {
		e = &nothing
	}
	n := *e
	if n.Message == "" {
		n.Message = n.Kind.Text()
	}
	if n.Retry == errkit.Unspecified {
		n.Retry = c.Table.Retry(n.Kind, n.Upstream)
	}
	if n.Stage == errkit.Unspecified {
		n.Stage = c.Table.Stage(n.Kind)
	}
	if status := c.Table.Status(&n); status == c.Table.Row(n.Kind).HTTP || status != int(n.Status) {
		n.Status = 0
	}
	n.RetryAfter = milliseconds(errkit.Milliseconds(n.RetryAfter))
	n.Fields = slices.Clone(n.Fields)
	n.Details = slices.Clone(n.Details)
	return &n
}
