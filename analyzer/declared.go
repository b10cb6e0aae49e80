package analyzer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
)

// undeclared reports the codes of errors that the function of a tool makes, or what it calls of
// its package, and that Errors of its definition does not declare. A definition that declares no
// codes, or has declarations that are not literals of the package, is not compared.
func (f *findings) undeclared() {
	info, declarations := f.pass.TypesInfo, map[types.Object]ast.Node{}
	for at := range f.root.Preorder((*ast.FuncDecl)(nil), (*ast.ValueSpec)(nil)) {
		switch n := at.Node().(type) {
		case *ast.FuncDecl:
			declarations[info.Defs[n.Name]] = n
		case *ast.ValueSpec:
			for i := range n.Values[:min(len(n.Values), len(n.Names))] {
				declarations[info.Defs[n.Names[i]]] = n.Values[i]
			}
		}
	}
	delete(declarations, nil) // those of the blank identifier
	for at := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		if !f.isCall(call, symbols{modulePath + "/tool", "Define"}) || len(call.Args) != 2 || f.ignores(fileOf(at)) {
			continue
		}
		if codes := f.declaredCodes(member(call.Args[0], "Errors"), declarations); len(codes) > 0 {
			f.codesIn(call.Args[1], maps.Clone(declarations), codes)
		}
	}
}

// declaredCodes returns the codes of literals in a list, nil if it has others.
func (f *findings) declaredCodes(list ast.Expr, declarations map[types.Object]ast.Node) map[string]bool {
	codes := map[string]bool{}
	errs, ok := list.(*ast.CompositeLit)
	for i := 0; ok && i < len(errs.Elts); i++ {
		e := errs.Elts[i]
		if value, ok := declarations[f.variable(e)].(ast.Expr); ok {
			e = value
		}
		if code := f.pass.TypesInfo.Types[member(e, "Code")].Value; code != nil && code.Kind() == constant.String {
			codes[constant.StringVal(code)] = true
		} else if !isNamed(f.pass.TypesInfo.TypeOf(e), errkitPath, "Kind") {
			return nil
		}
	}
	return codes
}

// codesIn reports the codes that are not declared in a node, and in what it names of the package,
// of which unseen has what is not visited.
func (f *findings) codesIn(n ast.Node, unseen map[types.Object]ast.Node, codes map[string]bool) {
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.Ident:
			if used := f.pass.TypesInfo.Uses[n]; unseen[used] != nil {
				d := unseen[used]
				delete(unseen, used)
				f.codesIn(d, unseen, codes)
			}
		case *ast.CompositeLit:
			code := member(n, "Code")
			value := f.pass.TypesInfo.Types[code].Value
			isOfError := value != nil && isNamed(f.pass.TypesInfo.TypeOf(n), errkitPath, "Error")
			if isOfError && !codes[constant.StringVal(value)] {
				f.report(shape, code, "the Errors of the tool do not declare the code "+value.ExactString())
			}
		}
	}
}

// member returns the value of a field in a literal of a struct, or of its address; nil for none.
func member(e ast.Expr, name string) ast.Expr {
	if address, ok := e.(*ast.UnaryExpr); ok {
		e = address.X
	}
	lit, ok := e.(*ast.CompositeLit)
	for i := 0; ok && i < len(lit.Elts); i++ {
		if kv, keyed := lit.Elts[i].(*ast.KeyValueExpr); keyed && types.ExprString(kv.Key) == name {
			return kv.Value
		}
	}
	return nil
}
