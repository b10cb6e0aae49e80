package analyzer

import (
	"go/token"
	"go/types"
	"math/big"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An origin is where the text of a value comes from. The zero origin is text that an author
// wrote, with values that are not errors.
type origin struct {
	Foreign string // a function of another module whose error's text it may contain; "" if there is none
	Input   bool   // that error is about the input of the client
	Unknown bool   // it may contain the text of an error that comes from a field, a channel or a function value
	Params  []param
	Cells   []string // what it may be loaded from
}

// A param is a parameter of a function whose text an origin contains.
type param struct {
	Index int  // of the parameters, with the receiver
	Field int  // of the struct that the parameter is or points to; whole: all of it
	Text  bool // of an error there is the text, and not the error
	fn    *ssa.Function
}

const (
	whole  = -1
	loaded = -2 // what is loaded from the value
)

// join returns the origin of a text that may be, or contains, both texts.
func (o origin) join(p origin) origin {
	if o.Foreign == "" {
		o.Foreign, o.Input = p.Foreign, p.Input
	}
	o.Unknown = o.Unknown || p.Unknown
	o.Params, o.Cells = union(o.Params, p.Params), union(o.Cells, p.Cells)
	return o
}

// union returns the elements of a, and after them those of b that a does not have.
func union[E comparable](a, b []E) []E {
	if len(a) == 0 {
		return b
	}
	more := slices.DeleteFunc(slices.Clone(b), func(e E) bool { return slices.Contains(a, e) })
	return append(slices.Clip(a), more...)
}

// hasText reports whether a value is not the zero origin.
func (o origin) hasText() bool { return !reflect.DeepEqual(o, origin{}) }

// text is the origin of a string with the text of an error of this origin.
func (o origin) text() origin {
	o.Params = slices.Clone(o.Params)
	for i := range o.Params {
		o.Params[i].Text = true
	}
	return o
}

// A trace follows a value back to the origins of its text, at a place where conditions hold.
type trace struct {
	flow *flow
	at   *ssa.BasicBlock
	seen map[part]bool
}

// A part is a value, or a field of the struct that it is or points to.
type part struct {
	ssa.Value
	field int // whole: all of it
}

func (t *trace) each(values ...ssa.Value) (o origin) {
	for _, v := range values {
		o = o.join(t.value(v))
	}
	return o
}

func (t *trace) value(v ssa.Value) origin {
	if v == nil || t.seen[part{v, whole}] || isPublic(v.Type()) {
		return origin{}
	}
	if isError(v.Type()) && t.flow.recognized(v, t.at) {
		return origin{Unknown: true} // not seen: it may not be recognized on another way to here
	}
	t.seen[part{v, whole}] = true
	if x := converted(v); x != nil {
		return t.value(x)
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.Builtin:
		return origin{}
	case *ssa.FreeVar:
		return t.value(bound(v))
	case *ssa.Parameter:
		return t.parameter(v, whole)
	case *ssa.Phi:
		return t.merged(v)
	case *ssa.Slice:
		return t.value(v.X)
	case *ssa.Alloc:
		return t.contents(v)
	case *ssa.MakeMap:
		return t.entries(v)
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return t.each(v.X, v.Y)
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return t.load(v)
		case token.ARROW:
			return t.flow.received(v.Type())
		}
	case *ssa.Field:
		return t.field(v.X, v.Field)
	case *ssa.Call:
		return t.result(v.Common(), 0, v.Type())
	case *ssa.TypeAssert:
		return t.unlessAsserted(v.AssertedType, v.X)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return t.result(tuple.Common(), v.Index, v.Type())
		case *ssa.TypeAssert:
			return t.unlessAsserted(tuple.AssertedType, tuple.X)
		case *ssa.UnOp, *ssa.Select:
			return t.flow.received(v.Type())
		}
	case *ssa.Function:
		return t.returned(v)
	case *ssa.MakeClosure:
		return t.returned(v.Fn.(*ssa.Function))
	}
	return t.flow.unknown(v.Type())
}

// merged is the origin of the values that come to a place on several ways, on each of which other
// conditions hold.
func (t *trace) merged(phi *ssa.Phi) (o origin) {
	for i, edge := range phi.Edges {
		o = o.join(t.in(phi.Block().Preds[i]).value(edge))
	}
	return o
}

// in returns the trace of a value that a block makes, whose conditions hold then.
func (t *trace) in(b *ssa.BasicBlock) *trace {
	if b.Parent() != t.at.Parent() || b.Dominates(t.at) { // at the place, they hold, too
		return t
	}
	return &trace{flow: t.flow, at: b, seen: t.seen}
}

func (t *trace) parameter(p *ssa.Parameter, field int) origin {
	if !carries(p.Type()) || !encloses(p.Parent(), t.at.Parent()) {
		return t.flow.unknown(p.Type())
	}
	return origin{Params: []param{{slices.Index(p.Parent().Params, p), field, false, p.Parent()}}}
}

// encloses reports whether a function is the outer one of a function literal, or the same.
func encloses(outer, fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == outer {
			return true
		}
	}
	return false
}

// unlessAsserted is the origin of x.(T): an error of a type of this module is what its author
// made it.
func (t *trace) unlessAsserted(typ types.Type, x ssa.Value) origin {
	if types.IsInterface(typ) || !isError(typ) {
		return t.value(x)
	}
	return t.flow.unknown(typ)
}

