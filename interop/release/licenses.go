package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// thirdParty is the file of an archive with the licenses of what is in a program and not ours.
const thirdParty = "THIRD-PARTY.txt"

// licenseName is a name of a file that the authors of a module require of who passes its code on:
// licenses, notices (Apache 2.0, section 4), grants of patents.
var licenseName = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|copyright|notice|patents)([._-].*)?$`)

// A linked is a package that is in a program, as `go list` prints it.
type linked struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct{ Path, Version, Dir string }
}

// linked returns the packages of a program in a folder, as it is built with the variables.
func (e *environment) linked(more []string, dir, pkg string) (packages []linked, goroot string, err error) {
	variables, err := e.variables()
	if err != nil {
		return nil, "", err
	}
	stdout := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(e.ctx, "go", args...)
		cmd.Dir, cmd.Env = dir, slices.Concat(os.Environ(), variables, more)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, &stderr)
		}
		return out, nil
	}
	list, err := stdout("list", "-deps", "-json=ImportPath,Dir,Standard,Module", pkg)
	if err != nil {
		return nil, "", err
	}
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p linked
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			out, err := stdout("env", "GOROOT")
			return packages, strings.TrimSpace(string(out)), err
		case err != nil:
			return nil, "", err
		}
		packages = append(packages, p)
	}
}

// licenses returns the texts of the licenses and notices of the modules that packages are of, and
// of Go, whose standard library is in each program: those in the folder of each package and in the
// folders around it, each text once. It fails for a module without a license. The license of this
// repository is not among them.
func licenses(packages []linked, goroot string) ([]byte, error) {
	where := map[string][]string{} // the files that have a text
	found := map[string]bool{}     // modules
	var texts []string             // in the order of the modules
	slices.SortFunc(packages, func(a, b linked) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	read := func(name, top, dir string) error {
		found[name] = found[name] || false
		for ; ; dir = filepath.Dir(dir) {
			files, err := os.ReadDir(dir)
			if err != nil {
				return err
			}
			for _, f := range files {
				if !f.Type().IsRegular() || !licenseName.MatchString(f.Name()) || filepath.Ext(f.Name()) == ".go" {
					continue
				}
				data, err := os.ReadFile(filepath.Join(dir, f.Name()))
				if err != nil {
					return err
				}
				inside, err := filepath.Rel(top, filepath.Join(dir, f.Name()))
				if err != nil {
					return err
				}
				found[name] = true
				text, place := strings.TrimSpace(string(data)), name+": "+filepath.ToSlash(inside)
				if where[text] == nil {
					texts = append(texts, text)
				}
				if !slices.Contains(where[text], place) {
					where[text] = append(where[text], place)
				}
			}
			if dir == top || len(dir) <= len(top) {
				return nil
			}
		}
	}
	if err := read("Go and its standard library", goroot, goroot); err != nil {
		return nil, err
	}
	for _, p := range packages {
		m := p.Module
		switch {
		case p.Standard, m != nil && (m.Path == root || strings.HasPrefix(m.Path, root+"/")):
			continue
		case m == nil || m.Dir == "":
			return nil, fmt.Errorf("%s: of no module", p.ImportPath)
		}
		if err := read(m.Path+" "+m.Version, m.Dir, p.Dir); err != nil {
			return nil, err
		}
	}
	for name, ok := range found {
		if !ok {
			return nil, fmt.Errorf("%s: no file with a license", name)
		}
	}
	var b bytes.Buffer
	b.WriteString("This program contains the following software. Each part has the license below its name.\n" +
		"The source of a part is the Go module with this name and version, which its repository has.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(where[text], "\n"), text)
	}
	return b.Bytes(), nil
}
