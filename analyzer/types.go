package analyzer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

var (
	errorType      = types.Universe.Lookup("error").Type()
	errorInterface = errorType.Underlying().(*types.Interface)
)

// isError reports whether t is an error.
func isError(t types.Type) bool {
	return types.Implements(t, errorInterface) && t != types.Typ[types.UntypedNil]
}

// hasError reports whether v is an error, perhaps in another interface.
func hasError(v ssa.Value) bool {
	if x, ok := v.(*ssa.MakeInterface); ok {
		v = x.X
	}
	if x, ok := v.(*ssa.ChangeInterface); ok {
		v = x.X
	}
	return isError(v.Type()) && types.IsInterface(v.Type())
}

// isPublic reports whether t is an error type of a package in public.
func isPublic(t types.Type) bool {
	named := namedOf(t)
	return named != nil && !types.IsInterface(named) && isError(t) && named.Obj().Pkg() != nil && slices.Contains(public, unversioned(named.Obj().Pkg().Path()))
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// carries reports whether values of a type may contain the text of an error.
func carries(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Chan:
		return false
	case *types.Signature:
		n := t.Results().Len()
		return n > 0 && isError(t.Results().At(n-1).Type())
	}
	return true
}

// foreignName returns the name of an error type for messages, such as json.SyntaxError.
func foreignName(t types.Type) string {
	return strings.TrimPrefix(types.TypeString(t, func(p *types.Package) string { return p.Name() }), "*")
}
