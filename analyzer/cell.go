package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A cell is what functions share without a call between them: a field of a struct, the results of
// an interface's method, the errors that a framework collects. What any function stores in it may
// be what another one loads, so a cell is known by its name, which starts with its kind:
//
//   - "=", a holder, gets what is sent later: a field, a collector, a handler's result. The
//     finding is where a foreign text is stored.
//   - "~", a giver, returns errors: a method of an interface, a channel, a field of an error. The
//     finding is where its error is sent or stored in a holder.
//
// A link is a way of a text in the code of the module: from a foreign function or a cell, to a
// sink or a cell. Its position is that of the finding, if there is one.
type link struct {
	From, To     string
	Path, File   string // of the package and of the file in its folder
	Line, Column int    // 0 if there is no finding
	Reported     bool   // by the package, or by one that it imports
}

// links is the fact about a package of the module: its links, and those of its imports. The
// package that first imports both ends of a way reports the finding, in the file where it is.
type links struct{ All []link }

func (*links) AFact() {}

func isCell(s string) bool   { return s[0] == '=' || s[0] == '~' }
func isHolder(s string) bool { return s[0] == '=' }

// ginErrors are the errors that handlers of gin give to a middleware.
const ginErrors = "=gin.Context.Errors"

// fieldCell returns the cell of a field of a struct of this module, or of what t points to, or "".
func (f *flow) fieldCell(t types.Type, i int) string {
	named, name := namedOf(t), fieldName(t, i)
	if name == "" {
		return ""
	}
	if unversioned(named.Obj().Pkg()) == ginPath && (name == "Context.Errors" || name == "Error.Err") {
		return ginErrors
	}
	return f.cell(isError(types.NewPointer(named)), named.Obj().Pkg(), name)
}

// cell returns the cell of a name of a package of this module, or "". Dependencies have none.
func (f *flow) cell(gives bool, pkg *types.Package, name string) string {
	switch {
	case !f.own(pkg) || f.pass.Module != nil && f.pass.Module.Version != "":
		return ""
	case gives:
		return "~" + pkg.Path() + "." + name
	}
	return "=" + pkg.Path() + "." + name
}

// from returns the origin of what a cell may give; there is no cell if it is "".
func from(cell string, unknown bool) origin {
	if cell == "" {
		return origin{Unknown: unknown}
	}
	return origin{Unknown: unknown, Cells: []string{cell}}
}

// received is the origin of a value from a channel: the package has one cell for all errors.
func (f *flow) received(elem types.Type) origin {
	if !isError(elem) {
		return origin{}
	}
	return from(f.cell(true, f.pass.Pkg, "chan error"), true)
}

// handlerCell returns the cell of the errors of functions of a type, or "".
func (f *flow) handlerCell(t types.Type) string {
	sig, ok := t.Underlying().(*types.Signature)
	if named := namedOf(t); named != nil && ok && isError(lastResult(sig)) {
		return f.cell(false, named.Obj().Pkg(), named.Obj().Name())
	}
	return ""
}

// findHandlers finds the functions whose errors get to cells: those that are values of a type of
// handlers, or of a field.
func (f *flow) findHandlers(instr ssa.Instruction) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		f.called[call.Common().StaticCallee()] = true
	}
	for _, operand := range instr.Operands(nil) {
		fn := functionOf(*operand)
		if call, ok := instr.(ssa.CallInstruction); fn == nil || ok && operand == &call.Common().Value {
			continue
		}
		c := ""
		switch instr := instr.(type) {
		case *ssa.ChangeType:
			c = f.handlerCell(instr.Type())
		case *ssa.Store:
			c = f.cellAt(instr.Addr)
		}
		if c != "" && isError(lastResult(fn.Signature)) && !slices.Contains(f.handlers[fn], c) {
			f.handlers[fn] = append(f.handlers[fn], c)
		}
	}
}

// functionOf returns the function that a value is, or whose method or closure it is, or nil.
func functionOf(v ssa.Value) *ssa.Function {
	if made, ok := v.(*ssa.MakeClosure); ok {
		v = made.Fn
	}
	fn, ok := v.(*ssa.Function)
	if !ok {
		return nil
	}
	if method, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		return fn.Prog.FuncValue(method)
	}
	return fn
}

// cellAt returns the cell at an address, or "".
func (f *flow) cellAt(addr ssa.Value) string {
	if addr, ok := addr.(*ssa.FieldAddr); ok {
		return f.fieldCell(addr.X.Type(), addr.Field)
	}
	return ""
}

// stores returns what an instruction stores in cells.
func (f *flow) stores(instr ssa.Instruction) (all []sent) {
	add := func(cell string, v ssa.Value) {
		if cell != "" && carries(v.Type()) {
			name := cell[strings.LastIndexByte(cell, '/')+1:]
			all = append(all, sent{value: v, cell: cell, sink: strings.TrimLeft(name, "=~"), pos: instr.Pos()})
		}
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		if _, ok := instr.Val.Type().Underlying().(*types.Signature); !ok {
			add(f.cellAt(instr.Addr), instr.Val)
		}
	case *ssa.Send:
		add(strings.Join(f.received(instr.X.Type()).Cells, ""), instr.X)
	case *ssa.ChangeType:
		if fn := functionOf(instr.X); fn != nil && len(fn.Blocks) == 0 {
			add(f.handlerCell(instr.Type()), instr.X)
		}
	case *ssa.Return:
		for _, c := range f.handlers[instr.Parent()] {
			add(c, instr.Results[len(instr.Results)-1])
		}
	case ssa.CallInstruction:
		of := calleeOf(instr.Common())
		if n := len(of.args); n > 0 && of.is(symbols{ginPath, "Context.Error Context.AbortWithError"}) {
			add(ginErrors, of.args[n-1])
		}
	}
	return all
}

