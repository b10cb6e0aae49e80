package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/attack"
)

// splitAll returns the documents of an input, each with its place, and the failures.
func splitAll(t *testing.T, s *splitter, in io.Reader) (found []string) {
	t.Helper()
	s.in = bufio.NewReaderSize(in, 16)
	s.found = func(d dialect.Document, at string, failure error) error {
		text := strings.TrimSpace(string(d.Body))
		if failure != nil {
			text = failure.Error()
		}
		found = append(found, at+" "+text)
		return nil
	}
	require.NoError(t, s.split())
	return found
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name  string
		in    string
		want  []string
		lines bool
	}{
		{"nothing", "", nil, false},
		{"blank lines", "\n \r\n\t\n", nil, false},
		{"a document", `{"a":1}`, []string{`:1 {"a":1}`}, false},
		{"a byte order mark", "\ufeff{\"a\":1}\n", []string{`:1 {"a":1}`}, false},
		{"a document in lines", "\n{\n\"a\":1\n}\n", []string{":2 {\n\"a\":1\n}"}, false},
		{"brackets and quotes in strings", `{"a":"}{\"]"}` + "\n{}", []string{`:1 {"a":"}{\"]"}`, `:2 {}`}, false},
		{"JSON lines", "{\"a\":1}\n\n{\"a\":2}\r\n", []string{`:1 {"a":1}`, `:3 {"a":2}`}, false},
		{"documents on one line", `{"a":1}{"a":2} {"a":3}`, []string{`:1 {"a":1}`, `:1 {"a":2}`, `:1 {"a":3}`}, false},
		{"a document after another one, in lines", "{} {\n} {\n}\n{}", []string{":1 {}", ":1 {\n}", ":2 {\n}", ":4 {}"}, false},
		{"a cut line after a document on its line", "{} {\n{\"a\":1}\n", []string{":1 {}", ":1 {", `:2 {"a":1}`}, false},
		{"text after a document", `{"a":1} x`, []string{`:1 {"a":1} x`}, false},
		{"a line that is cut", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n", []string{`:1 {"a":`, `:2 {"a":2}`, `:3 {"a":3}`}, false},
		{"a string that is cut", "{\"a\":1}\n{\"a\":\"x\n{\"a\":3}\n", []string{`:1 {"a":1}`, `:2 {"a":"x`, `:3 {"a":3}`}, false},
		{"text between documents", "{\"a\":1}\nbell\n{\"a\":3}\n", []string{`:1 {"a":1}`, `:2 bell`, `:3 {"a":3}`}, false},
		{"a document that is cut", "{\n\"a\":\n", []string{":1 {\n\"a\":"}, false},
		{"text", "The bell\nis stuck.\n", []string{":1 The bell\nis stuck."}, false},
		{"a batch", `[{"a":1}, {"a":2}]`, []string{`:1[0] {"a":1}`, `:1[1] {"a":2}`}, false},
		{"an array that is not a batch", `[{"a":1}, 2]`, []string{`:1 [{"a":1}, 2]`}, false},
		{"an empty array", `[]`, []string{`:1 []`}, false},
		{"events", "data: {\"a\":\ndata: 1}\n\nevent: x\ndata:{}\n\n", []string{":1 {\"a\":\n1}", ":5 {}"}, false},
		{"an event that is cut", "id: 1\ndata: {}", []string{":2 {}"}, false},
		{"events of a stream that starts with a comment", ": ok\r\n\r\ndata: {}\r\n\r\ndata: [DONE]\r\n\r\n", []string{":3 {}"}, false},
		{"a batch in an event", "data: [{\"a\":1}]\n\n", []string{`:1[0] {"a":1}`}, false},
		{"a response", "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n{}", []string{":4 {}"}, false},
		{"a response without a body", "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n", []string{" "}, false},
		{"a success without a body", "HTTP/1.1 204 No Content\r\n\r\n", nil, false},
		{"a page with a line that is a document", "HTTP/1.1 502 X\n\n<p>\n{\"a\":1}\n</p>\n", []string{":3 <p>\n{\"a\":1}\n</p>"}, false},
		{"not a head, before a blank line", "HTTP/bell\n\nx\n{}\n", []string{":1 HTTP/bell", ":3 x", ":4 {}"}, false},
		{"not a head", "HTTP/bell\n{}", []string{":1 HTTP/bell", ":2 {}"}, true},
		{"lines only", "{\n\"a\":1\n}\n", []string{":1 {", ":2 \"a\":1", ":3 }"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, reader := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
				got := splitAll(t, &splitter{lines: test.lines}, reader)
				require.Equal(t, test.want, got)
			}
		})
	}
}

