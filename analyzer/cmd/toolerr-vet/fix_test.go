package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The error of read has this path, which only the log may have.
const private = "/private/canary-7f3a"

// A program makes requests to itself: what the client gets goes to the standard output, the log
// to standard error.
type program struct {
	name   string
	fixed  bool   // -fix changes it
	output string // a regular expression for what the client gets before the fix and after it
	leaks  bool   // the client gets the path before the fix
	code   string
}

const request = `
func serve(h http.Handler) {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	fmt.Println(rec.Code, rec.Body)
}

func read() error {
	_, err := os.Open("` + private + `")
	return err
}
`

var imports = `package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
)
`

var programs = []program{
	{"status", true, "^404 (.*canary|Not Found)", true, imports + `
func main() { serve(http.HandlerFunc(handle)) }

func handle(w http.ResponseWriter, r *http.Request) {
	if err := read(); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	fmt.Fprint(w, "not reached")
}
` + request},
	{"text", true, "^409 no bell", true, imports + `
func main() { serve(http.HandlerFunc(handle)) }

func handle(w http.ResponseWriter, r *http.Request) {
	if err := read(); err != nil {
		http.Error(w, fmt.Sprintf("no bell: %v", err), 409)
	}
}
` + request},
	{"unused", true, "^no bell", true, `package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
)

func main() {
	rec := httptest.NewRecorder()
	handle(rec, nil)
	os.Stdout.Write(rec.Body.Bytes())
}

func handle(w http.ResponseWriter, _ *http.Request) {
	if _, err := os.Open("` + private + `"); err != nil {
		http.Error(w, fmt.Sprintf("no bell: %v", err), 409)
	}
}
`},
	{"call", false, "^409 ", true, imports + `
func main() { serve(http.HandlerFunc(handle)) }

func handle(w http.ResponseWriter, r *http.Request) {
	http.Error(w, read().Error(), 409)
}
` + request},
	{"effect", false, "^501 ", true, imports + `
func main() { serve(http.HandlerFunc(handle)) }

var status = 500

func next() int {
	status++
	return status
}

func handle(w http.ResponseWriter, r *http.Request) {
	if err := read(); err != nil {
		http.Error(w, err.Error(), next())
	}
}
` + request},
	{"status-variable", true, "^503 (.*canary|Service Unavailable)", true, imports + `
func main() { serve(http.HandlerFunc(handle)) }

func handle(w http.ResponseWriter, r *http.Request) {
	status := http.StatusServiceUnavailable
	if err := read(); err != nil {
		http.Error(w, err.Error(), status)
	}
}
` + request},
	{"tool", true, `"text":"failed to read.*"isError":true`, true, tool + `
func ring(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := os.Open("` + private + `"); err != nil {
		return mcp.NewToolResultErrorFromErr("failed to read", err), nil
	}
	return mcp.NewToolResultText("done"), nil
}
`},
	{"tool-text", false, `"isError":true`, true, tool + `
func ring(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := os.Open("` + private + `"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("done"), nil
}
`},
}

const tool = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("bells", "1")
	s.AddTool(mcp.NewTool("ring"), ring)
	call := json.RawMessage(` + "`" + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ring"}}` + "`" + `)
	out, err := json.Marshal(s.HandleMessage(context.Background(), call))
	fmt.Println(string(out), err)
}
`

// TestFix runs programs before and after -fix. After it the log has the cause, and what the
// client gets has not, with the same status. A program without a fix is the same, byte for byte.
func TestFix(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs, and analyzes all modules that they import")
	}
	tool := command(t)
	dir := writeModule(t)
	before := map[string][2]string{}
	source := map[string]string{}
	for _, p := range programs {
		require.NoError(t, os.Mkdir(filepath.Join(dir, p.name), 0o700))
		source[p.name] = p.code
		require.NoError(t, os.WriteFile(filepath.Join(dir, p.name, "main.go"), []byte(p.code), 0o600))
	}
	build := func() { run(t, dir, true, "go", "build", "-mod=mod", "-o", "bin/", "./...") }
	build()
	for _, p := range programs {
		before[p.name] = execute(t, filepath.Join(dir, "bin", p.name))
	}
	out := fix(dir, tool)
	build()

	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			output := before[p.name][0]
			require.Regexp(t, p.output, output)
			require.Equal(t, p.leaks, strings.Contains(output, private), "before: %s", output)
			code, err := os.ReadFile(filepath.Join(dir, p.name, "main.go"))
			require.NoError(t, err)
			if !p.fixed {
				require.Equal(t, source[p.name], string(code))
				return
			}
			require.NotEqual(t, source[p.name], string(code), out)
			after := execute(t, filepath.Join(dir, "bin", p.name))
			require.Regexp(t, p.output, after[0])
			require.NotContains(t, after[0], private)
			require.NotContains(t, after[0], "not reached")
			require.Contains(t, after[1], private, "the log has the cause")
		})
	}
}

// fix runs the command with -fix, and returns what it prints and how it ends: not with 0 if there
// are findings.
func fix(dir, tool string) string {
	cmd := exec.Command(tool, "-fix", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return fmt.Sprintf("%s%v", out, err)
}

// execute returns the standard output and the standard error of a program.
func execute(t *testing.T, path string) [2]string {
	t.Helper()
	var out, log bytes.Buffer
	cmd := exec.Command(path)
	cmd.Stdout, cmd.Stderr = &out, &log
	require.NoError(t, cmd.Run(), "%s", &log)
	return [2]string{out.String(), log.String()}
}

// writeModule makes a module that requires what adapters/mcpgo does, from this repository.
func writeModule(t *testing.T) string {
	dir := t.TempDir()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(root, "adapters/mcpgo/go.mod"))
	require.NoError(t, err)
	text := regexp.MustCompile(`(?m)^(module|replace) .*$`).ReplaceAllString(string(mod), "")
	text = "module example.com/bells\n" + text + fmt.Sprintf(`
require github.com/toolerr/toolerr/adapters/mcpgo v0.0.0

replace (
	github.com/toolerr/toolerr => %[1]s
	github.com/toolerr/toolerr/adapters/mcpgo => %[1]s/adapters/mcpgo
)
`, root)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600))
	var sums []byte
	for _, name := range []string{"go.sum", "adapters/mcpgo/go.sum"} {
		sum, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		sums = append(sums, sum...)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
	return dir
}
