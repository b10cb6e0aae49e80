package analyzer

import (
	"cmp"
	"go/constant"
	"go/types"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ssa"
)

// A summary is the fact about a function: where its results come from, and which parameters it
// sends to a client. Summaries of other packages are how the text of an error is followed through
// calls.
type summary struct {
	Results []origin
	Sends   []send
}

// A send is a parameter that a function sends.
type send struct {
	Param  param
	Form   form
	Sink   string // the sink of the table
	Cell   string // where it is stored, instead
	Status int    // the HTTP status, or 0
	From   int    // the parameter with the HTTP status, or none
}

func (*summary) AFact() {}

// flows finds what every function of a package sends. The other analyzers report it.
var flows = &analysis.Analyzer{
	Name:       "toolerrflow",
	Doc:        "find what is sent to clients and models",
	Requires:   []*analysis.Analyzer{ctrlflow.Analyzer}, // for buildssa
	Run:        run,
	FactTypes:  []analysis.Fact{(*summary)(nil), (*links)(nil)},
	ResultType: reflect.TypeFor[*findings](),
}

// A flow is the analysis of one package.
type flow struct {
	pass      *analysis.Pass
	prog      *ssa.Program
	summaries map[*ssa.Function]*summary // of the functions of this package; nil while it is made
	handlers  map[*ssa.Function][]string // the cells that get the errors of functions
	called    map[*ssa.Function]bool     // those of this package that call a function by name
	links     []link
	found     *findings

	leading     map[*ssa.BasicBlock]*big.Int                 // see before
	recognizing map[*ssa.Function]map[part][]*ssa.BasicBlock // see recognitions
}

func run(pass *analysis.Pass) (any, error) {
	if len(pass.Files) == 0 || isStandard(pass) { // its functions are foreign
		return new(findings), nil
	}
	made, err := buildssa.Analyzer.Run(pass)
	if err != nil {
		return nil, err
	}
	built := made.(*buildssa.SSA)
	f := &flow{pass: pass, prog: built.Pkg.Prog, summaries: map[*ssa.Function]*summary{},
		handlers: map[*ssa.Function][]string{}, called: map[*ssa.Function]bool{}, found: newFindings(pass),
		leading: map[*ssa.BasicBlock]*big.Int{}, recognizing: map[*ssa.Function]map[part][]*ssa.BasicBlock{}}
	for _, fn := range append(built.SrcFuncs, built.Pkg.Func("init")) {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				f.findHandlers(instr)
			}
		}
	}
	for _, fn := range append(built.SrcFuncs, built.Pkg.Func("init")) {
		if isTest(pass.Fset.Position(fn.Pos()).Filename) {
			continue
		}
		sum := f.summaryOf(fn)
		if obj, ok := fn.Object().(*types.Func); ok && sum != nil && (isError(lastResult(fn.Signature)) ||
			len(sum.Sends) > 0 || slices.ContainsFunc(sum.Results, origin.hasText)) {
			pass.ExportObjectFact(obj, sum)
		}
	}
	f.resolve()
	f.found.checkComments()
	return f.found, nil
}

// isStandard reports whether a package is one of the standard library: it is in the module std,
// or it has no module, and its folder has its path in a GOROOT, that of any toolchain. Other
// packages without a module are those of files and of a GOPATH.
func isStandard(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "" {
		return pass.Module.Path == "std"
	}
	dir := filepath.ToSlash(filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename))
	root, ok := strings.CutSuffix(dir, "/src/"+pass.Pkg.Path())
	_, err := os.Stat(filepath.Join(root, "src", "unsafe", "unsafe.go"))
	return ok && err == nil
}

// root returns the path of the module that is analyzed, or what it may be without a go.mod.
func (f *flow) root() string {
	if f.pass.Module != nil && f.pass.Module.Path != "" {
		return f.pass.Module.Path
	}
	parts := strings.Split(f.pass.Pkg.Path(), "/")
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// own reports whether a package is of the module that is analyzed.
func (f *flow) own(pkg *types.Package) bool {
	return pkg != nil && (pkg == f.pass.Pkg || strings.HasPrefix(pkg.Path()+"/", f.root()+"/"))
}

// isForeign reports whether a type is one of another module.
func (f *flow) isForeign(t types.Type) bool {
	named := namedOf(t)
	return named != nil && named.Obj().Pkg() != nil && !f.own(named.Obj().Pkg())
}

// unknown is the origin of a value about which only its type is known.
func (f *flow) unknown(t types.Type) origin {
	switch {
	case !isError(t), isPublic(t):
		return origin{}
	case !types.IsInterface(t) && f.isForeign(t):
		return origin{Foreign: strings.TrimPrefix(types.TypeString(t, (*types.Package).Name), "*")}
	}
	shown, _ := f.shown(t)
	o := origin{Unknown: true}
	for _, i := range shown {
		if i != whole {
			o = o.join(from(f.fieldCell(t, i), true))
		}
	}
	return o
}

// shown returns the fields whose text the method Error of a struct returns, and whether the type
// is an error.
func (f *flow) shown(t types.Type) (fields []int, ok bool) {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		p = types.NewPointer(t)
	}
	if !isStruct(p.Elem()) || !isError(p) {
		return nil, false
	}
	obj, path, _ := types.LookupFieldOrMethod(p, true, f.pass.Pkg, "Error")
	method, ok := obj.(*types.Func)
	if !ok || len(path) > 1 { // a field, or a method of an embedded field
		return path[:1], true
	}
	sum := f.summaryOfMethod(method)
	if sum == nil || len(sum.Results) == 0 {
		return []int{whole}, true
	}
	for _, ref := range sum.Results[0].Params {
		if ref.Index == 0 {
			fields = append(fields, ref.Field)
		}
	}
	return fields, true
}

