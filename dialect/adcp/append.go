package adcp

import (
	"cmp"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the Ad Context Protocol over MCP.
type Dialect struct {
	Revision string // the negotiated revision of MCP: results have resultType from 2026-07-28 on; "": none
}

const name = "adcp"

// Name returns "adcp".
func (Dialect) Name() string { return name }

// RPC reports that documents are JSON-RPC responses. Without an id the result has no envelope.
func (Dialect) RPC() (envelope, needsID bool) { return true, false }

// RoundTrips reports whether the code of k is decoded as k.
func (Dialect) RoundTrips(_ *mapping.Table, k errkit.Kind) bool { return codes.RoundTrips(k) }

// Append appends a response, or without Call.ID the result.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst = mcp.OpenResult(dst, call.ID, d.Revision >= mcp.Revision20260728)
	dst = wire.AppendModelBody(dst, c, e, wire.AllLines(call.Repeatable))
	if call.OutputSchema { // which structuredContent must follow
		dst = append(dst, `"},{"type":"text","text":"`...)
		start := len(dst)
		dst = text.Nest(appendError(dst, c, e), start)
		dst = append(dst, `"}]`...)
	} else {
		dst = append(dst, `"}],"structuredContent":`...)
		dst = appendError(dst, c, e)
	}
	dst = append(dst, `,"isError":true`...)
	dst = append(mcp.AppendMeta(dst, c, e), '}')
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
}

// The length of an error, above which receivers may refuse it (transport-errors.mdx), and those of
// its texts in characters. The block of text has all of them.
const (
	maxError      = 4096
	maxMessage    = 512
	maxSuggestion = 256
)

// appendError appends {"adcp_error":{...}} (core/error.json). Optional members for which there is
// no room are left out.
func appendError(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	e = wire.WithRetry(c.Table, e)
	retry := c.Table.RetryOf(e)
	dst = append(dst, `{"adcp_error":`...)
	start := len(dst)
	dst = text.AppendMember(dst, `{"code":"`, codeOf(e, retry))
	short := *c
	short.MaxText = atMost(c, maxMessage)
	dst = wire.AppendMessage(append(dst, `,"message":`...), &short, e)
	dst = append(append(append(dst, `,"recovery":"`...), recoveryOf(e, retry)...), '"')
	if s := text.Seconds(e.RetryAfter); s > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after":`...), min(s, maxRetryAfter), 10)
	}
	room := maxError - sizeOf(dst[start:]) - 1 // without the brace
	dst = appendIssues(dst, &short, e, &room)
	if n := len(dst); e.Hint != "" {
		short.MaxText = atMost(c, maxSuggestion)
		dst = wire.AppendText(append(dst, `,"suggestion":`...), &short, string(e.Hint))
		dst = fit(dst, n, &room)
	}
	if n := len(dst); len(e.Details) > 0 {
		dst = append(errkit.AppendDetails(append(dst, `,"details":{`...), e.Details, nil), '}')
		dst = fit(dst, n, &room)
	}
	return append(dst, '}', '}')
}

// fit returns dst without what is behind n if there is no room for it.
func fit(dst []byte, n int, room *int) []byte {
	if size := sizeOf(dst[n:]); size <= *room {
		*room -= size
		return dst
	}
	return dst[:n]
}

// sizeOf returns the most that receivers count for JSON: that of Python escapes all characters but
// those of ASCII, and writes a space behind each comma and colon.
func sizeOf(doc []byte) (n int) {
	for _, b := range doc {
		switch {
		case b >= 0xF0: // the first byte of a character with two escapes
			n += len(`\ud83d\udd14`)
		case b >= 0xC0:
			n += len(`\u00e9`)
		case b == ',' || b == ':':
			n += 2
		case b < utf8.RuneSelf:
			n++
		}
	}
	return n
}

// maxRetryAfter is the longest delay in seconds (core/error.json).
const maxRetryAfter = 3600

// atMost returns the limit of a text that has at most so many characters.
func atMost(c *dialect.Codec, most int) int {
	if limit := c.TextLimit(); limit > 0 {
		return min(limit, most)
	}
	return most
}

// appendIssues appends field, which is the path of the first issue, and issues, as many as there
// is room for.
func appendIssues(dst []byte, c *dialect.Codec, e *errkit.Error, room *int) []byte {
	for i := range e.Fields {
		f, n := &e.Fields[i], len(dst)
		if i == 0 {
			if f.Path != "" {
				dst, _ = pointer.AppendPath(append(dst, `,"field":"`...), f.Path, true)
				dst = append(dst, '"')
			}
			dst = append(dst, `,"issues":[`...)
		} else {
			dst[n-1] = ',' // in place of the bracket, and with a space
			*room--
		}
		dst = append(dst, `{"pointer":"`...)
		if f.Path != "" && f.Path[0] != '/' {
			dst = append(dst, '/')
		}
		dst = text.AppendBody(dst, f.Path)
		dst = wire.AppendText(append(dst, `","message":`...), c, wire.FieldMessage(f))
		dst = append(append(append(dst, `,"keyword":"`...), keywordOf(f.Rule)...), `"}]`...)
		if dst = fit(dst, n, room); len(dst) == n {
			if i > 0 {
				dst[n-1] = ']'
			}
			break
		}
	}
	return dst
}

// anyKeyword is the keyword of a field whose rule is not one of JSON Schema: the object rejects
// the value of its property.
const anyKeyword = "properties"

// keywordOf returns the keyword of JSON Schema of a rule.
func keywordOf(rule string) string {
	if keyword := words["keywords"][rule]; keyword != nil {
		return cmp.Or(keyword[0], rule)
	}
	return anyKeyword
}
