package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/packages"
)

// api prints how the exported API of each module of a tree differs from its newest release, and
// builds the newest release of each nested module with the root module of the tree, because a
// program may upgrade the root first: internal/layering lists the internal packages that these
// modules import. A difference is no failure in a v0; a release that breaks the API needs another
// minor version.
func api(ctx context.Context, tree string) error {
	modules, err := released(tree)
	if err != nil {
		return err
	}
	var failed error
	for _, m := range modules {
		newest, err := m.newest(tree)
		if err != nil {
			return err
		}
		if newest == "" {
			fmt.Printf("%s: no release to compare with: there is no tag %s\n", m.Path(), m.Tag("v*"))
			continue
		}
		report, err := m.compare(ctx, tree, newest, func(old string) {
			if m.Dir == "." {
				return
			}
			if err := buildWith(ctx, filepath.Join(old, m.Dir), tree); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s with this tree: %w", m.Tag(newest), err))
			}
		})
		if err != nil {
			return err
		}
		fmt.Printf("== %s since %s\n", m.Path(), newest)
		if err := report.Text(os.Stdout); err != nil {
			return err
		}
	}
	return failed
}

// checkAPI returns an error if the tree breaks the API of its newest release and the version does
// not allow that.
func checkAPI(ctx context.Context, tree, version string) error {
	modules, err := released(tree)
	if err != nil {
		return err
	}
	for _, m := range modules {
		newest, err := m.newest(tree)
		if err != nil {
			return err
		}
		if newest == "" || mayBreak(newest, version) {
			continue
		}
		report, err := m.compare(ctx, tree, newest, func(string) {})
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := report.TextIncompatible(&text, false); err != nil {
			return err
		}
		if text.Len() > 0 {
			return fmt.Errorf("%s breaks the API of %s: choose a version that may, or change this:\n%s", version, m.Tag(newest), &text)
		}
	}
	return nil
}

// mayBreak reports whether a version may be incompatible with an older one (https://semver.org,
// items 4 and 8).
func mayBreak(old, version string) bool {
	if semver.Major(old) == "v0" {
		return semver.MajorMinor(old) != semver.MajorMinor(version)
	}
	return semver.Major(old) != semver.Major(version)
}

// compare compares the API of a module with that of its release. Then it calls a function with a
// clone of the release.
func (m *Module) compare(ctx context.Context, tree, release string, then func(clone string)) (report apidiff.Report, err error) {
	dir, err := os.MkdirTemp("", "toolerr-api-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(dir)
	clone := filepath.Join(dir, "clone")
	if err := cloneOf(tree, clone); err != nil {
		return report, err
	}
	if _, err := git(clone, "checkout", "--quiet", "--detach", "refs/tags/"+m.Tag(release)); err != nil {
		return report, err
	}
	if m.Dir != "." {
		if err := replaceRoot(ctx, filepath.Join(clone, m.Dir), clone); err != nil { // the same version
			return report, err
		}
	}
	old, err := exported(ctx, filepath.Join(clone, m.Dir), m.Path())
	if err != nil {
		return report, fmt.Errorf("%s: %w", m.Tag(release), err)
	}
	present, err := exported(ctx, filepath.Join(tree, m.Dir), m.Path())
	if err != nil {
		return report, err
	}
	then(clone)
	return apidiff.ModuleChanges(old, present), nil
}

// exported returns the packages of the module in a folder that programs can import.
func exported(ctx context.Context, dir, path string) (*apidiff.Module, error) {
	loaded, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedTypes,
		Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")}, "./...")
	if err != nil {
		return nil, err
	}
	m := &apidiff.Module{Path: path}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, e
		}
		inside := strings.TrimPrefix(p.PkgPath, path) + "/"
		if p.Name != "main" && !strings.Contains(inside, "/internal/") && !strings.HasPrefix(inside, "/lab/") {
			m.Packages = append(m.Packages, p.Types)
		}
	}
	return m, nil
}

// buildWith builds the module in a folder with the root module of a tree.
func buildWith(ctx context.Context, dir, tree string) error {
	if err := replaceRoot(ctx, dir, tree); err != nil {
		return err
	}
	return goIn(ctx, dir, "build", "-mod=mod", "./...")
}

func replaceRoot(ctx context.Context, dir, tree string) error {
	return goIn(ctx, dir, "mod", "edit", "-replace", root+"="+tree)
}

func goIn(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	return output(cmd)
}
