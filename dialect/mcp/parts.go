package mcp

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/scratch"
	"github.com/toolerr/toolerr/mapping"
)

// Parts is a tool result in parts, for an SDK that has a struct for it and encodes that. They are the parts of the document
// that [Dialect.Append] writes, and share no memory with those of another call.
type Parts struct {
	Text       string          // the text block for people and models, unless OnlyJSON
	TextType   string          // its MIME type; "": none
	JSON       string          // the block of application/json after it; "": none
	OnlyJSON   bool            // there is no block of Text
	Structured json.RawMessage // structuredContent; nil: none
	Carried    json.RawMessage // the value of [dialect.MetaKey] in _meta; nil: none
	IsError    bool
	Complete   bool // resultType is "complete"; false: there is no resultType
}

// Parts returns the tool result for e. ok is false if e is not written as one: it is a JSON-RPC error, or a result that
// asks for input (MCP 2026-07-28).
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) (p Parts, ok bool) {
	if e == nil {
		e = &errkit.Error{}
	}
	e = c.Bounded(e)
	newest := d.since(Revision20260728)
	if d.code(c, &call, e) != mapping.MCPResult || newest && d.challenges(e) {
		return Parts{}, false
	}
	s := scratch.Get()
	defer s.Release()
	p = Parts{IsError: true, Complete: newest}
	p.Text = s.Text(wire.AppendModelBody(s.Bytes, c, e, wire.MessageLine|wire.RetryLine|wire.URLLines))
	if structured := d.Structured && !call.OutputSchema; structured || c.Carry {
		canonical := s.JSON(e.AppendJSON(s.Bytes))
		if structured {
			p.Structured = canonical
		}
		if c.Carry {
			p.Carried = canonical
		}
	}
	if less, cut := dialect.FewerFields(e, p.Size()); cut {
		return d.Parts(c, call, less)
	}
	return p, true
}

// Size returns the most bytes that the parts have in a document: the texts are cleaned, so no character of theirs has more
// than two bytes for each of its own.
func (p *Parts) Size() int {
	return 2*(len(p.Text)+len(p.JSON)) + len(p.Structured) + len(p.Carried)
}
