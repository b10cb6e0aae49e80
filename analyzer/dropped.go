package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// dropped reports "if err != nil { return nil, nil }" in the functions of a file.
func (f *findings) dropped(file inspector.Cursor) {
	for at := range file.Preorder((*ast.IfStmt)(nil)) {
		f.droppedBy(at.Node().(*ast.IfStmt), lastResult(f.signature(at)), file.Node().(*ast.File))
	}
}

// droppedBy reports "if err != nil { return nil, nil }" in a function with this last result.
// A comment at the statement may be the reason.
func (f *findings) droppedBy(n *ast.IfStmt, last types.Type, file *ast.File) {
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
	for _, group := range file.Comments {
		line := func(pos token.Pos) int { return f.pass.Fset.Position(pos).Line }
		if line(n.Pos())-1 <= line(group.End()) && group.Pos() < n.End() {
			return
		}
	}
	f.report(shape, ret, "the error "+err.Name()+" is dropped: return it or log it")
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
	return fn != nil && s.has(symbolOf(fn, nil))
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
