// Package analyzer finds errors that reach clients and models in the wrong form, in Go programs
// that are servers of tools, of MCP or of HTTP APIs:
//
//   - [Leak] reports that the text of a foreign error is sent, one that the author of the program
//     did not write: http.Error(w, err.Error(), 500), where err is one of a database.
//   - [Shape] reports a status 500 for a fault of the caller, an error that is dropped without
//     a comment, and a code that a tool makes and does not declare.
//   - [Accepted] reports comments that accept a finding without a reason, or where there is no
//     finding.
//
// A finding is accepted by a comment on its line, or above it:
//
//	//toolerr:public the driver's texts are documented as safe
//
// The command cmd/toolerr-vet runs the analyzers by itself, by go vet and by go fix; the package
// plugin adds them to golangci-lint. docs/vet.md of the repository has the rules, and how often
// they are right on the code of others.
package analyzer

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Leak reports that the text of a foreign error is sent to a client or to a model.
var Leak = newAnalyzer(leak, "leak", "report errors of other modules whose text is sent to a client or to a model")

// Shape reports errors that lack what a client or a model could act on.
var Shape = newAnalyzer(shape, "shape",
	"report errors that should have another status, errors that are dropped, and codes that are not declared")

// Accepted reports comments that accept a finding without a reason, or that accept none.
var Accepted = newAnalyzer(accepted, "accepted",
	"report comments //toolerr:public that have no reason, or that are of no use")

// Analyzers are all analyzers.
var Analyzers = []*analysis.Analyzer{Leak, Shape, Accepted}

// A category is the analyzer that reports a finding.
type category int

const (
	leak category = iota
	shape
	accepted
)

// newAnalyzer returns the analyzer that reports the findings of a category.
func newAnalyzer(c category, name, doc string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		URL:      "https://github.com/toolerr/toolerr/blob/main/docs/vet.md",
		Requires: []*analysis.Analyzer{flows},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, d := range pass.ResultOf[flows].(*findings).all[c] {
				pass.Report(d)
			}
			return nil, nil
		},
	}
}

// findings are what the analyzers report about a package.
type findings struct {
	pass     *analysis.Pass
	root     inspector.Cursor // of all files
	all      [accepted + 1][]analysis.Diagnostic
	comments []*comment
}

// A comment accepts the findings in its line and in the next one.
type comment struct {
	*ast.Comment
	at     token.Position
	reason string
	used   bool
}

const directive = "//toolerr:public"

func newFindings(pass *analysis.Pass) *findings {
	f := &findings{pass: pass, root: inspector.New(pass.Files).Root()}
	for at := range f.root.Children() {
		file := at.Node().(*ast.File)
		if f.ignores(file) {
			continue
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if reason, ok := strings.CutPrefix(c.Text, directive); ok && (reason == "" || reason[0] == ' ') {
					f.comments = append(f.comments,
						&comment{c, pass.Fset.Position(c.Pos()), strings.TrimSpace(reason), false})
				}
			}
		}
		f.dropped(at)
	}
	f.undeclared()
	return f
}

