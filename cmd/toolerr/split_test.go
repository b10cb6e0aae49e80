package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/attack"
)

// splitAll returns the documents of an input, each with its place, and the failures.
func splitAll(t *testing.T, s *splitter, in io.Reader) (found []string) {
	t.Helper()
	s.in = bufio.NewReaderSize(in, 16)
	s.found = func(d document, failure error) {
		text := strings.TrimSpace(string(d.Body))
		if failure != nil {
			text = failure.Error()
		}
		found = append(found, d.input+" "+text)
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
		{"colors of a terminal", "\x1b[36mweb |\x1b[0m {\x1b[1;34m\"a\"\x1b[39;49;00m:1}\x1b[K\n", []string{`:1:7 {"a":1}`}, false},
		{"an escape that is no color", "{\"a\":\"\x1b]\"}", []string{":1 {\"a\":\"\x1b]\"}"}, false},
		{"a document in lines", "\n{\n\"a\":1\n}\n", []string{":2 {\n\"a\":1\n}"}, false},
		{"brackets and quotes in strings", `{"a":"}{\"]"}` + "\n{}", []string{`:1 {"a":"}{\"]"}`, `:2 {}`}, false},
		{"JSON lines", "{\"a\":1}\n\n{\"a\":2}\r\n", []string{`:1 {"a":1}`, `:3 {"a":2}`}, false},
		{"documents on one line", `{"a":1}{"a":2} {"a":3}`, []string{`:1 {"a":1}`, `:1:8 {"a":2}`, `:1:16 {"a":3}`},
			false},
		{"a document after another one, in lines", "{} {\n} {\n}\n{}", []string{":1 {}", ":1:4 {\n}", ":2:3 {\n}",
			":4 {}"}, false},
		{"a cut line after a document on its line", "{} {\n{\"a\":1}\n", []string{":1 {}", ":1:4 {", `:2 {"a":1}`},
			false},
		{"text after a document", `{"a":1} x`, []string{`:1 {"a":1} x`}, false},
		{"a line that is cut", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n", []string{`:1 {"a":`, `:2 {"a":2}`, `:3 {"a":3}`},
			false},
		{"a string that is cut", "{\"a\":1}\n{\"a\":\"x\n{\"a\":3}\n", []string{`:1 {"a":1}`, `:2 {"a":"x`,
			`:3 {"a":3}`}, false},
		{"text between documents", "{\"a\":1}\nbell\n{\"a\":3}\n", []string{`:1 {"a":1}`, `:2 bell`, `:3 {"a":3}`},
			false},
		{"a document that is cut", "{\n\"a\":\n", []string{":1 {\n\"a\":"}, false},
		{"text", "The bell\nis stuck.\n", []string{":1 The bell\nis stuck."}, false},
		{"a batch", `[{"a":1}, {"a":2}]`, []string{`:1[0] {"a":1}`, `:1[1] {"a":2}`}, false},
		{"an array that is not a batch", `[{"a":1}, 2]`, []string{`:1 [{"a":1}, 2]`}, false},
		{"an empty array", `[]`, []string{`:1 []`}, false},
		{"events", "data: {\"a\":\ndata: 1}\n\nevent: x\ndata:{}\n\n", []string{":1 {\"a\":\n1}", ":5 {}"}, false},
		{"an event that is cut", "id: 1\ndata: {}", []string{":2 {}"}, false},
		{"events of a stream that starts with a comment", ": ok\r\n\r\ndata: {}\r\n\r\ndata: [DONE]\r\n\r\n",
			[]string{":3 {}"}, false},
		{"a batch in an event", "data: [{\"a\":1}]\n\n", []string{`:1[0] {"a":1}`}, false},
		{"a response", "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n{}", []string{":4 {}"}, false},
		{"a response without a body", "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n", []string{":1 "}, false},
		{"a success without a body", "HTTP/1.1 204 No Content\r\n\r\n", []string{":1 "}, false},
		{"a page with a line that is a document", "HTTP/1.1 502 X\n\n<p>\n{\"a\":1}\n</p>\n",
			[]string{":3 <p>\n{\"a\":1}\n</p>"}, false},
		{"not a head, before a blank line", "HTTP/bell\n\nx\n{}\n", []string{":1 HTTP/bell", ":3 x", ":4 {}"}, false},
		{"not a head", "HTTP/bell\n{}", []string{":1 HTTP/bell", ":2 {}"}, true},
		{"text before an object", "12:00 [info] server: {\"a\":1}\n", []string{`:1:22 {"a":1}`}, false},
		{"a log", "start\n[info] {\"a\":1}\n12:00 x {y} {\"a\":2}\r\nend\n",
			[]string{":1 start", `:2:8 {"a":1}`, `:3:13 {"a":2}`, ":4 end"}, false},
		{"a log, line by line", "start\n[info] {\"a\":1}\n", []string{":1 start", `:2:8 {"a":1}`}, true},
		{"an object with other text around it", "x {\"a\":1} y\n",
			[]string{":1 the line has text before a JSON object, but not one object up to its end"}, true},
		{"two objects behind text", "x {\"a\":1} {\"b\":2}\n",
			[]string{":1 the line has text before a JSON object, but not one object up to its end"}, true},
		{"an object before what a console printed of another", "[info] x: {\"a\":1} { metadata: undefined }\r\n",
			[]string{`:1:11 {"a":1}`}, false},
		{"an object before what a console printed, line by line", "x {\"a\":1} { b: undefined }\n",
			[]string{`:1:3 {"a":1}`}, true},
		{"an object before one with quotes", "x {\"a\":1} { b: \"\" }\n",
			[]string{":1 the line has text before a JSON object, but not one object up to its end"}, true},
		{"an object that is cut, behind text", "x {\"a\":\n",
			[]string{":1 the line has text before a JSON object, but not one object up to its end"}, true},
		{"an array, line by line", `[{"a":1}, 2]`, []string{`:1 [{"a":1}, 2]`}, true},
		{"an array before an object", `[1] {"a":1}`, []string{`:1 [1]`, `:1:5 {"a":1}`}, false},
		{"a page with an object at the end of a line", "<p>x {\"a\":1}\n</p>", []string{":1 <p>x {\"a\":1}\n</p>"},
			false},
		{"the text of a failed response", "HTTP/1.1 500 X\n\nx {\"a\":1}", []string{":3 x {\"a\":1}"}, false},
		{"lines only", "{\n\"a\":1\n}\n", []string{":1 {", ":2 \"a\":1", ":3 }"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, reader := range []io.Reader{strings.NewReader(test.in),
				iotest.OneByteReader(strings.NewReader(test.in))} {
				got := splitAll(t, &splitter{lines: test.lines}, reader)
				require.Equal(t, test.want, got)
			}
		})
	}
}

