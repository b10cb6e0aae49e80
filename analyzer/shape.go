package analyzer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// dropped reports errors that are dropped in a file: "return nil, nil" where an error is known and not used, and failed results of
// tools without a text.
func (f *findings) dropped(file *ast.File) {
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			f.droppedBy(n, resultsOf(stack))
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if f.failsWithoutText(result) {
					f.report(shape, result, "the failed result of a tool has no text: a model does not know what to do")
				}
			}
		}
		return true
	})
}

// resultsOf returns the results of the innermost function, or nil.
func resultsOf(stack []ast.Node) *ast.FieldList {
	for _, outer := range slices.Backward(stack) {
		switch outer := outer.(type) {
		case *ast.FuncDecl:
			return outer.Type.Results
		case *ast.FuncLit:
			return outer.Type.Results
		}
	}
	return nil
}

// lastOf returns the type of the last result.
func (f *findings) lastOf(results *ast.FieldList) types.Type {
	return f.pass.TypesInfo.TypeOf(results.List[len(results.List)-1].Type)
}

// droppedBy reports "if err != nil { return nil, nil }" in a function that returns an error.
func (f *findings) droppedBy(n *ast.IfStmt, results *ast.FieldList) {
	info := f.pass.TypesInfo
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !isNil(info, cond.Y) || results == nil || len(n.Body.List) == 0 {
		return
	}
	name, ok := cond.X.(*ast.Ident)
	if !ok || !isError(info.TypeOf(name)) || !isError(f.lastOf(results)) {
		return
	}
	ret, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) < 2 || slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !isNil(info, e) }) {
		return
	}
	used := false
	ast.Inspect(n.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		used = used || ok && info.ObjectOf(id) == info.ObjectOf(name)
		return true
	})
	if used {
		return
	}
	f.report(shape, ret, "the error "+name.Name+" is dropped: return it or log it")
}

func isNil(info *types.Info, e ast.Expr) bool { return info.Types[e].IsNil() }

// failsWithoutText reports whether an expression is CallToolResult{IsError: true} or NewToolResultError("").
func (f *findings) failsWithoutText(e ast.Expr) bool {
	info := f.pass.TypesInfo
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if len(e.Args) != 1 {
			return false
		}
		fn, ok := calledFunc(info, e)
		v := info.Types[e.Args[0]].Value
		return ok && fn.Name() == "NewToolResultError" && isHandlerPackage(fn.Pkg()) && v != nil && constant.StringVal(v) == ""
	case *ast.CompositeLit:
		named := namedOf(info.TypeOf(e))
		if named == nil || named.Obj().Name() != "CallToolResult" || !isHandlerPackage(named.Obj().Pkg()) {
			return false
		}
		failed := false
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				switch key, _ := kv.Key.(*ast.Ident); key.Name {
				case "IsError":
					v := info.Types[kv.Value].Value
					failed = v != nil && constant.BoolVal(v)
				case "Content", "StructuredContent":
					return false
				}
			}
		}
		return failed
	}
	return false
}

func isHandlerPackage(pkg *types.Package) bool {
	return pkg != nil && slices.Contains(handlers, unversioned(pkg.Path()))
}

// calledFunc returns the function that a call calls by name.
func calledFunc(info *types.Info, e *ast.CallExpr) (*types.Func, bool) {
	var id *ast.Ident
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil, false
	}
	fn, ok := info.Uses[id].(*types.Func)
	return fn, ok
}
