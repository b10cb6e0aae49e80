package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain", "no bell, Größe 3", "no bell, Größe 3"},
		{"line ends", "a\nb\r", `a\nb\u000d`},
		{"colors", "\x1b[31mred", `\u001b[31mred`},
		{"eight-bit controls", "\u009b31m", `\u009b31m`},
		{"bidirectional override", "a\u202eb", `a\u202eb`},
		{"tags", "a\U000E0041", `a\U000e0041`},
		{"not UTF-8", "a\xffb", "a�b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, oneLine(test.in))
		})
	}
}

func TestInLine(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"text", "no_such_bell", `"no_such_bell"`},
		{"text with controls", "a\n\x1b", `"a\n\x1b"`},
		{"a number", "500", "500"},
		{"an object", `{"a":"b"}`, `{"a":"b"}`},
		{"an object with controls", "{\"a\":\"\u009b\u202e\"}", `{"a":"\u009b\u202e"}`},
		{"long", strings.Repeat("ü", 300), `"` + strings.Repeat("ü", maxValue-1) + "…"},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, quoteValue(test.in))
		})
	}
}

func TestPaintWithoutTerminal(t *testing.T) {
	var b strings.Builder
	require.Equal(t, "x", paint(&b, red, "x"), "not a file")

	file, err := os.Create(t.TempDir() + "/out")
	require.NoError(t, err)
	defer file.Close()
	require.Equal(t, "x", paint(file, red, "x"), "a file")

	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	require.Equal(t, "x", paint(null, red, "x"), "the null device")
}
