package toolerror

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Format selects the blocks of a result (Tool Error Responses, Format Gating).
type Format uint8

const (
	Markdown Format = iota // a block for people
	JSON                   // a block of JSON
	Both                   // a block for people, then one of JSON
)

var formats = [...]string{Markdown: "markdown", JSON: "json", Both: "both"}

// ParseFormat returns the format with a name: markdown, json or both.
func ParseFormat(name string) (Format, error) {
	if i := slices.Index(formats[:], name); i >= 0 {
		return Format(i), nil
	}
	return Markdown, fmt.Errorf("toolerror: unknown format %q, want markdown, json or both", name)
}

// Dialect is toolError:v1.
type Dialect struct {
	Format   Format
	Revision string // the negotiated revision of MCP: results have resultType from 2026-07-28 on; "": none
}

// Name returns "toolerror".
func (Dialect) Name() string { return "toolerror" }

// RPC reports that documents are JSON-RPC responses. Without an id the result has no envelope.
func (Dialect) RPC() (envelope, needsID bool) { return true, false }

// Append appends a response, or without Call.ID the result.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	question := asks(c, e)
	payload := !call.OutputSchema || d.Format != Markdown // without it a question would look like a success
	dst = mcp.OpenResult(dst, call.ID, d.Revision >= mcp.Revision20260728)
	dst = append(d.appendBlocks(dst, c, &call, e, question), ']')
	if !call.OutputSchema {
		dst = append(dst, `,"structuredContent":`...)
		dst = d.appendPayload(dst, c, e, question)
	}
	if !question || !payload {
		dst = append(dst, `,"isError":true`...)
	}
	if !payload { // which would carry it
		dst = mcp.AppendMeta(dst, c, e)
	}
	dst = append(dst, '}')
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
}

// appendBlocks appends the blocks of content, the first one behind the start of its text.
func (d Dialect) appendBlocks(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error, question bool) []byte {
	if d.Format != JSON {
		dst = wire.AppendModelBody(dst, c, e, lines(e, call.Repeatable))
		dst = append(dst, `","mimeType":"text/markdown"}`...)
	}
	if d.Format == Both {
		dst = append(dst, `,`+mcp.OpenText...)
	}
	if d.Format != Markdown {
		dst = append(d.appendBlock(dst, c, e, question), `","mimeType":"application/json"}`...)
	}
	return dst
}

// asks reports whether e is written as a question, needsInput:v1.
func asks(c *dialect.Codec, e *errkit.Error) bool {
	return e.Needs.WantsInput() || c.Table.ToolError(e.Kind, e.Upstream) == mapping.NeedsInput
}

func (d Dialect) appendPayload(dst []byte, c *dialect.Codec, e *errkit.Error, question bool) []byte {
	if question {
		return d.appendQuestion(dst, c, e)
	}
	dst = append(dst, `{"kind":"toolError:v1","code":"`...)
	dst = append(dst, c.Table.ToolError(e.Kind, e.Upstream)...)
	dst = append(dst, `","message":"`...)
	dst = wire.AppendMessageBody(dst, c, e)
	switch c.Table.RetryOf(wire.WithRetry(c.Table, e)) {
	case errkit.Allowed:
		dst = append(dst, `","retryable":true,"details":`...)
	case errkit.Never, errkit.AfterAction:
		dst = append(dst, `","retryable":false,"details":`...)
	default:
		dst = append(dst, `","details":`...)
	}
	start := len(dst)
	if status := c.Table.ToolErrorStatus(e.Kind, e.Upstream); status != 0 {
		dst = text.AppendInt(append(dst, `,"statusCode":`...), status)
	}
	dst = wire.AppendDetails(dst, e, taken)
	dst = wire.CloseMember(appendCarry(dst, c, e), start, `,"details":`)
	return append(dst, '}')
}

// taken reports whether a member of details has a meaning, so that a detail cannot have its name.
func taken(name string) bool { return name == "statusCode" || name == dialect.CarryMember }

// appendQuestion appends needsInput:v1.
func (d Dialect) appendQuestion(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	dst = append(dst, `{"kind":"needsInput:v1","type":"elicitation","message":`...)
	dst = wire.AppendMessage(dst, c, e)
	if n := e.Needs; n != nil {
		text := func(dst []byte, s string) []byte { return wire.AppendText(dst, c, s) }
		if len(n.Input) > 0 {
			dst = n.AppendInput(append(dst, `,"needsInput":`...), text)
		}
		if len(n.Options) > 0 {
			dst = n.AppendOptions(append(dst, `,"options":`...), text)
		}
	}
	dst = appendCarry(dst, c, e)
	return append(dst, '}')
}

// appendCarry is wire.AppendCarry without the names of secrets, as in every result of MCP.
func appendCarry(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	return mcp.AppendCarry(dst, c, `,"`+dialect.CarryMember+`":`, e)
}

// lines returns the lines of the block for people. The member retryable has no delay, and no
// effect.
func lines(e *errkit.Error, r errkit.Repeatable) wire.Lines {
	delay := e.RetryAfter > 0 && e.Retry != errkit.Never && e.Retry != errkit.AfterAction
	return wire.Lines{Message: true, URLs: true, Retry: delay || mapping.IsOutcomeUnclear(e), Repeatable: r}
}

// Parts returns the tool result for e.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) mcp.Parts {
	e = c.Bounded(e, call)
	question := asks(c, e)
	payload := !call.OutputSchema || d.Format != Markdown
	s := text.GetBuffer()
	defer s.Release()
	p := mcp.Parts{IsError: !question || !payload, Complete: d.Revision >= mcp.Revision20260728}
	p.Blocks = s.JSON(append(d.appendBlocks(append(s.Bytes, `[`+mcp.OpenText...), c, &call, e, question), ']'))
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
