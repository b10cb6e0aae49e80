package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A fix needs a boundary that logs the cause. What a program does with one is known from the
// package that is analyzed only, so a function that another package may use has none.

const (
	modulePath  = "github.com/toolerr/toolerr"
	errkitPath  = modulePath + "/errkit"
	nethttpPath = modulePath + "/adapters/nethttp"
	serverPath  = "github.com/mark3labs/mcp-go/server"
)

// boundaries are the functions whose argument is a function, the errors of which a boundary gets.
var boundaries = []struct {
	symbols
	arg int
}{
	{symbols{nethttpPath, "API.Handler Handler"}, 0},
	{symbols{modulePath + "/adapters/mcp", "Handler"}, 0},
	{symbols{modulePath + "/adapters/mcp", "AddTool"}, 2},
	{symbols{modulePath + "/tool", "New"}, 2},
	{symbols{modulePath + "/tool", "Define"}, 1},
	{symbols{modulePath + "/middleware", "Boundary.Run Boundary.Go"}, 1},
	{symbols{serverPath, "MCPServer.AddTool"}, 1}, // if all servers of the package have the middleware
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
	for _, row := range boundaries {
		if in == edge.CallExpr_Args && i == row.arg && f.isCall(fn.Parent().Node(), row.symbols) {
			return row.pkg != serverPath || f.serversHaveMiddleware()
		}
	}
	return false
}

// serversHaveMiddleware reports whether the package makes servers of mcp-go, each with the
// middleware of toolerr.
func (f *findings) serversHaveMiddleware() bool {
	made := false
	for at := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		if !f.isCall(call, symbols{serverPath, "NewMCPServer"}) {
			continue
		}
		made = slices.ContainsFunc(call.Args, func(option ast.Expr) bool {
			return f.isCall(option, symbols{modulePath + "/adapters/mcpgo", "WithMiddleware"})
		})
		if !made {
			return false
		}
	}
	return made
}

// typeAt returns the path and the name of the type that an identifier denotes, or "".
func (f *findings) typeAt(at inspector.Cursor) (pkg, name string) {
	if typ, ok := f.pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.TypeName); ok {
		return typeName(typ.Type())
	}
	return "", ""
}

// silent reports whether the package may have a boundary that does not log: it uses
// middleware.Boundary other than as a literal with the field Report.
func (f *findings) silent() bool {
	for at := range f.root.Preorder((*ast.Ident)(nil)) {
		if pkg, name := f.typeAt(at); pkg != modulePath+"/middleware" || name != "Boundary" {
			continue
		}
		literal, ok := at.Parent().Parent().Node().(*ast.CompositeLit)
		if !ok || at.Parent().ParentEdgeKind() != edge.CompositeLit_Type {
			return true
		}
		if report := member(literal, "Report"); report == nil || f.isNil(report) {
			return true
		}
	}
	return false
}

// withStatus are the dialects whose status is that of the kind. Others respond with 200, which is
// for JSON-RPC or for a model.
var withStatus = []string{"problem", "google", "connect", "httperr"}

// keepsStatus reports whether an API has the default statuses, as far as the package shows: it
// makes an API, and none with a codec, with a choice of dialects or with a dialect of other
// statuses.
func (f *findings) keepsStatus() bool {
	makes := false
	for at := range f.root.Preorder((*ast.Ident)(nil)) {
		if pkg, name := f.typeAt(at); pkg == nethttpPath && name == "API" {
			_, pointer := at.Parent().Parent().Node().(*ast.StarExpr)
			makes = makes || !pointer
		}
		obj, ok := f.pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.Var)
		if ok && obj.IsField() && unversioned(obj.Pkg()) == nethttpPath &&
			!f.keepsStatusAs(obj.Name(), at.Parent().Node()) {
			return false
		}
	}
	return makes
}

// keepsStatusAs reports whether a use of a field of an API does not change its statuses.
func (f *findings) keepsStatusAs(name string, outer ast.Node) bool {
	switch name {
	case "Choose", "Codec":
		return false
	case "Dialect":
		kv, ok := outer.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		pkg, _ := typeName(f.pass.TypesInfo.TypeOf(kv.Value))
		dialect, ok := strings.CutPrefix(pkg, modulePath+"/dialect/")
		return ok && slices.Contains(withStatus, dialect)
	}
	return true
}

