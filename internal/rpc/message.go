package rpc

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// A Message is what the text of a message of JSON-RPC shows, which arrives in parts and may be
// damaged or cut: proxies and error handlers have to respond to one that they neither hold nor
// parse. It keeps the values by which a call is identified, wherever they are, because some
// clients write the id last, and the types of those that decide what the message is. Of equal
// names the last counts, as in encoding/json. Of an array it reads whether its first item is of
// JSON-RPC, as in a batch (JSON-RPC 2.0 §6). The zero Message is ready to use.
type Message struct {
	Done   bool // the end of the first array or object was reached
	Batch  bool // the message is an array
	Item   bool // the first item of the array has ended
	Damage int  // the level of the outermost token that is not in its place, 1 for a member; 0: all are

	scan   jsontree.Scanner
	stray  bool           // there is other text before the message, of which nothing is read then
	open   Member         // whose value the token at hand is a part of
	in     [levels]Member // the members at hand, each in the one before it
	first  [members]byte  // of the values; 0: there is none
	length int8           // of name
	values [kept]value    // of the members up to kept
	name   [maxName]byte  // of the member at hand, if it is escaped, or in several parts
}

// A Member is a member that a [Message] knows.
type Member uint8

// The members, of which those whose value is kept come first.
const (
	none Member = iota
	Version
	ID
	Method
	Tool
	URI
	Params
	Result
	Error
	Arguments
	Meta
	Defined
	IsError
	Content
	Structured
	Task
	InputRequests
	RequestState
	ToolResult
	Block // of the content; if one is not an object with a type, First is not '{'
	Type

	kept    = URI
	members = Type + 1
	levels  = 5
	maxName = 64              // bytes of a name: that of a known member is shorter, whatever is escaped in it
	maxKept = 2 * text.MaxURI // bytes of a value that is kept
)

// names are the names of the members that are in a member; none is the message.
var names = [members][]struct {
	name string
	Member
}{
	none: {{"jsonrpc", Version}, {"id", ID}, {"method", Method}, {"params", Params}, {"result", Result},
		{"error", Error}},
	Params: {{"name", Tool}, {"uri", URI}, {"arguments", Arguments}, {"_meta", Meta}},
	Result: {{"isError", IsError}, {"content", Content}, {"structuredContent", Structured}, {"task", Task},
		{"inputRequests", InputRequests}, {"requestState", RequestState}, {"toolResult", ToolResult}},
	Block: {{"type", Type}},
}

// prefixMCP is that of the names that MCP defines in _meta (MCP 2026-07-28).
const prefixMCP = "io.modelcontextprotocol/"

// memberOf returns the member with a name, none if it is not known.
func memberOf(in Member, name []byte) Member {
	if in == Meta && bytes.HasPrefix(name, []byte(prefixMCP)) {
		return Defined
	}
	list := names[in]
	for i := range list {
		if known := &list[i]; len(known.name) == len(name) && known.name[0] == name[0] && known.name == string(name) {
			return known.Member
		}
	}
	return none
}

// A value is the text of a value, of which most are short.
type value struct {
	long  *[]byte  // the whole text of a longer one
	short [39]byte // an UUID in quotes has 38
	n     int8     // in short; -1: the value is too long
}

// add adds a part to the text.
func (v *value) add(part []byte) {
	size := int(v.n) + len(part)
	if v.long != nil {
		size += len(*v.long)
	}
	switch {
	case v.n < 0:
	case size > maxKept:
		v.n, v.long = -1, nil
	case size <= len(v.short):
		v.n += int8(copy(v.short[v.n:], part))
	default:
		if v.long == nil {
			v.long = new([]byte)
		}
		*v.long = append(append(*v.long, v.short[:v.n]...), part...)
		v.n = 0
	}
}

// Write reads the next part. It returns how many bytes of it are before the end of the message.
func (m *Message) Write(p []byte) (n int) {
	for !m.Done {
		start, end := m.scan.Find(p, n)
		if n = end; start == end {
			break
		}
		m.read(p[start:end])
		if !m.Batch { // in which a comma may end an item
			n = m.scan.Mark(p, n)
		}
	}
	return n
}

// read reads a token.
func (m *Message) read(token []byte) {
	s := &m.scan
	level := s.Depth // that the token is in: 1 is that of the members of the message
	if m.Batch {
		level--
	}
	m.open = none
	isOpening, isValue := false, false
	switch s.Kind {
	case '{', '[':
		if s.Depth == 1 && s.Kind == '[' {
			m.Batch = true
			return
		}
		level--
		isOpening, isValue = true, true
	case '}', ']':
		level++
		m.Done, m.Item = s.Depth == 0, m.Item || m.Batch && s.Depth <= 1
	case ',':
		m.Item = m.Item || m.Batch && s.Depth == 1
	case ':':
	default:
		isValue = true
		if s.Depth == 0 {
			m.Damage, m.stray = 1, s.Kind != byteOrderMark
		}
	}
	if s.Fault && (m.Damage == 0 || level < m.Damage) {
		m.Damage = max(level, 1)
	}
	if level >= levels || m.stray {
		return
	}
	switch {
	case level == 0:
	case s.Name && (level == 1 || m.in[level-1] != none):
		m.named(token, level)
	case s.Name, s.Fault:
		m.in[level] = none
	case isValue:
		m.keep(token, m.in[level])
	}
	switch {
	case isOpening && s.Kind == '[' && level == 2 && m.in[level] == Content:
		m.in[level+1] = Block
	case isOpening && level+1 < levels:
		m.in[level+1] = none
	case s.Kind == '}' && level == 4 && m.in[3] == Block:
		if m.first[Type] != '"' && m.first[Block] == '{' {
			m.first[Block] = s.Kind
		}
		m.first[Type] = 0
	}
}

