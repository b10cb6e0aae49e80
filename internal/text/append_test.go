package text

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/allocs"
)

// reference returns what json.Encoder of Go 1.27 writes without HTML escaping. In Go 1.26 it
// replaces a byte that is not UTF-8 by an escape, in Go 1.27 by a character.
func reference(t testing.TB, v any) string {
	t.Helper()
	if s, ok := v.(string); ok {
		v = string([]rune(s))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

func body(t testing.TB, s string) string {
	q := reference(t, s)
	return q[1 : len(q)-1]
}

// samples covers every branch. The tests put plain text of every length up to two words around
// each sample.
var samples = []string{
	"", "plain", `a "quote"`, `back\slash`, "tab\tline\nreturn\r\nbell\a\b\f\v", "\x00\x01\x1f ~\x7f", "<b>&amp;</b>",
	"größe 世界 🙂", "\u2028\u2029\u2027\u202a", "\xff", "a\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	"\u0080\u009f\u00a0", "\ufffd",
	"§a\u0900b\ud0a2c🙂d…e\u1e00f\u2066\u2065g", // a character of each lead byte that depends on the next
	"\x1b[31mred\x1b[0m", "\u202eevil\u202c",
}

func TestStringsAgreeWithEncodingJSON(t *testing.T) {
	for c := range 256 {
		check(t, string([]byte{byte(c)}))
	}
	for _, s := range samples {
		for n := range 17 {
			pad := strings.Repeat("x", n)
			check(t, pad+s)
			check(t, s+pad)
			check(t, pad+s+pad+s)
		}
	}
}

func check(t testing.TB, s string) {
	t.Helper()
	require.Equal(t, reference(t, s), string(AppendString(nil, s)), "AppendString(%q)", s)
	require.Equal(t, "x"+body(t, s), string(AppendBody([]byte("x"), s)), "AppendBody(%q)", s)
	roomy := make([]byte, 0, 8*len(s)) // room for transfer
	require.Equal(t, body(t, s), string(AppendBody(roomy, s)), "AppendBody(%q) with room", s)
}

func TestEveryCharacterBesideOthers(t *testing.T) {
	// The automaton depends on the lead byte and on its place in a word.
	characters := []rune{0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xffff, 0x10000, 0x1f642, 0xe2e2e, 0x10ffff}
	for r := rune(0); r < 0x100; r++ {
		characters = append(characters, r, 0x2000+r)
	}
	for _, r := range characters {
		for n := range 9 {
			s := "é" + strings.Repeat("x", n) + string(r) + "ø世\xe2\x80"[:n%5+1]
			check(t, s)
			check(t, s+"12345678")
			checkClean(t, s+"12345678", 0)
			checkClean(t, s+"12345678", n+6)
		}
	}
}

func FuzzString(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

func TestFloatsAgreeWithEncodingJSON(t *testing.T) {
	for _, v := range []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e-6, 9.99e-7, 1e-9, -1e-10, 1e-100, 1e20, 1e21,
		-1e21, 1e22, 1e100, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53} {
		require.Equal(t, reference(t, v), string(AppendFloat(nil, v)))
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		require.Equal(t, "null", string(AppendFloat(nil, v)))
	}
}

func FuzzFloat(f *testing.F) {
	f.Add(1e-9)
	f.Fuzz(func(t *testing.T, v float64) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return
		}
		require.Equal(t, reference(t, v), string(AppendFloat(nil, v)))
	})
}

func TestNothingAllocates(t *testing.T) {
	dst := make([]byte, 0, 4096)
	for _, s := range append(samples, strings.Repeat("0123456789", 20)) {
		require.Zero(t, allocs.Of(func() {
			AppendString(dst, s)
			AppendClean(dst, s, 0)
			AppendCleanNested(dst, s, 3)
			AppendFloat(dst, 1.5)
		}), "%q", s)
	}
	require.Zero(t, allocs.Of(func() { Clean("größe \"世界\"\n", 0) }))
	require.Zero(t, allocs.Of(func() { Clean("世界世界", 4) }),
		"more bytes than max, but not more characters")
}

func TestTransferStopsAtTheFirstSpecialByte(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			s := strings.Repeat("x", n) + string([]byte{byte(c)}) + "\x00yyyyyyyyyy"
			want := n
			if c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
				want++
			}
			for _, s := range []string{s, s[:n+1]} {
				written, read := transfer(make([]byte, 64), s, new([utf8.RuneSelf]replacement))
				require.Equal(t, want, read, "%q", s)
				require.Equal(t, want, written, "%q", s)
			}
		}
	}
}

func TestIsPrintable(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			for after := range 20 {
				s := strings.Repeat("x", n) + string([]byte{byte(c)}) + strings.Repeat("~", after)
				require.Equal(t, c >= 0x20 && c < 0x7f, IsPrintable(s), "%q", s)
			}
		}
	}
	require.True(t, IsPrintable(""))
}

func TestAppendInt(t *testing.T) {
	for _, n := range []int{0, 1, -1, 99, 100, 404, 999, 1000, -31999, -32000, -32001, -32042, -32603, -32700, -32999,
		-33000, math.MaxInt32, math.MinInt32} {
		require.Equal(t, strconv.Itoa(n), string(AppendInt(nil, n)))
	}
}

// Same is true of the names of which AppendString makes one.
func TestSame(t *testing.T) {
	for _, a := range samples {
		for _, b := range samples {
			same := string(AppendString(nil, a)) == string(AppendString(nil, b))
			require.Equal(t, same, Same(a, b), "%q %q", a, b)
		}
	}
	require.True(t, Same("\xff", "\xfe"))
	require.True(t, Same("\xff", "\ufffd"))
	require.False(t, Same("\xff", "\xff\xff"))
}
