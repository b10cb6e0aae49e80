package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
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
	pkg, name string
	arg       int
}{
	{nethttpPath, "API.Handler", 0},
	{modulePath + "/adapters/mcp", "Handler", 0},
	{modulePath + "/adapters/mcp", "AddTool", 2},
	{modulePath + "/tool", "New", 2},
	{modulePath + "/tool", "Define", 1},
	{modulePath + "/middleware", "Boundary.Run", 1},
	{modulePath + "/middleware", "Boundary.Go", 1},
	{serverPath, "MCPServer.AddTool", 1}, // if all servers of the package have the middleware
}

// bounded reports whether a boundary gets the errors of the innermost function around a node: all
// that the package does with it is to give it to a function of boundaries, and no other package
// can use it.
func (f *findings) bounded(stack []ast.Node) bool {
	info := f.pass.TypesInfo
	i := innermost(stack)
	if i < 0 {
		return false
	}
	decl, ok := stack[i].(*ast.FuncDecl)
	if !ok {
		return i > 0 && f.isBounded(stack[i-1], stack[i])
	}
	if decl.Name.IsExported() && f.pass.Pkg.Name() != "main" {
		return false
	}
	used, always := false, true
	for _, file := range f.pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil && info.Uses[id] == info.Defs[decl.Name] {
				outer := stack[len(stack)-1]
				if sel, ok := outer.(*ast.SelectorExpr); ok && len(stack) > 1 {
					n, outer = sel, stack[len(stack)-2]
				}
				used = true
				always = always && f.isBounded(outer, n)
			}
			return true
		})
	}
	return used && always
}

// isBounded reports whether a node is a call of a function of boundaries with a function as its
// argument.
func (f *findings) isBounded(node, arg ast.Node) bool {
	call, ok := node.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, _ := calledFunc(f.pass.TypesInfo, call)
	for _, row := range boundaries {
		if isFunc(fn, row.pkg, row.name) && row.arg < len(call.Args) && call.Args[row.arg] == arg {
			return row.pkg != serverPath || f.serversHaveMiddleware()
		}
	}
	return false
}

// serversHaveMiddleware reports whether the package makes servers of mcp-go, each with the
// middleware of toolerr.
func (f *findings) serversHaveMiddleware() bool {
	made, always := false, true
	f.eachCall(func(call *ast.CallExpr, fn *types.Func) {
		if isFunc(fn, serverPath, "NewMCPServer") {
			made = true
			always = always && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
				option, ok := arg.(*ast.CallExpr)
				if !ok {
					return false
				}
				fn, _ := calledFunc(f.pass.TypesInfo, option)
				return isFunc(fn, modulePath+"/adapters/mcpgo", "WithMiddleware")
			})
		}
	})
	return made && always
}

func (f *findings) eachCall(visit func(*ast.CallExpr, *types.Func)) {
	for _, file := range f.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn, _ := calledFunc(f.pass.TypesInfo, call)
				visit(call, fn)
			}
			return true
		})
	}
}

// silent reports whether the package may have a boundary that does not log: it uses
// middleware.Boundary other than as a literal with the field Report.
func (f *findings) silent() bool {
	logs := map[*ast.Ident]bool{}
	for _, file := range f.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.CompositeLit); ok && hasKey(literal, "Report") {
				if sel, ok := literal.Type.(*ast.SelectorExpr); ok {
					logs[sel.Sel] = true
				}
			}
			return true
		})
	}
	for id, obj := range f.pass.TypesInfo.Uses {
		if typ, ok := obj.(*types.TypeName); ok && isNamed(typ.Type(), modulePath+"/middleware", "Boundary") && !logs[id] {
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
	makes, keeps := false, true
	for _, file := range f.pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := f.pass.TypesInfo.Uses[id].(type) {
			case *types.TypeName:
				if _, pointer := stack[max(0, len(stack)-2)].(*ast.StarExpr); isNamed(obj.Type(), nethttpPath, "API") && !pointer {
					makes = true
				}
			case *types.Var:
				if obj.IsField() && obj.Pkg() != nil && obj.Pkg().Path() == nethttpPath {
					keeps = keeps && f.keepsStatusAs(obj.Name(), stack[len(stack)-1])
				}
			}
			return true
		})
	}
	return makes && keeps
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
		named := namedOf(f.pass.TypesInfo.TypeOf(kv.Value))
		return named != nil && named.Obj().Pkg() != nil && slices.ContainsFunc(withStatus, func(name string) bool {
			return named.Obj().Pkg().Path() == modulePath+"/dialect/"+name
		})
	}
	return true
}

// hasKey reports whether a literal has a field that is not nil.
func hasKey(literal *ast.CompositeLit, name string) bool {
	return slices.ContainsFunc(literal.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := kv.Key.(*ast.Ident)
		value, _ := kv.Value.(*ast.Ident)
		return ok && key.Name == name && (value == nil || value.Name != "nil")
	})
}

// apiAt returns the [nethttp.API] in the innermost scope around a position that has one: a
// variable, or a field of a variable such as that of the receiver. It returns "" if there is none
// or more than one.
func (f *findings) apiAt(pos token.Pos) string {
	at := f.pass.Pkg.Scope().Innermost(pos)
	for scope := at; scope != nil; scope = scope.Parent() {
		var found []string
		for _, name := range scope.Names() {
			in, obj := at.LookupParent(name, pos)
			v, ok := obj.(*types.Var)
			if !ok || in != scope || f.initializedBy(v) {
				continue
			}
			if isNamed(v.Type(), nethttpPath, "API") {
				found = append(found, name)
			} else if named := namedOf(v.Type()); named != nil {
				found = append(found, f.apisOf(name, named)...)
			}
		}
		if len(found) > 0 {
			if len(found) > 1 {
				return ""
			}
			return found[0]
		}
	}
	return ""
}

