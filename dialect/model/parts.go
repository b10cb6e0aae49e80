package model

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// Parts is the content of a tool result, for an SDK that has structs for it and encodes them. It
// is what Append writes, and shares no memory with that of another call.
type Parts struct {
	Text      string          // for the model
	Canonical json.RawMessage // the second block, if the codec carries it; nil: none
}

// Parts returns the content of a tool result.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) (p Parts) {
	e = c.Bounded(e, call)
	s := text.GetBuffer()
	defer s.Release()
	p.Text = s.Text(appendText(s.Bytes, c, call.Repeatable, e, !d.api().skin.flag))
	if c.Carry {
		p.Canonical = s.JSON(mcp.AppendCarried(s.Bytes, e))
	}
	if less, cut := dialect.FewerFields(e, 2*len(p.Text)+len(p.Canonical)); cut {
		return d.Parts(c, call, less)
	}
	return p
}
