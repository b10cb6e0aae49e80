package bench

import (
	"bytes"
	"encoding/json"

	"github.com/bytedance/sonic"
	sonicenc "github.com/bytedance/sonic/encoder"
	goccy "github.com/goccy/go-json"
	segmentio "github.com/segmentio/encoding/json"
)

// A codec encodes into a reused buffer, with the fastest options that produce valid JSON for any
// text: invalid UTF-8 is replaced, which only sonic does not do by default; map keys are not
// sorted if there is an option; HTML is not escaped.
type codec struct {
	name   string
	encode func(v any) []byte
	indent Indent // encode and indent
	decode func(doc []byte, v any) error
}

func codecs() []codec {
	return []codec{
		{"encoding-json", encodingJSON(), indented(encodingJSON()), json.Unmarshal},
		{"sonic", sonicInto(), indented(sonicInto()), sonic.ConfigDefault.Unmarshal},
		{"segmentio", segmentioAppend(), indented(segmentioAppend()), segmentio.Unmarshal},
		{"goccy", goccyEncoder(), indented(goccyEncoder()), goccy.Unmarshal},
	}
}

func encodingJSON() func(any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	return func(v any) []byte {
		buf.Reset()
		must(enc.Encode(v))
		return buf.Bytes()
	}
}

func sonicInto() func(any) []byte {
	buf := make([]byte, 0, 64<<10)
	return func(v any) []byte {
		buf = buf[:0]
		must(sonicenc.EncodeInto(&buf, v, sonicenc.ValidateString))
		return buf
	}
}

func segmentioAppend() func(any) []byte {
	buf := make([]byte, 0, 64<<10)
	return func(v any) (doc []byte) {
		doc, err := segmentio.Append(buf[:0], v, 0)
		must(err)
		return doc
	}
}

func goccyEncoder() func(any) []byte {
	var buf bytes.Buffer
	enc := goccy.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	return func(v any) []byte {
		buf.Reset()
		must(enc.EncodeWithOption(v, goccy.UnorderedMap()))
		return buf.Bytes()
	}
}

// indented returns a function that renders the JSON block of toolError:v1 with encode.
func indented(encode func(any) []byte) Indent {
	var buf bytes.Buffer
	return func(v any) string {
		buf.Reset()
		must(json.Indent(&buf, bytes.TrimSpace(encode(v)), "", "  "))
		return buf.String()
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