// byteOrderMark is the first byte of the mark before a document, which JSON must not have and some
// servers send.
const byteOrderMark = 0xEF

// named reads a part of the name of a member.
func (m *Message) named(token []byte, level int) {
	s := &m.scan
	if !s.More {
		m.in[level], m.length = none, 0
	}
	if s.More || s.Open || bytes.IndexByte(token, '\\') >= 0 {
		if m.length += int8(copy(m.name[m.length:], token)); s.Open {
			return
		}
		token = unescaped(m.name[:m.length])
	}
	member := memberOf(m.in[level-1], bytes.TrimSuffix(token[1:], []byte(`"`)))
	if !m.Batch || member == Version && !m.Item {
		m.in[level] = member
	}
}

// unescaped replaces the escapes that names of members may be written with.
func unescaped(name []byte) []byte {
	to := name[:0]
	for ; len(name) > 0; name = name[1:] {
		switch {
		case bytes.HasPrefix(name, []byte(`\/`)):
			name = name[1:]
		case bytes.HasPrefix(name, []byte(`\u00`)) && len(name) >= 6:
			if _, err := hex.Decode(name[5:6], name[4:6]); err == nil {
				name = name[5:]
			}
		}
		to = append(to, name[0])
	}
	return to
}

// keep keeps a part of the value of a member.
func (m *Message) keep(token []byte, member Member) {
	if member == none {
		return
	}
	m.open = member
	if !m.scan.More && (member != Block || m.first[Block] == 0 || m.first[Block] == '{') {
		m.first[member] = token[0]
	}
	if member <= kept {
		if v := &m.values[member-1]; m.scan.More {
			v.add(token)
		} else {
			v.n, v.long = 0, nil
			v.add(token)
		}
	}
}

// First returns the first byte of the value of a member, 0 if it has none.
func (m *Message) First(member Member) byte { return m.first[member] }

// Has reports whether there is a member, with any value.
func (m *Message) Has(member Member) bool { return m.first[member] != 0 }

// IsValid reports whether the text up to here is the start of a JSON document, as far as its
// tokens show: strings are not validated.
func (m *Message) IsValid() bool { return !m.scan.Invalid }

// FirstOf returns the first byte of the value of a member of the result, of the result itself if
// name is "", or of the blocks in its content if it is "content[]", see [Block]; else 0.
func (m *Message) FirstOf(name string) byte {
	switch name {
	case "":
		return m.first[Result]
	case "content[]":
		return m.first[Block]
	}
	return m.first[memberOf(Result, []byte(name))]
}

// Value returns the value of one of the members up to URI, as it is written: of an array or object
// only its first byte. It is nil without the member, if the value has no end yet, or if it is
// longer than 4 KiB.
func (m *Message) Value(member Member) []byte {
	v := &m.values[member-1]
	switch {
	case m.open == member && m.scan.Open, v.n < 0:
		return nil
	case v.long != nil:
		return *v.long
	case v.n == 0:
		return nil
	}
	return v.short[:v.n]
}

// Text returns the string that is the value of one of the members up to URI, else "".
func (m *Message) Text(member Member) string {
	v := m.Value(member)
	switch {
	case len(v) == 0:
		return ""
	case string(v) == `"tools/call"`: // most are, and it is not copied
		return "tools/call"
	}
	if v[0] == '"' && isPlain(v) {
		return string(v[1 : len(v)-1])
	}
	var s string
	if json.Unmarshal(bytes.Clone(v), &s) != nil { // the clone keeps m from the heap
		return ""
	}
	return s
}

// CallID returns the id, nil if it is neither a string nor a number.
func (m *Message) CallID() json.RawMessage {
	id := m.Value(ID)
	if isPlain(id) {
		return id
	}
	if len(id) == 0 || id[0] != '"' && id[0] != '-' && (id[0] < '0' || id[0] > '9') || !json.Valid(id) {
		return nil
	}
	return id
}

// IDKey returns what is equal for ids of equal value, which programs write in different ways: 1
// and 1.0, "a" and "\u0061".
func IDKey(id json.RawMessage) string {
	if n, err := strconv.ParseFloat(string(id), 64); err == nil && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
		return strconv.FormatInt(int64(n), 10)
	}
	var text string
	if json.Unmarshal(id, &text) == nil && string(id) != "null" {
		return `"` + text
	}
	return string(id)
}

// IsSameID reports whether two ids have the same value.
func IsSameID(a, b json.RawMessage) bool { return bytes.Equal(a, b) || IDKey(a) == IDKey(b) }

// IsRPC reports whether the text is one message of JSON-RPC.
func (m *Message) IsRPC() bool { return m.Has(Version) && !m.Batch }

// IsBatch reports whether the text is a batch of such messages.
func (m *Message) IsBatch() bool { return m.Has(Version) && m.Batch }

// IsRequest reports whether the message is a request or a notification.
func (m *Message) IsRequest() bool { return m.IsRPC() && !m.IsAnswered() && m.HasMethod() }

// IsAnswered reports whether the message has a result or an error, as a response has.
func (m *Message) IsAnswered() bool { return m.Has(Result) || m.Has(Error) }

// HasMethod reports whether the message has a method, as a response has not, whose id may be that
// of a call in the other direction.
func (m *Message) HasMethod() bool { return len(m.Value(Method)) > len(`""`) && m.First(Method) == '"' }

// HasError reports whether a response is that of a call that failed: it has an error, which some
// servers write as null beside a result, or isError of its result is true.
func (m *Message) HasError() bool {
	return m.First(Error) != 0 && m.First(Error) != 'n' || m.First(IsError) == 't'
}
