package analyzer

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A form is the way in which a sink sends a value.
type form int

const (
	printed form = iota // the arguments from arg on are printed: strings, and errors by their text
	object              // the argument is encoded, as by JSON, in which an error has no text, but a struct has fields
	written             // printed to the first argument, which counts if it is a response writer
	encoded             // object, and the receiver counts if it encodes to a response writer
	values              // the arguments from arg on are printed, except errors
	field               // a string of a struct
	header              // printed, and the receiver counts if it is the header of a response
)

// prints reports whether an error has its text in what is sent.
func (f form) prints() bool { return f == printed || f == written || f == header }

// none is the status of a sink that has no HTTP status.
const none = -1

// sinks are the functions, methods and fields whose text a client or a model gets. The path of a package has no major version.
var sinks = []struct {
	pkg    string
	name   string // a function, or a method or field with the name of its type
	form   form
	arg    int // the first argument that is sent, without the receiver
	status int // the argument with the HTTP status
}{
	{"net/http", "Error", printed, 1, 2},
	{"fmt", "Fprint", written, 1, none},
	{"fmt", "Fprintf", written, 1, none},
	{"fmt", "Fprintln", written, 1, none},
	{"io", "WriteString", written, 1, none},
	{"net/http", "Header.Set", header, 1, none},
	{"net/http", "Header.Add", header, 1, none},
	{"encoding/json", "Encoder.Encode", encoded, 0, none},

	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultError", printed, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultErrorf", printed, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultErrorFromErr", printed, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultText", printed, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultStructured", object, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewToolResultStructuredOnly", object, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewTextContent", printed, 0, none},
	{"github.com/mark3labs/mcp-go/mcp", "NewJSONRPCError", printed, 2, none},
	{"github.com/mark3labs/mcp-go/mcp", "TextContent.Text", field, 0, none},
	{"github.com/modelcontextprotocol/go-sdk/mcp", "TextContent.Text", field, 0, none},
	{"github.com/modelcontextprotocol/go-sdk/mcp", "CallToolResult.SetError", printed, 0, none},
	{"github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2", "WireError.Message", field, 0, none}, // jsonrpc.Error

	{"github.com/gin-gonic/gin", "Context.JSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.AsciiJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.IndentedJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.PureJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.SecureJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.XML", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.YAML", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.AbortWithStatusJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.AbortWithStatusPureJSON", object, 1, 0},
	{"github.com/gin-gonic/gin", "Context.String", printed, 1, 0},
	{"github.com/labstack/echo", "Context.JSON", object, 1, 0},
	{"github.com/labstack/echo", "Context.JSONPretty", object, 1, 0},
	{"github.com/labstack/echo", "Context.XML", object, 1, 0},
	{"github.com/labstack/echo", "Context.String", printed, 1, 0},
	{"github.com/labstack/echo", "Context.HTML", printed, 1, 0},
	{"github.com/labstack/echo", "NewHTTPError", printed, 1, 0},
	{"github.com/labstack/echo", "HTTPError.Message", field, 0, none},
	{"github.com/gofiber/fiber", "Ctx.JSON", object, 0, none},
	{"github.com/gofiber/fiber", "Ctx.XML", object, 0, none},
	{"github.com/gofiber/fiber", "Ctx.SendString", printed, 0, none},
	{"github.com/gofiber/fiber", "NewError", printed, 1, 0},
	{"github.com/go-chi/render", "JSON", object, 2, none},
	{"github.com/go-chi/render", "XML", object, 2, none},
	{"github.com/go-chi/render", "PlainText", printed, 2, none},
	{"github.com/go-chi/render", "HTML", printed, 2, none},
	{"github.com/go-chi/render", "Render", object, 2, none},

	{"google.golang.org/grpc/status", "Error", printed, 1, none},
	{"google.golang.org/grpc/status", "Errorf", printed, 1, none},
	{"google.golang.org/grpc/status", "New", printed, 1, none},
	{"google.golang.org/grpc/status", "Newf", printed, 1, none},
	{"connectrpc.com/connect", "NewError", printed, 1, none},
	{"github.com/twitchtv/twirp", "NewError", printed, 1, none},
	{"github.com/twitchtv/twirp", "InternalError", printed, 0, none},
	{"github.com/twitchtv/twirp", "InternalErrorWith", printed, 0, none},
	{"github.com/ory/fosite", "RFC6749Error.WithDescription", printed, 0, none},
	{"github.com/ory/fosite", "RFC6749Error.WithHint", printed, 0, none},
	{"github.com/ory/fosite", "RFC6749Error.WithHintf", printed, 0, none},
	{"github.com/toolerr/toolerr/errkit", "Textf", values, 1, none}, // prints the public text of an error
}