// TestSplitBounds checks that a document, a line, an event and a head that are too large are reported, and that the
// documents after them are found.
func TestSplitBounds(t *testing.T) {
	long := strings.Repeat("x", maxDocument)
	const large = "the document is larger than 8 MiB"
	for _, test := range []struct {
		name string
		in   string
		want []string
	}{
		{"a line", `{"a":"` + long + "\"}\n{}\n", []string{":1 " + large, ":2 {}"}},
		{"a document in lines", "{\n\"a\":\"" + long + "\"}\n{}\n", []string{":1 " + large, ":3 {}"}},
		{"an event", "data: " + long + "\ndata: x\n\ndata: {}\n\n", []string{":1 " + large, ":4 {}"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := splitAll(t, new(splitter), strings.NewReader(test.in))
			require.Equal(t, test.want, got)
		})
	}
	head := "HTTP/1.1 404 Not Found\n" + strings.Repeat("A: b\n", maxHead)
	require.Len(t, splitAll(t, new(splitter), strings.NewReader(head)), 1)
}

// TestSplitIsLinear checks the memory for inputs for which a naive splitter keeps the rest of the input for every line.
func TestSplitIsLinear(t *testing.T) {
	for _, test := range []struct{ name, part string }{
		{"cut lines", "{\"a\":\n"},
		{"lines after a cut line", "{\"a\":1}\n{\"b\":\n"},
		{"brackets", "[\n"},
		{"documents on one line", "{}"},
		{"empty events", "data:\n\n"},
		{"data of one event", "data: x\n"},
		{"text", "x\n"},
		{"heads", "HTTP/1.1 100 Continue\n\n"},
		{"a batch", "[{}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			attack.Linear(t, 2000, 400, func(n int) (string, int) {
				text := strings.Repeat(test.part, n)
				return text, len(text)
			}, func(text string) (documents int) {
				s := splitter{in: bufio.NewReader(strings.NewReader(text))}
				s.found = func(dialect.Document, string, error) error {
					documents++
					return nil
				}
				require.NoError(t, s.split())
				return documents
			})
		})
	}
}

// TestSplitOneLine checks that the time for many documents on one line is not quadratic: it would be hours.
func TestSplitOneLine(t *testing.T) {
	count := 0
	s := splitter{in: bufio.NewReader(strings.NewReader(strings.Repeat("{}", maxDocument/4)))}
	s.found = func(dialect.Document, string, error) error {
		count++
		return nil
	}
	require.NoError(t, s.split())
	require.Equal(t, maxDocument/4, count)
}

// TestSplitDoesNotWait checks that a live input is passed on document by document.
func TestSplitDoesNotWait(t *testing.T) {
	for _, part := range []string{"{\"a\":1}\n", "data: {}\n\n", "text\n"} {
		r, w := io.Pipe()
		found := make(chan string)
		s := splitter{in: bufio.NewReader(r), lines: true}
		s.found = func(d dialect.Document, _ string, _ error) error {
			found <- string(d.Body)
			return nil
		}
		done := make(chan error)
		go func() { done <- s.split() }()
		for range 3 { // each document is found before the next one is written
			_, err := fmt.Fprint(w, part)
			require.NoError(t, err)
			<-found
		}
		require.NoError(t, w.Close())
		require.NoError(t, <-done)
	}
}

func TestSplitErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, before := range []string{"", "{}\n", "{\n", "data: {}\n", "HTTP/1.1 200 OK\nA: b\n"} {
		s := splitter{in: bufio.NewReader(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)))}
		s.found = func(dialect.Document, string, error) error { return nil }
		require.ErrorIs(t, s.split(), broken, before)
	}
	s := splitter{in: bufio.NewReader(strings.NewReader("[{},{}]"))}
	s.found = func(dialect.Document, string, error) error { return broken }
	require.ErrorIs(t, s.split(), broken)
}
