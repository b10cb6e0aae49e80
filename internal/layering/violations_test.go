package layering

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Package is the part of the output of `go list -json` that the rules need. Imports does not
// include the imports of tests, to which the rules do not apply.
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

// Violations returns a line for every import that violates a rule, in the order of all: "a
// imports b: reason". all must include the imported packages, as in the output of `go list
// -deps`.
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

// violation returns the reason why the package from, relative to the module, must not import
// path, or "" if it may.
func violation(from, path string, standard bool) string {
	to, isLocal := local(path)
	switch {
	case standard:
		return ""
	case !isLocal:
		if under(from, standardOnly.folders) && !under(from, standardOnly.except) {
			return "it may import only the standard library and packages of this module"
		}
		return ""
	}
	if f, t := stratum(from), stratum(to); f < t && !excepted(from, to) {
		return fmt.Sprintf("%s is in the stratum %q, before %q", from, strata[f].name, strata[t].name)
	}
	for _, r := range forbidden {
		if within(from, r.from) && within(to, r.to) && !under(from, r.except) {
			return r.reason
		}
	}
	for _, f := range families {
		a, b := child(from, f.folder), child(to, f.folder)
		if within(from, f.folder) && b != "" && a != b && !under(to, f.common) && !based(from, to) {
			return "the children of " + f.folder + " must not import each other, but by a row in bases (rules_test.go)"
		}
	}
	return ""
}

// stratum returns the index in strata of the stratum of a package: the one of the longest folder
// that contains it.
func stratum(pkg string) int {
	at, longest := len(strata)-1, -1
	for i, s := range strata {
		for _, folder := range s.folders {
			if within(pkg, folder) && len(folder) > longest {
				at, longest = i, len(folder)
			}
		}
	}
	return at
}

// excepted reports whether an import runs against the strata with a reason.
func excepted(from, to string) bool {
	for _, r := range against {
		if r.from == from && r.to == to {
			return true
		}
	}
	return false
}

// based reports whether to is a base of from.
func based(from, to string) bool {
	for _, r := range bases {
		if within(from, r.from) && within(to, r.to) {
			return true
		}
	}
	return false
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

// under reports whether pkg is one of these folders or below it.
func under(pkg string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return within(pkg, folder) })
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
