package bridge

import (
	"encoding/json"
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