// handlers are the packages of SDKs that send the text of the error which a tool handler returns. A handler has a context, a
// CallToolRequest and perhaps an input as its parameters, and a CallToolResult as its first result.
var handlers = []string{
	"github.com/mark3labs/mcp-go/mcp",
	"github.com/modelcontextprotocol/go-sdk/mcp",
}

// mirrors are packages with the names of another package, whose rows count for them.
var mirrors = map[string]string{
	"github.com/stacklok/toolhive-core/mcpcompat/mcp": "github.com/mark3labs/mcp-go/mcp",
}

// encoders are functions whose first result contains the text of their first argument, in which an error has no text.
var encoders = []struct{ pkg, name string }{
	{"encoding/json", "Marshal"},
	{"encoding/json", "MarshalIndent"},
}

// carriers are functions whose result contains the text of their arguments from arg on.
var carriers = []struct {
	pkg, name string // a function, or "" for all functions of the package
	arg       int
}{
	{"fmt", "Sprint", 0},
	{"fmt", "Sprintf", 0},
	{"fmt", "Sprintln", 0},
	{"fmt", "Append", 1},
	{"fmt", "Appendf", 1},
	{"fmt", "Errorf", 0},
	{"errors", "New", 0},
	{"errors", "Join", 0},
	{"errors", "Unwrap", 0},
	{"strings", "", 0},
	{"bytes", "", 0},
	{"html", "EscapeString", 0},
	{"html/template", "HTMLEscapeString", 0},
	{"strconv", "Quote", 0},
	{"golang.org/x/xerrors", "New", 0},
	{"golang.org/x/xerrors", "Errorf", 0},
	{"github.com/pkg/errors", "New", 0},
	{"github.com/pkg/errors", "Errorf", 0},
	{"github.com/pkg/errors", "Wrap", 0},
	{"github.com/pkg/errors", "Wrapf", 0},
	{"github.com/pkg/errors", "WithMessage", 0},
	{"github.com/pkg/errors", "WithMessagef", 0},
	{"github.com/pkg/errors", "WithStack", 0},
	{"github.com/pkg/errors", "Cause", 0},
	{"github.com/cockroachdb/errors", "", 0},
	{"github.com/samber/oops", "", 0},
}

// public are packages whose errors have public text: sinks make them, or their text is a constant. An argument of a sink that
// contains text of a foreign error is a finding of its own.
var public = []string{
	"context",
	"connectrpc.com/connect",
	"github.com/gofiber/fiber",
	"github.com/labstack/echo",
	"github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2",
	"github.com/toolerr/toolerr/errkit",
	"github.com/twitchtv/twirp",
	"google.golang.org/grpc/status",
}

// opaque are functions that return errors of functions which they were given, or only constants, or errors after which the client gets
// nothing.
var opaque = []struct{ pkg, name string }{
	{"golang.org/x/sync/errgroup", "Group.Wait"},
	{"context", "Cause"},
	{"net/http", "CrossOriginProtection.Check"}, // its texts are constants
	{"net/http", "ResponseWriter.Write"},
}

// inputs are functions that fail because of what a client sent.
var inputs = []struct{ pkg, name string }{
	{"net/http", "Request.ParseForm"},
	{"net/http", "Request.ParseMultipartForm"},
	{"github.com/gin-gonic/gin", "Context.Bind"},
	{"github.com/gin-gonic/gin", "Context.BindJSON"},
	{"github.com/gin-gonic/gin", "Context.BindQuery"},
	{"github.com/gin-gonic/gin", "Context.BindUri"},
	{"github.com/gin-gonic/gin", "Context.ShouldBind"},
	{"github.com/gin-gonic/gin", "Context.ShouldBindJSON"},
	{"github.com/gin-gonic/gin", "Context.ShouldBindQuery"},
	{"github.com/gin-gonic/gin", "Context.ShouldBindUri"},
	{"github.com/labstack/echo", "Context.Bind"},
	{"github.com/gofiber/fiber", "Ctx.BodyParser"},
	{"github.com/gofiber/fiber", "Ctx.QueryParser"},
	{"github.com/go-chi/render", "Bind"},
	{"github.com/go-chi/render", "DecodeJSON"},
}

