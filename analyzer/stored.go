package analyzer

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// stored returns the values that a load of a variable may find: those of the last stores on every
// path to it, and if there is a path without one, those of function literals.
func (f *flow) stored(load *ssa.UnOp) []ssa.Value {
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return nil
	}
	values, always := storedBefore(load)
	if always {
		return values
	}
	variable := load.X
	for free, ok := variable.(*ssa.FreeVar); ok; free, ok = variable.(*ssa.FreeVar) {
		variable = bound(free)
	}
	if variable == nil {
		return nil
	}
	return append(values, storedIn(variable, load.Parent())...)
}

// storedBefore returns the values of the last stores before a load in its function, and whether
// there is one on every path.
func storedBefore(load *ssa.UnOp) (values []ssa.Value, always bool) {
	always = true
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock, instrs []ssa.Instruction)
	visit = func(b *ssa.BasicBlock, instrs []ssa.Instruction) {
		for _, instr := range slices.Backward(instrs) {
			if store, ok := instr.(*ssa.Store); ok && store.Addr == load.X {
				values = append(values, store.Val)
				return
			}
		}
		if len(b.Preds) == 0 {
			always = false
		}
		for _, pred := range b.Preds {
			if !seen[pred] {
				seen[pred] = true
				visit(pred, pred.Instrs)
			}
		}
	}
	b := load.Block()
	visit(b, b.Instrs[:slices.Index(b.Instrs, ssa.Instruction(load))])
	return values, always
}

// bound returns the variable that a free variable of a function literal is, or nil.
func bound(free *ssa.FreeVar) ssa.Value {
	fn := free.Parent()
	if fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		if made, ok := ref.(*ssa.MakeClosure); ok {
			return made.Bindings[slices.Index(fn.FreeVars, free)]
		}
	}
	return nil
}

// storedIn returns the values that all functions except one store in a variable.
func storedIn(variable ssa.Value, except *ssa.Function) (values []ssa.Value) {
	if variable.Referrers() == nil {
		return nil
	}
	for _, ref := range *variable.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == variable && ref.Parent() != except {
				values = append(values, ref.Val)
			}
		case *ssa.MakeClosure:
			if i := slices.Index(ref.Bindings, variable); i >= 0 {
				values = append(values, storedIn(ref.Fn.(*ssa.Function).FreeVars[i], except)...)
			}
		}
	}
	return values
}
