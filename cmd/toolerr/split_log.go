package main

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// hasDocument reports whether a line of text is a JSON object, or text before one.
func (s *splitter) hasDocument(text []byte) bool {
	for l := range bytes.Lines(text) {
		if l[0] == '{' && json.Valid(l) || s.hasObject(l) {
			return true
		}
	}
	return false
}

// hasObject reports whether a line has text, such as that of a log, before a JSON object. The body of a failed response is not a log.
func (s *splitter) hasObject(text []byte) bool {
	at, whole := objectIn(text)
	return at > 0 && whole && s.response.Status < http.StatusBadRequest
}

// objectIn returns where a JSON object starts after other text of a line. It is whole if it ends with the line. Without such text, or
// without an object, at is 0. Markup and JSON are not such text.
func objectIn(text []byte) (at int, whole bool) {
	if start := bytes.TrimSpace(text); len(start) == 0 || start[0] == '{' || start[0] == '<' || inArray(start) {
		return 0, false
	}
	for {
		n := bytes.IndexByte(text[at:], '{')
		if n < 0 {
			return 0, false
		}
		if at += n; bytes.HasPrefix(bytes.TrimLeft(text[at+1:], " \t"), []byte(`"`)) {
			return at, json.Valid(text[at:]) && !json.Valid(text[:at])
		}
		at++
	}
}