// implements links the errors of methods to those of an interface of this module that a value is
// converted to.
func (f *flow) implements(v ssa.Value) {
	named, x := namedOf(v.Type()), converted(v)
	if named == nil || !types.IsInterface(named) || f.cell(true, named.Obj().Pkg(), "") == "" {
		return
	}
	for m := range named.Underlying().(*types.Interface).Methods() {
		if !isError(lastResult(m.Signature())) {
			continue
		}
		to := f.cell(true, named.Obj().Pkg(), named.Obj().Name()+"."+m.Name())
		for _, from := range f.errorsOf(x.Type(), m) {
			f.links = append(f.links, link{From: from, To: to})
		}
	}
}

// errorsOf returns the cells and the foreign functions of the errors of a method of a type.
func (f *flow) errorsOf(t types.Type, m *types.Func) []string {
	obj, _, _ := types.LookupFieldOrMethod(t, true, f.pass.Pkg, m.Name())
	method, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	pkg, name := symbolOf(method, nil)
	if !f.own(method.Pkg()) {
		return []string{shortName(pkg, name)}
	}
	sum := f.summaryOfMethod(method)
	if sum == nil || len(sum.Results) == 0 {
		return nil
	}
	return sum.Results[len(sum.Results)-1].sources()
}

// sources returns the cells and the foreign function that a text may come from.
func (o origin) sources() []string {
	if o.Foreign == "" {
		return o.Cells
	}
	return append(slices.Clip(o.Cells), o.Foreign)
}

// link adds the ways of a text that is sent or stored, which are findings of their own only if its
// cells prove to be foreign, or to be sent.
func (f *flow) link(s sent, o origin) {
	from, to := o.Cells, s.sink
	if s.cell != "" {
		from, to = o.sources(), s.cell
	}
	if len(from) == 0 || f.pass.Module != nil && f.pass.Module.Version != "" {
		return
	}
	l := link{To: to}
	if at, ok := f.found.find(s.pos); ok && !f.found.ignores(fileOf(at)) && !f.found.accepts(at.Node()) {
		if _, returns := at.Node().(*ast.ReturnStmt); !returns || !f.found.bounded(at) {
			pos := f.pass.Fset.Position(at.Node().Pos())
			l.Path, l.File, l.Line, l.Column = f.pass.Pkg.Path(), filepath.Base(pos.Filename), pos.Line, pos.Column
		}
	}
	for _, l.From = range from {
		f.links = append(f.links, l)
	}
}

// resolve reports the links that are findings with what the imports of the package know, and
// exports all.
func (f *flow) resolve() {
	reported := map[link]bool{}
	for _, l := range f.links {
		reported[l] = false
	}
	for _, p := range f.pass.Pkg.Imports() {
		var fact links
		if f.own(p) && f.pass.ImportPackageFact(p, &fact) {
			for _, l := range fact.All {
				known := l.Reported
				l.Reported = false
				reported[l] = reported[l] || known
			}
		}
	}
	if len(reported) == 0 {
		return
	}
	all := slices.SortedFunc(maps.Keys(reported), func(a, b link) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column,
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	foreign, sinks := ends(all)
	for i := range all {
		l := &all[i]
		l.Reported = reported[*l]
		from, to := end(l.From, foreign), end(l.To, sinks)
		if l.Reported || l.Line == 0 || from == "" || to == "" || isHolder(l.From) || l.To[0] == '~' {
			continue
		}
		l.Reported = true
		if pos := f.position(*l); pos.IsValid() {
			message := to + " sends the text of an error of " + from
			if isHolder(l.To) {
				name := l.To[strings.LastIndexByte(l.To, '/')+1:]
				gets := strings.TrimPrefix(name, "=") + " gets the text of an error of " + from
				message = gets + ", and " + to + " sends it"
			}
			f.found.reportAt(pos, message+": log the error, and send a text that you wrote")
		}
	}
	f.pass.ExportPackageFact(&links{all})
}

// ends returns the foreign function whose error each cell may hold, and the sink that sends it.
func ends(all []link) (foreign, sinks map[string]string) {
	foreign, sinks = map[string]string{}, map[string]string{}
	for changed := true; changed; {
		changed = false
		for _, l := range all {
			if from := end(l.From, foreign); from != "" && isCell(l.To) && foreign[l.To] == "" {
				foreign[l.To], changed = from, true
			}
			if to := end(l.To, sinks); to != "" && isCell(l.From) && sinks[l.From] == "" {
				sinks[l.From], changed = to, true
			}
		}
	}
	return foreign, sinks
}

// end returns the name at the end of a link, or of those that begin at it.
func end(name string, known map[string]string) string {
	if isCell(name) {
		return known[name]
	}
	return name
}

// position returns the position of a link, also in another package of the module, whose folder is
// below the same one.
func (f *flow) position(l link) token.Pos {
	here := filepath.ToSlash(filepath.Dir(f.pass.Fset.Position(f.pass.Files[0].Package).Filename))
	dir := strings.TrimSuffix(here, strings.TrimPrefix(f.pass.Pkg.Path(), f.root()))
	name := filepath.FromSlash(dir + strings.TrimPrefix(l.Path, f.root()) + "/" + l.File)
	content, err := os.ReadFile(name)
	if err != nil {
		return token.NoPos
	}
	file := f.pass.Fset.AddFile(name, -1, len(content))
	file.SetLinesForContent(content)
	if l.Line > file.LineCount() {
		return token.NoPos
	}
	return file.LineStart(l.Line) + token.Pos(l.Column-1)
}
