package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is a module with a leak in one package of an error in another one, with an error that is
// dropped, and with a leak that has a fix. It has a package with the name of one of grpc that it
// uses, and imports little else, so that the go command has little to analyze.
var module = map[string]string{
	"go.mod": `module example.com/bells

go 1.26.0

require google.golang.org/grpc v1.0.0

replace google.golang.org/grpc => ./grpc
`,
	"grpc/go.mod": "module google.golang.org/grpc\n\ngo 1.26\n",
	"grpc/status/status.go": `package status

func Error(code uint32, text string) error                { return nil }
func Errorf(code uint32, text string, args ...any) error { return nil }
`,
	"tools/tools.go": `package tools

import (
	"strconv"

	"google.golang.org/grpc/status"
)

func Ring(s string) error {
	if _, err := strconv.Atoi(s); err != nil {
		return status.Errorf(13, "no bell: %v", err)
	}
	return nil
}
`,
	"times/times.go": `package times

import "strconv"

func Parse(s string) (*int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return nil, nil
	}
	_, err = strconv.ParseBool(s)
	return &n, err
}
`,
	"server/server.go": `package server

import (
	"google.golang.org/grpc/status"

	"example.com/bells/times"
)

func Ring(s string) error {
	if _, err := times.Parse(s); err != nil {
		return status.Error(13, err.Error())
	}
	return nil
}
`,
}

const (
	leaks = "server.go:11:10: status.Error sends the text of an error of strconv.ParseBool"
	drops = "times.go:8:3: the error err is dropped"
)

// command returns the path of the command, which is built unless PROGRAMS is the folder of those
// of a release.
func command(t *testing.T) string {
	if programs := os.Getenv("PROGRAMS"); programs != "" {
		return filepath.Join(programs, "toolerr-vet")
	}
	tool := filepath.Join(t.TempDir(), "toolerr-vet")
	run(t, ".", true, "go", "build", "-o", tool, ".")
	return tool
}

// TestCommand runs the command by itself and by the go command, as users do.
func TestCommand(t *testing.T) {
	tool := command(t)
	dir := t.TempDir()
	for name, content := range module {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}

	for _, args := range [][]string{{tool}, {"go", "vet", "-vettool=" + tool}} {
		out := run(t, dir, false, append(args, "./...")...)
		require.Contains(t, out, leaks, args)
		require.Contains(t, out, drops, args)
	}
	require.NotContains(t, run(t, dir, false, tool, "-leak", "./..."), drops, "-leak selects one analyzer")
	require.Contains(t, run(t, dir, false, tool, "server/server.go"), leaks, "a file is a package without a module")

	run(t, dir, true, "go", "fix", "-fixtool="+tool, "./...")
	for name, content := range module {
		fixed, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		if name == "tools/tools.go" {
			content = strings.Replace(content, `"no bell: %v", err)`, `"no bell")`, 1)
			content = strings.Replace(content, "\t\treturn", "\t\tslog.Error(\"no bell\", \"err\", err)\n\t\treturn", 1)
			content = strings.Replace(content, "(\n", "(\n\t\"log/slog\"\n", 1)
		}
		require.Equal(t, content, string(fixed), name)
	}

	old := map[string]string{
		"go.mod":         strings.Replace(module["go.mod"], "go 1.26.0", "go 1.20", 1),
		"grpc/go.mod":    strings.Replace(module["grpc/go.mod"], "go 1.26", "go 1.20", 1),
		"tools/tools.go": module["tools/tools.go"],
	}
	for name, content := range old {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	require.Contains(t, run(t, dir, false, tool, "./tools"), "strconv.Atoi: log the error", "by hand")
	run(t, dir, true, "go", "fix", "-fixtool="+tool, "./tools")
	after, err := os.ReadFile(filepath.Join(dir, "tools/tools.go"))
	require.NoError(t, err)
	require.Equal(t, old["tools/tools.go"], string(after), "Go 1.20 has no log/slog")
}

// run returns the output of a command, which must succeed or fail.
func run(t *testing.T, dir string, succeeds bool, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.Equal(t, succeeds, err == nil, "%v: %v\n%s", args, err, out)
	return string(out)
}
