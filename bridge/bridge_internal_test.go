package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// Every document of an error that can be detected in a success is suspect: the words are only there to skip the parser.
func TestIsSuspect(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	n := 0
	for _, name := range all.Names() {
		to, err := all.Parse(name)
		require.NoError(t, err)
		for _, k := range errkit.Kinds() {
			for _, call := range []dialect.Call{{}, {ID: json.RawMessage("1")}, {ID: json.RawMessage("1"), Method: "ping"}} {
				body, _ := codec.Append(nil, to, call, &errkit.Error{Kind: k, Message: "-"})
				if e, err := codec.Decode(dialect.Document{Status: 200, Body: body}); err != nil || e == nil {
					continue
				}
				n++
				require.True(t, isSuspect(body), "%s: %s", name, body)
			}
		}
	}
	require.Greater(t, n, 500)
}

// A suspect is found wherever it starts, and none is found in a text that has only a part of it.
func TestIsSuspectAnywhere(t *testing.T) {
	texts := []string{`\u`}
	for _, s := range suspects {
		texts = append(texts, s.text)
	}
	for _, text := range texts {
		for before := range 12 {
			for after := range 4 {
				doc := strings.Repeat("r", before) + text + strings.Repeat("-", after)
				require.True(t, isSuspect([]byte(doc)), doc)
				doc = strings.Repeat("-", before) + text[:len(text)-1] + strings.Repeat("-", after)
				require.False(t, isSuspect([]byte(doc)), doc)
			}
		}
	}
}

// A line ends at the first carriage return or newline.
func TestLineLength(t *testing.T) {
	for n := range 3 * window {
		line := strings.Repeat("x", n)
		for _, end := range []string{"", "\n", "\r", "\r\n", "\n\r", "\n" + line + "\r", "\r" + line + "\n"} {
			require.Equal(t, n, lineLength([]byte(line+end)))
		}
	}
}

func BenchmarkInSuccess(b *testing.B) {
	br := &Bridge{}
	for _, doc := range []string{`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The bell rang."}]}}`, `{"bells":[1,2,3],"name":"a","ok":true}`} {
		b.Run(doc[:9], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = br.inSuccess(200, nil, []byte(doc))
			}
		})
	}
}
