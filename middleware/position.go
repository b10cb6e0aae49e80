package middleware

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~") // RFC 6901 §4

// position returns line and column, from 1, of the value that an RFC 6901
// pointer names in data, which must be valid JSON. A column is a character. Of
// members with one name the last counts.
func position(data []byte, pointer string) (line, column int) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	i := space(data, 0)
	for _, token := range strings.Split(pointer, "/")[1:] {
		i = child(data, i, unescapePointer.Replace(token))
	}
	before := data[:i]
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// child returns where the child of the value at i begins, or i if it has none
// of that name.
func child(data []byte, i int, token string) int {
	found, index := i, 0
	object := data[i] == '{'
	if !object && data[i] != '[' {
		return i
	}
	for i = space(data, i+1); i < len(data) && data[i] != '}' && data[i] != ']'; index++ {
		name := ""
		if object {
			end := skip(data, i)
			name = text(data[i:end])
			i = space(data, space(data, end)+1) // the colon
		}
		if object && name == token || !object && strconv.Itoa(index) == token {
			found = i
		}
		if i = space(data, skip(data, i)); i < len(data) && data[i] == ',' {
			i = space(data, i+1)
		}
	}
	return found
}

func text(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(bytes.Trim(quoted, `"`))
	}
	var s string
	_ = json.Unmarshal(quoted, &s)
	return s
}

func space(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r' || data[i] == '\n') {
		i++
	}
	return i
}

// skip returns where the value at i ends.
func skip(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
		default: // a number, true, false, null
			for i+1 < len(data) && !bytes.ContainsRune([]byte(",}] \t\r\n"), rune(data[i+1])) {
				i++
			}
		}
		i++
		if depth <= 0 {
			return i
		}
	}
	return i
}
