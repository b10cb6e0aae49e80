package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is a module with a leak in one package of an error in another one, and with an error that is dropped. It has a package with
// the names of grpc that it uses, and imports little else, so that the go command has little to analyze.
var module = map[string]string{
	"go.mod": `module example.com/bells

go 1.26.0

require google.golang.org/grpc v1.0.0

replace google.golang.org/grpc => ./grpc
`,
	"grpc/go.mod":           "module google.golang.org/grpc\n",
	"grpc/status/status.go": "package status\n\nfunc Error(code uint32, text string) error { return nil }\n",
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

// TestCommand runs the command by itself and by the go command, as users do.
func TestCommand(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "toolerr-vet")
	run(t, ".", true, "go", "build", "-o", tool, ".")
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

	run(t, dir, true, "go", "fix", "-fixtool="+tool, "-shape", "./...")
	fixed, err := os.ReadFile(filepath.Join(dir, "times/times.go"))
	require.NoError(t, err)
	require.Contains(t, string(fixed), "return nil, err\n")
}

// run returns the output of a command, which must succeed or fail.
func run(t *testing.T, dir string, succeeds bool, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.Equal(t, succeeds, err == nil, "%v: %v\n%s", args, err, out)
	return string(out)
}
