package layering

// module is the path of this module.
const module = "github.com/toolerr/toolerr"

// strata lists the folders of each stratum, from left to right. A package is in the stratum of the
// longest folder that contains it, and imports packages of its own stratum and of those before it.
var strata = []struct {
	name    string
	folders []string
}{
	{"ground", []string{"internal", "jsontree"}},
	{"value", []string{"errkit", "mapping"}},
	{"bytes", []string{"dialect"}},
	{"boundary", []string{"middleware", "tool", "internal/mcplist", "internal/request", "internal/violation"}},
	{"edge", []string{"adapters", "bridge", "check", "errkittest", "schemas", "internal/mcpserver", "internal/metrics"}},
	{"doors", []string{"cmd", "analyzer", "lab", "bench", "interop", "examples", "internal/layering"}},
}

// against lists the imports that run against the strata, none of which closes a circle.
var against = []struct {
	from, to string
	reason   string
}{
	{"internal/header", "errkit", "the challenge of an error is a header"},
}

// families lists the folders whose children do not import each other, and what all of these
// may import.
var families = []struct {
	folder string
	common []string
}{
	{"dialect", []string{"dialect/wire", "dialect/foreign"}},
	{"adapters", nil},
}

// bases lists the children of a family that import another one: their base. "" is any.
var bases = []struct{ from, to string }{
	{"dialect/aai", "dialect/mcp"},         // AAI gateways respond as MCP does
	{"dialect/acp", "dialect/mcp"},         // the texts that models read
	{"dialect/adcp", "dialect/mcp"},        // a profile of MCP
	{"dialect/all", ""},                    // the list
	{"dialect/dialecttest", ""},            // the laws
	{"dialect/httperr", "dialect/problem"}, // what it renders
	{"dialect/model", "dialect/mcp"},       // the texts that models read
	{"dialect/toolerror", "dialect/mcp"},   // a profile of MCP
	{"adapters/echo", "adapters/nethttp"},  // whose middleware they install
	{"adapters/gin", "adapters/nethttp"},   // whose middleware they install
}

// forbidden lists imports that the strata allow and that are not allowed all the same: from any
// package in the folder from to any package in the folder to, except those in except.
var forbidden = []struct {
	from, to string
	except   []string
	reason   string
}{
	{"", "cmd", []string{"cmd"}, "commands must not be imported"},
	{"", "dialect/dialecttest", []string{"dialect/dialecttest", "lab"}, "the laws are imported by tests"},
	{"adapters", "dialect/all", []string{"adapters/caddy", "adapters/extproc/cmd"},
		"an adapter imports only the dialects that it uses"},
	{"tool", "dialect", nil, "tools must not depend on a wire format"},
	{"bridge", "adapters", nil, "the bridge must not depend on a transport"},
	{"internal", "adapters", nil, "internal packages must not depend on a transport"},
}

// kept lists the internal packages that modules of their own import, other than those that are
// only run here. Such a module is released apart from the root module, and a program may have an
// older version of it with a newer root. So these packages stay compatible, like public ones:
// `make api` builds the newest release of each module with this tree. Do not add a row where
// a public function or a few lines do.
var kept = []struct {
	internal string
	by       []string
	reason   string
}{
	{"internal/errchain",
		[]string{"adapters/a2a", "adapters/gin", "adapters/llm", "adapters/mcpgo", "middleware/otel", "middleware/otel/mcp"},
		"errors outside of a boundary may wrap themselves, or panic"},
	{"internal/header", []string{"adapters/mcpgo"}, "the language of a request"},
	{"internal/mcpserver", []string{"adapters/mcpgo"}, "the life of an MCP call, which adapters/mcp shares"},
	{"internal/metrics", []string{"adapters/caddy", "adapters/extproc/cmd/toolerr-extproc"}, "the metrics of a front, which toolerr proxy has too"},
	{"internal/pointer", []string{"adapters/echo", "adapters/mcpgo"}, "names in JSON pointers"},
	{"internal/text", []string{"middleware/otel"}, "bounds of what is logged"},
}

// standardOnly lists the folders whose packages import no library, so that whoever imports them
// links none, and the folders in these that do.
var standardOnly = struct{ folders, except []string }{
	[]string{"internal", "jsontree", "errkit", "mapping", "dialect", "schemas", "middleware"},
	[]string{
		"internal/layering", "internal/mcpserver", "internal/metrics", "internal/schema", "dialect/dialecttest",
		"schemas/verify", "middleware/jsonschema", "middleware/otel", "middleware/validate",
	},
}
