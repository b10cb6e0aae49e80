package jsontree_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/allocs"
)

// tokens returns the tokens of a text that arrives in parts, with a mark after those that are
// names (:), not in their place (!) or open at the end (…).
func tokens(text string, size int) (all []string) {
	var s jsontree.Scanner
	token := ""
	end := func(mark string) {
		if token != "" {
			all = append(all, token+mark)
		}
	}
	mark := ""
	for start := 0; start < len(text); start += size {
		for rest := []byte(text[start:min(start+size, len(text))]); ; {
			from, to := s.Find(rest, 0)
			part := rest[from:to]
			if rest = rest[to:]; len(part) == 0 {
				break
			}
			if !s.More {
				end(mark)
				token = ""
			}
			token += string(part)
			switch mark = ""; {
			case s.Fault:
				mark = "!"
			case s.Name:
				mark = ":"
			}
		}
	}
	if s.Open {
		mark = "…"
	}
	end(mark)
	return all
}

func TestScanner(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"an object", ` {"a" : [1, true,"b\"]"]} `, `{ "a": : [ 1 , true , "b\"]" ] }`},
		{"not JSON", `{"a":NaN,b:'c'}`, `{ "a": : NaN , b! :! 'c' }`},
		{"no colon", `{"a" 1}`, `{ "a": 1! }`},
		{"no value", `{"a":,"b":}`, `{ "a": : ,! "b": : }!`},
		{"no comma", `{"a":1"b":2}`, `{ "a": : 1 "b": : 2 }`},
		{"the wrong end", `[1}{"a":[]]`, `[ 1 }! { "a": : [ ] ]!`},
		{"no start", `]`, `]!`},
		{"several documents", "{}\n[]\n\"a\" 1 ", `{ } [ ] "a" 1`},
		{"a string without its end", `["a\`, `[ "a\…`},
		{"a word without its end", `[12`, `[ 12…`},
		{"deeper than is known", strings.Repeat("[", 70) + `{"a" 1}`, strings.Repeat("[ ", 70) + `{ "a" 1 }`},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 2, 3, len(tt.in)} {
			require.Equal(t, tt.want, strings.Join(tokens(tt.in, size), " "), "%s in parts of %d", tt.name, size)
		}
	}
}

// A string ends at the first quote after an even number of backslashes, wherever it is among the
// bytes that are read together, and wherever the parts are divided.
func TestScannerQuotes(t *testing.T) {
	const alphabet = `"\#]a` // with the bytes after a quote and a backslash, which look like them to a sum
	end := func(text string) int {
		for i := 1; ; i++ {
			switch text[i] {
			case '"':
				return i + 1
			case '\\':
				i++
			}
		}
	}
	for n := range 5 * 5 * 5 * 5 * 5 {
		var middle []byte
		for rest := n; len(middle) < 5; rest /= 5 {
			middle = append(middle, alphabet[rest%5])
		}
		for before := range 9 {
			text := `"` + strings.Repeat("a", before) + string(middle) + strings.Repeat(`\"a`, before) + `aaaaaaaa""`
			want := end(text)
			for _, cut := range []int{0, before + 3, before + 4, len(text)} {
				var s jsontree.Scanner
				start, got := s.Find([]byte(text[:cut]), 0)
				require.Zero(t, start)
				if cut == 0 || s.Open {
					_, got = s.Find([]byte(text[cut:]), 0)
					got += cut
				}
				if got != want {
					require.Equal(t, want, got, "%s, cut after %d", text, cut)
				}
			}
		}
	}
}

// A mark in its place is read as by Find, any other token is not.
func TestScannerMark(t *testing.T) {
	tests := []struct {
		before, in string
		want       int
	}{
		{`{"a"`, `:1`, 1},
		{`{"a`, `":`, 0},
		{`{"a"`, ` :`, 0},
		{`{"a"`, `,`, 0},
		{`{"a":`, `:`, 0},
		{`{"a":"b"`, `,`, 1},
		{`{"a":"b"`, `:`, 0},
		{`{"a":1`, `,`, 0}, // the number may go on
		{`{"a":1 `, `,`, 1},
		{`[{}`, `,{`, 1},
		{`[1 `, `,{`, 1},
		{`[`, `,`, 0},
		{`["a"`, `:`, 0},
		{`["a",`, `,`, 0},
		{`{}`, `,`, 0},
		{`"a"`, `:`, 0},
		{`{"a"`, ``, 0},
		{strings.Repeat(`[`, 70) + `{}`, `,`, 0}, // deeper than is known
	}
	for _, tt := range tests {
		var s jsontree.Scanner
		for at := 0; at < len(tt.before); {
			_, at = s.Find([]byte(tt.before), at)
		}
		want := s
		require.Equal(t, tt.want, s.Mark([]byte(tt.in), 0), "%s after %s", tt.in, tt.before)
		want.Find([]byte(tt.in[:tt.want]), 0)
		require.Equal(t, want, s)
	}
}

func TestScannerEnd(t *testing.T) {
	const first, rest = ` {"a":"}\"]",` + "\n" + `"b":[{}]}`, `{"c":1}`
	for n := range len(first) {
		var s jsontree.Scanner
		require.Equal(t, -1, s.End([]byte(first[:n])))
		require.Equal(t, len(first)-n, s.End([]byte(first[n:]+rest)))
		require.Equal(t, len(rest), s.End([]byte(rest)))
	}
}

// What Parse accepts has all tokens in their place, and none that is open at its end except a
// number or a word.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"\\\""}],"c":null}`, `[[]]`, `"a"`, `{"a":1,}`, "\ufeff1"} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		got := tokens(string(text), len(text)+1)
		require.Equal(t, got, tokens(string(text), int(size)+1))
		root, err := jsontree.Parse(text, jsontree.Limits{})
		if err != nil || strings.HasPrefix(string(text), "\ufeff") {
			return
		}
		var s jsontree.Scanner
		for at := 0; at < len(text); {
			_, at = s.Find(text, at)
			require.False(t, s.Fault)
		}
		require.Zero(t, s.Depth)
		if root.Kind() >= jsontree.Array {
			require.Equal(t, len(strings.TrimRight(string(text), " \t\r\n")), new(jsontree.Scanner).End(text))
		}
	})
}

// A text of small tokens costs no allocation.
func TestScannerAllocatesNothing(t *testing.T) {
	text := []byte(`{"a":[` + strings.Repeat(`{"b":"c\n"},1,`, 1000) + `2]}`)
	require.Zero(t, allocs.Of(func() {
		var s jsontree.Scanner
		if s.End(text) != len(text) {
			panic("it has no end")
		}
	}))
}