// validation matches texts about an input that is not valid.
var validation = regexp.MustCompile(`(?i)\b(is|are) required\b|\bmissing (required|parameter|argument|field)|\brequired (parameter|argument|field)` +
	`|\bmust (not )?(be|have|contain|match|provide|specify)\b|\b(cannot|can't|can not) be (empty|blank|negative|null|nil|zero)\b` +
	`|\binvalid (value|parameter|argument) |\bis not a valid\b`)

var majorVersion = regexp.MustCompile(`/v[0-9]+(/|$)`)

// unversioned returns the path of a package without the major version of its module, or the path that it mirrors.
func unversioned(path string) string {
	path = strings.TrimSuffix(majorVersion.ReplaceAllString(path, "/"), "/")
	if original, ok := mirrors[path]; ok {
		return original
	}
	return path
}

// A call is a call of a function, of a method or of a method of an interface.
type call struct {
	pkg    string // the unversioned path of its package, "" for a function value
	name   string // of the function, or of the method with its type
	callee *types.Func
	recv   ssa.Value // nil for a function
	args   []ssa.Value
}

// calleeOf returns what a call calls.
func calleeOf(c *ssa.CallCommon) call {
	if c.IsInvoke() {
		of := call{callee: c.Method, recv: c.Value, args: c.Args}
		of.pkg, of.name = methodName(c.Value.Type(), c.Method)
		return of
	}
	fn := c.StaticCallee()
	if fn == nil {
		return call{args: c.Args}
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	f, ok := fn.Object().(*types.Func)
	if !ok || f.Pkg() == nil {
		return call{args: c.Args}
	}
	of := call{callee: f, pkg: unversioned(f.Pkg().Path()), name: f.Name(), args: c.Args}
	if recv := f.Signature().Recv(); recv != nil && len(c.Args) > 0 {
		of.recv, of.args = c.Args[0], c.Args[1:]
		of.pkg, of.name = methodName(recv.Type(), f)
	}
	return of
}

// methodName returns the path and the name of a method of a type.
func methodName(t types.Type, m *types.Func) (pkg, name string) {
	if m.Pkg() != nil {
		pkg = unversioned(m.Pkg().Path())
	}
	if named := namedOf(t); named != nil {
		if named.Obj().Pkg() != nil {
			pkg = unversioned(named.Obj().Pkg().Path())
		}
		return pkg, named.Obj().Name() + "." + m.Name()
	}
	return pkg, m.Name()
}

// String returns the name for messages, such as os.Open or (*sql.DB).Query without its package's path.
func (c call) String() string {
	base := c.pkg[strings.LastIndexByte(c.pkg, '/')+1:]
	if base == "" {
		return c.name
	}
	return base + "." + c.name
}

// namedOf returns the named type of t or of what t points to.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// isNamed reports whether t, or what it points to, is the named type.
func isNamed(t types.Type, pkg, name string) bool {
	named := namedOf(t)
	return named != nil && named.Obj().Name() == name && named.Obj().Pkg() != nil && unversioned(named.Obj().Pkg().Path()) == pkg
}

// writesResponse reports whether v is a response writer: it has the methods of http.ResponseWriter.
func writesResponse(v ssa.Value) bool {
	for {
		if has := methodsOf(v.Type()); has("Header") && has("WriteHeader") && has("Write") {
			return true
		}
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return false
		}
	}
}

func methodsOf(t types.Type) func(name string) bool {
	return func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		_, ok := obj.(*types.Func)
		return ok
	}
}

// encodesResponse reports whether v is a json.Encoder that writes to a response writer.
func encodesResponse(v ssa.Value) bool {
	made, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	of := calleeOf(made.Common())
	return of.pkg == "encoding/json" && of.name == "NewEncoder" && writesResponse(of.args[0])
}

// isResponseHeader reports whether v is the header of a response writer.
func isResponseHeader(v ssa.Value) bool {
	made, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	of := calleeOf(made.Common())
	return of.recv != nil && of.callee.Name() == "Header" && writesResponse(of.recv)
}

