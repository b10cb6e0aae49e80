// Package places checks that a kind, a dialect and a released module are in every file that has
// one by hand. Its failures are the files that are missing, so that its lists are those of
// CONTRIBUTING.md, Add a kind, Add a dialect and Add an adapter.
package places

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// A place is a part of a file, in which NAME is the name of what is added, and name of a kind that
// in JSON.
type place struct {
	file, part string
	except     string // the names without such a part
}

// kindPlaces are the rows of each kind. Besides these each file with a mapping.Column has one.
var kindPlaces = []place{
	{"errkit/kind.go", "\n\tNAME:", ""},
	{"errkit/kind_test.go", "{errkit.NAME, ", ""},
	{"mapping/tables.txt", "\n\tname ", ""},
	{"dialect/adcp/codes.txt", " name", ""},
	{"cmd/toolerr/internal/explain/kinds.go", "\terrkit.NAME:", ""},
}

func TestKinds(t *testing.T) {
	places := kindPlaces
	for _, file := range files(t, "dialect", "examples") {
		if !strings.HasSuffix(file, "_test.go") && strings.Contains(read(t, file), "= mapping.Column[string]{") {
			places = append(places, place{file, "errkit.NAME", ""})
		}
	}
	require.Greater(t, len(places), len(kindPlaces), "no file has a mapping.Column")
	var missing []string
	for _, kind := range kinds(t) {
		inJSON := strings.ToLower(regexp.MustCompile(`\B[A-Z]`).ReplaceAllString(kind, "_$0"))
		own := slices.Clone(places)
		for i := range own {
			own[i].part = strings.ReplaceAll(own[i].part, "name", inJSON)
		}
		missing = append(missing, missingParts(t, own, kind, "")...)
	}
	require.Empty(t, strings.Join(missing, "\n"))
}

// kinds returns the names of the constants of type errkit.Kind.
func kinds(t *testing.T) (names []string) {
	_, constants, ok := strings.Cut(read(t, "errkit/kind.go"), "\nconst (\n\tInternal ")
	require.True(t, ok)
	constants, _, _ = strings.Cut("\tInternal "+constants, "\n)")
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Z]\w*)`).FindAllStringSubmatch(constants, -1) {
		names = append(names, m[1])
	}
	return names
}

// dialectPlaces are the parts of each dialect; NAME is the name of its package. A part of the
// package may be in another file of it.
var dialectPlaces = []place{
	{"dialect/NAME/doc.go", "// Package NAME, for applications, ", ""},
	{"dialect/NAME/append.go", ") Append(dst []byte, ", ""},
	{"dialect/NAME/decode.go", ") Decode(", ""},
	{"dialect/NAME/decode.go", ") Detect(", ""},
	{"dialect/NAME/dialect_test.go", "func TestLaws(", ""},
	{"dialect/NAME/dialect_test.go", "func TestGolden(", "httperr"},       // which is only decoded
	{"dialect/NAME/dialect_test.go", "func TestSchemas(", "httperr grpc"}, // which is not JSON
	{"dialect/NAME/documents_test.go", "func TestDocuments(", ""},
	{"dialect/NAME/documents_test.go", "func Fuzz", ""},
	{"dialect/NAME/example_test.go", "\t// Output:", ""},
	{"dialect/all/all.go", "\t{NAME.", ""},
	{"lab/strict/NAME.go", "\ntype ", "httperr grpc"},
	{"README.md", "`dialect/NAME`", ""},
}

// shape is a schema in a test of a dialect.
var shape = regexp.MustCompile(`golden\.ShapeOf\[(strict\.\w+)\]\("([^"]+)"\)`)

func TestDialects(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(root, "dialect"))
	require.NoError(t, err)
	var missing []string
	for _, folder := range folders {
		name := folder.Name()
		if !folder.IsDir() || slices.Contains([]string{"all", "dialecttest", "foreign", "wire"}, name) {
			continue
		}
		own := ""
		for _, file := range files(t, "dialect/"+name) {
			own += read(t, file)
		}
		places := dialectPlaces
		for _, m := range shape.FindAllStringSubmatch(own, -1) {
			places = append(places, place{"lab/schemagen/documents.go", `{"` + m[2] + `", ` + m[1] + "{}}", ""})
			if fixtures, _ := filepath.Glob(filepath.Join(root, "schemas/testdata/valid", m[2],
				"*.json")); len(fixtures) == 0 {
				missing = append(missing, "schemas/testdata/valid/"+m[2]+"/full.json: no fixture")
			}
		}
		missing = append(missing, missingParts(t, places, name, own)...)
	}
	require.Empty(t, strings.Join(missing, "\n"))
}

// missingParts returns the places that a name is not in. own is the text of its package.
// modulePlaces are the parts of each nested module that is released; NAME is its folder.
var modulePlaces = []place{
	{"NAME/example_test.go", "func Example", ""},
	{"CHANGELOG.md", "NAME", ""},
}

func TestModules(t *testing.T) {
	var missing []string
	for _, pattern := range []string{"*", "*/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern, "go.mod"))
		require.NoError(t, err)
		for _, file := range found {
			name, err := filepath.Rel(root, filepath.Dir(file))
			require.NoError(t, err)
			if name != "bench" && name != "examples" && name != "interop" { // which nobody requires
				missing = append(missing, missingParts(t, modulePlaces, filepath.ToSlash(name), "")...)
			}
		}
	}
	require.Empty(t, strings.Join(missing, "\n"))
}

func missingParts(t *testing.T, places []place, name, own string) (missing []string) {
	for _, p := range places {
		file, part := strings.ReplaceAll(p.file, "NAME", name), strings.ReplaceAll(p.part, "NAME", name)
		text := own
		if own == "" || !strings.HasPrefix(p.file, "dialect/NAME/") {
			text = read(t, file)
		}
		pattern := regexp.QuoteMeta(part)
		if strings.HasSuffix(p.part, "NAME") { // and not the start of another name
			pattern += `\b`
		}
		if !slices.Contains(strings.Fields(p.except), name) && !regexp.MustCompile(pattern).MatchString(text) {
			missing = append(missing, file+": no "+strings.TrimSpace(part))
		}
	}
	return missing
}

// files returns the Go files in folders, without test data.
func files(t *testing.T, folders ...string) (paths []string) {
	for _, folder := range folders {
		require.NoError(t, fs.WalkDir(os.DirFS(root), folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".go" && !strings.Contains(path, "/testdata/") {
				paths = append(paths, path)
			}
			return err
		}))
	}
	return paths
}

// read returns the text of a file, "" if there is none.
func read(t *testing.T, file string) string {
	text, err := os.ReadFile(filepath.Join(root, file))
	if !errors.Is(err, fs.ErrNotExist) {
		require.NoError(t, err)
	}
	return string(text)
}
