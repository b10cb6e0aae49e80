// Package analyzer finds errors that reach clients and models in the wrong form, in Go programs that are servers of tools, of MCP or of
// HTTP APIs:
//
//   - [Leak] reports that the text of a foreign error is sent, one that the author of the program did not write: http.Error(w,
//     err.Error(), 500), where err is one of a database.
//   - [Shape] reports errors that lack what a client could act on: a text where fields are possible, a status 500 for a fault of the
//     caller, an error that is dropped.
//   - [Accepted] reports comments that accept a finding without a reason, or where there is no finding.
//
// A finding is accepted by a comment on its line, or above it:
//
//	//toolerr:public the driver's texts are documented as safe
//
// The command cmd/toolerr-vet runs the analyzers by itself, by go vet and by go fix; the package plugin adds them to golangci-lint.
// docs/vet.md of the repository has the rules, and how often they are right on the code of others.
package analyzer

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

const url = "https://github.com/toolerr/toolerr/blob/main/docs/vet.md"

// Leak reports that the text of a foreign error is sent to a client or to a model.
var Leak = &analysis.Analyzer{
	Name:     "leak",
	Doc:      "report errors of other modules whose text is sent to a client or to a model",
	URL:      url,
	Requires: []*analysis.Analyzer{flows},
	Run:      func(pass *analysis.Pass) (any, error) { return nil, report(pass, leak) },
}

// Shape reports errors that lack what a client or a model could act on.
var Shape = &analysis.Analyzer{
	Name:     "shape",
	Doc:      "report errors that should have fields or another status, and errors that are dropped",
	URL:      url,
	Requires: []*analysis.Analyzer{flows},
	Run:      func(pass *analysis.Pass) (any, error) { return nil, report(pass, shape) },
}

// Accepted reports comments that accept a finding without a reason, or that accept none.
var Accepted = &analysis.Analyzer{
	Name:     "accepted",
	Doc:      "report comments //toolerr:public that have no reason, or that are of no use",
	URL:      url,
	Requires: []*analysis.Analyzer{flows},
	Run:      func(pass *analysis.Pass) (any, error) { return nil, report(pass, accepted) },
}

// Analyzers are all analyzers.
var Analyzers = []*analysis.Analyzer{Leak, Shape, Accepted}

// A category is the analyzer that reports a finding.
type category int

const (
	leak category = iota
	shape
	accepted
)

// report reports the findings of a category.
func report(pass *analysis.Pass, c category) error {
	for _, d := range pass.ResultOf[flows].(*findings).list(c) {
		pass.Report(d)
	}
	return nil
}

// findings are what the analyzers report about a package.
type findings struct {
	pass     *analysis.Pass
	all      [accepted + 1][]analysis.Diagnostic
	comments []*comment
}

// A comment accepts the findings in its line and in the next one.
type comment struct {
	*ast.Comment
	file   string
	line   int
	reason string
	used   bool
}

const directive = "//toolerr:public"

func newFindings(pass *analysis.Pass) *findings {
	f := &findings{pass: pass}
	for _, file := range pass.Files {
		if f.ignores(file) {
			continue
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if reason, ok := strings.CutPrefix(c.Text, directive); ok && (reason == "" || reason[0] == ' ') {
					at := pass.Fset.Position(c.Pos())
					f.comments = append(f.comments, &comment{c, at.Filename, at.Line, strings.TrimSpace(reason), false})
				}
			}
		}
		f.dropped(file)
	}
	return f
}

// ignores reports whether nothing in a file is a finding: in tests, and in generated code.
func (f *findings) ignores(file *ast.File) bool {
	return strings.HasSuffix(f.pass.Fset.Position(file.FileStart).Filename, "_test.go") || ast.IsGenerated(file)
}

// list returns the findings of a category. Those about comments are known after the others.
func (f *findings) list(c category) []analysis.Diagnostic {
	if c != accepted {
		return f.all[c]
	}
	var list []analysis.Diagnostic
	for _, comment := range f.comments {
		switch {
		case !comment.used:
			list = append(list, analysis.Diagnostic{Pos: comment.Pos(), End: comment.End(), Message: directive + " accepts nothing here: remove it"})
		case comment.reason == "":
			list = append(list, analysis.Diagnostic{Pos: comment.Pos(), End: comment.End(), Message: directive + " needs a reason"})
		}
	}
	return list
}

// report adds a finding unless a comment accepts it, or it is known.
func (f *findings) report(c category, node ast.Node, message string, fixes ...analysis.SuggestedFix) {
	for _, known := range f.all[c] {
		if known.Pos == node.Pos() && known.End == node.End() {
			return
		}
	}
	start, end := f.pass.Fset.Position(node.Pos()), f.pass.Fset.Position(node.End())
	for _, comment := range f.comments {
		if comment.file == start.Filename && start.Line-1 <= comment.line && comment.line <= end.Line {
			comment.used = true
			return
		}
	}
	f.all[c] = append(f.all[c], analysis.Diagnostic{Pos: node.Pos(), End: node.End(), Message: message, SuggestedFixes: fixes})
}

// add reports what is wrong with a text that an instruction sends.
func (f *findings) add(instr ssa.Instruction, s sent, o origin, status int) {
	if o.Foreign == "" && (o.Unknown || o.Prose == "") {
		return
	}
	file, node := f.find(s.pos)
	if node == nil || f.ignores(file) {
		return
	}
	if o.Foreign != "" {
		f.report(leak, node, s.sink+" sends the text of an error of "+o.Foreign, f.wrap(file, node, status)...)
	}
	if status == 500 && (o.Input || o.Foreign == "") {
		f.report(shape, node, s.sink+" sends status 500 for a fault of the caller", f.badRequest(file, node)...)
	} else if o.Foreign == "" && (status == 400 || status == 422 || failsTool(s.sink)) {
		f.report(shape, node, s.sink+" sends a text about an invalid input: use errkit.Invalid, which names the field", f.invalid(file, node)...)
	}
}

// failsTool reports whether a sink is for failed calls of tools.
func failsTool(sink string) bool {
	return strings.Contains(sink, "mcp.NewToolResultError") || strings.Contains(sink, "mcp.CallToolResult")
}

// find returns the call, the return statement or the member of a literal at a position.
func (f *findings) find(pos token.Pos) (file *ast.File, found ast.Node) {
	for _, file = range f.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			ast.Inspect(file, func(n ast.Node) bool {
				if n == nil || pos < n.Pos() || n.End() <= pos {
					return false
				}
				switch n := n.(type) {
				case *ast.CallExpr:
					if n.Lparen == pos {
						found = n
					}
				case *ast.ReturnStmt:
					if n.Return == pos {
						found = n
					}
				case *ast.KeyValueExpr, *ast.AssignStmt:
					found = n
				}
				return true
			})
			return file, found
		}
	}
	return nil, nil
}
