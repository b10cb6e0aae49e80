package toolerror

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// Parts returns the tool result for e.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) mcp.Parts {
	e = c.Bounded(e, call)
	question := asks(c, e)
	payload := !call.OutputSchema || d.Format != Markdown
	s := text.GetBuffer()
	defer s.Release()
	p := mcp.Parts{OnlyJSON: d.Format == JSON, IsError: !question || !payload,
		Complete: d.Revision >= mcp.Revision20260728}
	if !p.OnlyJSON {
		p.Text, p.TextType = s.Text(wire.AppendModelBody(s.Bytes, c, e, lines(e, call.Repeatable))), "text/markdown"
	}
	if d.Format != Markdown {
		p.JSON = s.Text(d.appendBlock(s.Bytes, c, e, question))
	}
	if !call.OutputSchema {
		p.Structured = s.JSON(d.appendPayload(s.Bytes, c, e, question))
	}
	if c.Carry && !payload {
		p.Carried = s.JSON(mcp.AppendCarried(s.Bytes, e))
	}
	if less, cut := dialect.FewerFields(e, p.Size()); cut {
		return d.Parts(c, call, less)
	}
	return p
}
