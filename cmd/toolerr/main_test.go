package main

import (
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"toolerr": main}) }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // with -race, commands sleep one second at exit by default
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "document": writeDocument},
	})
}

// exits runs a command and checks its exit code: exits 65 toolerr decode.
func exits(ts *testscript.TestScript, not bool, args []string) {
	if not || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got, failure := 0, &exec.ExitError{}
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &failure):
		got = failure.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// writeDocument writes a problem document with a long code, of the given size in bytes: document
// 4000 long.json.
func writeDocument(ts *testscript.TestScript, not bool, args []string) {
	if not || len(args) != 2 {
		ts.Fatalf("usage: document SIZE FILE")
	}
	size, err := strconv.Atoi(args[0])
	ts.Check(err)
	before, after := `{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found","code":"`, `"}`
	body := before + strings.Repeat("x", size-len(before)-len(after)) + after
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(body), 0o600))
}

func TestVersion(t *testing.T) {
	for _, test := range []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"no information", nil, "(devel)"},
		{"go install", &debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "v0.1.0"}},
			"v0.1.0 go1.26.1"},
		{"go run", &debug.BuildInfo{GoVersion: "go1.26.1"}, "(devel) go1.26.1"},
		{
			"go build without a version",
			&debug.BuildInfo{GoVersion: "go1.26.1", Settings: []debug.BuildSetting{{Key: "vcs.revision",
				Value: "0123456789abcdef"}}},
			"(devel) 0123456789ab go1.26.1",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, versionOf(test.info))
		})
	}
}

func TestCodesLast(t *testing.T) {
	for _, test := range []struct {
		name       string
		args, want []string
	}{
		{"no arguments", nil, nil},
		{"a code", []string{"explain", "-32011"}, []string{"explain", "--", "-32011"}},
		{"a code before a flag", []string{"explain", "-32011", "--json"}, []string{"explain", "--json", "--",
			"-32011"}},
		{"a code after a flag", []string{"explain", "--json", "-32011"}, []string{"explain", "--json", "--",
			"-32011"}},
		{"a code after two dashes", []string{"explain", "--", "-32011"}, []string{"explain", "--", "-32011"}},
		{"a code before two dashes", []string{"explain", "-1", "--", "x"}, []string{"explain", "--", "-1", "x"}},
		{"a name", []string{"explain", "timeout", "-h"}, []string{"explain", "timeout", "-h", "--"}},
		{"another command", []string{"render", "--upstream", "-5"}, []string{"render", "--upstream", "-5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, codesLast(test.args))
		})
	}
}

// A client whose own limit ends first does not read that its call may have taken effect.
func TestProxyTimeoutBeforeClients(t *testing.T) {
	limit, err := newProxy().Flags().GetDuration("timeout")
	require.NoError(t, err)
	require.Less(t, limit, time.Minute, "DEFAULT_REQUEST_TIMEOUT_MSEC of the TypeScript SDK")
	require.Greater(t, limit, 50*time.Second)
}
