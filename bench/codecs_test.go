package bench

import (
	"bytes"
	"encoding/json"

	"github.com/bytedance/sonic"
	sonicenc "github.com/bytedance/sonic/encoder"
	goccy "github.com/goccy/go-json"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
	segmentio "github.com/segmentio/encoding/json"
)

// A codec encodes into a buffer of its own, in the fastest way in which its
// output is JSON whatever the text is: UTF-8 is looked at, as all but sonic do by
// default; members of maps are left unsorted where that can be, and HTML as it
// is.
type codec struct {
	name   string
	encode func(v easyjson.Marshaler) []byte
	indent Indent // encoded by itself and indented
	decode func(doc []byte, v any) error
}

func codecs() []codec {
	return []codec{
		{"encoding-json", encodingJSON(), indented(encodingJSON()), json.Unmarshal},
		{"sonic", sonicInto(), indented(sonicInto()), sonic.ConfigDefault.Unmarshal},
		{"segmentio", segmentioAppend(), indented(segmentioAppend()), segmentio.Unmarshal},
		{"goccy", goccyEncoder(), indented(goccyEncoder()), goccy.Unmarshal},
		{"easyjson", easyjsonWriter(), indented(easyjsonWriter()), easyjsonLexer},
	}
}

func encodingJSON() func(easyjson.Marshaler) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	return func(v easyjson.Marshaler) []byte {
		buf.Reset()
		must(enc.Encode(v))
		return buf.Bytes()
	}
}

func sonicInto() func(easyjson.Marshaler) []byte {
	buf := make([]byte, 0, 64<<10)
	return func(v easyjson.Marshaler) []byte {
		buf = buf[:0]
		must(sonicenc.EncodeInto(&buf, v, sonicenc.ValidateString))
		return buf
	}
}

func segmentioAppend() func(easyjson.Marshaler) []byte {
	buf := make([]byte, 0, 64<<10)
	return func(v easyjson.Marshaler) (doc []byte) {
		doc, err := segmentio.Append(buf[:0], v, 0)
		must(err)
		return doc
	}
}

func goccyEncoder() func(easyjson.Marshaler) []byte {
	var buf bytes.Buffer
	enc := goccy.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	return func(v easyjson.Marshaler) []byte {
		buf.Reset()
		must(enc.EncodeWithOption(v, goccy.UnorderedMap()))
		return buf.Bytes()
	}
}

func easyjsonWriter() func(easyjson.Marshaler) []byte {
	buf := make([]byte, 0, 64<<10)
	return func(v easyjson.Marshaler) []byte {
		w := jwriter.Writer{NoEscapeHTML: true}
		v.MarshalEasyJSON(&w)
		doc, err := w.BuildBytes(buf[:0])
		must(err)
		return doc
	}
}

func easyjsonLexer(doc []byte, v any) error { return easyjson.Unmarshal(doc, v.(easyjson.Unmarshaler)) }

// indented returns what makes the JSON block of toolError:v1 with this encoder.
func indented(encode func(easyjson.Marshaler) []byte) Indent {
	var buf bytes.Buffer
	return func(v easyjson.Marshaler) string {
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
