package analyzer

import (
	"cmp"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

var (
	errorType      = types.Universe.Lookup("error").Type()
	errorInterface = errorType.Underlying().(*types.Interface)
)

// isError reports whether t is an error.
func isError(t types.Type) bool {
	return t != nil && t != types.Typ[types.UntypedNil] && types.Implements(t, errorInterface)
}

// lastResult returns the type of the last result of a function, or nil.
func lastResult(f *types.Signature) types.Type {
	if n := f.Results().Len(); n > 0 {
		return f.Results().At(n - 1).Type()
	}
	return nil
}

// hasError reports whether v is an error, perhaps in another interface.
func hasError(v ssa.Value) bool {
	for x := v; x != nil; x = converted(x) {
		v = x
	}
	return isError(v.Type()) && types.IsInterface(v.Type())
}

// converted returns the value that v is a conversion of, or nil.
func converted(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert:
		return *v.(ssa.Instruction).Operands(nil)[0]
	}
	return nil
}

// isPublic reports whether t is an error type of a package in public.
func isPublic(t types.Type) bool {
	pkg, _ := typeName(t)
	return isPublicPackage(pkg) && isError(t) && !types.IsInterface(namedOf(t))
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// structOf returns the struct that t is or points to.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct)
}

// carries reports whether values of a type may contain the text of an error.
func carries(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Chan:
		return false
	case *types.Signature:
		return isError(lastResult(t))
	}
	return true
}

var majorVersion = regexp.MustCompile(`/v[0-9]+(/|$)`)

// unversioned returns the path of a package without the major version of its module, or the path
// that it mirrors; "" if pkg is nil.
func unversioned(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	path := strings.TrimSuffix(majorVersion.ReplaceAllString(pkg.Path(), "/"), "/")
	return cmp.Or(mirrors[path], path)
}

// namedOf returns the named type of t or of what t points to, or nil.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// typeName returns the path and the name of the named type of t or of what t points to, or "".
func typeName(t types.Type) (pkg, name string) {
	if named := namedOf(t); named != nil {
		return unversioned(named.Obj().Pkg()), named.Obj().Name()
	}
	return "", ""
}

// isNamed reports whether t, or what it points to, is the named type.
func isNamed(t types.Type, pkg, name string) bool {
	p, n := typeName(t)
	return p == pkg && n == name
}

// symbolOf returns the path and the name of a function, or of a method with the type t that has
// it, nil for that of its receiver.
func symbolOf(f *types.Func, t types.Type) (pkg, name string) {
	if recv := f.Signature().Recv(); t == nil && recv != nil {
		t = recv.Type()
	}
	pkg, name = typeName(t)
	if name == "" {
		return unversioned(f.Pkg()), f.Name()
	}
	return cmp.Or(pkg, unversioned(f.Pkg())), name + "." + f.Name()
}

// fieldOf returns the path and the name of the field at an address, with the name of its struct,
// or "" if it is another address.
func fieldOf(addr ssa.Value) (pkg, name string) {
	a, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return "", ""
	}
	pkg, _ = typeName(a.X.Type())
	return pkg, fieldName(a.X.Type(), a.Field)
}

// fieldName returns the name of a field with that of its struct t, or of what t points to, or "".
func fieldName(t types.Type, i int) string {
	named := namedOf(t)
	if named == nil || !isStruct(named) {
		return ""
	}
	return named.Obj().Name() + "." + named.Underlying().(*types.Struct).Field(i).Name()
}
