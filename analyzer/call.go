package analyzer

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A call is a call of a function, of a method or of a method of an interface.
type call struct {
	pkg    string // the unversioned path of its package, "" for a function value
	name   string // of the function, or of the method with its type
	callee *types.Func
	recv   ssa.Value // nil for a function
	args   []ssa.Value
}

// calleeOf returns what a call calls.
func calleeOf(c *ssa.CallCommon) call {
	if c.IsInvoke() {
		of := call{callee: c.Method, recv: c.Value, args: c.Args}
		of.pkg, of.name = symbolOf(c.Method, c.Value.Type())
		return of
	}
	of := call{args: c.Args}
	fn := c.StaticCallee()
	if fn == nil {
		return of
	}
	f, ok := cmp.Or(fn.Origin(), fn).Object().(*types.Func)
	if !ok || f.Pkg() == nil {
		return of
	}
	of.callee = f
	if f.Signature().Recv() != nil && len(c.Args) > 0 {
		of.recv, of.args = c.Args[0], c.Args[1:]
	}
	of.pkg, of.name = symbolOf(f, nil)
	return of
}

// madeBy returns the call whose only result is v, or the zero call.
func madeBy(v ssa.Value) call {
	if made, ok := v.(*ssa.Call); ok {
		return calleeOf(made.Common())
	}
	return call{}
}

// is reports whether a call is one of these functions.
func (c call) is(s symbols) bool { return s.has(c.pkg, c.name) }

// in reports whether a call has a row in a table.
func (c call) in(table string) bool {
	return slices.ContainsFunc(tables[table], func(r row) bool { return c.is(r.symbols) })
}

// String returns the name for messages, such as os.Open or sql.DB.Query, without the path of its
// package.
func (c call) String() string { return shortName(c.pkg, c.name) }

func shortName(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg[strings.LastIndexByte(pkg, '/')+1:] + "." + name
}

// writesResponse reports whether v is a response writer: it has the methods of
// http.ResponseWriter.
func writesResponse(v ssa.Value) bool {
	for ; v != nil; v = converted(v) {
		if hasMethod(v.Type(), "Header") && hasMethod(v.Type(), "WriteHeader") && hasMethod(v.Type(), "Write") {
			return true
		}
	}
	return false
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// encodes reports whether a call encodes a value, which fails only for types that have no
// encoding, or after which the client gets nothing.
func (c call) encodes() bool {
	return strings.HasPrefix(c.callee.Name(), "Marshal") || c.callee.Name() == "Encode"
}

// isTextMethod reports whether a call is one of the methods of errors: Error, Unwrap, and Cause of
// pkg/errors.
func (c call) isTextMethod() bool {
	if c.recv == nil || len(c.args) > 0 || !isError(c.recv.Type()) {
		return false
	}
	name := c.callee.Name()
	return name == "Error" || name == "Unwrap" || name == "Cause"
}
