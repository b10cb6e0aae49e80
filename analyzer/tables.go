package analyzer

import (
	_ "embed"
	"slices"
	"strconv"
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

var forms = []string{"printed", "object", "written", "encoded", "values", "field", "header"}

// prints reports whether an error has its text in what is sent.
func (f form) prints() bool { return f == printed || f == written || f == header }

// none is the status of a sink that has no HTTP status.
const none = -1

// The paths of packages have no major version.
const (
	ginPath    = "github.com/gin-gonic/gin"
	mcpgoPath  = "github.com/mark3labs/mcp-go/mcp"
	sdkPath    = "github.com/modelcontextprotocol/go-sdk/mcp"
	modulePath = "github.com/toolerr/toolerr"
	errkitPath = modulePath + "/errkit"
	serverPath = "github.com/mark3labs/mcp-go/server"
)

// A row of a table is symbols with a property that the analyzer knows of them.
type row struct {
	symbols
	form   form // of a sink
	arg    int  // an argument, without the receiver
	status int  // the argument of a sink with the HTTP status
}

//go:embed tables.txt
var tablesText string

// tables are the rows of tables.txt by the names of the tables.
var tables = parseTables(tablesText)

func parseTables(text string) map[string][]row {
	tables := map[string][]row{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		name, r := words[0], row{status: none}
		columns := []*int{&r.arg, &r.status}
		words = words[1:]
		if i := slices.Index(forms, words[0]); i >= 0 {
			r.form, words = form(i), words[1:]
		}
		for ; words[0] == "-" || words[0][0] <= '9'; words, columns = words[1:], columns[1:] {
			if n, err := strconv.Atoi(words[0]); err == nil {
				*columns[0] = n
			}
		}
		r.symbols = symbols{words[0], strings.Join(words[1:], " ")}
		tables[name] = append(tables[name], r)
	}
	return tables
}

// isPublicPackage reports whether the errors of a package have public texts.
func isPublicPackage(path string) bool {
	return slices.ContainsFunc(tables["public"], func(r row) bool { return r.pkg == path })
}

// middlewares are the functions that make servers, and the ones that make the middleware of toolerr
// for them, by the packages of functions that add handlers to the servers.
var middlewares = map[string][2]symbols{
	serverPath: {{serverPath, "NewMCPServer"}, {modulePath + "/adapters/mcpgo", "WithMiddleware"}},
	sdkPath:    {{sdkPath, "NewServer"}, {modulePath + "/adapters/mcp", "Middleware"}},
}

// mirrors are packages with the names of another package, whose rows count for them.
var mirrors = map[string]string{"github.com/stacklok/toolhive-core/mcpcompat/mcp": mcpgoPath}

// Symbols are functions, methods or fields of a package, separated by spaces. Methods and fields
// have the name of their type; "" is all functions of the package.
type symbols struct{ pkg, names string }

// has reports whether a name of a package is among the symbols.
func (s symbols) has(pkg, name string) bool {
	return s.pkg == pkg && (s.names == "" || slices.Contains(strings.Fields(s.names), name))
}
