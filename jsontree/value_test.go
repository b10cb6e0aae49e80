package jsontree

import (
	"encoding/json"
	"maps"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

func TestAbsentIsSafe(t *testing.T) {
	var v Value
	require.Equal(t, Absent, v.Kind())
	require.Equal(t, v, v.Member("a").Member("b"))
	s, ok := v.Text()
	require.Equal(t, "", s)
	require.False(t, ok)
	b, ok := v.Bool()
	require.False(t, b || ok)
	i, ok := v.Int()
	require.False(t, i != 0 || ok)
	f, ok := v.Float()
	require.False(t, f != 0 || ok)
	require.Empty(t, v.Raw())
	require.Zero(t, v.Len())
	require.Empty(t, maps.Collect(v.Members()))
	require.Empty(t, slices.Collect(v.Elements()))
	require.Equal(t, v, v.FirstMember())
	require.Equal(t, v, v.FirstElement())
	require.Equal(t, v, v.Next())
	require.Empty(t, v.Name())
	require.Empty(t, v.Pointer())
	require.Nil(t, v.Any())
}

func TestValueOfAnotherKind(t *testing.T) {
	for e := range parse(t, `[null,true,1,"s",["x"],{"a":1}]`).Elements() {
		_, isText := e.Text()
		require.Equal(t, e.Kind() == String, isText)
		b, isBool := e.Bool()
		require.Equal(t, e.Kind() == Bool, isBool)
		require.Equal(t, isBool, b)
		_, isInt := e.Int()
		require.Equal(t, e.Kind() == Number, isInt)
		_, isFloat := e.Float()
		require.Equal(t, e.Kind() == Number, isFloat)
		require.Equal(t, e.Kind() == Object, e.Member("a").Kind() == Number)
		require.Equal(t, e.Kind() == Object, len(maps.Collect(e.Members())) == 1)
		require.Equal(t, e.Kind() == Array, len(slices.Collect(e.Elements())) == 1)
	}
}

func TestMember(t *testing.T) {
	v := parse(t, `{"a":1,"b":{"a":2,"c":[{"d":true}]},"a":3,"\u0065":4,"E":5,"a\/b":[0,[6]]}`)
	tests := []struct{ name, raw, pointer string }{
		{"a", "3", "/a"},
		{"b", `{"a":2,"c":[{"d":true}]}`, "/b"},
		{"c", "", ""},
		{"e", "4", "/e"},
		{"E", "5", "/E"},
		{"A", "", ""},
		{"a/b", "[0,[6]]", "/a~1b"},
	}
	for _, tt := range tests {
		m := v.Member(tt.name)
		require.Equal(t, tt.raw, m.Raw())
		require.Equal(t, tt.pointer, m.Pointer())
	}
	for e := range v.Member("a/b").Elements() {
		for e := range e.Elements() {
			require.Equal(t, "/a~1b/1/0", e.Pointer())
		}
	}
	var names []string
	for name := range v.Members() {
		if names = append(names, name); name == "E" {
			break
		}
	}
	require.Equal(t, []string{"a", "b", "a", "e", "E"}, names)
	require.Equal(t, 6, v.Len())
}

// Of equal names the last one counts, whatever other names have the same length and first byte.
func TestMemberOfEqualNames(t *testing.T) {
	quoted := [...]string{`""`, `"a"`, `"ab"`, `"ac"`, `"\u0061b"`, `"_"`, `"` + strings.Repeat("a", 32) + `"`,
		`"` + strings.Repeat("a", 31) + `b"`, `"` + strings.Repeat("a", 64) + `"`}
	names := make([]string, len(quoted))
	for i, s := range quoted {
		names[i], _ = parse(t, s).Text()
	}
	for _, a := range quoted {
		for _, b := range quoted {
			for _, c := range quoted {
				doc := `{` + a + `:1,` + b + `:2,` + c + `:{` + a + `:3}}`
				var want map[string]json.RawMessage
				require.NoError(t, json.Unmarshal([]byte(doc), &want))
				for _, name := range names {
					require.Equal(t, string(want[name]), parse(t, doc).Member(name).Raw(), "%s in %s", name, doc)
				}
			}
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", `"größe"`, "größe"},
		{"short escapes", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{"unicode", `"\u00E9x\u4e16"`, "éx世"},
		{"pair", `"a\ud83d\ude42b"`, "a🙂b"},
		{"half a pair", `"a\ud83db"`, "a\ufffdb"},
		{"second half first", `"\ude42\ud83d"`, "\ufffd\ufffd"},
		{"half before a pair", `"\ud83d\ud83d\ude42"`, "\ufffd🙂"},
		{"half before another escape", `"\ud83d\n"`, "\ufffd\n"},
		{"NUL", `"\u0000"`, "\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, ok := parse(t, tt.in).Text()
			require.True(t, ok)
			require.Equal(t, tt.want, s)
		})
	}
}

func TestInt(t *testing.T) {
	tests := []struct {
		in   string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"-0.0e9", 0, true}, {"0e99999999999999999999", 0, true},
		{"500", 500, true}, {"500.0", 500, true}, {"5e2", 500, true}, {"5E+2", 500, true}, {"0.05e4", 500, true},
		{"50000e-2", 500, true},
		{"-32601.0", -32601, true}, {"-3.2601e4", -32601, true},
		{"1.5", 0, false}, {"5e-1", 0, false}, {"0.1", 0, false},
		{"9223372036854775807", 1<<63 - 1, true}, {"9223372036854775807.0", 1<<63 - 1, true},
		{"-9223372036854775808", -1 << 63, true}, {"-9223372036854775808.00", -1 << 63, true},
		{"9223372036854775808", 0, false}, {"9223372036854775808.0", 0, false}, {"-9223372036854775809.0", 0, false},
		{"1e18", 1e18, true}, {"1e19", 0, false}, {"99999999999999999990e-1", 0, false},
		{"1e400", 0, false}, {"1e99999999999999999999", 0, false}, {"1e-99999999999999999999", 0, false},
		{"1" + strings.Repeat("0", 3000) + "e-3000", 1, true},
		{"0." + strings.Repeat("0", 3000) + "1e3001", 1, true},
	}
	for _, tt := range tests {
		got, ok := parse(t, tt.in).Int()
		require.Equal(t, tt.ok, ok, tt.in)
		require.Equal(t, tt.want, got, tt.in)
	}
}

func FuzzInt(f *testing.F) {
	f.Add(int64(-325), int8(-2), true)
	f.Fuzz(func(t *testing.T, mantissa int64, exponent int8, point bool) {
		s := big.NewInt(mantissa).String()
		if point {
			s += ".50"
		}
		s += "e" + big.NewInt(int64(exponent)).String()
		want, ok := new(big.Rat).SetString(s)
		require.True(t, ok)
		got, ok := parse(t, s).Int()
		require.Equal(t, want.IsInt() && want.Num().IsInt64(), ok, s)
		if ok {
			require.Equal(t, want.Num().Int64(), got, s)
		}
	})
}

func TestFloat(t *testing.T) {
	f, ok := parse(t, "-1.25e2").Float()
	require.True(t, ok)
	require.Equal(t, -125.0, f)
	_, ok = parse(t, "1e999").Float()
	require.False(t, ok)
}

func TestKindString(t *testing.T) {
	for k := Absent; k <= Object; k++ {
		require.NotContains(t, k.String(), "kind(")
	}
	require.Equal(t, "kind(9)", Kind(9).String())
}

func TestIsNull(t *testing.T) {
	v := parse(t, `{"a":null,"b":0,"c":"","d":false}`)
	require.True(t, v.Member("a").IsNull())
	require.True(t, v.Member("x").IsNull())
	for _, name := range []string{"b", "c", "d"} {
		require.False(t, v.Member(name).IsNull(), name)
	}
}

func TestEmbedded(t *testing.T) {
	tests := []struct {
		name, doc string
		ok        bool
	}{
		{"an object", `"{\"a\":1}"`, true},
		{"white space before it", `" \n{\"a\":1}"`, true},
		{"an escaped brace", `"\u007b\"a\":1}"`, true},
		{"an array", `"[1]"`, false},
		{"a text", `"hello"`, false},
		{"an object with text after it", `"{\"a\":1} b"`, false},
		{"the empty string", `""`, false},
		{"an object that is not in a string", `{"a":1}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inner, ok := parse(t, tt.doc).Embedded()
			require.Equal(t, tt.ok, ok)
			n, has := inner.Member("a").Int()
			require.Equal(t, tt.ok, has && n == 1)
		})
	}
	_, ok := Value{}.Embedded()
	require.False(t, ok)
}

// TestBufferIsReused checks that nothing of the previous document is left.
func TestBufferIsReused(t *testing.T) {
	var b Buffer
	large := `{"a":"` + strings.Repeat("x", 5000) + `","list":[` + strings.Repeat("1,", 5000) + `1]}`
	v, err := b.Parse([]byte(large), Limits{})
	require.NoError(t, err)
	require.Equal(t, 5001, v.Member("list").Len())
	kept, _ := v.Member("a").Text()
	v, err = b.Parse([]byte(`{"b":2}`), Limits{})
	require.NoError(t, err)
	require.Equal(t, 1, v.Len())
	require.Equal(t, Absent, v.Member("list").Kind())
	require.Equal(t, strings.Repeat("x", 5000), kept)
	require.Len(t, b.doc.nodes, 2)
	require.LessOrEqual(t, cap(b.doc.nodes), maxKept)
	_, err = b.Parse([]byte(`{"b":`), Limits{})
	require.Error(t, err)
	v, err = b.Parse([]byte(`3`), Limits{})
	require.NoError(t, err)
	require.Equal(t, Number, v.Kind())
	// whatever the previous document had at the same place
	for _, doc := range []string{`[[1],[2],{"a":3}]`, `{"a":1,"b":{"c":[]}}`, `["\n","b",{}]`, `[1,2,3,4]`} {
		v, err = b.Parse([]byte(doc), Limits{})
		require.NoError(t, err)
		require.Equal(t, parse(t, doc).Any(), v.Any())
		n := 0
		for e := v.FirstElement(); e.Kind() != Absent; e = e.Next() {
			n++
		}
		for m := v.FirstMember(); m.Kind() != Absent; m = m.Next() {
			n++
		}
		require.Equal(t, v.Len(), n, doc)
	}
	b.Reset()
	require.Empty(t, b.doc.src)
}

// ShortPointer cuts the middle, and allocates the same for names of any length.
func TestShortPointer(t *testing.T) {
	for name, key := range map[string]string{"plain": strings.Repeat("k", 1<<18),
		"escaped": strings.Repeat(`\u00e9~`, 1<<15)} {
		t.Run(name, func(t *testing.T) {
			root, err := Parse([]byte(`{"a~b":[0,{"`+key+`":[{"x":1}]}]}`), Limits{})
			require.NoError(t, err)
			x := root.Member("a~b").FirstElement().Next().FirstMember().FirstElement().FirstMember()
			whole := "/a~0b/1/" + strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), `\u00e9`, "é") + "/0/x"
			require.Equal(t, whole, x.Pointer())
			require.Equal(t, text.ShortPath(whole), x.ShortPointer())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range 100 {
				_ = x.ShortPointer()
			}
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20), "no copy of the name")
		})
	}
}

func TestAll(t *testing.T) {
	v, err := ParseText(`{"a":[1,{"b":"x"}],"c":{}}`, Limits{})
	require.NoError(t, err)
	v.Track()
	var all []string
	for m := range v.All() {
		all = append(all, m.Pointer())
	}
	require.Equal(t, []string{"", "/a", "/a/0", "/a/1", "/a/1/b", "/c"}, all)
	for m := range v.Member("a").At("/1").All() {
		require.Equal(t, "/a/1", m.Pointer(), "a loop may end early")
		break
	}
	for range (Value{}).All() {
		t.Fatal("an absent value")
	}
	unread, _ := v.Unread(10)
	require.Equal(t, []string{"/a"}, unread, "nothing was read")
	require.Equal(t, "/a", v.FirstChild().Pointer())
	require.Equal(t, "/a/0", v.FirstChild().FirstChild().Pointer())
	require.Equal(t, Absent, v.Member("c").FirstChild().Kind())
	require.Equal(t, Absent, v.At("/a/0").FirstChild().Kind(), "a number")
}
