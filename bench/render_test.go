package bench

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

func rendering() (works []work) {
	for _, w := range Ways() {
		for _, v := range Values() {
			works = append(works, work{"dialect=" + w.Name + "/size=" + v.Size, renderers(w, v.Err)})
		}
	}
	return works
}

// renderers are ours, a copy of the bytes that are known already, and every
// codec.
func renderers(w Way, e *errkit.Error) []subject {
	var c dialect.Codec
	buf := make([]byte, 0, 64<<10)
	known, _ := c.Append(nil, w.Dialect, Answered, e)
	subjects := []subject{
		{impl: "toolerr", do: func() []byte { doc, _ := c.Append(buf[:0], w.Dialect, Answered, e); return doc }},
		{impl: "memcpy", do: func() []byte { return append(buf[:0], known...) }},
	}
	for _, peer := range codecs() {
		subjects = append(subjects, subject{impl: peer.name, do: func() []byte { return peer.encode(w.Fill(e, peer.indent)) }})
	}
	return subjects
}

func BenchmarkRender(b *testing.B) { run(b, rendering()) }

func TestRender(t *testing.T) { once(t, rendering()) }

// Every codec is in a mode in which it writes UTF-8, as ours does.
func TestUTF8(t *testing.T) {
	broken := &errkit.Error{Kind: errkit.NotFound, Message: "a\xffb"}
	for _, w := range Ways() {
		for _, s := range renderers(w, broken) {
			require.True(t, utf8.Valid(s.do()), "%s by %s", w.Name, s.impl)
		}
	}
}
