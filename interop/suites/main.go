// Command suites runs the own tests of both Go SDKs with the middleware of this module in every
// server, and compares the tests that fail with the intended differences, which a file for each
// SDK lists with the reason. The sources are those of the module cache. It exits with 1 if
// another test fails, or a listed one does not.
package main

import (
	"bufio"
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

// A suite is the tests of an SDK.
type suite struct {
	name     string
	module   string
	requirer string            // the module of this repository whose go.mod has the version, as a path from the root
	patch    patch             // adds a hook to the constructor of servers
	hook     string            // the variable that the patch reads
	guard    string            // sets the hook
	imports  []string          // of guard
	packages map[string]string // the folders with tests of servers, and the package of the file that sets the hook
}

type patch struct{ file, old, new string }

var suites = []suite{
	{
		name: "mcp-go", module: "github.com/mark3labs/mcp-go", requirer: "adapters/mcpgo",
		patch: patch{"server/server.go",
			"	for _, opt := range opts {\n		opt(s)\n	}\n\n	return s\n",
			"	if GuardForTest != nil {\n		GuardForTest(s)\n	}\n	for _, opt := range opts {\n		opt(s)\n	}\n\n	return s\n"},
		hook:  "var GuardForTest ServerOption",
		guard: `server.GuardForTest = mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: new(middleware.Boundary)})`,
		imports: []string{"github.com/mark3labs/mcp-go/server", "github.com/toolerr/toolerr/adapters/mcpgo",
			"github.com/toolerr/toolerr/middleware"},
		packages: map[string]string{"server": "server_test", "e2e": "e2e", "mcptest": "mcptest_test"},
	},
	{
		name: "go-sdk", module: "github.com/modelcontextprotocol/go-sdk", requirer: ".",
		patch: patch{"mcp/server.go", "\n	return s\n}\n",
			"\n	if GuardForTest != nil {\n		s.AddReceivingMiddleware(GuardForTest)\n	}\n	return s\n}\n"},
		hook:  "var GuardForTest Middleware",
		guard: `mcp.GuardForTest = mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary)})`,
		imports: []string{"github.com/modelcontextprotocol/go-sdk/mcp", "github.com/toolerr/toolerr/adapters/mcp",
			"github.com/toolerr/toolerr/middleware"},
		packages: map[string]string{"mcp": "mcp_test"},
	},
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		fail(err)
	}
	failed := false
	for i := range suites {
		problems, err := suites[i].check(root)
		if err != nil {
			fail(fmt.Errorf("%s: %w", suites[i].name, err))
		}
		for _, p := range problems {
			fmt.Fprintf(os.Stderr, "FAIL %s: %s\n", suites[i].name, p)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "suites:", err)
	os.Exit(1)
}

// check runs the suite and returns what differs from the list of intended differences.
func (s *suite) check(root string) ([]string, error) {
	work, err := os.MkdirTemp("", "suite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if err := s.prepare(root, work); err != nil {
		return nil, err
	}
	intended, err := readList(filepath.Join(root, "interop", "suites", s.name+".txt"))
	if err != nil {
		return nil, err
	}
	got, err := s.run(work, "", withMiddleware)
	if err != nil {
		return nil, err
	}
	// Some tests of the SDKs depend on time: a test differs if it fails three times, and passes
	// without the middleware.
	for _, attempt := range []mode{withMiddleware, withMiddleware, bare} {
		others := without(got.failed, intended)
		if len(others) == 0 {
			break
		}
		again, err := s.run(work, runPattern(others), attempt)
		if err != nil {
			return nil, err
		}
		failed := again.failed
		if attempt == bare {
			failed = without(others, again.failed)
		}
		got.failed = append(without(got.failed, others), failed...)
	}
	var problems []string
	for _, test := range without(got.failed, intended) {
		problems = append(problems, test+" fails with the middleware\n"+got.output[test])
	}
	for _, test := range without(intended, got.failed) {
		problems = append(problems, test+" is in the list of intended differences, but does not fail")
	}
	fmt.Printf("%s: %d of its own tests pass with the middleware, %d differ as intended\n", s.name, got.passed,
		len(intended))
	return problems, nil
}

// prepare writes a workspace with a copy of the SDK that has the hook.
func (s *suite) prepare(root, work string) error {
	download := exec.Command("go", "mod", "download", "-json", s.module)
	download.Dir, download.Stderr = filepath.Join(root, s.requirer), os.Stderr
	out, err := download.Output()
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return err
	}
	sdk := filepath.Join(work, "sdk")
	if err := os.CopyFS(sdk, os.DirFS(module.Dir)); err != nil {
		return err
	}
	source := filepath.Join(sdk, s.patch.file)
	code, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	patched := bytes.Replace(code, []byte(s.patch.old), []byte(s.patch.new), 1)
	if bytes.Equal(patched, code) {
		return errors.New("the constructor of the SDK has changed: adapt the patch")
	}
	if err := os.Remove(source); err != nil { // the files of the module cache are read-only
		return err
	}
	files := map[string]string{
		source: string(patched) + "\n" + s.hook + "\n",
		filepath.Join(work, "go.work"): fmt.Sprintf("go 1.26.0\n\nuse (\n\t./sdk\n\t%s\n\t%s\n)\n", root,
			filepath.Join(root, "adapters", "mcpgo")),
	}
	for folder, pkg := range s.packages {
		files[filepath.Join(sdk, folder,
			"toolerr_guard_test.go")] = fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\n\t\"%s\"\n)\n\nfunc init() {\n\tif os.Getenv(\"TOOLERR_BARE\") == \"\" {\n\t\t%s\n\t}\n}\n",
			pkg, strings.Join(s.imports, "\"\n\t\""), s.guard)
	}
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// result is that of a run. A test with subtests that fail is not in failed.
type result struct {
	passed int
	failed []string
	output map[string]string
}

