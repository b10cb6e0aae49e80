package samples

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// Seed adds documents, rendered errors and invalid input to a fuzz target of a body, a status and a Retry-After.
func Seed(f *testing.F, d dialect.Dialect, documents []Document) {
	for _, doc := range documents {
		f.Add([]byte(doc.Body), doc.Status, doc.Header["Retry-After"])
	}
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, k := range errkit.Kinds() {
			body, head := codec.Append(nil, d, dialect.Call{ID: json.RawMessage("1")}, Canaries(k))
			f.Add(body, head.Status, head.RetryAfterSeconds())
		}
	}
	for _, body := range []string{"", "{", "null", "[]", `{"a":`, "\x00", "\ufeff{}", Nested(9)} {
		f.Add([]byte(body), 400, "Fri, 20 Nov 2026 12:00:30 GMT")
	}
}

// Nested returns a failed result of MCP inside n results that are not failed.
func Nested(n int) string {
	inner := `{"content":[{"type":"text","text":"x"}],"isError":true}`
	for range n {
		inner = `{"content":[],"structuredContent":` + inner + `}`
	}
	return inner
}

// FuzzDecode checks a decoder: it does not panic or change its input, its errors wrap ErrNotDocument, and what it decodes
// can be rendered in every dialect.
func FuzzDecode(f *testing.F, d dialect.Dialect, documents []Document) {
	Seed(f, d, documents)
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		in := dialect.Document{Dialect: d, Status: status, Header: Header{"Retry-After": after}.HTTP(), Body: body}
		before := bytes.Clone(body)
		var codec dialect.Codec
		e, err := codec.Decode(in)
		require.Equal(t, before, body, "a decoder writes nothing")
		if err != nil {
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.Nil(t, e)
			return
		}
		if e == nil {
			return
		}
		require.NotNil(t, e.Peer)
		require.Equal(t, d.Name(), e.Peer.Dialect)
		require.NotEmpty(t, e.Peer.Rule)
		require.Contains(t, errkit.Kinds(), e.Kind)
		require.GreaterOrEqual(t, e.RetryAfter, codec.Normalize(&errkit.Error{}).RetryAfter)
		for _, to := range Every {
			Translates(t, in, to)
		}
	})
}

// Translates checks that a document with an error can be translated.
func Translates(t *testing.T, in dialect.Document, to dialect.Dialect) {
	codec := dialect.Codec{Carry: len(in.Body)%2 == 0, MaxText: 1000}
	out, _, err := codec.Translate(in, to, dialect.Call{ID: json.RawMessage(`"1"`)})
	require.NoError(t, err, Spelled(to))
	require.True(t, json.Valid(out.Body), "%s: %s", Spelled(to), out.Body)
	require.GreaterOrEqual(t, out.Status, 200)
	require.LessOrEqual(t, out.Status, 599)
}
