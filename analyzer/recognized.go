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
	if at.Parent() != v.Parent() {
		return false
	}
	known := map[*ssa.BasicBlock]*ssa.BasicBlock{} // where the error is recognized after a block
	for _, b := range at.Parent().Blocks {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && f.recognizes(branch.Cond, v) {
			known[b] = b.Succs[0]
			if cond, ok := branch.Cond.(*ssa.BinOp); ok && cond.Op == token.NEQ {
				known[b] = b.Succs[1]
			}
		}
	}
	if len(known) == 0 {
		return false
	}
	for b := at; b != nil; b = b.Idom() { // all ways to b are such branches
		if len(b.Preds) > 0 && !slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return known[p] != b }) {
			return true
		}
	}
	return false
}

// recognizes reports whether a condition asks about an error: it compares the error with nil or a
// variable of this module, asserts a type that is not of another module, or calls errors.Is or
// errors.As with an error of this module, or a function of this module.
func (f *flow) recognizes(cond, v ssa.Value) bool {
	switch cond := cond.(type) {
	case *ssa.BinOp:
		return (cond.Op == token.EQL || cond.Op == token.NEQ) &&
			(same(cond.X, v) && f.known(cond.Y) || same(cond.Y, v) && f.known(cond.X))
	case *ssa.Extract:
		assert, ok := cond.Tuple.(*ssa.TypeAssert)
		return ok && same(assert.X, v) && !f.isForeign(assert.AssertedType)
	case *ssa.Call:
		return f.asks(cond, v)
	}
	return false
}

// known reports whether an error is nil, or a variable of this module.
func (f *flow) known(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil() || f.own(globalPackage(v))
}

// asks reports whether a call asks about an error: errors.Is or errors.As, of any package errors,
// with an error of this module, or a function of this module.
func (f *flow) asks(c *ssa.Call, v ssa.Value) bool {
	of := calleeOf(c.Common())
	if !slices.ContainsFunc(c.Call.Args, func(arg ssa.Value) bool { return same(arg, v) }) || of.callee == nil {
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

// same reports whether two values are the same, or are loaded from the same address.
func same(v, w ssa.Value) bool {
	if v == w {
		return true
	}
	x, ok1 := v.(*ssa.UnOp)
	y, ok2 := w.(*ssa.UnOp)
	return ok1 && ok2 && x.Op == token.MUL && y.Op == token.MUL && x.X == y.X
}
