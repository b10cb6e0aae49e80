package model

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/scratch"
)

// Parts is the content of a tool result, for an SDK that has structs for it and encodes them. It is what Append writes, and
// shares no memory with that of another call.
type Parts struct {
	Text      string          // for the model
	Canonical json.RawMessage // the second block, if the codec carries it; nil: none
}

// Parts returns the content of a tool_result.
func (Anthropic) Parts(c *dialect.Codec, e *errkit.Error) Parts { return anthropic.parts(c, e) }

// Parts returns the content of a function_call_output.
func (OpenAIResponses) Parts(c *dialect.Codec, e *errkit.Error) Parts {
	return openAIResponses.parts(c, e)
}

// Parts returns the content of a message with the role tool.
func (OpenAIChat) Parts(c *dialect.Codec, e *errkit.Error) Parts { return openAIChat.parts(c, e) }

// Parts returns the members error and toolerr of a response.
func (Gemini) Parts(c *dialect.Codec, e *errkit.Error) Parts { return gemini.parts(c, e) }

// Parts returns the content of a toolResult.
func (Bedrock) Parts(c *dialect.Codec, e *errkit.Error) Parts { return bedrock.parts(c, e) }

func (a *api) parts(c *dialect.Codec, e *errkit.Error) (p Parts) {
	if e == nil {
		e = &errkit.Error{}
	}
	e = c.Bounded(e)
	s := scratch.Get()
	defer s.Release()
	p.Text = s.Text(appendText(s.Bytes, c, e, !a.skin.flag))
	if c.Carry {
		p.Canonical = s.JSON(mcp.AppendCarried(s.Bytes, e))
	}
	if less, cut := dialect.FewerFields(e, 2*len(p.Text)+len(p.Canonical)); cut {
		return a.parts(c, less)
	}
	return p
}