// mode is the value of the environment variable that the hook reads.
type mode string

const (
	withMiddleware mode = ""
	bare           mode = "TOOLERR_BARE=1"
)

func (s *suite) run(work, pattern string, m mode) (result, error) {
	args := []string{"test", "-json", "-count=1", "-timeout=4m"}
	if pattern != "" {
		args = append(args, "-run", pattern)
	}
	for folder := range s.packages {
		args = append(args, "./"+folder)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = filepath.Join(work, "sdk"), os.Stderr
	if m != withMiddleware {
		cmd.Env = append(os.Environ(), string(m))
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return result{}, err
	}
	if err := cmd.Start(); err != nil {
		return result{}, err
	}
	r, err := read(s.module, out)
	if err != nil {
		return r, err
	}
	if err := cmd.Wait(); err != nil && len(r.failed) == 0 {
		return r, fmt.Errorf("go test: %w", err)
	}
	return r, nil
}

// read reads the events of go test -json (go doc test2json).
func read(module string, out io.Reader) (result, error) {
	r := result{output: map[string]string{}}
	var failed []string
	for d := json.NewDecoder(out); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := d.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			return r, err
		}
		test := strings.TrimPrefix(e.Package, module+"/") + " " + e.Test
		switch {
		case e.Action == "build-output":
			fmt.Fprint(os.Stderr, e.Output)
		case e.Test == "":
		case e.Action == "output" && len(r.output[test]) < 4000:
			r.output[test] += e.Output
		case e.Action == "pass":
			r.passed++
		case e.Action == "fail":
			failed = append(failed, test)
		}
	}
	for _, test := range failed {
		if !slices.ContainsFunc(failed, func(other string) bool { return strings.HasPrefix(other, test+"/") }) {
			r.failed = append(r.failed, test)
		}
	}
	slices.Sort(r.failed)
	return r, nil
}

// readList reads the intended differences: a line for each test, after a line with # and the
// reason.
func readList(name string) (tests []string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			tests = append(tests, line)
		}
	}
	return tests, nil
}

// without returns the tests that are not in others.
func without(tests, others []string) []string {
	return slices.DeleteFunc(slices.Clone(tests), func(t string) bool { return slices.Contains(others, t) })
}

// runPattern returns the argument of -run for tests and their subtests.
func runPattern(tests []string) string {
	var names []string
	for _, t := range tests {
		_, name, _ := strings.Cut(t, " ")
		name, _, _ = strings.Cut(name, "/")
		names = append(names, regexp.QuoteMeta(name))
	}
	slices.Sort(names)
	return "^(" + strings.Join(slices.Compact(names), "|") + ")$"
}
