package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/allocs"
)

// samples covers every branch of the parser.
var samples = []string{
	`{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Automation failed","data":{"type":"X","detail":"größe 世界 🙂"}}}`,
	" [ 1 , -0.5e+10 , true , false , null , \"\" , {} , [] ] \n",
	`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude42\ud83d\ud83d\ude42\ude42\uD800x\ud800\n"`,
	`{"a":1,"b":{"a":2},"a":3,"\u0061":4,"":5,"a/b~c":[[6]]}`,
	`0`, `-0`, `1e5`, `1E-5`, `01`, `-`, `1.`, `.5`, `1e`, `1e+`, `+1`, `0x1`, `1.5.2`, `--1`,
	`tru`, `nul`, `falsE`, `nulll`, `"`, `"\`, `"\u`, `"\u12`, `"\u12g4"`, `"\x"`, "\"a\nb\"", "\"a\xffb\"",
	"\"\xff\\x\"", "\xff", "é",
	``, ` `, "\ufeff", "\ufeff1", `{`, `[`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `[1`, `[1,`, `[1,]`,
	`[1 2]`, `{1:2}`, `{"a" 1}`, `{"a":1 "b":2}`,
	`1 2`, `{}}`, `]`, `}`, `,`, `[}`, `{]`, "\u00a01", "[1,\v2]", `{"a":[{"b":[`,
	`["12345678","1234567","123456789","ééééééé\"é"]`,
}

func parse(t testing.TB, s string) Value {
	t.Helper()
	v, err := Parse([]byte(s), Limits{})
	require.NoError(t, err, s)
	return v
}

// check checks the properties of the parser for any input.
func check(t testing.TB, s string) {
	t.Helper()
	v, err := Parse([]byte(s), Limits{})
	text := strings.TrimPrefix(s, "\ufeff")
	if err != nil {
		require.Zero(t, v)
		checkError(t, s, err)
		var e *Error
		errors.As(err, &e)
		if utf8.ValidString(s) && !strings.Contains(e.Reason, "deeper") {
			require.False(t, json.Valid([]byte(text)), "%q: %v", s, err)
		}
		return
	}
	require.True(t, utf8.ValidString(s), "%q", s)
	require.True(t, json.Valid([]byte(text)), "%q", s)
	var want any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&want))
	require.Equal(t, want, v.Any(), "%q", s)
	require.Equal(t, strings.Trim(text, " \t\r\n"), v.Raw())
	checkTree(t, v, "")
}

func checkError(t testing.TB, s string, err error) {
	t.Helper()
	var e *Error
	require.ErrorAs(t, err, &e)
	require.NotEmpty(t, e.Reason)
	require.LessOrEqual(t, len(e.Reason), 80)
	require.LessOrEqual(t, utf8.RuneCountInString(err.Error()), 200)
	require.True(t, e.Offset >= 0 && e.Offset <= len(s))
	before := strings.TrimPrefix(s[:e.Offset], "\ufeff")
	lines := strings.Split(before, "\n")
	require.Equal(t, len(lines), e.Line)
	require.Equal(t, utf8.RuneCountInString(lines[len(lines)-1])+1, e.Column)
}

// checkTree checks that all methods that return a value return the same one.
func checkTree(t testing.TB, v Value, pointer string) {
	t.Helper()
	require.Equal(t, pointer, v.Pointer())
	again, err := Parse([]byte(v.Raw()), Limits{})
	require.NoError(t, err)
	require.Equal(t, v.Kind(), again.Kind())
	n := 0
	next := v.FirstMember()
	last := map[string]Value{}
	for name, m := range v.Members() {
		require.Equal(t, m, next)
		require.Equal(t, name, next.Name())
		next = next.Next()
		checkTree(t, m, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
		last[name] = m
		n++
	}
	for name, m := range last {
		require.Equal(t, m, v.Member(name))
		if _, ok := last[name+name]; !ok {
			require.Equal(t, Absent, v.Member(name+name).Kind(), name)
		}
	}
	require.Equal(t, Absent, next.Kind())
	next = v.FirstElement()
	for e := range v.Elements() {
		require.Equal(t, e, next)
		next = next.Next()
		checkTree(t, e, pointer+"/"+strconv.Itoa(n))
		n++
	}
	require.Equal(t, Absent, next.Kind())
	require.Equal(t, n, v.Len())
	if i, ok := v.Int(); ok {
		f, ok := v.Float()
		require.True(t, ok)
		require.Equal(t, float64(i), f, v.Raw())
	}
}

func TestAgreesWithEncodingJSON(t *testing.T) {
	for _, s := range samples {
		check(t, s)
		for i := range len(s) {
			check(t, s[:i])
			check(t, s[:i]+s[i+1:])
			check(t, s[:i]+"\x00"+s[i:])
			check(t, s[:i]+"\xff"+s[i:])
			check(t, s[:i]+`"`+s[i:])
			check(t, s[:i]+`\`+s[i:])
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { check(t, string(b)) })
}

func TestErrorPlaces(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", "line 1, column 1: the document is empty"},
		{"only white space", " \n ", "line 2, column 2: the document is empty"},
		{"only a byte order mark", "\ufeff", "line 1, column 1: the document is empty"},
		{"after object key", "{\n \"error\": {\"data\": {\n \"a\" x",
			`line 3, column 6 (/error/data): invalid character 'x' after object key`},
		{"after a member", `{"a":[0,{"b":1 2}]}`,
			`line 1, column 16 (/a/1): invalid character '2' after object member`},
		{"after an element", `{"a/b":{"~":[1 2]}}`,
			`line 1, column 16 (/a~1b/~0): invalid character '2' after array element`},
		{"after a closed container", `{"a":[1],"b":{},"c"}`,
			`line 1, column 20: invalid character '}' after object key`},
		{"no key", `{"a":1,}`, `line 1, column 8: invalid character '}' where an object key should begin`},
		{"no value", `[1,]`, `line 1, column 4: invalid character ']' where a value should begin`},
		{"columns are characters", `["世界🙂" é]`, `line 1, column 8: invalid character 'é' after array element`},
		{"a byte order mark has no column", "\ufeff?",
			`line 1, column 1: invalid character '?' where a value should begin`},
		{"truncated", `{"a":{"b":"c`, `line 1, column 13 (/a): unexpected end of document`},
		{"truncated after a value", `{"a":[12`, `line 1, column 9 (/a): unexpected end of document`},
		{"truncated literal", `[tr`, `line 1, column 4: unexpected end of document`},
		{"truncated escape", `["\u12`, `line 1, column 7: unexpected end of document`},
		{"trailing", "{} {}", `line 1, column 4: invalid character '{' after the document`},
		{"literal", `[trie]`, `line 1, column 4: invalid character 'i' in true`},
		{"number", `{"a":-x}`, `line 1, column 7: invalid character 'x' in a number`},
		{"number with a leading zero", `[012]`, `line 1, column 3: invalid character '1' after array element`},
		{"escape", `["\x"]`, `line 1, column 4: invalid character 'x' in a string escape`},
		{"unicode escape", `["\u00g0"]`, `line 1, column 7: invalid character 'g' in a \u escape`},
		{"control character", "[\"a\nb\"]", `line 1, column 4: invalid character '\n' in a string`},
		{"not UTF-8", "{\"a\":[\"世\xff\"]}", `line 1, column 9 (/a): invalid UTF-8`},
		{"not UTF-8 before another fault", "[\"\xff\\x\"]", `line 1, column 3: invalid UTF-8`},
		{"not UTF-8 outside a string", "[\xff]", `line 1, column 2: invalid UTF-8`},
		{"a key with a line end and an escape sequence", `{"a\n\u001b[31mb":[x]}`,
			`line 1, column 20 (/a b): invalid character 'x' where a value should begin`},
		{"escaped key", `{"\u0061":[x]}`, `line 1, column 12 (/a): invalid character 'x' where a value should begin`},
		{"long key", `{"` + strings.Repeat("k", 500) + `":[x]}`,
			`line 1, column 506 (/` + strings.Repeat("k", 78) +
				`…): invalid character 'x' where a value should begin`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in), Limits{})
			require.EqualError(t, err, tt.want)
			checkError(t, tt.in, err)
		})
	}
}

func TestErrorsQuoteNoValues(t *testing.T) {
	s := `{"a":["CANARY","CANARY\u0041",{"b":"CANARY"}],"c":12345678}`
	for i := range len(s) {
		for _, bad := range []string{s[:i], s[:i] + "\x01" + s[i:], s[:i] + "\xff" + s[i:], s[:i] + "\\" + s[i:]} {
			if _, err := Parse([]byte(bad), Limits{}); err != nil {
				require.NotContains(t, err.Error(), "CAN", bad)
				require.NotContains(t, err.Error(), "1234", bad)
			}
		}
	}
	_, err := Parse([]byte(s), Limits{Nodes: 5})
	require.EqualError(t, err, "line 1, column 36 (/a/2): the document has more than 5 values")
}

func TestParseAllocates(t *testing.T) {
	small, large := []byte(documents[1].text), []byte(documents[4].text)
	var buffer Buffer
	in := func(src []byte) {
		v, _ := buffer.Parse(src, Limits{})
		v.FirstMember().Next().Member("x").Text()
	}
	require.Equal(t, 1.0, allocs.Of(func() { in(small) })) // the text
	require.Equal(t, 1.0, allocs.Of(func() { in(large) })) // the memory of the nodes is reused
	require.Equal(t, 2.0, allocs.Of(func() { Parse(small, Limits{}) }))
	require.Equal(t, 1.0, allocs.Of(func() { ParseText(documents[1].text, Limits{}) }))
	v := parse(t, documents[1].text)
	require.Zero(t, allocs.Of(func() {
		v.Member("result").Member("error").Member("message").Text()
		v.Member("result").Member("duration").Int()
		for name := range v.Members() {
			v.Member(name).Len()
		}
	}))
}

func TestLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`[`, n) + strings.Repeat(`]`, n) }
	tests := []struct {
		name  string
		in    string
		lim   Limits
		want  string
		place int
	}{
		{"default depth fits", nested(128), Limits{}, "", 0},
		{"default depth", nested(129), Limits{}, "nested deeper than 128 levels", 128},
		{"depth fits", `{"a":[]}`, Limits{Depth: 2}, "", 0},
		{"depth", `{"a":[{}]}`, Limits{Depth: 2}, "nested deeper than 2 levels", 6},
		{"siblings are not depth", `[[],[],{},[[]]]`, Limits{Depth: 3}, "", 0},
		{"no more than the stack takes", nested(10_001), Limits{Depth: 1 << 30}, "nested deeper than 10000 levels",
			10_000},
		{"bytes fit", `[1]`, Limits{Bytes: 3}, "", 0},
		{"bytes", `[12]`, Limits{Bytes: 3}, "the document is longer than 3 bytes", 3},
		{"default bytes", strings.Repeat(" ", 4<<20) + "1", Limits{}, "the document is longer than 4194304 bytes",
			4 << 20},
		{"nodes fit", `[1,2]`, Limits{Nodes: 3}, "", 0},
		{"nodes", `[1,2,{}]`, Limits{Nodes: 3}, "the document has more than 3 values", 5},
		{"default nodes", "[" + strings.Repeat("1,", 200_000) + "1]", Limits{},
			"the document has more than 200000 values", 1 + 2*199_999},
		{"negative is the default", `[1]`, Limits{Depth: -1, Bytes: -1, Nodes: -1}, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in), tt.lim)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tt.want, e.Reason)
			require.Equal(t, tt.place, e.Offset)
		})
	}
}

