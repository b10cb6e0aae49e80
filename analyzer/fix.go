package analyzer

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolerr/toolerr/errkit"
)

const errkitPath = "github.com/toolerr/toolerr/errkit"

// wrap returns the fix of a leak: every error in the node is wrapped by errkit.Wrap, so that its text is the one of its kind, and it is
// the cause, which is only logged. A failed result of a tool becomes such an error.
func (f *findings) wrap(file *ast.File, node ast.Node, status int) []analysis.SuggestedFix {
	kind := "Internal"
	if status >= http.StatusBadRequest {
		kind = constantOf(errkit.FromStatus(status))
	}
	pkg, imports, ok := f.errkitIn(file)
	if !ok {
		return nil
	}
	wrapped := func(err ast.Expr, message string) []byte {
		return []byte(pkg + ".Wrap(" + f.source(err) + ", " + pkg + "." + kind + ", " + message + ")")
	}
	if call, ok := node.(*ast.CallExpr); ok {
		if f.pass.TypesInfo.Types[call.Fun].IsType() {
			return f.textf(pkg, call)
		}
		if fn, ok := calledFunc(f.pass.TypesInfo, call); ok && fn.Pkg() != nil && fn.Pkg().Path() == errkitPath {
			return f.unquoted(call)
		}
		if ret := f.returning(file, call); ret != nil && strings.HasPrefix(calleeName(call), "NewToolResultError") {
			if errs := f.errorsIn(call); len(errs) == 1 {
				edit := analysis.TextEdit{Pos: ret.Results[0].Pos(), End: ret.Results[1].End(),
					NewText: append([]byte("nil, "), wrapped(errs[0], f.textBefore(call))...)}
				return fixed("Return the error with a public text", append(imports, edit))
			}
		}
	}
	edits := imports
	errs := f.errorsIn(node)
	for _, err := range errs {
		message := `""`
		if call, ok := err.(*ast.CallExpr); ok && calleeName(call) == "Errorf" {
			message = f.textBefore(call)
		}
		edits = append(edits, analysis.TextEdit{Pos: err.Pos(), End: err.End(), NewText: wrapped(err, message)})
	}
	if len(errs) == 0 {
		return nil
	}
	return fixed("Wrap the error, so that its text is not sent", edits)
}

func fixed(message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// textf returns the fix of errkit.Text(err.Error()): Textf prints the public text of an error.
func (f *findings) textf(pkg string, conversion *ast.CallExpr) []analysis.SuggestedFix {
	err := f.errorOf(conversion.Args[0])
	if err == nil {
		return nil
	}
	return fixed("Use the public text of the error", []analysis.TextEdit{
		{Pos: conversion.Pos(), End: conversion.End(), NewText: []byte(pkg + `.Textf("%v", ` + f.source(err) + ")")},
	})
}

// unquoted returns the fix of errkit.Textf("%s", err.Error()), which is errkit.Textf("%s", err).
func (f *findings) unquoted(call *ast.CallExpr) []analysis.SuggestedFix {
	var edits []analysis.TextEdit
	for _, arg := range call.Args {
		if err := f.errorOf(arg); err != nil {
			edits = append(edits, analysis.TextEdit{Pos: err.End(), End: arg.End()})
		}
	}
	if edits == nil {
		return nil
	}
	return fixed("Use the public text of the error", edits)
}

// errorOf returns err of the expression err.Error(), or nil.
func (f *findings) errorOf(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && isError(f.pass.TypesInfo.TypeOf(sel.X)) {
		return sel.X
	}
	return nil
}

// errorsIn returns the outermost expressions of the type error in a node, which are its arguments or operands. The operand of a type
// assertion is not one: the assertion does not hold for an error that wraps it.
func (f *findings) errorsIn(node ast.Node) (errs []ast.Expr) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case ast.Expr:
			if tv := f.pass.TypesInfo.Types[n]; tv.IsValue() && types.Identical(tv.Type, errorType) && n != node {
				errs = append(errs, n)
				return false
			}
			_, asserts := n.(*ast.TypeAssertExpr)
			return !asserts
		}
		return true
	})
	return errs
}

var verbAtEnd = regexp.MustCompile(`^([^%]*?)[:,]? *%[wvs]$`)

