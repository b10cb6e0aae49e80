package analyzer

import (
	"slices"
	"strings"
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

// The paths of packages, here and in all tables, have no major version.
const (
	echoPath    = "github.com/labstack/echo"
	fiberPath   = "github.com/gofiber/fiber"
	ginPath     = "github.com/gin-gonic/gin"
	renderPath  = "github.com/go-chi/render"
	jsonrpcPath = "github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2" // its WireError is jsonrpc.Error
	mcpgoPath   = "github.com/mark3labs/mcp-go/mcp"
	sdkPath     = "github.com/modelcontextprotocol/go-sdk/mcp"
	statusPath  = "google.golang.org/grpc/status"
	connectPath = "connectrpc.com/connect"
	twirpPath   = "github.com/twitchtv/twirp"
)

// A sink is symbols that send a value in the same way.
type sink struct {
	symbols
	form   form
	arg    int // the first argument that is sent, without the receiver
	status int // the argument with the HTTP status
}

// sinks are the functions, methods and fields whose text a client or a model gets.
var sinks = []sink{
	{symbols{"net/http", "Error"}, printed, 1, 2},
	{symbols{"fmt", "Fprint Fprintf Fprintln"}, written, 1, none},
	{symbols{"io", "WriteString"}, written, 1, none},
	{symbols{"net/http", "Header.Set Header.Add"}, header, 1, none},
	{symbols{"encoding/json", "Encoder.Encode"}, encoded, 0, none},

	{symbols{mcpgoPath, "NewToolResultError NewToolResultErrorf NewToolResultErrorFromErr"}, printed, 0, none},
	{symbols{mcpgoPath, "NewToolResultText NewTextContent"}, printed, 0, none},
	{symbols{mcpgoPath, "NewToolResultStructured NewToolResultStructuredOnly"}, object, 0, none},
	{symbols{mcpgoPath, "NewJSONRPCError"}, printed, 2, none},
	{symbols{mcpgoPath, "TextContent.Text"}, field, 0, none},
	{symbols{sdkPath, "TextContent.Text"}, field, 0, none},
	{symbols{sdkPath, "CallToolResult.SetError"}, printed, 0, none},
	{symbols{jsonrpcPath, "WireError.Message"}, field, 0, none},

	{symbols{ginPath, "Context.JSON Context.AsciiJSON Context.IndentedJSON Context.PureJSON"}, object, 1, 0},
	{symbols{ginPath, "Context.SecureJSON Context.XML Context.YAML"}, object, 1, 0},
	{symbols{ginPath, "Context.AbortWithStatusJSON Context.AbortWithStatusPureJSON"}, object, 1, 0},
	{symbols{ginPath, "Context.String"}, printed, 1, 0},
	{symbols{echoPath, "Context.JSON Context.JSONPretty Context.XML"}, object, 1, 0},
	{symbols{echoPath, "Context.String Context.HTML NewHTTPError"}, printed, 1, 0},
	{symbols{echoPath, "HTTPError.Message"}, field, 0, none},
	{symbols{fiberPath, "Ctx.JSON Ctx.XML"}, object, 0, none},
	{symbols{fiberPath, "Ctx.SendString"}, printed, 0, none},
	{symbols{fiberPath, "NewError"}, printed, 1, 0},
	{symbols{renderPath, "JSON XML Render"}, object, 2, none},
	{symbols{renderPath, "PlainText HTML"}, printed, 2, none},

	{symbols{statusPath, "Error Errorf New Newf"}, printed, 1, none},
	{symbols{connectPath, "NewError"}, printed, 1, none},
	{symbols{twirpPath, "NewError"}, printed, 1, none},
	{symbols{twirpPath, "InternalError InternalErrorWith"}, printed, 0, none},
	{symbols{"github.com/ory/fosite", "RFC6749Error.WithDescription RFC6749Error.WithHint"}, printed, 0, none},
	{symbols{"github.com/ory/fosite", "RFC6749Error.WithHintf"}, printed, 0, none},
	{symbols{errkitPath, "Textf"}, values, 1, none}, // prints the public text of an error
	{symbols{errkitPath, "Newf"}, values, 2, none},
	{symbols{errkitPath, "Wrapf"}, values, 3, none},
}

// handlers are the packages of SDKs that send the text of the error which a tool handler returns.
// A handler has a context, a CallToolRequest and perhaps an input as its parameters, and a
// CallToolResult as its first result.
var handlers = []string{mcpgoPath, sdkPath}

// mirrors are packages with the names of another package, whose rows count for them.
var mirrors = map[string]string{"github.com/stacklok/toolhive-core/mcpcompat/mcp": mcpgoPath}

// Symbols are functions, methods or fields of a package, separated by spaces. Methods and fields
// have the name of their type; "" is all functions of the package.
type symbols struct{ pkg, names string }

// has reports whether a name of a package is among the symbols.
func (s symbols) has(pkg, name string) bool {
	return s.pkg == pkg && (s.names == "" || slices.Contains(strings.Fields(s.names), name))
}
