package layering

// module is the path of this module.
const module = "github.com/toolerr/toolerr"

// forDialects are the packages that every dialect may import: every package in the folder dialect except those in
// notDialects.
var forDialects = []string{
	"errkit", "mapping", "jsontree", "dialect", "dialect/wire", "dialect/wire/rpcdetails",
	"internal/jsonw", "internal/delay", "internal/limit", "internal/pointer", "internal/httphead", "internal/guess", "internal/fieldtext", "internal/scratch", "internal/rpc",
}

// bases lists the dialects and adapters that may import another one, their base, or the list of dialects.
var bases = map[string]string{
	"dialect/aai":       "dialect/mcp",     // AAI gateways respond as MCP does
	"dialect/acp":       "dialect/mcp",     // the texts that models read
	"dialect/adcp":      "dialect/mcp",     // a profile of MCP
	"dialect/httperr":   "dialect/problem", // what it renders
	"dialect/model":     "dialect/mcp",     // the texts that models read
	"dialect/toolerror": "dialect/mcp",     // a profile of MCP

	"adapters/caddy":                       "dialect/all", // its configuration names dialects
	"adapters/extproc/cmd/toolerr-extproc": "dialect/all", // its flags name dialects

	"adapters/echo": "adapters/nethttp", // whose middleware they install
	"adapters/gin":  "adapters/nethttp",
}

// notDialects are the packages in the folder dialect that are not dialects. Those that dialects may import have a row in closed.
var notDialects = []string{"dialect/wire", "dialect/wire/rpcdetails", "dialect/all", "dialect/dialecttest"}

// closed lists the packages that may import only the standard library and the packages of this module in allows. Each
// package in allows has its own row above, so that indirect imports are restricted, too. Packages that are not listed may
// import any library.
var closed = []struct {
	pkg    string
	allows []string
}{
	{"internal/errchain", nil},
	{"internal/limit", []string{"internal/errchain"}},
	{"internal/jsonw", nil},
	{"internal/jsonfield", nil},
	{"internal/leak", nil},
	{"internal/language", nil},
	{"internal/delay", nil},
	{"internal/httphead", []string{"internal/delay", "internal/limit"}},
	{"internal/pointer", []string{"internal/jsonw", "internal/limit"}},
	{"internal/scratch", []string{"internal/jsonw"}},
	{"internal/rpc", []string{"internal/limit"}},
	{"jsontree", []string{"internal/jsonw", "internal/limit", "internal/pointer"}},
	{"errkit", []string{"jsontree", "internal/jsonw", "internal/delay", "internal/limit", "internal/errchain"}},
	{"schemas", []string{"errkit"}}, // for the names of the kinds
	{"mapping", []string{"errkit", "internal/rpc"}},
	{"internal/advice", []string{"errkit", "internal/delay"}},
	{"internal/guess", []string{"errkit"}},
	{"internal/fieldtext", []string{"errkit", "internal/pointer"}},
	{"dialect", []string{
		"errkit", "mapping", "jsontree", "internal/delay", "internal/advice", "internal/leak", "internal/limit", "internal/httphead", "internal/pointer",
	}},
	{"dialect/wire", []string{
		"errkit", "mapping", "jsontree", "dialect",
		"internal/jsonw", "internal/delay", "internal/limit", "internal/pointer", "internal/httphead", "internal/guess", "internal/fieldtext", "internal/advice", "internal/rpc", "internal/scratch",
	}},
	{"dialect/wire/rpcdetails", []string{
		"errkit", "mapping", "jsontree", "dialect", "dialect/wire", "internal/jsonw", "internal/delay", "internal/limit", "internal/pointer",
	}},
	{"middleware", []string{"errkit", "mapping", "jsontree", "internal/jsonw", "internal/jsonfield", "internal/limit", "internal/pointer", "internal/errchain", "internal/language"}},
}

// forbidden lists imports that are not allowed: from any package in the folder from to any package in the folder to.
// "" is the whole module.
var forbidden = []struct {
	from, to string
	reason   string
}{
	{"", "cmd", "commands must not be imported"},
	{"adapters", "dialect/all", "an adapter imports only the dialects that it uses"},
	{"schemas", "middleware", "schemas must not depend on middleware"},
	{"schemas", "adapters", "schemas must not depend on a transport"},
	{"middleware", "adapters", "middleware must not depend on a transport"},
	{"tool", "adapters", "tools must not depend on a transport"},
	{"tool", "dialect", "tools must not depend on a wire format"},
	{"internal", "adapters", "internal packages must not depend on a transport"},
	{"bridge", "adapters", "the bridge must not depend on a transport"},
}

// independent lists the folders whose children must not import each other.
var independent = []string{
	"adapters",
}
