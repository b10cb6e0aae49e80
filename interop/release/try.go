package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/mod/semver"
)

// A program is one that is released.
type program struct {
	name string // as it is released
	pkg  string // its folder, from the root of the repository
	slow bool   // has dependencies that take minutes to compile
}

var programs = []program{
	{name: "toolerr", pkg: "cmd/toolerr"},
	{name: "toolerr-vet", pkg: "analyzer/cmd/toolerr-vet"},
	{name: "toolerr-extproc", pkg: "adapters/extproc/cmd/toolerr-extproc"},
	{name: "caddy-toolerr", pkg: "adapters/caddy/cmd/caddy", slow: true},
}

// Adapters whose dependencies take minutes to compile, too.
var heavy = []string{"adapters/caddy", "adapters/llm"}

// try releases a tree, with the changes that are not committed, in a clone, installs and uses the
// release as strangers do, from a GOPROXY that was made of its tags, and runs a command, if there
// is one, for which the variable PROGRAMS is the folder of the released programs, and RELEASE a
// file with the variables by which go commands use the release.
//
// It shares the cache of modules of this computer, where its version is a new one each time, so
// that neither can be mistaken for the other. With all the cache is empty, what takes minutes is
// installed and used, too, and so are the programs, as pages say: journeys.
func try(ctx context.Context, tree string, all bool, command []string) (err error) {
	for k, v := range map[string]string{ // the identity and the key of nobody
		"GIT_AUTHOR_NAME": "dry run", "GIT_AUTHOR_EMAIL": "dry-run@example.com",
		"GIT_COMMITTER_NAME": "dry run", "GIT_COMMITTER_EMAIL": "dry-run@example.com",
		"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "commit.gpgSign", "GIT_CONFIG_VALUE_0": "false",
		"GIT_CONFIG_KEY_1": "tag.gpgSign", "GIT_CONFIG_VALUE_1": "false",
	} {
		if err := os.Setenv(k, v); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "toolerr-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	clone := filepath.Join(dir, "clone")
	if err := cloneOf(tree, clone); err != nil {
		return err
	}
	if err := overlay(tree, clone); err != nil {
		return err
	}
	version, err := nextVersion(clone)
	if err != nil {
		return err
	}
	if !all {
		version += fmt.Sprintf("-dry.%d", time.Now().UnixNano()) // which is in no cache
	}
	r, err := release(clone, filepath.Join(dir, "proxy"), version, time.Now())
	if err != nil {
		return err
	}
	e := &environment{ctx: ctx, dir: dir, proxy: r.Proxy, fresh: all, sums: all}
	if !all {
		defer func() { err = errors.Join(err, clean(version)) }()
	}
	for _, p := range programs {
		if p.slow && !all {
			continue
		}
		if err := p.install(e, version); err != nil {
			return err
		}
	}
	if err := useAdapters(e, r, all); err != nil {
		return err
	}
	if all {
		if err := journeys(e, tree, version); err != nil {
			return err
		}
	}
	if len(command) == 0 {
		return nil
	}
	file := filepath.Join(dir, "environment")
	if err := e.write(file); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Env = append(os.Environ(), "PROGRAMS="+e.bin(), "RELEASE="+file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// nextVersion returns the minor version after the newest release. Just after a release, when
// nothing has changed, it writes a change into CHANGELOG.md, without which there is no release.
func nextVersion(clone string) (string, error) {
	newest, err := (&Module{Dir: "."}).newest(clone)
	if err != nil {
		return "", err
	}
	var major, minor int
	if newest != "" {
		if _, err := fmt.Sscanf(semver.MajorMinor(newest), "v%d.%d", &major, &minor); err != nil {
			return "", fmt.Errorf("%s: %w", newest, err)
		}
	}
	version := fmt.Sprintf("v%d.%d.0", major, minor+1)
	file := filepath.Join(clone, "CHANGELOG.md")
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if _, rest, ok := strings.Cut(string(text), heading); ok && strings.HasPrefix(strings.TrimSpace(rest), "## ") {
		changed := strings.Replace(string(text), heading, heading+"\nNothing has changed yet.\n", 1)
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			return "", err
		}
	}
	return version, nil
}

// install installs the newest version of a program, which is the one of the release.
func (p program) install(e *environment, version string) error {
	start := time.Now()
	path := root + "/" + p.pkg + "@latest"
	if err := e.run(e.dir, "install", path); err != nil {
		return err
	}
	file := filepath.Join(e.bin(), filepath.Base(p.pkg))
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return err
	}
	if info.Main.Version != version {
		return fmt.Errorf("go install %s installs %s, not %s", path, info.Main.Version, version)
	}
	fmt.Printf("go install %s ok (%s)\n", path, time.Since(start).Round(time.Millisecond))
	return nil
}

// useAdapters requires the newest version of each library in an empty module, and compiles its
// example there as code of a user. With all each one has a module of its own, and its example is
// run.
func useAdapters(e *environment, r *Release, all bool) error {
	var together []string
	dir := filepath.Join(e.dir, "user")
	for _, m := range r.Modules {
		if slices.Contains(heavy, m.Dir) && !all {
			continue
		}
		example := filepath.Join(r.Clone, m.Dir, "example_test.go")
		if m.Dir == "." {
			example = filepath.Join(r.Clone, "adapters", "nethttp", "example_test.go")
		}
		code, err := os.ReadFile(example)
		if err != nil {
			return err
		}
		at := filepath.Join(dir, strings.ReplaceAll(m.Dir, ".", "library"))
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		file := "example.go" // go build compiles it; go vet would analyze all dependencies, too
		if all {
			file = "example_test.go"
		}
		if err := os.WriteFile(filepath.Join(at, file), code, 0o644); err != nil {
			return err
		}
		if together = append(together, m.Path()+"@latest"); all {
			if err := useIn(e, at, "test", m.Path()+"@latest"); err != nil {
				return err
			}
		}
	}
	if all {
		return nil
	}
	return useIn(e, dir, "build", together...)
}

// journeys runs what pages say with the programs.
func journeys(e *environment, tree, version string) error {
	variables, err := e.variables()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(e.ctx, "bash", filepath.Join(tree, "interop", "release", "journeys"), version)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it ends what it started
	cmd.Env = append(os.Environ(), variables...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// useIn makes a module of a folder with code, which requires other modules, and runs `go test` or
// `go build` there.
func useIn(e *environment, dir, command string, paths ...string) error {
	start := time.Now()
	if err := e.run(dir, "mod", "init", "example.com/user"); err != nil {
		return err
	}
	if err := e.run(dir, append([]string{"get", "-t"}, append(paths, "./...")...)...); err != nil {
		return err
	}
	if err := e.run(dir, command, "./..."); err != nil {
		return err
	}
	fmt.Printf("go get %s; go %s ok (%s)\n", strings.Join(paths, " "), command, time.Since(start).Round(time.Millisecond))
	return nil
}
