package main

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// line is a line of a text in JSON, of 64 bytes.
var line = strings.Repeat("The bell of the tower rang ", 3)[:62] + `\n`

// text is the longest text of a success.
var text = strings.Repeat(line, 16<<20/len(line))

const (
	success = `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}]}}`
	event   = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,\"progress\":3}}\n\n"
)

var firstID = regexp.MustCompile(`"id":([0-9]+)`)

// other responds to a request at /size/N or /events/N, and reports whether it did.
func other(w io.Writer, target string, body []byte) bool {
	n, err := strconv.Atoi(path.Base(target))
	if err != nil || n < 0 || n > len(text) {
		return false
	}
	id := "null"
	if match := firstID.FindSubmatch(body); match != nil {
		id = string(match[1])
	}
	switch path.Dir(target) {
	case "/size":
		sized(w, n, id)
	case "/events":
		streamed(w, n, id)
	default:
		return false
	}
	return true
}

// sized responds with a text of n bytes, in whole lines.
func sized(w io.Writer, n int, id string) {
	n -= n % len(line)
	start, end, _ := strings.Cut(fmt.Sprintf(success, id, "\n"), "\n")
	fmt.Fprintf(w, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(start)+n+len(end))
	for _, part := range []string{start, text[:n], end} {
		_, _ = io.WriteString(w, part)
	}
}

// streamed responds with n events, each as soon as it is written, and then with the response to
// the call.
func streamed(w io.Writer, n int, id string) {
	_, _ = io.WriteString(w, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
	for range n {
		fmt.Fprintf(w, "%x\r\n%s\r\n", len(event), event)
	}
	last := "data: " + fmt.Sprintf(success, id, "ding") + "\n\n"
	fmt.Fprintf(w, "%x\r\n%s\r\n0\r\n\r\n", len(last), last)
}
