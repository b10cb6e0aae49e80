package bridge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// Every document of an error that can be detected in a success is suspect: the words are only
// there to skip the parser.
func TestIsSuspect(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	n := 0
	for _, name := range all.Names() {
		to, err := all.Parse(name)
		require.NoError(t, err)
		for _, k := range errkit.Kinds() {
			for _, call := range []dialect.Call{{}, {ID: json.RawMessage("1")},
				{ID: json.RawMessage("1"), Method: "ping"}} {
				body, _ := codec.Append(nil, to, call, &errkit.Error{Kind: k, Message: "-"})
				if e, err := codec.Decode(dialect.Document{Status: 200, Body: body}); err != nil || e == nil {
					continue
				}
				n++
				require.True(t, isSuspectText(body), "%s: %s", name, body)
				require.False(t, isCall(body) && !bytes.Contains(body, []byte("result")), "%s: %s", name, body)
			}
		}
	}
	require.Greater(t, n, 500)
}

// A suspect is found wherever it starts, and none is found in a text that has only a part of it.
func TestHasSuspect(t *testing.T) {
	texts := []string{`\u`}
	for _, s := range suspects {
		texts = append(texts, s.text)
	}
	for _, text := range texts {
		for before := range 12 {
			for after := range 4 {
				doc := strings.Repeat("r", before) + text + strings.Repeat("-", after)
				require.True(t, hasSuspect([]byte(doc)), doc)
				doc = strings.Repeat("-", before) + text[:len(text)-1] + strings.Repeat("-", after)
				require.False(t, hasSuspect([]byte(doc)), doc)
			}
		}
	}
}

// isSuspectText scans a document, in parts of seven bytes, and reports whether it is suspect.
func isSuspectText(doc []byte) bool {
	var m rpc.Message
	for n := 0; n < len(doc) && !m.Done; {
		n += m.Write(doc[n:min(n+7, len(doc))])
	}
	return isSuspect(doc, m.Longest)
}

func TestIsSuspectText(t *testing.T) {
	long := strings.Repeat("x", longText)
	tests := []struct {
		name, doc string
		want      bool
	}{
		{"a name", `{"isError":1}`, true},
		{"a value", `{"state":"failed"}`, true},
		{"a name that ends", `{"message":1}`, true},
		{"no word", `{"a":"b","c":[1,{"d":null}]}`, false},
		{"a word in a long text", `{"text":"an error ` + long + `"}`, false},
		{"escapes in a long text", `{"text":"an error\n\t` + long + `\\"}`, false},
		{"a character in a long text", `{"text":"\u003cb\u003e` + long + `"}`, true},
		{"a document in a long text", `{"text":"{\"kind\":\"toolError:v1\",\"a\":\"` + long + `\"}"}`, true},
		{"such a document with other escapes", `{"text":"{\u0022kind\u0022:1,` + long + `}"}`, true},
		{"a name after a long text", `{"text":"` + long + `\\","isError":true}`, true},
		{"a name before a long text", `{"isError":true,"text":"` + long + `"}`, true},
		{"a long text without its end", `{"text":"an error ` + long, true},
		{"a long name", `{"` + long + `":"a","state":"failed"}`, true},
		{"nothing", ``, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, isSuspectText([]byte(tt.doc)))
			require.Equal(t, tt.want, isSuspectText([]byte(" \n"+tt.doc)), "after space")
		})
	}
}

// What is before a document does not move the text that is not searched.
func TestErrorAfterSpace(t *testing.T) {
	const before = `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"`
	x := (&Bridge{To: mcp.Dialect{}}).Exchange(httptest.NewRequest(http.MethodPost, "/", nil))
	require.Equal(t, Hold, x.Head(200, http.Header{"Content-Type": {"application/json"}}))
	require.Equal(t, Hold, x.Body([]byte(strings.Repeat(" ", len(before)))))
	require.Equal(t, Replace, x.Body([]byte(before+strings.Repeat("x", 3*longText)+`"}]}}`)))
}

func BenchmarkInSuccess(b *testing.B) {
	br := &Bridge{}
	for _, doc := range []string{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The bell rang."}]}}`, `{"bells":[1,2,3],"name":"a","ok":true}`} {
		b.Run(doc[:9], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = br.inSuccess(200, nil, []byte(doc), rpc.Span{})
			}
		})
	}
}

// What isCall accepts is not parsed, so it must not be an error in any spelling.
func TestIsCall(t *testing.T) {
	tests := []struct {
		name, data string
		want       bool
	}{
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"3 bells failed"}}`,
			true},
		{"its version last", `{"method":"notifications/message","params":{"data":"x"},"jsonrpc":"2.0"}`, true},
		{"an error", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`, false},
		{"an error with an escape", `{"jsonrpc":"2.0","id":7,"\u0065\u0072ror":{"code":1,"message":"x"}}`, false},
		{"a call with an error", `{"jsonrpc":"2.0","method":"ring","error" : {"code":1,"message":"x"}}`, false},
		{"another document", `{"code":"x","message":"failed","call":{"jsonrpc":"2.0"}}`, false},
		{"a batch", `[{"jsonrpc":"2.0","id":7,"error":{}}]`, false},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, isCall([]byte(tt.data)), tt.name)
	}
}
