package analyzer

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A sent is a value that a client or a model gets.
type sent struct {
	value  ssa.Value
	form   form
	sink   string    // of the table
	cell   string    // where it is stored, instead of being sent
	caller string    // the function that has the sink, if the instruction calls one that is not in the table
	status ssa.Value // nil if there is none
	code   int       // a constant status, or 0
	pos    token.Pos // of the call, of the literal or of the return statement
}

// String returns the name of what sends the value, for messages.
func (s sent) String() string {
	if s.caller == "" {
		return s.sink
	}
	return s.caller + ", which calls " + s.sink
}

// sentBy returns what an instruction sends by a row of sinks, or by an error that a handler of
// MCP returns.
func sentBy(instr ssa.Instruction) []sent {
	if isClient(instr.Parent()) {
		return nil
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return sentByCall(instr)
	case *ssa.Store:
		pkg, name := fieldOf(instr.Addr)
		for _, row := range tables["sink"] {
			if row.form == field && row.has(pkg, name) {
				return []sent{{value: instr.Val, sink: shortName(pkg, name), pos: instr.Pos()}}
			}
		}
	case *ssa.Convert, *ssa.ChangeType:
		return sentByConversion(instr.(ssa.Value))
	case *ssa.Return:
		if sink := handlerSink(instr.Parent()); sink != "" {
			return []sent{{value: instr.Results[len(instr.Results)-1], sink: sink, pos: instr.Pos()}}
		}
	}
	return nil
}

// isClient reports whether a function is a method of a client of gRPC, which takes options for
// the call: its caller gets what it makes.
func isClient(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	return fn.Signature.Variadic() &&
		isNamed(params.At(params.Len()-1).Type().(*types.Slice).Elem(), "google.golang.org/grpc", "CallOption")
}

func sentByCall(instr ssa.CallInstruction) (all []sent) {
	of := calleeOf(instr.Common())
	if of.recv != nil && (of.callee.Name() == "Write" || of.callee.Name() == "WriteString") && len(of.args) == 1 &&
		writesResponse(of.recv) {
		sink := "http.ResponseWriter." + of.callee.Name()
		return []sent{{value: of.args[0], sink: sink, pos: instr.Pos()}}
	}
	for _, row := range tables["sink"] {
		if !of.is(row.symbols) || len(of.args) <= row.arg || !of.sends(row.form) {
			continue
		}
		s := sent{form: row.form, sink: of.String(), pos: instr.Pos()}
		if row.status != none {
			s.status = of.args[row.status]
		}
		args := of.args[row.arg:]
		switch row.form {
		case object, encoded:
			args = args[:1]
		case values:
			args = variadic(args[0])
		}
		for _, s.value = range args {
			all = append(all, s)
		}
	}
	return all
}

// sends reports whether a call of a sink with a form sends something to a client.
func (c call) sends(form form) bool {
	made := madeBy(c.recv)
	switch form {
	case field:
		return false
	case written:
		return writesResponse(c.args[0])
	case encoded:
		return made.is(symbols{"encoding/json", "NewEncoder"}) && writesResponse(made.args[0])
	case header:
		return made.recv != nil && made.callee.Name() == "Header" && writesResponse(made.recv)
	}
	return true
}

// variadic returns the arguments that a call passes as a slice that it makes.
func variadic(v ssa.Value) (args []ssa.Value) {
	slice, ok := v.(*ssa.Slice)
	if !ok || slice.X.Referrers() == nil {
		return nil
	}
	for _, ref := range *slice.X.Referrers() {
		if addr, ok := ref.(*ssa.IndexAddr); ok {
			for _, ref := range *addr.Referrers() {
				if store, ok := ref.(*ssa.Store); ok {
					args = append(args, store.Val)
				}
			}
		}
	}
	return args
}

func sentByConversion(v ssa.Value) []sent {
	from := converted(v)
	if !isNamed(v.Type(), errkitPath, "Text") || isNamed(from.Type(), errkitPath, "Text") {
		return nil
	}
	return []sent{{value: from, sink: "errkit.Text", pos: v.Pos()}}
}

// handlerSink returns what sends the error of a function that is a handler of MCP, or "".
func handlerSink(fn *ssa.Function) string {
	params, results := fn.Signature.Params(), fn.Signature.Results()
	n := params.Len()
	if n < 2 || n > 3 || results.Len() != n && results.Len() != 2 || !isError(lastResult(fn.Signature)) ||
		!isNamed(params.At(0).Type(), "context", "Context") {
		return ""
	}
	pkg, result := typeName(results.At(0).Type())
	if list, ok := results.At(0).Type().(*types.Slice); ok {
		pkg, result = typeName(list.Elem())
		result = "[]" + result
	}
	request := params.At(1).Type().String() // ServerRequest[*CallToolParamsRaw] in the official SDK
	for _, row := range tables["handler"] {
		names := strings.Fields(row.names)
		if pkg == row.pkg && result == names[1] && (pkg != mcpgoPath || fn.Name()+"Request" != names[0]) &&
			(strings.Contains(request, "."+names[0]) || strings.Contains(request, ".ServerRequest[")) {
			return names[2] // a function of mcp-go with the name of a request is the method of a client
		}
	}
	return ""
}
