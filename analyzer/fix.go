package analyzer

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// fixOf returns the fix of a leak, or nil. There is one only where a boundary of toolerr gets the
// error, and so logs it: the function returns its errors to one, or a handler can call
// [nethttp.API.WriteError]. The fix keeps the status and what runs after it.
func (f *findings) fixOf(at inspector.Cursor, status int) []analysis.SuggestedFix {
	call, ok := at.Node().(*ast.CallExpr)
	if !ok || f.silent() {
		return nil
	}
	switch {
	case f.isCall(call, symbols{"net/http", "Error"}):
		return f.fixHTTP(at, call, status)
	case f.pass.TypesInfo.Types[call.Fun].IsType():
		return f.fixText(at, call)
	}
	return f.fixTool(at, call)
}

// fixHTTP returns the fix of http.Error(w, err.Error(), 500): "return errkit.Wrap(err, ...)" in
// place of it and the next "return nil" if a boundary gets the errors of the function, else
// "api.WriteError(w, r, errkit.Wrap(err, ...))" if nothing runs after it.
func (f *findings) fixHTTP(at inspector.Cursor, call *ast.CallExpr, status int) []analysis.SuggestedFix {
	kind := errkit.FromStatus(status)
	if at.ParentEdgeKind() != edge.ExprStmt_X || mapping.Default().Status(&errkit.Error{Kind: kind}) != status {
		return nil
	}
	ret, ends := after(at.Parent())
	err, message := f.textOf(call.Args[1])
	pkg, edits := f.errkitIn(at)
	if err == nil || !ends || !f.keepsStatus() || pkg == "" {
		return nil
	}
	wrapped := pkg + ".Wrap(" + f.source(err) + ", " + pkg + "." + constantOf(kind) + ", " + message + ")"
	if ret != nil && len(ret.Results) == 1 && f.isNil(ret.Results[0]) && f.bounded(at) {
		edits = append(edits, f.removed(ret, call.End()))
		return f.replaced("Return the error", at, call.End(), "return "+wrapped, edits)
	}
	api, request := f.apiAt(call.Pos()), f.requestOf(at)
	if api == "" || request == "" || ret != nil && hasCall(ret) {
		return nil
	}
	text := api + ".WriteError(" + f.source(call.Args[0]) + ", " + request + ", " + wrapped + ")"
	return f.replaced("Respond with the error, whose cause is logged", at, call.End(), text, edits)
}

// removed returns the edit that removes a statement, and its line if that is not the line of what
// is before it.
func (f *findings) removed(node ast.Node, before token.Pos) analysis.TextEdit {
	pos, file := node.Pos(), f.pass.Fset.File(node.Pos())
	if line := file.Line(pos); line > file.Line(before) {
		pos = file.LineStart(line) - 1
	}
	return analysis.TextEdit{Pos: pos, End: node.End()}
}

// fixTool returns the fix of "return mcp.NewToolResultError(err.Error()), nil" in a function
// whose errors a boundary gets.
func (f *findings) fixTool(at inspector.Cursor, call *ast.CallExpr) []analysis.SuggestedFix {
	var err ast.Expr
	var message string
	switch {
	case f.isCall(call, symbols{mcpgoPath, "NewToolResultError"}):
		err, message = f.textOf(call.Args[0])
	case f.isCall(call, symbols{mcpgoPath, "NewToolResultErrorFromErr"}):
		if literal, ok := call.Args[0].(*ast.BasicLit); ok && f.isKnown(call.Args[1], at) {
			err, message = call.Args[1], literal.Value
		}
	}
	pkg, edits := f.errkitIn(at)
	ret := f.returning(at)
	if err == nil || pkg == "" || ret == nil || !f.bounded(at) {
		return nil
	}
	text := "nil, " + pkg + ".Wrap(" + f.source(err) + ", " + pkg + ".Internal, " + message + ")"
	return f.replaced("Return the error", at, ret.End(), text, edits)
}

// fixText returns the fix of "return errkit.New(kind, errkit.Text(err.Error()))", in which the
// cause is only a text, in a function whose errors a boundary gets.
func (f *findings) fixText(at inspector.Cursor, call *ast.CallExpr) []analysis.SuggestedFix {
	outer := at.Parent()
	made, ok := outer.Node().(*ast.CallExpr)
	if !ok || outer.ParentEdgeKind() != edge.ReturnStmt_Results || len(call.Args) != 1 || !f.bounded(at) {
		return nil
	}
	err, message := f.textOf(call.Args[0])
	pkg, edits := f.errkitIn(at)
	if err == nil || pkg == "" || !f.isCall(made, symbols{errkitPath, "New"}) {
		return nil
	}
	text := pkg + ".Wrap(" + f.source(err) + ", " + f.source(made.Args[0]) + ", " + message + ")"
	return f.replaced("Return the error as the cause", outer, made.End(), text, edits)
}

