package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// A node is a value of the input of a call.
type node struct {
	name     string // of a member; of an element its index
	value    string // JSON of a value without children
	kind     jsontree.Kind
	missing  bool // a field names it, but the input does not have it
	messages []errkit.Text
	children []*node
}

// maxChildren bounds the children that a field may add to a value of the input.
const maxChildren = 100

// parse sets n to a JSON document and reports whether it is one.
func (n *node) parse(input string) bool {
	root, err := jsontree.ParseText(input, jsontree.Limits{Nodes: 2000, Depth: 32})
	if err != nil {
		return false
	}
	n.read(root)
	return true
}

func (n *node) read(v jsontree.Value) {
	n.missing, n.kind, n.value = false, v.Kind(), v.Raw()
	for m := v.FirstChild(); m.Kind() != jsontree.Absent; m = m.Next() {
		child := &node{name: m.Name()}
		if v.Kind() == jsontree.Array {
			child.name = strconv.Itoa(len(n.children))
		}
		child.read(m)
		n.children = append(n.children, child)
	}
}

// add adds a field at its place, which it makes if the input does not have it. known reports
// whether there is an input.
func (n *node) add(f errkit.Field, known bool) {
	if f.Path != "" {
		for name := range strings.SplitSeq(strings.TrimPrefix(f.Path, "/"), "/") {
			n = n.child(pointer.Unescape(name), known)
		}
	}
	n.messages = append(n.messages, cmp.Or(f.Message, "is not valid"))
}

func (n *node) child(name string, known bool) *node {
	if i := slices.IndexFunc(n.children, func(c *node) bool { return c.name == name }); i >= 0 {
		return n.children[i]
	}
	if len(n.children) >= maxChildren {
		return n
	}
	if n.kind != jsontree.Array && n.kind != jsontree.Object {
		n.kind = jsontree.Object
		if _, err := strconv.Atoi(name); err == nil {
			n.kind = jsontree.Array
		}
	}
	c := &node{name: name, missing: known}
	n.children = append(n.children, c)
	return c
}

// print appends the lines of a value.
func (n *node) print(lines *[]line, indent, label, end string) {
	left, right := "{", "}"
	if n.kind == jsontree.Array {
		left, right = "[", "]"
	}
	if len(n.children) == 0 {
		*lines = append(*lines, line{indent + label + cmp.Or(n.value, "\u2026") + end, n.missing, n.messages})
		return
	}
	*lines = append(*lines, line{indent + label + left, false, n.messages})
	for i, c := range n.children {
		label, end := "", ","
		if n.kind == jsontree.Object {
			label = quote(c.name) + ": "
		} else if n.value == "" {
			label = "/* " + c.name + " */ "
		}
		if i == len(n.children)-1 {
			end = ""
		}
		c.print(lines, indent+"  ", label, end)
	}
	*lines = append(*lines, line{Text: indent + right + end})
}