// ignores reports whether nothing in a file is a finding: in tests, and in generated code, such as
// that of cmd/cgo for a file that imports "C".
func (f *findings) ignores(file *ast.File) bool {
	return isTest(f.pass.Fset.Position(file.FileStart).Filename) || ast.IsGenerated(file)
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

// checkComments adds the findings about comments, which are known after the others.
func (f *findings) checkComments() {
	for _, comment := range f.comments {
		d := analysis.Diagnostic{Pos: comment.Pos(), End: comment.End(), Message: directive + " needs a reason"}
		if !comment.used {
			d.Message = directive + " accepts nothing here: remove it"
		}
		if !comment.used || comment.reason == "" {
			f.all[accepted] = append(f.all[accepted], d)
		}
	}
}

// report adds a finding unless a comment accepts it, or it is known.
func (f *findings) report(c category, node ast.Node, message string, fixes ...analysis.SuggestedFix) {
	d := analysis.Diagnostic{Pos: node.Pos(), End: node.End(), Message: message, SuggestedFixes: fixes}
	if !slices.ContainsFunc(f.all[c], func(known analysis.Diagnostic) bool {
		return known.Pos == d.Pos && known.End == d.End
	}) && !f.accepts(node) {
		f.all[c] = append(f.all[c], d)
	}
}

// reportAt adds a leak at a position, perhaps in another package, unless it is known.
func (f *findings) reportAt(pos token.Pos, message string) {
	at := f.pass.Fset.Position(pos)
	if !slices.ContainsFunc(f.all[leak], func(known analysis.Diagnostic) bool {
		return f.pass.Fset.Position(known.Pos) == at
	}) {
		f.all[leak] = append(f.all[leak], analysis.Diagnostic{Pos: pos, Message: message})
	}
}

// accepts reports whether a comment accepts the findings at a node.
func (f *findings) accepts(node ast.Node) bool {
	start, end := f.pass.Fset.Position(node.Pos()), f.pass.Fset.Position(node.End())
	for _, comment := range f.comments {
		if at := comment.at; at.Filename == start.Filename && start.Line-1 <= at.Line && at.Line <= end.Line {
			comment.used = true
			return true
		}
	}
	return false
}

// add reports what is wrong with a text that is sent.
func (f *findings) add(s sent, o origin) {
	if o.Foreign == "" {
		return
	}
	at, ok := f.find(s.pos)
	if !ok || f.ignores(fileOf(at)) {
		return
	}
	f.leak(at, s, o)
	if s.code == 500 && o.Input {
		f.report(shape, at.Node(), s.String()+" sends status 500 for a fault of the caller: send 400")
	}
}

// leak reports that a foreign text is sent, unless the function returns the error to a boundary,
// which logs it and does not send its text. The message of a finding without a fix has what to do
// by hand. A status that is a finding, too, has to be decided first.
func (f *findings) leak(at inspector.Cursor, s sent, o origin) {
	_, returns := at.Node().(*ast.ReturnStmt)
	if returns && f.bounded(at) {
		return
	}
	message := s.String() + " sends the text of an error of " + o.Foreign
	var fixes []analysis.SuggestedFix
	if s.caller == "" && (s.code != 500 || !o.Input) {
		fixes = f.fixOf(at)
	}
	if strings.HasPrefix(s.String(), "errkit.") {
		message += ": give the error to errkit.Wrap as its cause, and return that to a boundary, which logs the cause"
	} else if len(fixes) == 0 {
		message += ": log the error, and send a text that you wrote"
	}
	f.report(leak, at.Node(), message, fixes...)
}

// find returns the call, the return statement or the member of a literal at a position.
func (f *findings) find(pos token.Pos) (inspector.Cursor, bool) {
	inner, _ := f.root.FindByPos(pos, pos+1)
	if !inner.Valid() {
		return inner, false
	}
	for at := range inner.Enclosing((*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil), (*ast.GoStmt)(nil),
		(*ast.DeferStmt)(nil), (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return at, true
			}
		case *ast.ReturnStmt:
			if n.Return == pos {
				return at, true
			}
		case *ast.GoStmt, *ast.DeferStmt:
			if n.Pos() == pos {
				return at.FirstChild() // the call
			}
		default:
			return at, true
		}
	}
	return inspector.Cursor{}, false
}

// fileOf returns the file of a node.
func fileOf(at inspector.Cursor) *ast.File {
	return innermost(at, (*ast.File)(nil)).Node().(*ast.File)
}

// functionAt returns the innermost function around a node in a function.
func functionAt(at inspector.Cursor) inspector.Cursor {
	return innermost(at, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil))
}

// innermost returns the innermost node of one of these types around a node that has one.
func innermost(at inspector.Cursor, types ...ast.Node) inspector.Cursor {
	for outer := range at.Enclosing(types...) {
		return outer
	}
	return at
}