// textBefore returns the constant text of a call before its error, as a Go literal: "failed to list" of "failed to list: %w".
func (f *findings) textBefore(call *ast.CallExpr) string {
	text := `""`
	ast.Inspect(call, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if v := f.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
			s := constant.StringVal(v)
			if m := verbAtEnd.FindStringSubmatch(s); m != nil {
				s = m[1]
			}
			if s = strings.TrimRight(s, ": "); !strings.Contains(s, "%") && text == `""` {
				text = strconv.Quote(s)
			}
			return false
		}
		return true
	})
	return text
}

// returning returns the statement "return call, nil" of a call in a function whose last result may be any error, or nil.
func (f *findings) returning(file *ast.File, call *ast.CallExpr) (found *ast.ReturnStmt) {
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if ok && len(ret.Results) == 2 && ret.Results[0] == call && isNil(f.pass.TypesInfo, ret.Results[1]) {
			if last := f.lastOf(resultsOf(stack)); isError(last) && types.AssignableTo(errorType, last) {
				found = ret
			}
		}
		return found == nil
	})
	return found
}

// badRequest returns the fix of a status 500.
func (f *findings) badRequest(file *ast.File, node ast.Node) []analysis.SuggestedFix {
	call, ok := node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	status := "400"
	for _, spec := range file.Imports {
		if spec.Path.Value == `"net/http"` && spec.Name == nil {
			status = "http.StatusBadRequest"
		}
	}
	for _, arg := range call.Args {
		if v := f.pass.TypesInfo.Types[arg].Value; v != nil && v.ExactString() == "500" {
			return fixed("Send status 400", []analysis.TextEdit{{Pos: arg.Pos(), End: arg.End(), NewText: []byte(status)}})
		}
	}
	return nil
}

var required = regexp.MustCompile("^['\"`]?([A-Za-z][A-Za-z0-9_]*)['\"`]? is required\\.?$")

// invalid returns the fix of the text "name is required" as the failed result of a tool.
func (f *findings) invalid(file *ast.File, node ast.Node) []analysis.SuggestedFix {
	call, ok := node.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || calleeName(call) != "NewToolResultError" {
		return nil
	}
	v := f.pass.TypesInfo.Types[call.Args[0]].Value
	ret := f.returning(file, call)
	pkg, edits, ok := f.errkitIn(file)
	if v == nil || ret == nil || !ok {
		return nil
	}
	name := required.FindStringSubmatch(constant.StringVal(v))
	if name == nil {
		return nil
	}
	text := "nil, " + pkg + ".Invalid(" + pkg + `.Field{Path: "/` + name[1] + `", Message: "is required"})`
	edit := analysis.TextEdit{Pos: ret.Results[0].Pos(), End: ret.Results[1].End(), NewText: []byte(text)}
	return fixed("Return an error with the field", append(edits, edit))
}

// errkitIn returns the name of the package errkit in a file, and the edits that import it. It is not ok if the name has another
// meaning, such as that of another package.
func (f *findings) errkitIn(file *ast.File) (name string, edits []analysis.TextEdit, ok bool) {
	for _, spec := range file.Imports {
		if spec.Path.Value == strconv.Quote(errkitPath) {
			if spec.Name != nil {
				return spec.Name.Name, nil, spec.Name.Name != "_" && spec.Name.Name != "."
			}
			return "errkit", nil, true
		}
	}
	used := slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		pkg := f.pass.TypesInfo.PkgNameOf(spec)
		return pkg != nil && pkg.Name() == "errkit"
	})
	for id := range f.pass.TypesInfo.Defs {
		used = used || id.Name == "errkit"
	}
	if used || len(file.Imports) == 0 {
		return "", nil, false
	}
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.IMPORT {
			last := file.Imports[len(file.Imports)-1]
			if decl.Lparen.IsValid() {
				last = decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)
				return "errkit", []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte("\n\n\t" + strconv.Quote(errkitPath))}}, true
			}
			return "errkit", []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte("\nimport " + strconv.Quote(errkitPath))}}, true
		}
	}
	return "", nil, false
}

// constantOf returns the name of the constant of a kind, such as NotFound.
func constantOf(k errkit.Kind) string {
	var name strings.Builder
	for word := range strings.SplitSeq(k.String(), "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

func calleeName(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// source returns the code of an expression.
func (f *findings) source(e ast.Expr) string {
	var buf bytes.Buffer
	if err := format.Node(&buf, f.pass.Fset, e); err != nil {
		return ""
	}
	return buf.String()
}