// returned is the origin of the errors that a function value returns.
func (t *trace) returned(fn *ssa.Function) (o origin) {
	sum := t.flow.summaryOf(fn)
	if sum == nil {
		return origin{Unknown: true}
	}
	for i, result := range sum.Results {
		if isError(fn.Signature.Results().At(i).Type()) {
			o = o.join(result)
		}
	}
	return t.outer(o, fn)
}

// outer replaces the parameters of a function, which are unknown, in an origin that it returns;
// those of the function around it are known.
func (t *trace) outer(o origin, fn *ssa.Function) origin {
	params := o.Params
	o.Params = nil
	for _, ref := range params {
		if ref.fn != nil && ref.fn != fn && encloses(ref.fn, t.at.Parent()) {
			o.Params = append(o.Params, ref)
		} else {
			o.Unknown = true
		}
	}
	return o
}

// entries is the origin of the values of a map. An error has no text there, because a map is for
// an encoder such as JSON.
func (t *trace) entries(m ssa.Value) (o origin) {
	for _, ref := range *m.Referrers() {
		if update, ok := ref.(*ssa.MapUpdate); ok && update.Map == m {
			o = o.join(t.encoded(update.Value))
		}
	}
	return o
}

// contents is the origin of the text in what an allocation contains: in the fields that the
// method Error shows if it is an error, else in all fields that an encoder such as JSON writes,
// or in the elements of an array.
func (t *trace) contents(a *ssa.Alloc) origin {
	elem := a.Type().Underlying().(*types.Pointer).Elem()
	s, ok := elem.Underlying().(*types.Struct)
	if !ok {
		return t.stores(a, func(int) bool { return true })
	}
	if shown, ok := t.flow.shown(elem); ok {
		return t.stores(a, func(i int) bool { return slices.Contains(shown, i) || slices.Contains(shown, whole) })
	}
	return t.stores(a, func(i int) bool {
		return !isError(s.Field(i).Type()) && reflect.StructTag(s.Tag(i)).Get("json") != "-"
	})
}

// stores is the origin of what is stored at an address on a way to the place, and in those fields
// below it that are shown.
func (t *trace) stores(addr ssa.Value, show func(field int) bool) (o origin) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			b := ref.Block()
			if ref.Addr == addr && (b.Parent() != t.at.Parent() || t.flow.before(t.at).Bit(b.Index) == 1) {
				o = o.join(t.in(b).value(ref.Val))
			}
		case *ssa.FieldAddr:
			if ref.X == addr && show(ref.Field) {
				o = o.join(t.stores(ref, func(int) bool { return true }))
			}
		case *ssa.IndexAddr:
			if ref.X == addr {
				o = o.join(t.stores(ref, show))
			}
		case *ssa.UnOp: // a map, which is changed where it is
			o = o.join(t.entries(ref))
		}
	}
	return o
}

// before returns the indexes of the blocks from which a way leads to a block of their function.
func (f *flow) before(at *ssa.BasicBlock) *big.Int {
	if f.leading[at] == nil {
		found := new(big.Int)
		for left := []*ssa.BasicBlock{at}; len(left) > 0; left = left[1:] {
			if b := left[0]; found.Bit(b.Index) == 0 {
				found.SetBit(found, b.Index, 1)
				left = append(left, b.Preds...)
			}
		}
		f.leading[at] = found
	}
	return f.leading[at]
}

// load is the origin of what is loaded from an address.
func (t *trace) load(v *ssa.UnOp) origin {
	switch addr := v.X.(type) {
	case *ssa.Global:
		return origin{}
	case *ssa.FieldAddr:
		return t.field(addr.X, addr.Field)
	case *ssa.IndexAddr:
		if o := t.value(addr.X); o.hasText() {
			return o
		}
	case *ssa.Alloc, *ssa.FreeVar:
		if a, ok := addr.(*ssa.Alloc); ok && isStruct(v.Type()) {
			return t.contents(a)
		}
		if values := t.flow.stored(v); len(values) > 0 {
			return t.each(values...)
		}
	}
	return t.flow.unknown(v.Type())
}

// field is the origin of a field of a struct, or of the struct that base points to, or of the whole
// value.
func (t *trace) field(base ssa.Value, i int) (o origin) {
	if i == whole {
		return t.value(base)
	}
	if t.seen[part{base, i}] {
		return origin{}
	}
	t.seen[part{base, i}] = true
	typ := structOf(base.Type()).Field(i).Type()
	var bases []ssa.Value
	switch base := base.(type) {
	case *ssa.Parameter:
		if carries(typ) {
			o = t.parameter(base, i)
			if c := t.flow.fieldCell(base.Type(), i); c != "" && !t.flow.called[base.Parent()] {
				o.Cells = append(o.Cells, c)
			}
			return o
		}
	case *ssa.Alloc:
		return t.stores(base, func(field int) bool { return field == i })
	case *ssa.ChangeType:
		bases = []ssa.Value{base.X}
	case *ssa.Phi:
		bases = base.Edges
	case *ssa.UnOp:
		if a, ok := base.X.(*ssa.Alloc); ok && isStruct(base.Type()) {
			return t.field(a, i)
		}
		bases = t.flow.stored(base)
	}
	for _, base := range bases {
		o = o.join(t.field(base, i))
	}
	if len(bases) > 0 {
		return o
	}
	if c := t.flow.fieldCell(base.Type(), i); c != "" && carries(typ) {
		return from(c, true)
	}
	if pkg, name := typeName(base.Type()); types.Identical(typ, errorType) && t.flow.isForeign(base.Type()) &&
		!isPublicPackage(pkg) {
		return origin{Foreign: shortName(pkg, name)}
	}
	return t.flow.unknown(typ)
}
