package model

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// append appends the document.
func (a *api) append(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	rest := a.document
	if c.Carry {
		rest = a.carrying
	}
	for {
		before, after, found := strings.Cut(rest, "$")
		dst = append(dst, before...)
		if !found {
			return dst, head
		}
		end := strings.IndexAny(after, `"}`)
		start := len(dst)
		switch rest = after[end:]; after[:end] {
		case "id":
			dst = rpc.AppendIDBody(dst, call.ID)
		case "tool":
			dst = text.AppendBody(dst, text.Middle(call.Tool, text.MaxURI))
		case "text":
			dst = appendText(dst, c, call.Repeatable, e, !a.flag)
		case "json":
			if dst = mcp.AppendCarried(dst, e); before[len(before)-1] == '"' { // it is in a string
				dst = text.Nest(dst, start)
			}
		}
	}
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
		// Who reads the label does not know that it is a guess.
		k := c.Table.Row(mapping.CertainKind(e)).Kind // that of Internal for a number that is not a kind
		dst = append(append(append(dst, labelStart...), k.String()...), labelEnd...)
	}
	return wire.AppendModelBody(dst, c, e, wire.AllLines(r))
}