// gzipped returns a text compressed by gzip.
func gzipped(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

// TestSplitResponses checks that each of several responses has its own documents, status and
// header.
func TestSplitResponses(t *testing.T) {
	const page = "<html>\n<pre>\nHTTP/1.1 404 Not Found\nA: b\n</pre>\n</html>"
	length := func(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	for _, test := range []struct {
		name string
		in   string
		want []string // place, status, the header X, the body
	}{
		{"no line end between", "HTTP/1.1 404 Not Found\r\nX: 1\r\n\r\n" +
			"{\"a\":1}HTTP/1.1 429 Too Many Requests\r\nX: 2\r\n\r\n{\"b\":2}", []string{
			`:4 404 1 {"a":1}`, `:7 429 2 {"b":2}`}},
		{"colors of a terminal", "\x1b[34mHTTP/1.1\x1b[0m \x1b[31m404\x1b[0m Not Found\r\n\x1b[36mX\x1b[0m: 1\r\n\r\n\x1b[0m{}", []string{":4 404 1 {}"}},
		{"HTTP/2 and HTTP/3, a line end between", "HTTP/2 404 \nx: 1\n\n{\"a\":1}\nHTTP/3 500\nx: 2\n\n{}\n{}\n",
			[]string{`:4 404 1 {"a":1}`, ":8 500 2 {}", ":9 500 2 {}"}},
		{"a page without a line end", "HTTP/1.1 502 X\n\n<p>x</p>HTTP/1.1 404 Not Found\nX: 2\n\n{}",
			[]string{":3 502  <p>x</p>", ":6 404 2 {}"}},
		{"a challenge without its body", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 20\r\nX: 1\r\n\r\n" +
			"HTTP/1.1 200 OK\r\nX: 2\r\n\r\n{\"a\":1}", []string{
			":1 401 1 ", `:8 200 2 {"a":1}`}},
		{"a challenge that is continued", "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: x\n\n" +
			"HTTP/1.1 401 X\n\n", []string{":6 401  "}},
		{"a tunnel", "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 404 \r\n\r\n{}", []string{":5 404  {}"}},
		{"redirections", "HTTP/1.1 301 X\n\nHTTP/1.1 302 Found\nX: 1\n\n<p>\nmoved</p>\nHTTP/1.1 404 Not Found\n" +
			"X: 2\n\n{}", []string{":11 404 2 {}"}},
		{"a redirection at the end", "HTTP/1.1 302 Found\nX: 1\n\n<p>moved</p>\n", []string{":4 302 1 <p>moved</p>"}},
		{"not modified, and upgraded", "HTTP/1.1 304 Not Modified\n\nHTTP/1.1 101 Switching Protocols\n\n",
			[]string{":1 304  ", ":3 101  "}},
		{"a status in JSON text", "HTTP/1.1 500 X\n\n{\"a\":\"x HTTP/1.1 404 Not Found\",\n" +
			"\"b\":\"HTTP/1.1 404 Not Found\"\n}", []string{
			":3 500  {\"a\":\"x HTTP/1.1 404 Not Found\",\n\"b\":\"HTTP/1.1 404 Not Found\"\n}"}},
		{"a status in a sentence", "HTTP/1.1 500 X\n\nthe server sent HTTP/1.1 404 Not Found\n\nx",
			[]string{":3 500  the server sent HTTP/1.1 404 Not Found\n\nx"}},
		{"a status in a page, with its length", "HTTP/1.1 500 X\r\n" + length(page) + "\r\n",
			[]string{":4 500  " + page}},
		{"a status in a page, with its length, and another response",
			"HTTP/1.1 500 X\r\n" + length(page) + "HTTP/1.1 404 X\r\nX: 2\r\n\r\n{}",
			[]string{":4 500  " + page, ":12 404 2 {}"}},
		{"a length that is not that of the dump",
			"HTTP/1.1 500 X\r\nContent-Length: 5\r\n\r\n{\"a\":1}\nHTTP/1.1 404 X\n\n{}",
			[]string{`:4 500  {"a":1}`, ":7 404  {}"}},
		{"chunks that curl removed", "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n{\"a\":1}",
			[]string{`:4 500  {"a":1}`}},
		{"chunks that are cut", "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nx\r\n",
			[]string{":4 500  ff\r\nx"}},
		{"gzip", "HTTP/1.1 500 X\r\nContent-Encoding: gzip\r\n\r\n" + gzipped("{\"a\":1}") +
			"HTTP/1.1 404 X\r\nX: 2\r\n\r\n{}", []string{":1 500  ", ":7 404 2 {}"}},
		{"gzip that curl removed", "HTTP/1.1 500 X\r\nContent-Encoding: gzip\r\n\r\n{\"a\":1}",
			[]string{`:4 500  {"a":1}`}},
		{"gzip of a success", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzipped("{}"), []string{
			":1 200  the body is compressed (Content-Encoding: gzip): call curl with --compressed"}},
		{"another compression", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x8b\x03\x80\xff\n\xff\n" +
			"HTTP/1.1 404 X\n\n{}", []string{
			":1 200  the body is compressed (Content-Encoding: br): call curl with --compressed", ":8 404  {}"}},
		{"another compression of an error", "HTTP/1.1 503 X\r\nContent-Encoding: br\r\n\r\n\x8b\x03\x80\xff",
			[]string{":1 503  "}},
		{"events", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\ndata: {}\n\nHTTP/1.1 404 X\n\n{}",
			[]string{":4 200  {}", ":8 404  {}"}},
		{"a missing blank line", "HTTP/1.1 404 X\nX: 1\n{\"a\":1}", []string{`:3 404 1 {"a":1}`}},
		{"no header", "HTTP/1.1 404 X\n{\"a\":1}", []string{`:2 404  {"a":1}`}},
		{"commands", "$ curl -si https://example.com/a\nHTTP/1.1 404 X\n\nno\n\n" +
			"me@host:~$ curl -si https://example.com/b\nHTTP/1.1 500 X\n\n{}", []string{":4 404  no", ":9 500  {}"}},
		{"a command behind a body, with its length",
			"$ curl -si https://example.com/a\nHTTP/1.1 404 X\nContent-Length: 7\n\n" +
				"{\"a\":1}me@host:~$ curl -si https://example.com/b\nHTTP/1.1 500 X\n\n{}", []string{
				`:5 404  {"a":1}`, ":8 500  {}"}},
		{"documents before a head", "{\"a\":1}\nHTTP/1.1 404 X\n\n{}", []string{`:1 0  {"a":1}`, ":4 404  {}"}},
		{"a folded field", "HTTP/1.1 404 X\nX: 1\n 2\n\n{}", []string{":5 404 1 2 {}"}},
		{"curl -v", "* Host localhost:1 was resolved.\n*   Trying [::1]:1...\n> GET /x HTTP/1.1\r\n" +
			"> Host: localhost\r\n> \r\n* Request completely sent off\n" +
			"< HTTP/1.1 404 Not Found\r\n< X: 1\r\n< \r\n{ [7 bytes data]\n" +
			"{\"a\":1}* Connection #0 to host localhost left intact\n", []string{`:11 404 1 {"a":1}`}},
		{"curl -v with a meter", "$ curl -v localhost\n  % Total    % Received % Xferd  Average Speed   Time    " +
			"Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n" +
			"\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying " +
			"127.0.0.1:1...\n> GET / HTTP/1.1\r\n>\r\n< HTTP/1.1 302 Found\r\n<\r\n" +
			"* Ignoring the response-body\n" +
			"< HTTP/1.1 500 X\r\n<\r\n\r100     7  100     7    0     0   1000      0 --:--:-- --:--:-- --:--:-- " +
			" 1000\n{\"a\":1}\n* Closing connection\n", []string{`:13 500  {"a":1}`}},
		{"curl -v of two URLs", "* Connected\n> GET / HTTP/1.1\n< HTTP/1.1 404 X\n<\n" +
			"{\"a\":1}* Found bundle for host: 0x56414672bcb0 [serially]\n* Re-using existing connection #0\n" +
			"> GET / HTTP/1.1\n>\n" +
			"< HTTP/1.1 500 X\n<\n{}\n", []string{`:5 404  {"a":1}`, ":11 500  {}"}},
		{"curl -iv", "> GET / HTTP/1.1\n>\n< HTTP/1.1 404 X\n< X: 1\n<\nHTTP/1.1 404 X\nX: 1\n\n{}\n",
			[]string{":9 404 1 {}"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, reader := range []io.Reader{strings.NewReader(test.in),
				iotest.OneByteReader(strings.NewReader(test.in))} {
				var found []string
				s := splitter{in: bufio.NewReaderSize(reader, 16)}
				s.found = func(d document, failure error) {
					text := strings.TrimSpace(string(d.Body))
					if failure != nil {
						text = failure.Error()
					}
					found = append(found, fmt.Sprintf("%s %d %s %s", d.input, d.Status, d.Header.Get("X"), text))
				}
				require.NoError(t, s.split())
				require.Equal(t, test.want, found)
			}
		})
	}
}

func TestSplitBinary(t *testing.T) {
	s := splitter{in: bufio.NewReader(strings.NewReader("\x1f\x8b\x08\x00"))}
	require.ErrorContains(t, s.split(), "decompress it")
	for _, in := range []string{"\xff\xfe{\x00", "\xfe\xff\x00{", "{\x00}\x00", "\x00[\x00]"} {
		s := splitter{in: bufio.NewReader(strings.NewReader(in))}
		require.ErrorContains(t, s.split(), "the input is UTF-16")
	}
}

// TestSplitBounds checks that a document, a line, an event and a head that are too large are
// reported, and that the documents after them are found.
func TestSplitBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it reads megabytes of each input")
	}
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

// TestSplitIsLinear checks the memory for inputs for which a naive splitter keeps the rest of the
// input for every line.
func TestSplitIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it reads megabytes of each input")
	}
	for _, test := range []struct{ name, part string }{
		{"cut lines", "{\"a\":\n"},
		{"lines after a cut line", "{\"a\":1}\n{\"b\":\n"},
		{"brackets", "[\n"},
		{"documents on one line", "{}"},
		{"empty events", "data:\n\n"},
		{"data of one event", "data: x\n"},
		{"text", "x\n"},
		{"heads", "HTTP/1.1 100 Continue\n\n"},
		{"responses", "HTTP/1.1 404 X\n\n{}"},
		{"responses with a length that is too large", "HTTP/1.1 404 X\nContent-Length: 8000000\n\n"},
		{"responses with a length, and other text behind", "HTTP/1.1 404 X\nContent-Length: 1000\n\nx\n"},
		{"chunks that are too large", "HTTP/1.1 404 X\nTransfer-Encoding: chunked\n\n7fffff\n"},
		{"chunks that end early", "HTTP/1.1 404 X\nTransfer-Encoding: chunked\n\nfff\nx\n"},
		{"redirections", "HTTP/1.1 302 X\n\n{\"a\":\n{}\n"},
		{"not heads", "HTTP/1.1 404 X\nbell\n"},
		{"folded fields", "HTTP/1.1 404 X\nA: b\n c\n d\n"},
		{"text before objects", "x {\"a\":1}\n"},
		{"starts of objects", "x {\" {\" {\" {\"\n"},
		{"starts of objects on one line", "x {\" {\""},
		{"commands", "$ curl x\n"},
		{"curl -v", "* " + strings.Repeat("x", 100) + "\n< HTTP/1.1 404 X\n< A: b\n<\n{\"a\":\"" + strings.Repeat("x",
			100) + "\"}\n"},
		{"a batch", "[{}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			attack.Linear(t, 2000, 400, func(n int) (string, int) {
				text := strings.Repeat(test.part, n)
				return text, len(text)
			}, func(text string) (documents int) {
				s := splitter{in: bufio.NewReader(strings.NewReader(text))}
				s.found = func(document, error) {
					documents++
				}
				require.NoError(t, s.split())
				return documents
			})
		})
	}
}

// TestSplitOneLine checks that the time for many documents on one line is not quadratic: it would
// be hours.
func TestSplitOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it reads millions of documents")
	}
	count := 0
	s := splitter{in: bufio.NewReader(strings.NewReader(strings.Repeat("{}", maxDocument/4)))}
	s.found = func(document, error) {
		count++
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
		s.found = func(d document, _ error) {
			found <- string(d.Body)
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
		s.found = func(document, error) {}
		require.ErrorIs(t, s.split(), broken, before)
	}
}