// apisOf returns the fields of a struct that are an API.
func (f *findings) apisOf(name string, t *types.Named) (found []string) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range s.Fields() {
		if isNamed(field.Type(), nethttpPath, "API") && (field.Exported() || field.Pkg() == f.pass.Pkg) {
			found = append(found, name+"."+field.Name())
		}
	}
	return found
}

// initializedBy reports whether functions of the package initialize a variable of it. A use in a
// function may then be a cycle, which does not compile.
func (f *findings) initializedBy(v *types.Var) (found bool) {
	for _, init := range f.pass.TypesInfo.InitOrder {
		if slices.Contains(init.Lhs, v) {
			ast.Inspect(init.Rhs, func(n ast.Node) bool {
				id, _ := n.(*ast.Ident)
				fn, _ := f.pass.TypesInfo.Uses[id].(*types.Func)
				found = found || fn != nil && fn.Pkg() == f.pass.Pkg
				return true
			})
		}
	}
	return found
}

// requestOf returns the name of the parameter of the innermost function that is a request, or "".
func (f *findings) requestOf(stack []ast.Node, pos token.Pos) string {
	i := innermost(stack)
	if i < 0 {
		return ""
	}
	for _, param := range typeOf(stack[i]).Params.List {
		for _, id := range param.Names {
			_, obj := f.pass.Pkg.Scope().Innermost(pos).LookupParent(id.Name, pos)
			if p, ok := obj.(*types.Var); ok && p == f.pass.TypesInfo.Defs[id] && p.Type().String() == "*net/http.Request" {
				return id.Name
			}
		}
	}
	return ""
}

// isKnown reports whether a condition around a node is that a variable is not nil.
func (f *findings) isKnown(e ast.Expr, stack []ast.Node) bool {
	id, ok := e.(*ast.Ident)
	for i, outer := range stack {
		branch, isIf := outer.(*ast.IfStmt)
		if !ok || !isIf || i+1 == len(stack) || stack[i+1] != branch.Body {
			continue
		}
		cond, isBinary := branch.Cond.(*ast.BinaryExpr)
		if isBinary && cond.Op == token.NEQ && isNil(f.pass.TypesInfo, cond.Y) {
			x, isIdent := cond.X.(*ast.Ident)
			if isIdent && f.pass.TypesInfo.ObjectOf(x) == f.pass.TypesInfo.ObjectOf(id) {
				return true
			}
		}
	}
	return false
}

// stackOf returns the nodes around a node, the innermost last.
func stackOf(file *ast.File, node ast.Node) (found []ast.Node) {
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		if n == node {
			found = slices.Clone(stack)
		}
		return found == nil
	})
	return found
}

// innermost returns the index of the innermost function, or -1.
func innermost(stack []ast.Node) int {
	for i, outer := range slices.Backward(stack) {
		if typeOf(outer) != nil {
			return i
		}
	}
	return -1
}

// typeOf returns the type of a function, or nil.
func typeOf(node ast.Node) *ast.FuncType {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return node.Type
	case *ast.FuncLit:
		return node.Type
	}
	return nil
}

// after returns the return statement after the innermost of the nodes, which is a statement, in
// the same list, and whether nothing else of the function runs after it.
func after(stack []ast.Node) (ret *ast.ReturnStmt, ends bool) {
	inner := stack[len(stack)-1]
	for depth, outer := range slices.Backward(stack[:len(stack)-1]) {
		var list []ast.Stmt
		switch outer := outer.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return nil, true
		case *ast.BlockStmt:
			if _, ok := inner.(*ast.CaseClause); !ok {
				list = outer.List
			}
		case *ast.CaseClause:
			list = outer.Body
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		default:
			return nil, false
		}
		next := slices.IndexFunc(list, func(s ast.Stmt) bool { return s == inner }) + 1
		if next > 0 && next < len(list) {
			ret, ends = list[next].(*ast.ReturnStmt)
			if depth != len(stack)-2 && ends && len(ret.Results) > 0 {
				return nil, false
			}
			return ret, ends
		}
		inner = outer
	}
	return nil, false
}

// hasCall reports whether a node calls a function.
func hasCall(node ast.Node) (found bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		_, ok := n.(*ast.CallExpr)
		found = found || ok
		return true
	})
	return found
}

// isFunc reports whether a function, or a method with its type, has a name. The path of a package
// has no major version.
func isFunc(fn *types.Func, pkg, name string) bool {
	if fn == nil || fn.Pkg() == nil || unversioned(fn.Pkg().Path()) != pkg {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil {
		_, method := methodName(recv.Type(), fn)
		return method == name
	}
	return fn.Name() == name
}

// returning returns the statement "return call, nil" of a call in a function whose last result
// may be any error, or nil.
func returning(info *types.Info, stack []ast.Node, call *ast.CallExpr) *ast.ReturnStmt {
	ret, ok := stack[len(stack)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || ret.Results[0] != call || !isNil(info, ret.Results[1]) {
		return nil
	}
	results := resultsOf(stack).List
	last := info.TypeOf(results[len(results)-1].Type)
	if !isError(last) || !types.AssignableTo(errorType, last) {
		return nil
	}
	return ret
}