func TestParseCopies(t *testing.T) {
	src := []byte(`{"a":"text"}`)
	v, err := Parse(src, Limits{})
	require.NoError(t, err)
	copy(src, bytes.Repeat([]byte("x"), len(src)))
	s, _ := v.Member("a").Text()
	require.Equal(t, "text", s)
}

// TestManyValues parses documents of increasing size, so that the slice of nodes grows in every
// way.
func TestManyValues(t *testing.T) {
	var buffer Buffer
	for n := range 300 {
		s := "[" + strings.TrimSuffix(strings.Repeat(`1,`, n), ",") + "]"
		if n < 20 || n%64 < 2 { // it is slow
			check(t, s)
			check(t, `{"a":`+s+`,"b":{"c":`+s+`}}`)
		}
		_, err := Parse([]byte(s), Limits{Nodes: n + 1})
		require.NoError(t, err)
		_, err = Parse([]byte(s), Limits{Nodes: max(n, 1)})
		require.Equal(t, n > 0, err != nil)
		v, err := buffer.Parse([]byte(s), Limits{Nodes: n + 1})
		require.NoError(t, err)
		require.Equal(t, n, v.Len())
		_, err = buffer.Parse([]byte(s), Limits{Nodes: max(n, 1)})
		require.Equal(t, n > 0, err != nil)
	}
}

// The estimate of the number of values is wrong for a text full of commas.
func TestCommasInStrings(t *testing.T) {
	s := `["` + strings.Repeat(",", 1<<20) + `"` + strings.Repeat(`,1`, 100) + `]`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ParseText(s, Limits{})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(3*len(s)))
}

// A document that exceeds a limit is told apart from one that is not JSON.
func TestLimit(t *testing.T) {
	tests := []struct {
		name, doc string
		limit     bool
	}{
		{"long", `"12345678"`, true},
		{"deep", `[[[1]]]`, true},
		{"many values", `[1,1,1,1]`, true},
		{"not JSON", `[1,`, false},
		{"empty", ``, false},
		{"not UTF-8", "\"\xff\"", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.doc), Limits{Depth: 2, Bytes: 9, Nodes: 4})
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tt.limit, e.Limit, e)
		})
	}
}
