package analyzer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// dropped reports errors that are dropped in a file: "return nil, nil" where an error is known
// and not used, and failed results of tools without a text.
func (f *findings) dropped(file inspector.Cursor) {
	for at := range file.Preorder((*ast.IfStmt)(nil), (*ast.ReturnStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.IfStmt:
			f.droppedBy(n, lastResult(f.signature(at)))
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if f.failsWithoutText(result) {
					f.report(shape, result,
						"the failed result of a tool has no text: a model does not know what to do")
				}
			}
		}
	}
}

// droppedBy reports "if err != nil { return nil, nil }" in a function with this last result.
func (f *findings) droppedBy(n *ast.IfStmt, last types.Type) {
	err := f.notNil(n.Cond)
	if err == nil || !isError(err.Type()) || !isError(last) || len(n.Body.List) == 0 {
		return
	}
	ret, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) < 2 ||
		slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !f.isNil(e) }) {
		return
	}
	for n := range ast.Preorder(n.Body) {
		if id, ok := n.(*ast.Ident); ok && f.pass.TypesInfo.ObjectOf(id) == err {
			return
		}
	}
	f.report(shape, ret, "the error "+err.Name()+" is dropped: return it or log it")
}

// failsWithoutText reports whether an expression is CallToolResult{IsError: true} or
// NewToolResultError("").
func (f *findings) failsWithoutText(e ast.Expr) bool {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if !f.isCall(e, symbols{mcpgoPath, "NewToolResultError"}) || len(e.Args) != 1 {
			return false
		}
		v := f.pass.TypesInfo.Types[e.Args[0]].Value
		return v != nil && constant.StringVal(v) == ""
	case *ast.CompositeLit:
		pkg, name := typeName(f.pass.TypesInfo.TypeOf(e))
		failed := f.pass.TypesInfo.Types[member(e, "IsError")].Value
		return name == "CallToolResult" && slices.Contains(handlers, pkg) && failed != nil &&
			constant.BoolVal(failed) && member(e, "Content") == nil && member(e, "StructuredContent") == nil
	}
	return false
}

// notNil returns the variable of a condition such as "err != nil", or nil.
func (f *findings) notNil(cond ast.Expr) types.Object {
	if cond, ok := cond.(*ast.BinaryExpr); ok && cond.Op == token.NEQ && f.isNil(cond.Y) {
		return f.variable(cond.X)
	}
	return nil
}

// variable returns the object that an identifier denotes, or nil for other expressions.
func (f *findings) variable(e ast.Expr) types.Object {
	id, _ := e.(*ast.Ident)
	return f.pass.TypesInfo.ObjectOf(id)
}

func (f *findings) isNil(e ast.Expr) bool { return f.pass.TypesInfo.Types[e].IsNil() }

// isCall reports whether a node is a call of one of these functions by name.
func (f *findings) isCall(e ast.Node, s symbols) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := typeutil.StaticCallee(f.pass.TypesInfo, call)
	if fn == nil {
		return false
	}
	var typ types.Type
	if recv := fn.Signature().Recv(); recv != nil {
		typ = recv.Type()
	}
	return s.has(symbolOf(fn, typ))
}

// member returns the value of a field in a literal, or nil.
func member(literal *ast.CompositeLit, name string) ast.Expr {
	for _, e := range literal.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// signature returns the type of the innermost function around a node in a function.
func (f *findings) signature(at inspector.Cursor) *types.Signature {
	switch fn := functionAt(at).Node().(type) {
	case *ast.FuncDecl:
		return f.pass.TypesInfo.Defs[fn.Name].(*types.Func).Signature()
	case *ast.FuncLit:
		return f.pass.TypesInfo.TypeOf(fn).(*types.Signature)
	}
	return new(types.Signature)
}
