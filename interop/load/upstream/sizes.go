package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"
)

// line is a line of a text in JSON, of 64 bytes.
var line = strings.Repeat("The bell of the tower rang ", 3)[:62] + `\n`

// text is the longest text of a success.
var text = strings.Repeat(line, 16<<20/len(line))

// sized responds with a text of n bytes, in whole lines.
func sized(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n > len(text) {
		http.Error(w, "unexpected size", http.StatusNotFound)
		return
	}
	n -= n % len(line)
	start, end, _ := strings.Cut(strings.Replace(success, "ID", readID(r), 1), "ding")
	w.Header().Set("Content-Type", asJSON)
	w.Header().Set("Content-Length", strconv.Itoa(len(start)+n+len(end)))
	for _, part := range []string{start, text[:n], end} {
		_, _ = io.WriteString(w, part)
	}
}

// streamed responds with n events, each as soon as it is written, and then with the response to
// the call.
func streamed(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		http.Error(w, "unexpected number", http.StatusNotFound)
		return
	}
	id := readID(r)
	w.Header().Set("Content-Type", asEvents)
	c := http.NewResponseController(w)
	for range n {
		_, _ = io.WriteString(w, event)
		_ = c.Flush()
	}
	_, _ = io.WriteString(w, "data: "+strings.Replace(success, "ID", id, 1)+"\n\n")
}
