package analyzer

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// recognized reports whether an error is known at a block: a condition that leads there compares
// it with an error of this module, or asks a function of this module about it, so its text may be
// one that the author of the module wrote.
func (f *flow) recognized(v ssa.Value, at *ssa.BasicBlock) bool {
	return at.Parent() == v.Parent() && slices.ContainsFunc(f.recognizing[at.Parent()][place(v)],
		func(b *ssa.BasicBlock) bool { return b.Dominates(at) })
}

// recognitions returns the blocks of a function where an error is recognized on all ways to them,
// by the place of the error.
func (f *flow) recognitions(fn *ssa.Function) map[part][]*ssa.BasicBlock {
	known := map[part][]*ssa.BasicBlock{}
	for _, b := range fn.Blocks {
		var places []part
		for i, pred := range b.Preds {
			asked := f.recognizes(pred, b)
			places = slices.DeleteFunc(places, func(p part) bool { return !slices.Contains(asked, p) })
			if i == 0 {
				places = asked
			}
		}
		for _, p := range places {
			known[p] = append(known[p], b)
		}
	}
	return known
}

// recognizes returns the places of what a condition at the end of a block asks about, if it is true
// in the next one: it compares an error with nil or a variable of this module, asserts a type that
// is not of another module, or calls errors.Is or errors.As with an error of this module, or a
// function of this module.
func (f *flow) recognizes(b, next *ssa.BasicBlock) (asked []part) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	to := b.Succs[0]
	switch cond := branch.Cond.(type) {
	case *ssa.BinOp:
		if cond.Op == token.NEQ {
			to = b.Succs[1]
		}
		for _, pair := range [][2]ssa.Value{{cond.X, cond.Y}, {cond.Y, cond.X}} {
			if (cond.Op == token.EQL || cond.Op == token.NEQ) && f.known(pair[1]) {
				asked = append(asked, place(pair[0]))
			}
		}
	case *ssa.Extract:
		if assert, ok := cond.Tuple.(*ssa.TypeAssert); ok && !f.isForeign(assert.AssertedType) {
			asked = append(asked, place(assert.X))
		}
	case *ssa.Call:
		if f.asks(calleeOf(cond.Common())) {
			for _, arg := range cond.Call.Args {
				asked = append(asked, place(arg))
			}
		}
	}
	if to != next {
		return nil
	}
	return asked
}

// known reports whether an error is nil, or a variable of this module.
func (f *flow) known(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil() || f.own(globalPackage(v))
}

// asks reports whether a call asks about an error: errors.Is or errors.As, of any package errors,
// with an error of this module, or a function of this module.
func (f *flow) asks(of call) bool {
	if of.callee == nil {
		return false
	}
	if f.own(of.callee.Pkg()) {
		return true
	}
	name := of.callee.Name()
	if name != "Is" && name != "As" || len(of.args) < 2 || !types.IsInterface(of.args[1].Type()) {
		return false
	}
	target := of.args[1]
	if x, ok := target.(*ssa.MakeInterface); ok {
		target = x.X
	}
	if pkg := globalPackage(target); pkg != nil {
		return f.own(pkg)
	}
	if p, ok := target.Type().Underlying().(*types.Pointer); ok {
		return !f.isForeign(p.Elem())
	}
	return !f.isForeign(target.Type())
}

// globalPackage returns the package of the variable that a value is loaded from, or nil.
func globalPackage(v ssa.Value) *types.Package {
	if load, ok := v.(*ssa.UnOp); ok {
		if global, ok := load.X.(*ssa.Global); ok {
			return global.Pkg.Pkg
		}
	}
	return nil
}

// place returns the address that a value is loaded from, or the value.
func place(v ssa.Value) part {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return part{load.X, loaded}
	}
	return part{v, whole}
}