// A sent is a value that a client or a model gets.
type sent struct {
	value  ssa.Value
	form   form
	sink   string    // for messages
	status ssa.Value // nil if there is none
	pos    token.Pos // of the call, of the literal or of the return statement
}

// sentBy returns what an instruction sends by a row of sinks, or by an error that a tool handler returns.
func sentBy(instr ssa.Instruction) []sent {
	if isClient(instr.Parent()) {
		return nil
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return sentByCall(instr)
	case *ssa.Store:
		addr, ok := instr.Addr.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		for _, row := range sinks {
			typ, name, _ := strings.Cut(row.name, ".")
			if row.form == field && isNamed(addr.X.Type(), row.pkg, typ) && fieldName(addr.X.Type(), addr.Field) == name {
				return []sent{{instr.Val, printed, shortName(row.pkg, row.name), nil, instr.Pos()}}
			}
		}
	case *ssa.Convert:
		return sentByConversion(instr, instr.X)
	case *ssa.ChangeType:
		return sentByConversion(instr, instr.X)
	case *ssa.Return:
		if of := handlerPackage(instr.Parent()); of != "" {
			return []sent{{instr.Results[len(instr.Results)-1], printed, shortName(of, "CallToolResult"), nil, instr.Pos()}}
		}
	}
	return nil
}

// isClient reports whether a function is a method of a client of gRPC, which takes options for the call: its caller gets what it makes.
func isClient(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	return fn.Signature.Variadic() &&
		isNamed(params.At(params.Len()-1).Type().(*types.Slice).Elem(), "google.golang.org/grpc", "CallOption")
}

func sentByCall(instr ssa.CallInstruction) (all []sent) {
	of := calleeOf(instr.Common())
	if of.recv != nil && (of.callee.Name() == "Write" || of.callee.Name() == "WriteString") && len(of.args) == 1 && writesResponse(of.recv) {
		return []sent{{of.args[0], printed, "http.ResponseWriter." + of.callee.Name(), nil, instr.Pos()}}
	}
	for _, row := range sinks {
		if row.name != of.name || row.pkg != of.pkg || row.form == field || len(of.args) <= row.arg {
			continue
		}
		if row.form == written && !writesResponse(of.args[0]) || row.form == encoded && !encodesResponse(of.recv) ||
			row.form == header && !isResponseHeader(of.recv) {
			continue
		}
		var status ssa.Value
		if row.status != none {
			status = of.args[row.status]
		}
		args := of.args[row.arg:]
		if row.form == object || row.form == encoded {
			args = args[:1]
		}
		if row.form == values {
			args = variadic(args[0])
		}
		for _, v := range args {
			all = append(all, sent{v, row.form, of.String(), status, instr.Pos()})
		}
	}
	return all
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

func sentByConversion(v ssa.Value, from ssa.Value) []sent {
	if !isNamed(v.Type(), "github.com/toolerr/toolerr/errkit", "Text") || isNamed(from.Type(), "github.com/toolerr/toolerr/errkit", "Text") {
		return nil
	}
	return []sent{{from, printed, "errkit.Text", nil, v.Pos()}}
}

// handlerPackage returns the package of the SDK that a tool handler is for, or "".
func handlerPackage(fn *ssa.Function) string {
	params, results := fn.Signature.Params(), fn.Signature.Results()
	n := params.Len()
	if n < 2 || n > 3 || results.Len() != n && results.Len() != 2 || !isError(results.At(results.Len()-1).Type()) || fn.Name() == "CallTool" {
		return "" // CallTool is the method of a client
	}
	for _, pkg := range handlers {
		request := params.At(1).Type().String() // ServerRequest[*CallToolParamsRaw] in the official SDK
		if isNamed(results.At(0).Type(), pkg, "CallToolResult") && isNamed(params.At(0).Type(), "context", "Context") &&
			(strings.Contains(request, ".CallToolRequest") || strings.Contains(request, ".ServerRequest[")) {
			return pkg
		}
	}
	return ""
}

func shortName(pkg, name string) string { return pkg[strings.LastIndexByte(pkg, '/')+1:] + "." + name }

// fieldName returns the name of a field of a struct, or of what points to one.
func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.Field(i).Name()
	}
	return ""
}
