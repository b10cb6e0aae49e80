package nethttp

import (
	"bytes"
	"encoding/hex"
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
)

// An rpcCall is what the start of a body shows of a JSON-RPC call. Its slices are
// parts of the body: JSON values that were not decoded.
type rpcCall struct {
	rpc    bool // there is a member "jsonrpc"
	meta   bool // params._meta has a member of MCP
	whole  bool // the end of the object was reached
	id     []byte
	method []byte
	tool   []byte // params.name
	uri    []byte // params.uri
}

// scan reads the start of a JSON document, in one pass and without allocating.
// It does not validate: of a document that is cut or not JSON it reports what
// came before. Of equal names the last counts, as in encoding/json.
func scan(start []byte) (r rpcCall) {
	s := scanner{rest: start}
	r.whole = s.members(func(name []byte) bool {
		switch {
		case named(name, "jsonrpc"):
			r.rpc = true
		case named(name, "id"):
			return s.value(&r.id)
		case named(name, "method"):
			return s.value(&r.method)
		case named(name, "params"):
			return s.members(func(name []byte) bool {
				switch {
				case named(name, "name"):
					return s.value(&r.tool)
				case named(name, "uri"):
					return s.value(&r.uri)
				case named(name, "_meta"):
					return s.members(func(name []byte) bool {
						r.meta = r.meta || bytes.HasPrefix(name, []byte("io.modelcontextprotocol/"))
						return s.value(nil)
					})
				}
				return s.value(nil)
			})
		}
		return s.value(nil)
	})
	return r
}

// call returns what a dialect renders with. The id is as it came: a dialect
// takes strings and numbers only.
func (r *rpcCall) call() dialect.Call {
	return dialect.Call{ID: r.id, Method: text(r.method), Tool: text(r.tool), URI: text(r.uri)}
}

// text decodes a JSON string, "" for anything else.
func text(value []byte) (s string) {
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// A scanner walks over a JSON document.
type scanner struct{ rest []byte }

// next skips white space and returns the byte after it, 0 at the end.
func (s *scanner) next() byte {
	for i, c := range s.rest {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			s.rest = s.rest[i:]
			return c
		}
	}
	s.rest = nil
	return 0
}

// members calls f at the value of each member of the object that comes next,
// with the name between its quotes. It skips any other value, and returns false
// where the document cannot be read further.
func (s *scanner) members(f func(name []byte) bool) bool {
	if s.next() != '{' {
		return s.value(nil)
	}
	s.rest = s.rest[1:]
	for {
		switch s.next() {
		case '}':
			s.rest = s.rest[1:]
			return true
		case ',':
			s.rest = s.rest[1:]
		case '"':
			var name []byte
			if !s.value(&name) || s.next() != ':' {
				return false
			}
			s.rest = s.rest[1:]
			if !f(name[1 : len(name)-1]) {
				return false
			}
		default:
			return false
		}
	}
}

// value skips the next value, of any size and depth, and stores it. It returns
// false where the value has no end.
func (s *scanner) value(to *[]byte) bool {
	n := 0
	switch s.next() {
	case '"':
		n = stringEnd(s.rest)
	case '{', '[':
		n = nestedEnd(s.rest)
	default:
		n = bytes.IndexAny(s.rest, ",]} \t\r\n")
	}
	if n <= 0 {
		return false
	}
	if to != nil {
		*to = s.rest[:n:n]
	}
	s.rest = s.rest[n:]
	return true
}

// stringEnd returns the length of the string that b starts with, 0 if it has no
// end.
func stringEnd(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// nestedEnd returns the length of the array or object that b starts with, 0 if
// it has no end.
func nestedEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n := stringEnd(b[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// named reports whether the name of a member, as it is written, is want. Only
// escapes by \u and four hexadecimal digits are decoded: no other can be in the
// names that are looked for.
func named(name []byte, want string) bool {
	if bytes.IndexByte(name, '\\') < 0 {
		return string(name) == want
	}
	for len(name) > 0 && want != "" {
		c, n := name[0], 1
		if c == '\\' {
			if len(name) < 6 || name[1] != 'u' {
				return false
			}
			var code [2]byte
			if _, err := hex.Decode(code[:], name[2:6]); err != nil || code[0] != 0 {
				return false
			}
			c, n = code[1], 6
		}
		if c != want[0] {
			return false
		}
		name, want = name[n:], want[1:]
	}
	return len(name) == 0 && want == ""
}
