package bench

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

func renderTasks() (tasks []task) {
	for _, f := range Formats() {
		for _, v := range Values() {
			tasks = append(tasks, task{"dialect=" + f.Name() + "/size=" + v.Size, renderers(f, v.Err)})
		}
	}
	return tasks
}

// renderers returns toolerr, a copy of the rendered bytes, and all codecs.
func renderers(f Format, e *errkit.Error) []implementation {
	var c dialect.Codec
	buf := make([]byte, 0, 64<<10)
	known, _ := c.Append(nil, f.Dialect, Call, e)
	impls := []implementation{
		{impl: "toolerr", do: func() []byte { doc, _ := c.Append(buf[:0], f.Dialect, Call, e); return doc }},
		{impl: "memcpy", do: func() []byte { return append(buf[:0], known...) }},
	}
	for _, peer := range codecs() {
		i := implementation{impl: peer.name, do: func() []byte { return peer.encode(f.Fill(e, peer.indent)) }}
		if f.Unordered {
			i.check = func(t *testing.T, got []byte) {
				require.Equal(t, decoded(t, f.Dialect, known), decoded(t, f.Dialect, got))
			}
		}
		impls = append(impls, i)
	}
	return impls
}

// decoded returns the canonical JSON of the error in a document.
func decoded(t *testing.T, d dialect.Dialect, doc []byte) string {
	var c dialect.Codec
	e, err := c.Decode(dialect.Document{Dialect: d, Body: doc})
	require.NoError(t, err)
	return string(e.AppendJSON(nil))
}

func BenchmarkRender(b *testing.B) { run(b, renderTasks()) }

func TestRender(t *testing.T) { once(t, renderTasks()) }

// TestUTF8 checks that all implementations write valid UTF-8.
func TestUTF8(t *testing.T) {
	broken := &errkit.Error{Kind: errkit.NotFound, Message: "a\xffb"}
	for _, f := range Formats() {
		for _, s := range renderers(f, broken) {
			require.True(t, utf8.Valid(s.do()), "%s by %s", f.Name(), s.impl)
		}
	}
}
