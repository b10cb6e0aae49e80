// Package layering defines which packages of this module may import which:
//
//	value (errkit) <- table (mapping) <- bytes (dialect) <- transport (adapters)
//
// The rules are the tables in rules.go. The test of this package checks the output of `go list` against them.
package layering

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Package is the part of the output of `go list -json` that the rules need. Imports does not include the imports of
// tests, to which the rules do not apply.
type Package struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// Read decodes the output of `go list -json`, a sequence of JSON objects.
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

// Violations returns a line for every import that violates a rule, in the order of all: "a imports b: reason". all must
// include the imported packages, as in the output of `go list -deps`.
func Violations(all []Package) []string {
	standard := map[string]bool{}
	for _, p := range all {
		standard[p.ImportPath] = p.Standard
	}
	var found []string
	for _, p := range all {
		from, ok := local(p.ImportPath)
		if !ok {
			continue
		}
		for _, path := range p.Imports {
			if reason := violation(from, path, standard[path]); reason != "" {
				found = append(found, fmt.Sprintf("%s imports %s: %s", p.ImportPath, path, reason))
			}
		}
	}
	return found
}

// violation returns the reason why the package from, relative to the module, must not import path, or "" if it may.
func violation(from, path string, standard bool) string {
	if standard {
		return ""
	}
	to, isLocal := local(path)
	if allows, ok := allowed(from); ok && !(isLocal && slices.Contains(allows, to)) {
		return "it may import only the standard library and " + fmt.Sprint(allows)
	}
	if !isLocal {
		return ""
	}
	for _, r := range forbidden {
		if within(from, r.from) && within(to, r.to) && !within(from, r.to) && bases[from] != to {
			return r.reason
		}
	}
	for _, parent := range independent {
		if a, b := child(from, parent), child(to, parent); a != b && a != "" && b != "" && bases[from] != to {
			return "the children of " + parent + " must not import each other"
		}
	}
	return ""
}

// allowed returns the packages of this module that pkg may import, if it may not import any library.
func allowed(pkg string) (allows []string, ok bool) {
	for _, r := range closed {
		if r.pkg == pkg {
			return r.allows, true
		}
	}
	if child(pkg, "dialect") == "" || slices.Contains(notDialects, pkg) {
		return nil, false
	}
	if base, ok := bases[pkg]; ok {
		return append([]string{base}, forDialects...), true
	}
	return forDialects, true
}

// local returns path relative to the module, and whether the package is in this module.
func local(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// within reports whether pkg is folder or below it.
func within(pkg, folder string) bool {
	return folder == "" || pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

// child returns the child folder of parent that contains pkg, or "".
func child(pkg, parent string) string {
	below, ok := strings.CutPrefix(pkg, parent+"/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(below, "/")
	return name
}