// fact returns the summary of a function of another package, or nil.
func (f *flow) fact(obj types.Object) *summary {
	sum := new(summary)
	if obj == nil || obj.Pkg() == f.pass.Pkg || !f.pass.ImportObjectFact(obj, sum) {
		return nil
	}
	return sum
}

// summaryOfMethod returns the summary of a method, perhaps of another package, or nil.
func (f *flow) summaryOfMethod(m *types.Func) *summary {
	return cmp.Or(f.summaryOf(f.prog.FuncValue(m.Origin())), f.fact(m))
}

// summaryOf returns the summary of a function, or nil if it is nil or its body is not known.
func (f *flow) summaryOf(fn *ssa.Function) *summary {
	if fn == nil {
		return nil
	}
	fn = cmp.Or(fn.Origin(), fn)
	if sum, ok := f.summaries[fn]; ok {
		return sum
	}
	if len(fn.Blocks) == 0 {
		return f.fact(fn.Object())
	}
	sum := &summary{Results: make([]origin, fn.Signature.Results().Len())}
	f.summaries[fn] = sum // a recursive call adds nothing
	f.recognizing[fn] = f.recognitions(fn)
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			f.scan(sum, instr)
		}
	}
	for _, literal := range fn.AnonFuncs { // it may send what the function gets
		f.summaryOf(literal)
	}
	return sum
}

// scan adds what an instruction returns or sends to the summary of its function.
func (f *flow) scan(sum *summary, instr ssa.Instruction) {
	if ret, ok := instr.(*ssa.Return); ok {
		for i, v := range ret.Results {
			if carries(v.Type()) {
				sum.Results[i] = sum.Results[i].join(f.trace(instr).value(v))
			}
		}
	}
	for _, s := range append(sentBy(instr), f.stores(instr)...) {
		f.send(instr, s, whole)
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		f.scanCall(instr)
	case *ssa.MakeInterface:
		f.implements(instr)
	}
}

// scanCall adds what the function sends that an instruction calls. status.Code, of a public
// package, converts an error, which is not sent.
func (f *flow) scanCall(instr ssa.CallInstruction) {
	args, of := instr.Common().Args, calleeOf(instr.Common())
	callee := f.summaryOf(instr.Common().StaticCallee())
	if callee == nil || of.in("sink") || isPublicPackage(of.pkg) {
		return
	}
	for _, s := range callee.Sends {
		if s.Param.Index >= len(args) || f.isHandler(args[s.Param.Index]) {
			continue
		}
		at := sent{value: args[s.Param.Index], form: s.Form, sink: s.Sink, cell: s.Cell, caller: of.String(),
			code: s.Status, pos: instr.Pos()}
		if s.Param.Text {
			at.form = printed
		}
		if s.From != none && s.From < len(args) {
			at.status = args[s.From]
		}
		f.send(instr, at, s.Param.Field)
	}
}

// isHandler reports whether a value is a handler of MCP of this module, whose findings are where it
// returns errors.
func (f *flow) isHandler(v ssa.Value) bool {
	fn := functionOf(cmp.Or(converted(v), v))
	return fn != nil && handlerSink(fn) != "" && fn.Pkg != nil && f.own(fn.Pkg.Pkg)
}

// send records a value that is sent, or a field of it: as a finding, and in the summary if its
// text comes from parameters of it, or of a function around it.
func (f *flow) send(instr ssa.Instruction, s sent, field int) {
	if !s.form.prints() && hasError(s.value) {
		return
	}
	s.code = cmp.Or(statusOf(s.status), s.code)
	o := f.trace(instr).field(s.value, field)
	f.link(s, o)
	if s.cell == "" {
		f.found.add(s, o)
	}
	p, _ := s.status.(*ssa.Parameter)
	from := slices.Index(instr.Parent().Params, p)
	for _, ref := range o.Params {
		sum := f.summaries[ref.fn]
		to := send{ref, s.form, s.sink, s.cell, s.code, from}
		if sum != nil && !slices.Contains(sum.Sends, to) {
			sum.Sends = append(sum.Sends, to)
		}
	}
}

// statusOf returns the value of a constant status, or 0.
func statusOf(v ssa.Value) int {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		return int(c.Int64())
	}
	return 0
}

func (f *flow) trace(at ssa.Instruction) *trace {
	return &trace{flow: f, at: at.Block(), seen: map[part]bool{}}
}
