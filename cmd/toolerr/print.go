package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolerr/toolerr/schemas"
)

// The colours of standard error (ECMA-48 §8.3.117).
const (
	red    = "31"
	yellow = "33"
	cyan   = "36"
)

// paint colours s where w is a terminal and the environment does not say no (no-color.org).
func paint(w io.Writer, colour, s string) string {
	if !terminal(w) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// terminal reports whether a reader or writer is a terminal: a device of characters, but for the null device.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// oneLine makes s safe for a line of a terminal: what is not printable, line ends among it, is escaped, for s may hold
// text of a peer.
func oneLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// shown is how many runes of a value a line shows.
const shown = 200

// inLine prints a value in a line: JSON as it is, text quoted, both cut where they are long.
func inLine(v string) string {
	if json.Valid([]byte(v)) {
		v = oneLine(v)
	} else {
		v = strconv.Quote(v)
	}
	if runes := []rune(v); len(runes) > shown {
		v = string(runes[:shown]) + "…"
	}
	return v
}

// printJSON writes v as JSON, indented by two spaces. Strings keep <, > and & as they are.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printCompact writes v as JSON in one line.
func printCompact(w io.Writer, v any) error {
	line, err := schemas.Marshal(v)
	if err != nil {
		return err
	}
	return printBody(w, line)
}

// printBody writes the bytes of a document, and the line end that standard output wants.
func printBody(w io.Writer, body []byte) error {
	_, err := w.Write(append(bytes.TrimSuffix(body, []byte("\n")), '\n'))
	return err
}
