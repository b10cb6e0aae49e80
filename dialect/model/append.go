package model

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
)

// A skin is what an API has around the id of a call, the name of the tool, the text for the model
// and, if the codec carries it, the canonical JSON. Each part but the last ends inside of the
// JSON string or before the JSON value that follows it.
type skin struct {
	id   string // before the id of the call
	tool string // before the name of the tool; "": there is no name
	text string // before the text
	end  string // after the text

	carriedText string // before the text if the canonical JSON follows; "": as text
	canonical   string // before the canonical JSON
	carriedEnd  string // after it
	nested      bool   // the canonical JSON is in a string

	flag bool // the document has a flag for a failure that reaches every model; else the text starts with the kind
}

// append appends the document. The id of the call is empty if the call has none, because the APIs
// require one.
func (s *skin) append(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst = append(dst, s.id...)
	dst = rpc.AppendIDBody(dst, call.ID)
	if s.tool != "" {
		dst = append(dst, s.tool...)
		dst = text.AppendBody(dst, text.Middle(call.Tool, text.MaxURI))
	}
	if c.Carry && s.carriedText != "" {
		dst = append(dst, s.carriedText...)
	} else {
		dst = append(dst, s.text...)
	}
	dst = appendText(dst, c, call.Repeatable, e, !s.flag)
	if !c.Carry {
		return append(dst, s.end...), head
	}
	dst = append(dst, s.canonical...)
	start := len(dst)
	dst = mcp.AppendCarried(dst, e)
	if s.nested {
		dst = text.Nest(dst, start)
	}
	return append(dst, s.carriedEnd...), head
}

// head is that of every document: a part of a request to the API.
var head = dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}

// The text of a failure for which an API has no flag starts with its kind: "Error (not_found):
// There is no bell."
const (
	labelStart = "Error ("
	labelEnd   = "): "
)

// appendText appends the text for the model, which is that of a tool result of MCP, as a part of
// a JSON string.
func appendText(dst []byte, c *dialect.Codec, r errkit.Repeatable, e *errkit.Error, label bool) []byte {
	if label {
		k := e.Kind
		if e.Peer != nil && e.Peer.Guessed { // who reads the label does not know that it is a guess
			k = e.Peer.Coarse
		}
		k = c.Table.Row(k).Kind // that of Internal for a number that is not a kind
		dst = append(append(append(dst, labelStart...), k.String()...), labelEnd...)
	}
	return wire.AppendModelBody(dst, c, e, wire.AllLines(r))
}
