package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// root is the path of the root module. The paths of the others begin with it.
const root = "github.com/toolerr/toolerr"

// internalModules are the folders of the modules that only this repository uses. They are not
// released.
var internalModules = []string{"bench", "examples", "interop"}

// A Module is a module of the repository.
type Module struct {
	Dir  string // as a path from the root of the repository, with slashes; "." is the root module
	file *modfile.File
}

// Path returns the module path.
func (m *Module) Path() string { return m.file.Module.Mod.Path }

// Released reports whether users can require the module.
func (m *Module) Released() bool { return !slices.Contains(internalModules, m.Dir) }

// Tag returns the name of the tag of a version, which has the folder of a nested module.
func (m *Module) Tag(version string) string {
	if m.Dir == "." {
		return version
	}
	return m.Dir + "/" + version
}

// modules returns the modules of a repository, each one after those that it requires.
func modules(tree string) ([]*Module, error) {
	files, err := git(tree, "ls-files", "--", "go.mod", "*/go.mod")
	if err != nil {
		return nil, err
	}
	var rest []*Module
	for _, name := range strings.Fields(files) {
		if strings.Contains(name, "testdata/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			return nil, err
		}
		file, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, err
		}
		rest = append(rest, &Module{Dir: filepath.ToSlash(filepath.Dir(name)), file: file})
	}
	slices.SortFunc(rest, func(a, b *Module) int { return strings.Compare(a.Dir, b.Dir) })
	var sorted []*Module
	for len(rest) > 0 {
		next := slices.IndexFunc(rest, func(m *Module) bool {
			return !slices.ContainsFunc(rest, func(other *Module) bool { return m != other && m.requires(other.Path()) })
		})
		if next < 0 {
			return nil, fmt.Errorf("the module %s is part of a cycle of requirements", rest[0].Path())
		}
		sorted = append(sorted, rest[next])
		rest = slices.Delete(rest, next, next+1)
	}
	return sorted, nil
}

// released returns the modules of a repository that users can require.
func released(tree string) ([]*Module, error) {
	all, err := modules(tree)
	return slices.DeleteFunc(all, func(m *Module) bool { return !m.Released() }), err
}

func (m *Module) requires(path string) bool {
	return slices.ContainsFunc(m.file.Require, func(r *modfile.Require) bool { return r.Mod.Path == path })
}

// ours reports whether the path of a module is one of this repository.
func ours(path string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// require sets the version of each required module of the repository, and writes go.mod. Without
// replace it removes the directives that replace these modules by their folders.
func (m *Module) require(tree, version string, replace bool) error {
	for _, r := range m.file.Require {
		if ours(r.Mod.Path) {
			if err := m.file.AddRequire(r.Mod.Path, version); err != nil {
				return err
			}
		}
	}
	for _, r := range slices.Clone(m.file.Replace) {
		if ours(r.Old.Path) && !replace {
			if err := m.file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return err
			}
		}
	}
	m.file.Cleanup()
	data, err := m.file.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(tree, m.Dir, "go.mod"), data, 0o644)
}

// A Sum is the pair of hashes that go.sum has of a version of a module.
type Sum struct{ zip, mod string }

// addSums adds the hashes of the required modules of the repository to go.sum, in the order of the
// go command.
func (m *Module) addSums(tree, version string, sums map[string]Sum) error {
	file := filepath.Join(tree, m.Dir, "go.sum")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var keys []module.Version
	hash := map[module.Version]string{}
	add := func(path, version, sum string) {
		key := module.Version{Path: path, Version: version}
		if hash[key] == "" {
			keys = append(keys, key)
		}
		hash[key] = sum
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) != 3 {
			return fmt.Errorf("%s: %q is not a line of go.sum", file, line)
		}
		if !ours(words[0]) {
			add(words[0], words[1], words[2])
		}
	}
	for path, sum := range sums {
		if m.requires(path) {
			add(path, version, sum.zip)
			add(path, version+"/go.mod", sum.mod)
		}
	}
	module.Sort(keys)
	var out bytes.Buffer
	for _, key := range keys {
		fmt.Fprintln(&out, key.Path, key.Version, hash[key])
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// newest returns the newest release of the module according to its tags, "" if it has none.
func (m *Module) newest(tree string) (string, error) {
	tags, err := git(tree, "tag", "--list", m.Tag("v*"))
	if err != nil {
		return "", err
	}
	newest := ""
	for _, tag := range strings.Fields(tags) {
		version := strings.TrimPrefix(tag, m.Tag(""))
		if semver.IsValid(version) && semver.Prerelease(version) == "" && semver.Compare(version, newest) > 0 {
			newest = version
		}
	}
	return newest, nil
}
