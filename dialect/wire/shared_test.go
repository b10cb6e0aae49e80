package wire_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

func TestFirstOf(t *testing.T) {
	v, err := jsontree.ParseText(`{"a":null,"b":1,"c":2}`, jsontree.Limits{})
	require.NoError(t, err)
	require.Equal(t, "b", wire.FirstOf(v, "a", "b", "c"))
	require.Empty(t, wire.FirstOf(v, "a", "d"), "null, and absent")
}

func TestDetail(t *testing.T) {
	e := &errkit.Error{Details: []slog.Attr{slog.Int("a", 1), slog.Int("b", 2), slog.Int("a", 3)}}
	require.EqualValues(t, 3, wire.Detail(e, "a").Int64(), "of equal names the last one counts")
	require.Equal(t, slog.Value{}, wire.Detail(e, "c"))
}

func TestCloseMember(t *testing.T) {
	const open = `,"data":`
	dst := []byte(`{"code":1` + open)
	require.Equal(t, `{"code":1`, string(wire.CloseMember(dst, len(dst), open)))
	more := append([]byte(string(dst)), `,"a":2`...)
	require.Equal(t, `{"code":1,"data":{"a":2}`, string(wire.CloseMember(more, len(dst), open)))
}
