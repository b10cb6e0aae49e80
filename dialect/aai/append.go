package aai

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is AAI with numeric codes.
type Dialect struct{}

// Name returns "aai".
func (Dialect) Name() string { return name }

const name = "aai"

// RPC reports that documents are JSON-RPC responses. Without Call.ID the id is null.
func (Dialect) RPC() (envelope, needsID bool) { return true, false }

// Append appends an error response.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	code := c.Table.Row(wire.CodeKind(c.Table, e)).AAI
	head := dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	if code == rpc.ParseError || code == rpc.InvalidRequest {
		head.Status = http.StatusBadRequest
	}
	if i := firstCode - code; i >= 0 && i < len(openings) && e.Peer == nil {
		dst = wire.AppendRPC(dst, call.ID, openings[i])
	} else {
		kind, message := namesOf(c, e, code)
		dst = wire.AppendRPC(dst, call.ID, `,"error":{"code":`)
		dst = text.AppendInt(dst, code)
		dst = append(append(dst, `,"message":"`...), message...) // of the table: nothing to escape
		dst = text.AppendMember(dst, `","data":{"type":"`, kind)
	}
	dst = appendDetail(dst, c, call, e)
	dst = wire.AppendCarry(dst, c, e)
	return append(dst, `}}}`...), head
}

// Parts returns the error object in parts, for an SDK that has a struct for it and encodes that.
// They are the parts of the document that Append writes; the code is never 0.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) (code int, message string,
	data json.RawMessage) {
	e = c.Bounded(e, call)
	code = c.Table.Row(wire.CodeKind(c.Table, e)).AAI
	kind, message := namesOf(c, e, code)
	data = text.AppendMember(nil, `{"type":"`, kind)
	data = appendDetail(data, c, call, e)
	data = append(wire.AppendCarry(data, c, e), '}')
	if less, cut := dialect.FewerFields(e, len(data)); cut {
		return d.Parts(c, call, less)
	}
	return code, message, data
}

// The codes that AAI defines go down from firstCode without a gap.
const firstCode = -32001

// openings holds the start of an error with such a code: code, message, type.
var openings = func() (table [14]string) {
	for i := range table {
		row, _ := mapping.LookupAAICode(int64(firstCode - i))
		table[i] = `,"error":{"code":` + strconv.Itoa(row.Code) + `,"message":"` + row.Message + `","data":{"type":"` +
			row.Type + `"`
	}
	return table
}()

// namesOf returns the type and the default message of a code. The type of a decoded error with
// the same code is kept.
func namesOf(c *dialect.Codec, e *errkit.Error, code int) (kind, message string) {
	row, ok := mapping.LookupAAICode(int64(code))
	kind, message = row.Type, row.Message
	if !ok {
		message = string(wire.CodeKind(c.Table, e).Text())
	}
	if code < -32014 || !ok {
		kind = c.Table.AAIString(wire.CodeKind(c.Table, e), e.Upstream)
	}
	if p := e.Peer; p != nil && p.Dialect == name && p.Type != "" && sameNumber(p.Code, code) {
		kind = p.Type
	}
	return kind, message
}

func sameNumber(text string, n int) bool {
	var buf [20]byte
	return text == string(strconv.AppendInt(buf[:0], int64(n), 10))
}

// appendDetail appends data.detail: message, fields and hint, joined, and on a line of its own the
// sentence about the effect; nothing if all are empty.
func appendDetail(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) []byte {
	const member = `,"detail":"`
	before := len(dst)
	dst = append(dst, member...)
	start := len(dst)
	if wire.HasMessage(e) {
		dst = wire.AppendMessageBody(dst, c, e)
	}
	for i := range e.Fields {
		dst = appendSeparator(dst, start)
		dst = wire.AppendFieldBody(dst, c, &e.Fields[i])
	}
	if e.Hint != "" {
		dst = appendSeparator(dst, start)
		dst = wire.AppendTextBody(dst, c, string(e.Hint))
	}
	separator := lineFeed
	if len(dst) == start {
		separator = ""
	}
	if dst = c.Table.AppendEffectLine(dst, separator, e, call.Repeatable); len(dst) == start {
		return dst[:before]
	}
	return append(dst, '"')
}

// lineFeed is the escaped line feed before the sentence about the effect of a call.
const lineFeed = `\n`

func appendSeparator(dst []byte, start int) []byte {
	if len(dst) == start {
		return dst
	}
	return append(dst, "; "...)
}
