package jsontree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestUnread(t *testing.T) {
	const doc = `{"a":"x","b":[1,{"c":true,"d":2.5}],"e~/":{"f":"{}","g":[]},"n":null,"o":{"p":null}}`
	tests := []struct {
		name string
		read func(v jsontree.Value)
		want []string
	}{
		{"nothing", func(jsontree.Value) {}, []string{"/a", "/b", "/e~0~1"}},
		{"a text", func(v jsontree.Value) { v.Member("a").Text() }, []string{"/b", "/e~0~1"}},
		{"kinds and lengths", func(v jsontree.Value) {
			v.Member("a").Kind()
			v.Member("b").Len()
			v.Member("b").FirstElement().Next().Pointer()
		}, []string{"/a", "/b", "/e~0~1"}},
		{"a part of a container", func(v jsontree.Value) { v.Member("b").FirstElement().Next().Member("c").Bool() },
			[]string{"/a", "/b/0", "/b/1/d", "/e~0~1"}},
		{"numbers", func(v jsontree.Value) {
			v.Member("b").FirstElement().Int()
			v.Member("b").FirstElement().Next().Member("d").Float()
		}, []string{"/a", "/b/1/c", "/e~0~1"}},
		{"raw", func(v jsontree.Value) { v.Member("b").Raw() }, []string{"/a", "/e~0~1"}},
		{"any", func(v jsontree.Value) { v.Any() }, nil},
		{"embedded", func(v jsontree.Value) { v.Member("e~/").Member("f").Embedded() }, []string{"/a", "/b"}},
		{"not embedded", func(v jsontree.Value) { v.Member("a").Embedded() }, []string{"/a", "/b", "/e~0~1"}},
		{"equal", func(v jsontree.Value) { require.True(t, v.Member("a").Is("x")) }, []string{"/b", "/e~0~1"}},
		{"not equal", func(v jsontree.Value) { require.False(t, v.Member("a").Is("y")) },
			[]string{"/a", "/b", "/e~0~1"}},
		{"set", func(v jsontree.Value) { v.SetRead(true); v.Member("b").SetRead(false) }, []string{"/b"}},
		{"tracked again", func(v jsontree.Value) { v.Any(); v.Track() }, []string{"/a", "/b", "/e~0~1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := jsontree.Parse([]byte(doc), jsontree.Limits{})
			require.NoError(t, err)
			none, more := v.Unread(10)
			require.Empty(t, none, "not tracked")
			require.False(t, more)
			v.Track()
			tt.read(v)
			got, more := v.Unread(10)
			require.Equal(t, tt.want, got)
			require.False(t, more)
		})
	}
	v, err := jsontree.Parse([]byte(doc), jsontree.Limits{})
	require.NoError(t, err)
	v.Track()
	got, more := v.Unread(2)
	require.Equal(t, []string{"/a", "/b"}, got)
	require.True(t, more)

	require.Equal(t, "true", v.At("/b/1/c").Raw())
	require.Equal(t, `"{}"`, v.At("/e~0~1/f").Raw())
	require.Equal(t, v, v.At(""))
	for _, path := range []string{"a", "/x", "/a/b", "/b/2", "/b/-1", "/b/x", "/b/1/c/d"} {
		require.Equal(t, jsontree.Absent, v.At(path).Kind(), path)
	}
	var absent jsontree.Value
	absent.Track()
	absent.SetRead(true)
	require.False(t, absent.Is(""))
	got, _ = absent.Unread(1)
	require.Empty(t, got)
}

// The value at a pointer is found without an allocation, unless a token of the pointer is escaped.
func TestAtAllocatesNothing(t *testing.T) {
	v, err := jsontree.Parse([]byte(`{"error":{"errors":[{"reason":"late"}]}}`), jsontree.Limits{})
	require.NoError(t, err)
	require.True(t, v.At("/error/errors/0/reason").Is("late"))
	require.Zero(t, allocs.Of(func() { v.At("/error/errors/0/reason") }))
}
