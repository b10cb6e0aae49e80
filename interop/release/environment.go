package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An environment is that of a computer for which the modules of a release are public: they come
// from the GOPROXY that was made of its tags, before the usual one.
type environment struct {
	ctx   context.Context // of its commands
	dir   string          // of the programs that are installed
	proxy string
	fresh bool // with an empty cache of modules in dir; false: with the cache of this computer
	sums  bool // with the checksum database, for what no go.sum has
	known [2]string
}

// variables returns what differs from the environment of this program.
func (e *environment) variables() ([]string, error) {
	if e.known[0] == "" {
		out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
		if err != nil {
			return nil, fmt.Errorf("go env: %w", err)
		}
		copy(e.known[:], strings.Fields(string(out)))
	}
	cache, proxy := e.known[0], e.known[1]
	flags := "GOFLAGS=" + os.Getenv("GOFLAGS") + " -modcacherw" // those with which all was compiled
	variables := []string{
		"GOWORK=off",
		"GOBIN=" + e.bin(),
		"PATH=" + e.bin() + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GOSUMDB=off",
	}
	if e.sums {
		variables[len(variables)-1] = "GONOSUMDB=" + root // it does not have the release yet
	}
	if !e.fresh {
		return append(variables, "GOPROXY=file://"+e.proxy+","+proxy, flags), nil
	}
	return append(variables,
		"GOPROXY=file://"+e.proxy+",file://"+filepath.Join(cache, "cache", "download")+","+proxy,
		"GOMODCACHE="+filepath.Join(e.dir, "mod"),
		flags+" -trimpath", // the same paths in every run, for the build cache
	), nil
}

// bin returns the folder of the programs that are installed.
func (e *environment) bin() string { return filepath.Join(e.dir, "bin") }

// write writes the variables to a file, one in each line.
func (e *environment) write(file string) error {
	variables, err := e.variables()
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strings.Join(variables, "\n")+"\n"), 0o644)
}

// run runs a command of go in a folder.
func (e *environment) run(dir string, args ...string) error { return e.runWith(nil, dir, args...) }

// runWith is run with more variables.
func (e *environment) runWith(more []string, dir string, args ...string) error {
	variables, err := e.variables()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(e.ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, slices.Concat(os.Environ(), variables, more)
	return output(cmd)
}

// tool runs a program that was installed, with more variables.
func (e *environment) tool(more []string, name string, args ...string) error {
	cmd := exec.CommandContext(e.ctx, filepath.Join(e.bin(), name), args...)
	cmd.Env = append(os.Environ(), more...)
	return output(cmd)
}

// output runs a command; its error has what the command prints.
func output(cmd *exec.Cmd) error {
	cmd.WaitDelay = time.Second // for the programs that it started
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// clean removes a version of the modules of this repository from the cache of this computer.
func clean(version string) error {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	cache := strings.TrimSpace(string(out))
	for _, dir := range []string{filepath.Join(cache, filepath.Dir(root)), filepath.Join(cache, "cache", "download", root)} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case d.IsDir() && strings.HasSuffix(path, "@"+version):
				if err := os.RemoveAll(path); err != nil {
					return err
				}
				return fs.SkipDir
			case strings.HasPrefix(d.Name(), version+".") || d.Name() == "list":
				return os.Remove(path)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
