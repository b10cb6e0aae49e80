// Package layering holds the packages of this module to one direction:
//
//	value (errkit) <- table (mapping) <- bytes (dialect) <- transport (adapters)
//
// The rules are the tables in rules.go; start there. The test of this package checks them against
// what `go list` says of the working tree.
package layering

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Package is what `go list -json` says of one package, as far as the rules ask. Imports are those
// of the package itself: its tests may import what they like.
type Package struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// Read decodes the output of `go list -json`: one JSON object after the other.
func Read(r io.Reader) ([]Package, error) {
	var all []Package
	for d := json.NewDecoder(r); ; {
		var p Package
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("layering: package %d of the list: %w", len(all)+1, err)
		}
		all = append(all, p)
	}
}

// Violations names every import that breaks a rule, in the order of the list: "a imports b: why".
// The list must tell of each import whether it is of the standard library, as `go list -deps` does.
func Violations(all []Package) []string {
	standard := map[string]bool{}
	for _, p := range all {
		standard[p.ImportPath] = p.Standard
	}
	var found []string
	for _, p := range all {
		from, ours := local(p.ImportPath)
		if !ours {
			continue
		}
		for _, path := range p.Imports {
			if why := broken(from, path, standard[path]); why != "" {
				found = append(found, fmt.Sprintf("%s imports %s: %s", p.ImportPath, path, why))
			}
		}
	}
	return found
}

// broken returns the reason why the package of ours must not import the path, or "".
func broken(from, path string, standard bool) string {
	if standard {
		return ""
	}
	to, ours := local(path)
	for _, r := range closed {
		if r.pkg == from && !(ours && slices.Contains(r.allows, to)) {
			return "it stands on the standard library and " + fmt.Sprint(r.allows) + " alone"
		}
	}
	if !ours {
		return ""
	}
	for _, r := range never {
		if within(from, r.from) && within(to, r.to) && !within(from, r.to) {
			return r.why
		}
	}
	for _, parent := range apart {
		if a, b := child(from, parent), child(to, parent); a != b && a != "" && b != "" {
			return "siblings under " + parent + " never import each other"
		}
	}
	return ""
}

// local returns the path below the module, and whether the package is of this module at all.
func local(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// within reports whether the package is the folder or lies below it.
func within(pkg, folder string) bool {
	return folder == "" || pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

// child returns the name of the folder right below parent that the package lies in, or "".
func child(pkg, parent string) string {
	below, ok := strings.CutPrefix(pkg, parent+"/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(below, "/")
	return name
}
