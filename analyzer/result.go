package analyzer

import (
	"cmp"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// result is the origin of a result of a call, which has a type.
func (t *trace) result(c *ssa.CallCommon, i int, typ types.Type) origin {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return t.builtin(b.Name(), c.Args)
	}
	if !carries(typ) {
		return origin{}
	}
	of := calleeOf(c)
	for _, row := range tables["carrier"] {
		if of.is(row.symbols) && row.arg <= len(of.args) {
			o := t.each(of.args[row.arg:]...)
			if !isError(typ) {
				o = o.text()
			}
			return o
		}
	}
	switch {
	case of.callee == nil:
		return t.function(c, typ)
	case of.is(symbols{"encoding/json", "Marshal MarshalIndent"}) && i == 0:
		return t.encoded(of.args[0]) // an error has no text in JSON
	case isError(typ) && of.encodes() && !t.flow.own(of.callee.Pkg()):
		return origin{Unknown: true}
	case of.pkg == ginPath && (strings.HasPrefix(of.name, "Error.") || strings.HasPrefix(of.name, "errorMsgs.")):
		return from(ginErrors, true)
	case of.is(symbols{"errors", "AsType"}):
		return t.unlessAsserted(typ, of.args[0])
	case isError(typ) && of.in("input"):
		return origin{Foreign: of.String(), Input: true}
	case isPublicPackage(of.pkg):
		return origin{}
	case of.in("opaque"):
		return origin{Unknown: isError(typ)}
	case of.isTextMethod() && c.IsInvoke() && of.callee.Name() == "Error":
		return t.value(of.recv).text()
	case of.isTextMethod() && c.IsInvoke():
		return t.value(of.recv)
	case of.isTextMethod() && t.flow.isForeign(of.recv.Type()):
		return t.value(of.recv).join(t.flow.unknown(of.recv.Type()))
	}
	sum := t.flow.summaryOf(c.StaticCallee())
	if sum == nil {
		return t.undefined(of, typ)
	}
	o := t.apply(sum.Results[i], c)
	if o.Unknown && !t.flow.own(of.callee.Pkg()) {
		return t.undefined(of, typ).join(o)
	}
	return o
}

// builtin is the origin of the result of a function of the language.
func (t *trace) builtin(name string, args []ssa.Value) origin {
	switch name {
	case "append":
		return t.each(args...)
	case "recover":
		return origin{Foreign: "recover"}
	}
	return origin{}
}

// encoded is the origin of the text of a value in an encoding such as JSON, in which an error has
// none.
func (t *trace) encoded(v ssa.Value) origin {
	if hasError(v) {
		return origin{}
	}
	return t.value(v)
}

// function is the origin of a result of a call of a function value.
func (t *trace) function(c *ssa.CallCommon, typ types.Type) origin {
	if sum := t.flow.summaryOf(c.StaticCallee()); sum != nil && len(sum.Results) == 1 {
		return t.apply(sum.Results[0], c)
	}
	if !isError(typ) {
		return origin{}
	}
	if cell := t.flow.handlerCell(c.Value.Type()); cell != "" {
		return from(cell, true)
	}
	return t.value(c.Value).join(origin{Unknown: true})
}

// undefined is the origin of a result of a call of a function whose body is not known. An error
// of another module is foreign, unless it may be an error of a function that it was given. So is
// one of an interface of this module whose method takes a context.Context, because it does input
// or output.
func (t *trace) undefined(of call, typ types.Type) origin {
	if !isError(typ) {
		return origin{}
	}
	takesContext := false
	for _, arg := range of.args {
		if f, ok := arg.Type().Underlying().(*types.Signature); ok && isError(lastResult(f)) {
			return origin{Unknown: true}
		}
		takesContext = takesContext || isNamed(arg.Type(), "context", "Context")
	}
	if t.flow.own(of.callee.Pkg()) && !takesContext {
		if of.recv == nil || namedOf(of.recv.Type()) == nil {
			return origin{Unknown: true}
		}
		named := namedOf(of.recv.Type()).Obj()
		return from(t.flow.cell(true, named.Pkg(), named.Name()+"."+of.callee.Name()), true)
	}
	return origin{Foreign: of.String()}
}

// apply replaces the parameters of an origin by the arguments of a call.
func (t *trace) apply(o origin, c *ssa.CallCommon) origin {
	params := o.Params
	o.Params = nil
	callee := c.StaticCallee()
	callee = cmp.Or(callee.Origin(), callee)
	for _, ref := range params {
		switch {
		case ref.fn != nil && ref.fn != callee && ref.fn.Prog == callee.Prog: // that is not of a fact
			o = o.join(t.outer(origin{Params: []param{ref}}, callee))
		case ref.Index >= len(c.Args):
			o.Unknown = true
		case ref.Text:
			o = o.join(t.field(c.Args[ref.Index], ref.Field).text())
		default:
			o = o.join(t.field(c.Args[ref.Index], ref.Field))
		}
	}
	return o
}
