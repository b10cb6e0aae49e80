// Package template is the part of html/template that the playground of the static site needs,
// compiled in its place, without what knows scripts, styles and URLs. It escapes each value for
// the text of an element and for an attribute in quotation marks, which are the only places where
// package show prints values.
package template

import (
	"io"
	"io/fs"
	"text/template"
	"text/template/parse"
)

// HTML is that of html/template. A template escapes it.
type HTML string

// A FuncMap is that of html/template.
type FuncMap = template.FuncMap

// A Template is that of html/template.
type Template struct{ text *template.Template }

// New returns a template.
func New(name string) *Template { return &Template{template.New(name)} }

// Must returns t, and panics if there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// Funcs adds functions.
func (t *Template) Funcs(funcs FuncMap) *Template {
	t.text.Funcs(funcs)
	return t
}

// ParseFS parses files.
func (t *Template) ParseFS(files fs.FS, patterns ...string) (*Template, error) {
	if _, err := t.text.ParseFS(files, patterns...); err != nil {
		return nil, err
	}
	for _, parsed := range t.text.Templates() {
		escape(parsed.Root)
	}
	return t, nil
}

// ExecuteTemplate writes the output of a template.
func (t *Template) ExecuteTemplate(w io.Writer, name string, data any) error {
	return t.text.ExecuteTemplate(w, name, data)
}

// escape makes the function html the last one of each action that prints.
func escape(list *parse.ListNode) {
	if list == nil {
		return // the else of a branch without one
	}
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.ActionNode:
			if len(node.Pipe.Decl) == 0 {
				html := parse.NewIdentifier("html").SetPos(node.Pos).SetTree(nil)
				node.Pipe.Cmds = append(node.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Pos: node.Pos, Args: []parse.Node{html}})
			}
		case *parse.IfNode:
			escape(node.List)
			escape(node.ElseList)
		case *parse.RangeNode:
			escape(node.List)
			escape(node.ElseList)
		case *parse.WithNode:
			escape(node.List)
			escape(node.ElseList)
		}
	}
}
