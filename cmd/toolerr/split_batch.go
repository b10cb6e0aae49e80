package main

import (
	"bytes"

	"github.com/toolerr/toolerr/jsontree"
)

// inArray reports whether a line starts as a JSON array of objects or arrays does.
func inArray(text []byte) bool {
	if text[0] != '[' {
		return false
	}
	text = bytes.TrimLeft(text[1:], " \t")
	return len(text) == 0 || text[0] == '{' || text[0] == '['
}

// batch returns the documents in a JSON-RPC batch (JSON-RPC 2.0 §6), an array of objects; nil for any other document.
func batch(body []byte) [][]byte {
	if text := bytes.TrimSpace(body); len(text) == 0 || text[0] != '[' {
		return nil
	}
	root, err := jsontree.Parse(body, jsontree.Limits{Bytes: maxDocument + len("\r\n"), Nodes: maxBatch})
	if err != nil {
		return nil
	}
	var members [][]byte
	for v := range root.Elements() {
		if v.Kind() != jsontree.Object {
			return nil
		}
		members = append(members, []byte(v.Raw()))
	}
	return members
}

// A jsonEnd finds the end of a JSON array or object whose text arrives in lines, without parsing it.
type jsonEnd struct {
	depth             int
	inString, escaped bool
	other             bool // the text is not an array or object
}

// find returns the offset after the end of the value in the next line, or -1.
func (e *jsonEnd) find(text []byte) int {
	for i := 0; i < len(text) && !e.other; i++ {
		switch c := text[i]; {
		case e.escaped:
			e.escaped = false
		case e.inString:
			e.escaped, e.inString = c == '\\', c != '"'
		case c == '{' || c == '[':
			e.depth++
		case e.depth == 0:
			e.other = c != ' ' && c != '\t'
		case c == '"':
			e.inString = true
		case c == '}' || c == ']':
			if e.depth--; e.depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
