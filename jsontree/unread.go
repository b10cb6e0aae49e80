package jsontree

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/pointer"
)

// Track starts to record which values of the document of v are read: those whose Text, Bool, Int,
// Float, Raw, Any or Embedded is called, or that [Value.Is] finds equal. Reading a container by
// Raw or Any reads all of it. What was recorded before is forgotten. A document that is not
// tracked pays one comparison for each value that is read.
func (v Value) Track() {
	if v.doc != nil {
		v.doc.seen = make([]bool, len(v.doc.nodes))
	}
}

// Is reports whether v is a string with this text. Only an equal string counts as read.
func (v Value) Is(text string) bool {
	if v.kind != String || v.text() != text {
		return false
	}
	v.SetRead(true)
	return true
}

// At returns the value at a JSON pointer inside v (RFC 6901), Absent if there is no such value.
func (v Value) At(path string) Value {
	for path != "" {
		if path[0] != '/' {
			return Value{}
		}
		token := path[1:]
		if n := strings.IndexByte(token, '/'); n >= 0 {
			token = token[:n]
		}
		path = path[1+len(token):]
		switch v.kind {
		case Object:
			v = v.Member(pointer.Unescape(token))
		case Array:
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 {
				return Value{}
			}
			for v = v.FirstElement(); n > 0 && v.kind != Absent; n-- {
				v = v.Next()
			}
		default:
			return Value{}
		}
	}
	return v
}

// SetRead records that v and all inside it was read, or that it was not.
func (v Value) SetRead(read bool) {
	if v.doc != nil && v.doc.seen != nil {
		v.doc.setRead(v.i, read)
	}
}

// setRead is no part of SetRead, which is inlined in every function that reads a value.
//
//go:noinline
func (d *document) setRead(i uint32, read bool) {
	marks := d.seen[i:d.nodes[i].next]
	for i := range marks {
		marks[i] = read
	}
}

// Unread returns the JSON pointers of the values inside v that were not read since [Value.Track],
// in the order of the document: a container of which nothing was read has one pointer. null and
// what is empty have nothing to read. It returns at most limit pointers, and reports whether there
// are more.
func (v Value) Unread(limit int) (pointers []string, more bool) {
	if v.doc == nil || v.doc.seen == nil {
		return nil, false
	}
	u := unread{document: v.doc, limit: limit, path: []byte(v.Pointer())}
	u.children(int(v.i))
	return u.pointers, u.more
}

type unread struct {
	*document
	limit    int
	path     []byte // the pointer of the value at hand
	pointers []string
	more     bool
}

// children collects what was not read of the children of node i, whose pointer is in path.
func (u *unread) children(i int) {
	index, n := 0, len(u.path)
	defer func() { u.path = u.path[:n] }()
	for child, end := i+1, u.after(i); child < end && !u.more; child = u.after(child) {
		u.path = append(append(u.path[:n], '/'), u.token(child, index)...)
		index++
		switch some, all := u.state(child); {
		case all:
		case some:
			u.children(child)
		case len(u.pointers) == u.limit:
			u.more = true
		default:
			u.pointers = append(u.pointers, string(u.path))
		}
	}
}

// state reports whether some and all of the scalars in node i were read. null counts as read.
func (u *unread) state(i int) (some, all bool) {
	all = true
	for j, end := i, u.after(i); j < end; j++ {
		switch {
		case u.nodes[j].kind >= Array, u.nodes[j].kind == Null:
		case u.seen[j]:
			some = true
		default:
			all = false
		}
	}
	return some, all
}
