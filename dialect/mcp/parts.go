package mcp

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Parts is a response in parts, for an SDK that has structs for it and encodes them. They are the
// parts of the document that [Dialect.Append] writes, and share no memory with those of another
// call.
//
// A response is one of three: a JSON-RPC error, if Code is not 0; a result that asks for input,
// if Requests is not nil; else a tool result.
type Parts struct {
	Code    int             // of a JSON-RPC error
	Message string          // of a JSON-RPC error
	Data    json.RawMessage // of a JSON-RPC error; nil: none

	Requests json.RawMessage // inputRequests (MCP 2026-07-28)
	// params of elicitation/create, to which the rest is the alternative (MCP 2025-11-25); nil:
	// none
	Form json.RawMessage

	Text       string          // the text block for people and models, unless Blocks starts with one
	Blocks     json.RawMessage // a list of the other blocks of content; nil: none
	Structured json.RawMessage // structuredContent; nil: none
	Carried    json.RawMessage // the value of [dialect.MetaKey] in _meta; nil: none
	Failure    json.RawMessage // the value of [ToolFailureKey] in _meta; nil: none
	DocURL     string          // the value of [dialect.DocKey] in _meta; "": none
	Meta       json.RawMessage // an object with the other members of _meta; nil: none
	IsError    bool
	Complete   bool // resultType is "complete"; false: there is no resultType, or it is "input_required"
}

// Parts returns the response for e.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) (p Parts) {
	e = c.Bounded(e, call)
	d.render(&p, c, &call, e)
	if less, cut := dialect.FewerFields(e, p.Size()); cut {
		return d.Parts(c, call, less)
	}
	return p
}

func (d *Dialect) render(p *Parts, c *dialect.Codec, call *dialect.Call, e *errkit.Error) {
	s := text.GetBuffer()
	defer s.Release()
	newest := d.since(Revision20260728)
	asked := d.asks(call, e)
	if a := d.resolves(e); !newest && a.form && !a.urls {
		p.Form = s.JSON(appendForm(s.Bytes, c, e))
	}
	if code := d.code(c, call, e); code != mapping.MCPResult && !asked.any() {
		p.Code = code
		p.Message = s.Text(appendFaultMessage(s.Bytes, c, call, e, code))
		if data := d.appendData(s.Bytes, c, call, e, code); len(data) > 0 {
			data[0] = '{'
			p.Data = s.JSON(append(data, '}'))
		}
		return
	}
	if asked.any() {
		p.Requests = s.JSON(appendRequests(s.Bytes, c, e, asked))
	} else {
		p.IsError, p.Complete, p.DocURL = true, newest, e.DocURL
		p.Text = s.Text(wire.AppendModelBody(s.Bytes, c, e, wire.AllLines(call.Repeatable)))
		p.Structured = d.data(call, e)
		p.Blocks = enclosed("[]", d.appendBlocks(nil, call, e))
		p.Meta = enclosed("{}", appendMetaMembers(nil, attachment(e, "_meta")))
	}
	if p.IsError && d.hasToolFailure(e) {
		const name = len(`,"` + ToolFailureKey + `":`)
		p.Failure = s.JSON(appendToolFailure(s.Bytes, c, e))[name:]
	}
	if structured := d.Structured && !call.OutputSchema && p.Requests == nil; structured || c.Carry {
		canonical := s.JSON(AppendCarried(s.Bytes, e))
		if structured {
			p.Structured = canonical
		}
		if c.Carry {
			p.Carried = canonical
		}
	}
}

// Size returns the most bytes that the parts have in a document: the texts are cleaned, so no
// character of theirs has more than two bytes for each of its own.
func (p *Parts) Size() int {
	return 2*(len(p.Message)+len(p.Text)) + len(p.Data) + len(p.Requests) + len(p.Form) +
		len(p.Structured) + len(p.Carried) + len(p.Failure) + len(p.DocURL) + len(p.Blocks) + len(p.Meta)
}
