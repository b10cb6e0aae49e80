package analyzer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// fixOf returns the fix of a leak, or nil: before the statement with the sink, package slog logs
// the error, and the sink gets the text that the author wrote before that of the error. A call of
// http.Error without one gets the text of its status.
func (f *findings) fixOf(at inspector.Cursor) []analysis.SuggestedFix {
	call, ok := at.Node().(*ast.CallExpr)
	stmt := at.Parent()
	in := stmt.ParentEdgeKind() // a list, where another statement can be before it
	if !ok || in != edge.BlockStmt_List && in != edge.CaseClause_Body && in != edge.CommClause_Body {
		return nil
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if v := f.pass.Pkg.GoVersion(); !ok || v != "" && version.Compare(v, "go1.21") < 0 { // without slog
		return nil
	}
	for i := range call.Args {
		e, text := f.textOf(call, i)
		err, ok := e.(*ast.Ident) // which has no effect
		if !ok {
			continue
		}
		message := text
		if text == "" && f.isCall(call, symbols{"net/http", "Error"}) &&
			!strings.ContainsAny(types.ExprString(call.Args[2]), "(<") { // nor has the status an effect
			message, text = `"request failed"`, types.ExprString(call.Fun)
			text = strings.TrimSuffix(text, "Error") + "StatusText(" + types.ExprString(call.Args[2]) + ")"
		}
		slog, edits := f.slogIn(at)
		if text == "" || slog == "" {
			return nil
		}
		log := slog + ".Error("
		if ctx := f.contextOf(at); ctx != "" {
			log = slog + ".ErrorContext(" + ctx + ", "
		}
		log += message + `, "err", ` + err.Name + ")\n"
		end := call.Args[i].End()
		if i+1 < len(call.Args) && call.Args[i+1] == err {
			end = err.End()
		}
		name := fun.Sel
		return []analysis.SuggestedFix{{Message: "Log the error, and send another text", TextEdits: append(edits,
			analysis.TextEdit{Pos: stmt.Node().Pos(), End: stmt.Node().Pos(), NewText: []byte(log)},
			analysis.TextEdit{Pos: name.Pos(), End: name.End(), NewText: []byte(strings.TrimSuffix(name.Name, "FromErr"))},
			analysis.TextEdit{Pos: call.Args[i].Pos(), End: end, NewText: []byte(text)})}}
	}
	return nil
}

// textOf returns err and a Go literal of the text before it, of an argument of a call that is
// err.Error(), "failed: " + err.Error() or fmt.Sprintf("failed: %v", err), or of the last
// arguments "failed: %v", err of a function that formats them, or "failed", err of one that joins
// them. The text is "" if none precedes the error; err is nil for other expressions.
func (f *findings) textOf(call *ast.CallExpr, i int) (err ast.Expr, text string) {
	switch e := ast.Unparen(call.Args[i]).(type) {
	case *ast.BinaryExpr:
		if text := f.literal(e.X, ""); text != "" && e.Op == token.ADD {
			err, _ := f.textOf(&ast.CallExpr{Args: []ast.Expr{e.Y}}, 0)
			return err, text
		}
	case *ast.CallExpr:
		if f.isCall(e, symbols{"fmt", "Sprintf"}) && len(e.Args) == 2 {
			return f.textOf(e, 0)
		}
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if ok && len(e.Args) == 0 && sel.Sel.Name == "Error" && isError(f.pass.TypesInfo.TypeOf(sel.X)) {
			return sel.X, ""
		}
	case *ast.BasicLit:
		if i != len(call.Args)-2 || !isError(f.pass.TypesInfo.TypeOf(call.Args[i+1])) {
			return nil, ""
		}
		for _, verb := range []string{"%v", "%s", "%w", ""} {
			if text := f.literal(e, verb); text != "" {
				return call.Args[i+1], text
			}
		}
	}
	return nil, ""
}

// literal returns the Go literal of a string literal without its end, or "" if it has another end
// or formats more.
func (f *findings) literal(e ast.Expr, end string) string {
	v := f.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	text, ok := strings.CutSuffix(constant.StringVal(v), end)
	if text = strings.TrimRight(text, ": "); !ok || text == "" || strings.Contains(text, "%") {
		return ""
	}
	return strconv.Quote(text)
}

// contextOf returns the context of the innermost function around a node: a parameter, or that of
// its request. It returns "" without one.
func (f *findings) contextOf(at inspector.Cursor) string {
	scope := f.pass.Pkg.Scope().Innermost(at.Node().Pos())
	for param := range f.signature(at).Params().Variables() {
		_, obj := scope.LookupParent(param.Name(), at.Node().Pos())
		switch typ := param.Type().String(); {
		case obj == param && typ == "*net/http.Request":
			return param.Name() + ".Context()"
		case obj == param && typ == "context.Context":
			return param.Name()
		}
	}
	return ""
}

// slogIn returns the name of package slog at a node, and the edit that imports it. The name is ""
// if it has another meaning.
func (f *findings) slogIn(at inspector.Cursor) (name string, edits []analysis.TextEdit) {
	file, pos := fileOf(at), at.Node().Pos()
	if _, obj := f.pass.Pkg.Scope().Innermost(pos).LookupParent("slog", pos); obj != nil {
		if pkg, ok := obj.(*types.PkgName); ok && pkg.Imported().Path() == "log/slog" {
			return "slog", nil
		}
		return "", nil
	}
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.IMPORT && len(decl.Specs) > 0 {
			first, text := decl.Specs[0], "\"log/slog\"\nimport "
			if decl.Lparen.IsValid() {
				text = "\"log/slog\"\n\t"
			}
			return "slog", []analysis.TextEdit{{Pos: first.Pos(), End: first.Pos(), NewText: []byte(text)}}
		}
	}
	return "", nil
}

// bounded reports whether a boundary gets the errors of the innermost function around a node: all
// that the package does with it is to give it to a function of boundaries, and no other package
// can use it.
func (f *findings) bounded(at inspector.Cursor) bool {
	fn := functionAt(at)
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return f.isBounded(fn)
	}
	if decl.Name.IsExported() && f.pass.Pkg.Name() != "main" {
		return false
	}
	used := false
	for use := range f.root.Preorder((*ast.Ident)(nil)) {
		if obj := f.pass.TypesInfo.Uses[use.Node().(*ast.Ident)]; obj == nil || obj != f.variable(decl.Name) {
			continue
		}
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if used = f.isBounded(use); !used {
			return false
		}
	}
	return used
}

// isBounded reports whether a node is the function in a call of a function of boundaries.
func (f *findings) isBounded(fn inspector.Cursor) bool {
	in, i := fn.ParentEdge()
	for _, row := range tables["boundary"] {
		if in == edge.CallExpr_Args && i == row.arg && f.isCall(fn.Parent().Node(), row.symbols) {
			made, ok := middlewares[row.pkg]
			return !ok || f.haveMiddleware(made[0], made[1])
		}
	}
	return false
}

// haveMiddleware reports whether the package makes servers, and for each of them the middleware of
// toolerr. One that is for the requests of a server itself does not count.
func (f *findings) haveMiddleware(server, middleware symbols) bool {
	servers, made := 0, 0
	for at := range f.root.Preorder((*ast.CallExpr)(nil)) {
		switch call, by := at.Node(), at.Parent().Node(); {
		case f.isCall(call, server):
			servers++
		case f.isCall(call, middleware) && !f.isCall(by, symbols{sdkPath, "Server.AddSendingMiddleware"}):
			made++
		}
	}
	return servers > 0 && servers == made
}