// replaced returns a fix that replaces code from a node on, unless there is a comment in it.
func (f *findings) replaced(message string, from inspector.Cursor, end token.Pos, text string,
	edits []analysis.TextEdit,
) []analysis.SuggestedFix {
	pos := from.Node().Pos()
	for _, comment := range fileOf(from).Comments {
		if pos < comment.End() && comment.Pos() < end {
			return nil
		}
	}
	edits = append(edits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)})
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// errorOf returns err of the expression err.Error(), or nil.
func (f *findings) errorOf(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" &&
		isError(f.pass.TypesInfo.TypeOf(sel.X)) {
		return sel.X
	}
	return nil
}

// textOf returns err and a Go literal of the text before it, of the expressions err.Error() and
// "failed: " + err.Error(); and nil for others, which have more than an error is wrapped with, or
// print a nil error.
func (f *findings) textOf(e ast.Expr) (err ast.Expr, message string) {
	if sum, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		literal, ok := sum.X.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return nil, ""
		}
		text := constant.StringVal(f.pass.TypesInfo.Types[literal].Value)
		return f.errorOf(sum.Y), strconv.Quote(strings.TrimRight(text, ": "))
	}
	return f.errorOf(e), `""`
}

var required = regexp.MustCompile("^['\"`]?([A-Za-z][A-Za-z0-9_]*)['\"`]? is required\\.?$")

// invalid returns the fix of the text "name is required" as the failed result of a tool, in a
// function whose errors a boundary gets.
func (f *findings) invalid(at inspector.Cursor) []analysis.SuggestedFix {
	call, ok := at.Node().(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !f.isCall(call, symbols{mcpgoPath, "NewToolResultError"}) {
		return nil
	}
	v := f.pass.TypesInfo.Types[call.Args[0]].Value
	ret := f.returning(at)
	pkg, edits := f.errkitIn(at)
	if v == nil || ret == nil || pkg == "" || !f.bounded(at) {
		return nil
	}
	name := required.FindStringSubmatch(constant.StringVal(v))
	if name == nil {
		return nil
	}
	text := "nil, " + pkg + ".Invalid(" + pkg + `.Field{Path: "/` + name[1] + `", Message: "is required"})`
	return f.replaced("Return an error with the field", at, ret.End(), text, edits)
}

// errkitIn returns the name of the package errkit at a node, and the edits that import it. The
// name is "" if it has another meaning, such as that of another package, and in a file that a
// tool made.
func (f *findings) errkitIn(at inspector.Cursor) (name string, edits []analysis.TextEdit) {
	file, pos := fileOf(at), at.Node().Pos()
	if f.isDerived(pos) {
		return "", nil
	}
	used := false
	for _, spec := range file.Imports {
		pkg := f.pass.TypesInfo.PkgNameOf(spec)
		used = used || pkg != nil && pkg.Name() == "errkit"
		if spec.Path.Value == strconv.Quote(errkitPath) {
			name := pkg.Name()
			_, obj := f.pass.Pkg.Scope().Innermost(pos).LookupParent(name, pos)
			if _, ok := obj.(*types.PkgName); !ok { // hidden, or "_" or "."
				return "", nil
			}
			return name, nil
		}
	}
	for id := range f.pass.TypesInfo.Defs {
		used = used || id.Name == "errkit"
	}
	if used {
		return "", nil
	}
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.IMPORT && len(decl.Specs) > 0 {
			last, text := decl.Specs[len(decl.Specs)-1], "\nimport "
			if decl.Lparen.IsValid() {
				text = "\n\n\t"
			}
			text += strconv.Quote(errkitPath)
			return "errkit", []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte(text)}}
		}
	}
	return "", nil
}

// constantOf returns the name of the constant of a kind, such as NotFound.
func constantOf(k errkit.Kind) string {
	var name strings.Builder
	for word := range strings.SplitSeq(k.String(), "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

// source returns the code of an expression.
func (f *findings) source(e ast.Expr) string {
	var buf bytes.Buffer
	if err := format.Node(&buf, f.pass.Fset, e); err != nil {
		return ""
	}
	return buf.String()
}
