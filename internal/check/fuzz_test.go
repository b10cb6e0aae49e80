package check

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzInputs holds that the inputs for a schema are JSON, whatever a server lists as its schema.
func FuzzInputs(f *testing.F) {
	for _, s := range []string{`{}`, `true`, `7`, `{"type":"object","required":["a"],"properties":{"a":{"type":"string","minLength":3,"pattern":"^a"}}}`,
		`{"properties":{"a":{"$ref":"#"}},"required":["a"]}`, `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}`,
		`{"type":["array","null"],"items":{"enum":[1]},"minItems":2}`, `{"properties":{"n":{"type":"integer","minimum":1e308,"multipleOf":0.1}}}`, `{"required":[1,"a"],"properties":[]}`} {
		f.Add(s, uint64(0))
	}
	f.Fuzz(func(t *testing.T, schema string, seed uint64) {
		valid, wrong := inputsOf(&Tool{Name: "a", Schema: json.RawMessage(schema)}, seed, seed%2 == 1)
		require.True(t, valid == nil || json.Valid(valid))
		for _, in := range wrong {
			require.True(t, in.doc == nil || json.Valid(in.doc), "%s", in.doc)
			require.True(t, seed%2 == 0 || in.probe == Missing || in.probe == WrongType || in.probe == NoInput, "%s", in.probe)
		}
	})
}

// FuzzReadTools holds that a list of tools has names, and that the paths of an OpenAPI document are on its server.
func FuzzReadTools(f *testing.F) {
	for _, s := range []string{`[]`, `[{"name":"a"}]`, `{"tools":[{"name":"a","inputSchema":{}}]}`, `{"items":[{"id":"a"}]}`, `{"result":{"tools":null}}`,
		`{"servers":[{"url":"//evil.example/v1"}],"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{}}}}}},"//b":{},"@c":{"post":{}}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		tools, err := ReadTools(doc)
		if err != nil {
			require.Nil(t, tools)
			return
		}
		for i := range tools {
			_ = tools[i].schema()
			if at, err := resolve("http://127.0.0.1:1", tools[i].Path); err == nil {
				require.Equal(t, "127.0.0.1:1", hostOf(at), "%q", tools[i].Path)
			}
		}
	})
}

// FuzzAnswer holds that what is kept of an answer has its bound, and that a stream of events ends.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"", "data: {\"id\":1,\"result\":{}}\n\n", "data: {\"id\":1,\ndata: \"result\":{}}", ":\n\nevent: x\r\ndata:7\r\n\r\n", `{"id":1,"error":{"code":-32602,"data":[1,[2,[3]]]}}`, `{"a":1e400}`, "\xff{"} {
		f.Add([]byte(s), uint16(10))
	}
	f.Fuzz(func(t *testing.T, body []byte, bound uint16) {
		if event, all, err := readEvents(bytes.NewReader(body), "1"); err == nil {
			require.True(t, isResponse(event, "1"))
			require.True(t, bytes.HasPrefix(body, all))
		}
		x := &Exchange{Status: 400, Body: body, Message: body}
		x.keep(int(bound))
		require.LessOrEqual(t, len(x.Body), int(bound))
		require.True(t, bytes.HasPrefix(body, x.Body))
		require.True(t, !json.Valid(body) || json.Valid(x.Message), "%s", x.Message)
	})
}