// apiAt returns the [nethttp.API] in the innermost scope around a position that has one: a
// variable, or a field of a variable such as that of the receiver. It returns "" if there is none
// or more than one.
func (f *findings) apiAt(pos token.Pos) string {
	at := f.pass.Pkg.Scope().Innermost(pos)
	var found []string
	for scope := at; scope != nil && len(found) == 0; scope = scope.Parent() {
		for _, name := range scope.Names() {
			in, obj := at.LookupParent(name, pos)
			if v, ok := obj.(*types.Var); ok && in == scope && !f.initializedBy(v) {
				found = append(found, f.apisIn(name, v.Type())...)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// apisIn returns a variable that is an API, or the fields of a struct that are one.
func (f *findings) apisIn(name string, t types.Type) (found []string) {
	if isNamed(t, nethttpPath, "API") {
		return []string{name}
	}
	named := namedOf(t)
	if named == nil || !isStruct(named) {
		return nil
	}
	for field := range named.Underlying().(*types.Struct).Fields() {
		if isNamed(field.Type(), nethttpPath, "API") && (field.Exported() || field.Pkg() == f.pass.Pkg) {
			found = append(found, name+"."+field.Name())
		}
	}
	return found
}

// initializedBy reports whether functions of the package initialize a variable of it. A use in a
// function may then be a cycle, which does not compile.
func (f *findings) initializedBy(v *types.Var) bool {
	for _, init := range f.pass.TypesInfo.InitOrder {
		if !slices.Contains(init.Lhs, v) {
			continue
		}
		for n := range ast.Preorder(init.Rhs) {
			id, _ := n.(*ast.Ident)
			if fn, ok := f.pass.TypesInfo.Uses[id].(*types.Func); ok && fn.Pkg() == f.pass.Pkg {
				return true
			}
		}
	}
	return false
}

// requestOf returns the name of the parameter of the innermost function that is a request, or "".
func (f *findings) requestOf(at inspector.Cursor) string {
	pos := at.Node().Pos()
	for param := range f.signature(at).Params().Variables() {
		_, obj := f.pass.Pkg.Scope().Innermost(pos).LookupParent(param.Name(), pos)
		if obj == param && param.Type().String() == "*net/http.Request" {
			return param.Name()
		}
	}
	return ""
}

// isKnown reports whether a condition around a node is that a variable is not nil.
func (f *findings) isKnown(e ast.Expr, at inspector.Cursor) bool {
	known := f.variable(e)
	for block := range at.Enclosing((*ast.BlockStmt)(nil)) {
		if block.ParentEdgeKind() == edge.IfStmt_Body && known != nil &&
			f.notNil(block.Parent().Node().(*ast.IfStmt).Cond) == known {
			return true
		}
	}
	return false
}

// after returns the return statement after a statement, in the same list, and whether nothing
// else of the function runs after it.
func after(stmt inspector.Cursor) (ret *ast.ReturnStmt, ends bool) {
	for at := stmt; ; at = at.Parent() {
		if next, ok := at.NextSibling(); ok && isListed(at) {
			ret, ends = next.Node().(*ast.ReturnStmt)
			if at != stmt && ends && len(ret.Results) > 0 {
				return nil, false
			}
			return ret, ends
		}
		switch at.Parent().Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return nil, true
		case *ast.BlockStmt, *ast.CaseClause, *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		default:
			return nil, false
		}
	}
}

// isListed reports whether the next statement of a list runs after this one.
func isListed(stmt inspector.Cursor) bool {
	in := stmt.ParentEdgeKind()
	_, isCase := stmt.Node().(*ast.CaseClause)
	return in == edge.CaseClause_Body || in == edge.BlockStmt_List && !isCase
}

// hasCall reports whether a node calls a function.
func hasCall(node ast.Node) bool {
	for n := range ast.Preorder(node) {
		if _, ok := n.(*ast.CallExpr); ok {
			return true
		}
	}
	return false
}

// returning returns the statement "return call, nil" of a call in a function whose last result
// may be any error, or nil.
func (f *findings) returning(call inspector.Cursor) *ast.ReturnStmt {
	ret, ok := call.Parent().Node().(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || call.ParentEdgeIndex() != 0 || !f.isNil(ret.Results[1]) {
		return nil
	}
	if last := lastResult(f.signature(call)); !isError(last) || !types.AssignableTo(errorType, last) {
		return nil
	}
	return ret
}
