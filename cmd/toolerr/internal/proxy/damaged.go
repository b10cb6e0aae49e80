package proxy

import (
	"bytes"
	"encoding/json"
	"strings"
)

// damagedID returns the id of a response that is not JSON, because of NaN, a control character in a string, or an early end. It returns nil
// for any other line: one that does not start with an object, whose object is not a response, or that has text after the object or an
// ellipsis in place of its end, as a copy in a log has. A line that is cut has more after it.
func damagedID(line []byte, cut bool) (id json.RawMessage) {
	var name string // of the member at hand
	var version, answered, value bool
	depth := 0
	for i, n := 0, 0; i < len(line); i += n {
		if n = tokenLength(line[i:]); n == 0 {
			return nil
		}
		token, last := line[i:i+n], i+n == len(line)
		inside := depth
		switch token[0] {
		case ' ', '\t', '\r', '\n':
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		switch c := token[0]; {
		case inside == 0 && c != '{', depth == 0 && (cut || !last):
			return nil
		case inside != 1 || depth == 0:
		case c == ':' || c == ',':
			value = c == ':'
		case !value && c != '"':
			return nil
		case !value:
			name = string(token)
		case name == `"jsonrpc"`:
			version = string(token) == `"2.0"`
		case name == `"id"` && (!isID(token) || last && c != '"'): // a number may go on
			id = nil
		case name == `"id"`:
			id = token
		case name == `"method"`:
			return nil
		case name == `"result"`, name == `"error"`:
			answered = true
		}
	}
	if !version || !answered || !cut && depth > 0 && isShortened(line) {
		return nil
	}
	return id
}

// tokenLength returns the length of a token of JSON, or of one such as NaN, 0 if the text starts with none.
func tokenLength(text []byte) int {
	switch text[0] {
	case '{', '}', '[', ']', ':', ',', ' ', '\t', '\r', '\n':
		return 1
	case '"':
		for n := 1; n < len(text); n++ {
			switch text[n] {
			case '\\':
				n++
			case '"':
				return n + 1
			}
		}
		return len(text)
	}
	n := bytes.IndexFunc(text, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && !strings.ContainsRune("+-.", c)
	})
	if n < 0 {
		n = len(text)
	}
	return n
}

// isID reports whether a token is a valid id: a string or a number.
func isID(token []byte) bool {
	return (token[0] == '"' || token[0] == '-' || token[0] >= '0' && token[0] <= '9') && json.Valid(token)
}

// isShortened reports whether there is an ellipsis near the end of a line.
func isShortened(line []byte) bool {
	end := line[max(len(line)-32, 0):]
	return bytes.Contains(end, []byte("...")) || bytes.Contains(end, []byte("…"))
}
