package dialect

import (
	"bytes"
	"encoding/json"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Parts is the result of a tool in MCP, in parts: for an SDK that has a struct
// for it and encodes that itself. They are those of the document that
// [Codec.Append] writes, and no part is shared with another call.
type Parts struct {
	Text       string          // the block that people and models read, unless OnlyJSON
	TextType   string          // its MIME type; "": none
	JSON       string          // the block after it, of application/json; "": none
	OnlyJSON   bool            // there is no block of Text
	Structured json.RawMessage // structuredContent; nil: none
	Carried    json.RawMessage // the value of [CarryMeta] in _meta; nil: none
	IsError    bool
	Complete   bool // resultType is "complete"; false: there is none
}

// CarryMeta is the member of _meta under which [Codec.Carry] puts the canonical
// JSON.
const CarryMeta = carryMeta

// Parts returns the result that says e. It is not ok where something else says
// e: an error of JSON-RPC, or a result that asks for input (MCP 2026-07-28).
func (d MCP) Parts(c *Codec, call Call, e *errkit.Error) (p Parts, ok bool) {
	if e == nil {
		e = &nothing
	}
	newest := d.at(revision2026)
	if d.code(c, &call, e) != mapping.Result || newest && d.challenges(e) {
		return Parts{}, false
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	p = Parts{IsError: true, Complete: newest}
	p.Text = s.text(c.modelBody(s.bytes, e, withMessage|withRetry|withURLs))
	structured := d.Structured && !call.OutputSchema
	if !structured && !c.Carry {
		return p, true
	}
	canonical := s.json(appendCanonical(s.bytes, e))
	if structured {
		p.Structured = canonical
	}
	if c.Carry {
		p.Carried = canonical
	}
	return p, true
}

// Parts returns the result that says e.
func (d ToolError) Parts(c *Codec, call Call, e *errkit.Error) Parts {
	if e == nil {
		e = &nothing
	}
	question := asks(c, e)
	payload := !call.OutputSchema || d.Format != Markdown
	s := scratches.Get().(*scratch)
	defer s.release()
	p := Parts{OnlyJSON: d.Format == JSON, IsError: !question || !payload, Complete: d.Revision >= revision2026}
	if !p.OnlyJSON {
		p.Text, p.TextType = s.text(c.modelBody(s.bytes, e, withMessage|withURLs)), markdownType
	}
	if d.Format != Markdown {
		p.JSON = s.text(d.appendBlock(s.bytes, c, e, question))
	}
	if !call.OutputSchema {
		p.Structured = s.json(d.appendPayload(s.bytes, c, e, question))
	}
	if c.Carry && !payload {
		p.Carried = s.json(appendCanonical(s.bytes, e))
	}
	return p
}

// A scratch is where a part is rendered before it gets memory of its own. Its
// bytes are empty, with the room that the last part needed.
type scratch struct{ bytes []byte }

var scratches = sync.Pool{New: func() any { return &scratch{make([]byte, 0, 1024)} }}

// maxScratch is the size of a scratch that is not kept, in bytes.
const maxScratch = 64 << 10

func (s *scratch) release() {
	if cap(s.bytes) <= maxScratch {
		scratches.Put(s)
	}
}

// json returns a document that was appended to the scratch.
func (s *scratch) json(doc []byte) json.RawMessage {
	s.bytes = doc[:0]
	return bytes.Clone(doc)
}

// text returns what the body of a JSON string means that was appended to the
// scratch.
func (s *scratch) text(body []byte) string {
	s.bytes = body[:0]
	return string(unescape(body))
}

// unescape undoes, in place, what package jsonw escapes.
func unescape(body []byte) []byte {
	n := bytes.IndexByte(body, '\\')
	if n < 0 {
		return body
	}
	plain := body[:n]
	for rest := body[n:]; len(rest) > 0; {
		size := 2
		switch c := rest[1]; c {
		case 'b':
			plain = append(plain, '\b')
		case 'f':
			plain = append(plain, '\f')
		case 'n':
			plain = append(plain, '\n')
		case 'r':
			plain = append(plain, '\r')
		case 't':
			plain = append(plain, '\t')
		case 'u': // a control character, U+2028, U+2029 or U+FFFD, all shorter than their escape
			size = 6
			r, _ := strconv.ParseUint(string(rest[2:size]), 16, 16)
			plain = utf8.AppendRune(plain, rune(r))
		default: // quote, backslash
			plain = append(plain, c)
		}
		rest = rest[size:]
		if n = bytes.IndexByte(rest, '\\'); n < 0 {
			n = len(rest)
		}
		plain = append(plain, rest[:n]...)
		rest = rest[n:]
	}
	return plain
}
