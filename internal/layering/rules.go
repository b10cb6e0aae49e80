package layering

// module is the path that all packages of ours begin with.
const module = "github.com/toolerr/toolerr"

// closed lists the packages that stand on the standard library, and on the packages of ours that
// their row allows, alone. Each allowed package has a row of its own, so that the whole tree below
// it is closed too. Packages without a row may use any library.
var closed = []struct {
	pkg    string
	allows []string
}{
	{"internal/jsonw", nil},
	{"errkit", []string{"internal/jsonw"}},
	{"internal/jsonr", []string{"internal/jsonw"}}, // for the clean text of its own errors
	{"schemas", []string{"errkit"}}, // for the names of the kinds
	{"mapping", []string{"errkit"}},
	{"dialect", []string{"errkit", "mapping", "internal/jsonr", "internal/jsonw"}},
	{"middleware", []string{"errkit", "mapping", "internal/jsonr", "internal/jsonw"}},
}

// never lists the imports that nobody makes: from the packages of one tree to those of another.
// A tree is a folder with all below it; "" is the whole module.
var never = []struct {
	from, to string
	why      string
}{
	{"", "cmd", "a command is the end of the line"},
	{"schemas", "middleware", "shapes know no boundary"},
	{"schemas", "adapters", "shapes know no transport"},
	{"middleware", "adapters", "the boundary knows no transport"},
	{"internal", "adapters", "what all share knows no transport"},
}

// apart lists the folders whose children never import each other.
var apart = []string{
	"adapters",
}
