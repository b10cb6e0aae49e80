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
// dropped, and with a leak that has a fix. It has packages with the names of grpc and toolerr that
// it uses, and imports little else, so that the go command has little to analyze.
var module = map[string]string{
	"go.mod": `module example.com/bells

go 1.26.0

require (
	github.com/toolerr/toolerr v1.0.0
	google.golang.org/grpc v1.0.0
)

replace (
	github.com/toolerr/toolerr => ./toolerr
	google.golang.org/grpc => ./grpc
)
`,
	"grpc/go.mod":           "module google.golang.org/grpc\n",
	"grpc/status/status.go": "package status\n\nfunc Error(code uint32, text string) error { return nil }\n",
	"toolerr/go.mod":        "module github.com/toolerr/toolerr\n",
	"toolerr/errkit/errkit.go": `package errkit

type Kind uint8

const NotFound Kind = 1

type Text string

func New(k Kind, message Text) error             { return nil }
func Wrap(err error, k Kind, message Text) error { return nil }
`,
	"toolerr/tool/tool.go": "package tool\n\nfunc New(name, description string, f func(string) error) {}\n",
	"tools/tools.go": `package tools

import (
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

func Add() { tool.New("ring", "Ring a bell.", ring) }

func ring(s string) error {
	if _, err := strconv.Atoi(s); err != nil {
		return errkit.New(errkit.NotFound, errkit.Text(err.Error()))
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

	run(t, dir, true, "go", "fix", "-fixtool="+tool, "./...")
	for name, content := range module {
		fixed, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		if name == "tools/tools.go" {
			const before, after = "errkit.New(errkit.NotFound, errkit.Text(err.Error()))", `errkit.Wrap(err, errkit.NotFound, "")`
			content = strings.Replace(content, before, after, 1)
		}
		require.Equal(t, content, string(fixed), name)
	}
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
