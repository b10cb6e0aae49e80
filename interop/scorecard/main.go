// Command scorecard runs `toolerr check` with public servers, or with samples of frameworks, and
// writes one of the tables of docs/scorecard.md. It installs the servers into a folder that it
// removes, so it needs a network, Go, npm and Python 3 with venv:
//
//	cd interop && go run ./scorecard .. servers|samples
//
// samples.go has the samples, which are in testdata.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A server is a public server that needs no account.
type server struct {
	pkg     string // of npm, or the Go package of a command
	version string
	command string // the name of its program
	args    string // in which ROOT is an empty folder, and ADDRESS and PORT a free one
	env     string // in which PORT is the port
	path    string // of its endpoint over HTTP; "": it serves over stdio
	flags   string // of toolerr check, in which TESTDATA is the folder of the samples
}

const (
	npm   = "@modelcontextprotocol/server-"
	sdk   = "github.com/modelcontextprotocol/go-sdk/examples/server/"
	mcpgo = "github.com/mark3labs/mcp-go/examples/"
)

var servers = []server{
	{npm + "everything", "2026.8.31", "mcp-server-everything", "", "", "", ""},
	{npm + "everything", "2026.8.31", "mcp-server-everything", "streamableHttp", "PORT", "/mcp", ""},
	{npm + "filesystem", "2026.8.31", "mcp-server-filesystem", "ROOT", "", "", ""},
	{npm + "memory", "2026.8.31", "mcp-server-memory", "", "", "", ""},
	{npm + "sequential-thinking", "2026.8.31", "mcp-server-sequential-thinking", "", "", "", ""},
	{"@playwright/mcp", "0.0.83", "playwright-mcp", "--headless", "", "", ""},
	{"chrome-devtools-mcp", "1.11.0", "chrome-devtools-mcp", "--headless", "", "", ""},
	{sdk + "everything", "v1.8.0", "everything", "", "", "", ""},
	{sdk + "everything", "v1.8.0", "everything", "-http ADDRESS", "", "/", ""},
	{sdk + "memory", "v1.8.0", "memory", "", "", "", ""},
	{sdk + "sequentialthinking", "v1.8.0", "sequentialthinking", "", "", "", ""},
	{mcpgo + "everything", "v1.2.1", "everything", "", "", "", ""},
	{mcpgo + "typed_tools", "v1.2.1", "typed_tools", "", "", "", ""},
	{mcpgo + "structured_input_and_output", "v1.2.1", "structured_input_and_output", "", "", "", ""},
}

// permission returns the flag of the tools that are called: all of the samples and the examples of
// the Go SDKs, which change nothing but their own memory; of the other servers not with valid
// inputs.
func (s *server) permission() string {
	if strings.HasPrefix(s.pkg, sdk) || strings.HasPrefix(s.pkg, mcpgo) || s.isSample() {
		return "--call-all"
	}
	return "--call-invalid"
}

// limit is the time that all servers may take, with their installation.
const limit = 30 * time.Minute

func main() {
	tables := map[string][]server{"servers": servers, "samples": samples}
	if len(os.Args) != 3 || tables[os.Args[2]] == nil {
		fmt.Fprintln(os.Stderr, "usage: scorecard TREE servers|samples")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2], tables[os.Args[2]]); err != nil {
		fmt.Fprintln(os.Stderr, "scorecard:", err)
		os.Exit(1)
	}
}

// run checks servers, and writes a table of the page of a tree.
func run(ctx context.Context, tree, name string, servers []server) error {
	work, err := os.MkdirTemp("", "toolerr-scorecard-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	samples, err := filepath.Abs(filepath.Join(tree, "interop", "scorecard", "testdata"))
	if err != nil {
		return err
	}
	w := &workshop{folder: work, samples: samples, toolerr: filepath.Join(work, "toolerr"), installed: map[string]string{}}
	if _, err := command(ctx, tree, nil, "go", "build", "-o", w.toolerr, "./cmd/toolerr"); err != nil {
		return err
	}
	table := head
	for _, s := range servers {
		fmt.Fprintln(os.Stderr, s.pkg, s.args)
		report, err := w.check(ctx, s)
		if err != nil {
			return fmt.Errorf("%s %s: %w", s.pkg, s.args, err)
		}
		table += row(s, report)
	}
	page := filepath.Join(tree, "docs", "scorecard.md")
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	if text, err = replace(text, name, table); err != nil {
		return err
	}
	return os.WriteFile(page, text, 0o644)
}

// A workshop is a folder with the programs.
type workshop struct {
	folder    string
	samples   string
	toolerr   string
	installed map[string]string // the folder of the programs of a package
}

// install installs the package of a server, and returns the path of its program.
func (w *workshop) install(ctx context.Context, s server) (string, error) {
	bin, ok := w.installed[s.pkg]
	if !ok {
		folder := filepath.Join(w.folder, strconv.Itoa(len(w.installed)))
		if err := os.Mkdir(folder, 0o755); err != nil {
			return "", err
		}
		var err error
		switch {
		case s.isSample():
			bin = folder
			err = w.build(ctx, folder, s)
		case strings.HasPrefix(s.pkg, "github.com/"):
			bin = folder
			_, err = command(ctx, folder, []string{"GOBIN=" + bin}, "go", "install", s.pkg+"@"+s.version)
		default:
			bin = filepath.Join(folder, "node_modules", ".bin")
			_, err = command(ctx, folder, []string{"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1"}, "npm", "install", "--silent",
				"--no-progress", "--prefix", folder, s.pkg+"@"+s.version)
		}
		if err != nil {
			return "", err
		}
		w.installed[s.pkg] = bin
	}
	if s.isSample() {
		return filepath.Join(bin, "serve"), nil
	}
	return filepath.Join(bin, s.command), nil
}

// A report is what `toolerr check --format json` prints.
type report struct {
	Passed  int
	Failed  int
	Skipped int
	Results []struct {
		ID, Level, Status string
	}
}

// check installs a server, starts it, and checks it.
func (w *workshop) check(ctx context.Context, s server) (*report, error) {
	program, err := w.install(ctx, s)
	if err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp(w.folder, "root")
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	if s.isSample() {
		s.args = "" // of its installation
	}
	args := strings.Fields(strings.NewReplacer("ROOT", root, "ADDRESS", address, "PORT", port).Replace(s.args))
	env := []string{"MEMORY_FILE_PATH=" + filepath.Join(root, "memory.jsonl"),
		"PATH=" + filepath.Dir(program) + ":" + os.Getenv("PATH")}
	flags := append([]string{"check", s.permission(), "--rate", "0", "--format", "json"},
		strings.Fields(strings.ReplaceAll(s.flags, "TESTDATA", w.samples))...)
	if s.path == "" {
		return read(command(ctx, root, env, w.toolerr, append(append(flags, "--", program), args...)...))
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Env = root, append(append(os.Environ(), env...), s.env+"="+port)
	if err := c.Start(); err != nil {
		return nil, err
	}
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	if err := reachable(ctx, address); err != nil {
		return nil, err
	}
	return read(command(ctx, root, env, w.toolerr, append(flags, "http://"+address+s.path)...))
}

// read reads a report. A program that found something exits with 1.
func read(out []byte, err error) (*report, error) {
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		return nil, err
	}
	r := new(report)
	return r, json.Unmarshal(out, r)
}

// command runs a program, and returns what it prints. Its error has what it prints to standard
// error.
func command(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	var stderr bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), env...), &stderr
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// reachable waits for a server.
func reachable(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}
