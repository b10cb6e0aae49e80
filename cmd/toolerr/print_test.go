package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
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

// What a peer wrote moves no cursor and turns no text around, on a terminal or in a log; documents
// keep their content.
func TestControlsAreEscaped(t *testing.T) {
	const evil = "a\x1b[2J\u009b31m\u202eb\u2066\x7f\u200fé\n"
	quoted, err := json.Marshal(evil)
	require.NoError(t, err)
	doc := `{"type":` + string(quoted) + `,"title":"No","status":400,"detail":` + string(quoted) + `,"code":` + string(quoted) +
		`,` + string(quoted) + `:1,"errors":[{"pointer":"#/a","code":` + string(quoted) + `,"detail":"no"}]}`
	for _, args := range [][]string{{"decode"}, {"decode", "--text"}, {"translate", "--to", "problem", "--disclose", "all"},
		{"translate", "--to", "google", "--json", "--disclose", "all"}, {"validate"}} {
		var out bytes.Buffer
		root := newRoot()
		root.SetIn(strings.NewReader(doc))
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		_ = root.Execute() // the document is not valid
		require.NotRegexp(t, "[\x1b\x7f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f]", out.String(), "%q", args)
		require.NotEmpty(t, out.String(), "%q", args)
	}
	var out strings.Builder
	require.NoError(t, printBody(&out, []byte(doc)))
	require.JSONEq(t, doc, out.String())
	out.Reset()
	slog.New(slog.NewJSONHandler(plainJSON{&out}, nil)).Info("no", "path", evil)
	require.NotRegexp(t, "[\x1b\x7f-\u009f\u202a-\u202e]", out.String())
	require.Contains(t, out.String(), `a\u001b[2J\u009b31m\u202eb\u2066\u007f\u200fé\n`)
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
