package layering

// module is the path of this module.
const module = "github.com/toolerr/toolerr"

// closed lists the packages that may import only the standard library and the packages of this module in allows. Each
// package in allows has its own row above, so that indirect imports are restricted, too. Packages that are not listed may
// import any library.
var closed = []struct {
	pkg    string
	allows []string
}{
	{"internal/jsonw", nil},
	{"errkit", []string{"internal/jsonw"}},
	{"internal/jsonr", []string{"internal/jsonw"}}, // to clean the text of its errors
	{"schemas", []string{"errkit"}},                // for the names of the kinds
	{"mapping", []string{"errkit"}},
	{"dialect", []string{"errkit", "mapping", "internal/jsonr", "internal/jsonw"}},
	{"middleware", []string{"errkit", "mapping", "internal/jsonr", "internal/jsonw"}},
}

// forbidden lists imports that are not allowed: from any package in the folder from to any package in the folder to.
// "" is the whole module.
var forbidden = []struct {
	from, to string
	reason   string
}{
	{"", "cmd", "commands must not be imported"},
	{"schemas", "middleware", "schemas must not depend on middleware"},
	{"schemas", "adapters", "schemas must not depend on a transport"},
	{"middleware", "adapters", "middleware must not depend on a transport"},
	{"tool", "adapters", "tools must not depend on a transport"},
	{"tool", "dialect", "tools must not depend on a wire format"},
	{"internal", "adapters", "internal packages must not depend on a transport"},
}

// independent lists the folders whose children must not import each other.
var independent = []string{
	"adapters",
}
