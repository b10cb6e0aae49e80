package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/samber/lo"
	"golang.org/x/term"

	"github.com/toolerr/toolerr/internal/text"
)

// The foreground colors of standard error (ECMA-48 §8.3.117).
const (
	red    = "31"
	yellow = "33"
	cyan   = "36"
)

// paint returns s in color if w is a terminal that supports it and NO_COLOR is not set
// (no-color.org).
func paint(w io.Writer, color, s string) string {
	if !terminal(w) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// printError prints an error in one line.
func printError(w io.Writer, err error) {
	fmt.Fprintln(w, paint(w, red, "toolerr:"), oneLine(message(err)))
}

// terminal reports whether stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// oneLine escapes line ends and other characters that are not printable, because s may contain
// text of a peer.
func oneLine(s string) string {
	return text.Escape(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// maxValue is the maximum number of runes of a value in a line.
const maxValue = 200

// quoteValue formats a value for one line: JSON unchanged, other text quoted, truncated to
// maxValue runes.
func quoteValue(v string) string {
	if json.Valid([]byte(v)) {
		v = oneLine(v)
	} else {
		v = strconv.Quote(v)
	}
	if runes := []rune(v); len(runes) > maxValue {
		v = string(runes[:maxValue]) + "…"
	}
	return v
}

// printJSON writes v as JSON, indented by two spaces and without HTML escapes.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(plainJSON{w})
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printCompact writes v as JSON in one line.
func printCompact(w io.Writer, v any) error {
	line, err := text.Marshal(v)
	if err != nil {
		return err
	}
	return printBody(w, line)
}

// A plainJSON writes JSON, in which it escapes what a terminal obeys ([text.IsObeyed]).
type plainJSON struct{ io.Writer }

func (w plainJSON) Write(doc []byte) (int, error) {
	_, err := io.WriteString(w.Writer, text.Escape(string(doc), text.IsObeyed))
	return len(doc), err
}

// recordWait is how long a record waits for who reads the log.
const recordWait = 100 * time.Millisecond

// A lossy writer drops a record that waits for recordWait, and each one after it that waits at
// all: who does not read the log of a program must not hold the program.
type lossy struct {
	net.Conn
	wait time.Duration
}

func newLossy(w io.Writer) *lossy {
	in, out := net.Pipe()
	go func() {
		_, _ = io.Copy(w, out)
		_ = out.Close()
	}()
	return &lossy{in, recordWait}
}

// Write returns after the record before was written. A record that is nil waits for that only.
func (l *lossy) Write(record []byte) (int, error) {
	_ = l.SetWriteDeadline(time.Now().Add(l.wait))
	n, err := l.Conn.Write(record)
	l.wait = lo.Ternary(err == nil, recordWait, time.Millisecond)
	return n, err
}

// A body is a rendered document. In JSON it is the document itself, or a string if the document is
// not JSON.
type body []byte

// MarshalJSON returns the document or the string.
func (b body) MarshalJSON() ([]byte, error) {
	if json.Valid(b) {
		return b, nil
	}
	return json.Marshal(string(b))
}

// printBody writes a document with exactly one newline at its end.
func printBody(w io.Writer, doc []byte) error {
	if json.Valid(doc) {
		w = plainJSON{w}
	}
	_, err := w.Write(append(bytes.TrimSuffix(doc, []byte("\n")), '\n'))
	return err
}

// textWidth is the width of prose, in characters.
const textWidth = 88

// wrap breaks a text into lines of at most textWidth characters, which start with indent spaces.
func wrap(text string, indent int) string {
	margin := strings.Repeat(" ", indent)
	lines, line := "", margin
	for word := range strings.FieldsSeq(text) {
		if line != margin && utf8.RuneCountInString(line+" "+word) > textWidth {
			lines, line = lines+line+"\n", margin
		}
		line += lo.Ternary(line == margin, "", " ") + word
	}
	return strings.TrimRight(lines+line, " ")
}
