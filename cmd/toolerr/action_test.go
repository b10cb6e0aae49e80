package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const action = "../../.github/actions/check/"

// TestAction runs the script of the GitHub Action with a program that prints its arguments.
func TestAction(t *testing.T) {
	for name, tt := range map[string]struct {
		inputs map[string]string
		wants  []string // the arguments; nil: the script fails
	}{
		"a URL": {map[string]string{"URL": "http://127.0.0.1:1/mcp"},
			[]string{"--format", "github", "http://127.0.0.1:1/mcp"}},
		"a program": {map[string]string{"COMMAND": "npx -y  server"},
			[]string{"--format", "github", "--", "npx", "-y", "server"}},
		"what is no code": {map[string]string{"COMMAND": `a $(exit) ;b`, "ONLY": "leak,`x`"},
			[]string{"--format", "github", "--only", "leak,`x`", "--", "a", "$(exit)", ";b"}},
		"all inputs": {map[string]string{"URL": "http://127.0.0.1:1", "DIALECT": "oxp", "ONLY": "leak",
			"STRICT": "true", "BASELINE": "known", "BADGE": "badge.json", "FORMAT": "sarif",
			"ARGS": "--seed=1\n\n--call-all\n"},
			[]string{"--format", "sarif", "--only", "leak", "--strict", "--baseline", "known", "--badge",
				"badge.json", "--seed=1", "--call-all", "http://127.0.0.1:1"}},
		"neither": {map[string]string{}, nil},
		"both":    {map[string]string{"URL": "http://127.0.0.1:1", "COMMAND": "x"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for program, text := range map[string]string{
				"toolerr": `printf '%s\n' "$@"`,
				"curl":    `[ -e "$0.called" ] || { touch "$0.called"; exit 7; }`, // the server starts slowly
				"sleep":   `:`,
			} {
				require.NoError(t, os.WriteFile(filepath.Join(folder, program),
					[]byte("#!/usr/bin/env bash\n"+text+"\n"), 0o700))
			}
			c := exec.CommandContext(t.Context(), "bash", action+"run.sh")
			c.Env = []string{"PATH=" + folder + string(os.PathListSeparator) + os.Getenv("PATH"),
				"TOOLERR=" + filepath.Join(folder, "toolerr")}
			for variable := range variables(t) {
				value, ok := tt.inputs[variable]
				switch {
				case !ok && variable == "DIALECT":
					value = "mcp"
				case !ok && variable == "FORMAT":
					value = "github"
				case !ok && variable == "WAIT":
					value = "3"
				}
				c.Env = append(c.Env, "CHECK_"+variable+"="+value)
			}
			out, err := c.Output()
			if tt.wants == nil {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			dialect := "mcp"
			if d := tt.inputs["DIALECT"]; d != "" {
				dialect = d
			}
			require.Equal(t, append([]string{"check", "--dialect", dialect}, tt.wants...),
				strings.Split(strings.TrimSpace(string(out)), "\n"))
		})
	}
}

// variables returns the variables that the action sets, which must be one for each input.
func variables(t *testing.T) map[string]bool {
	text, err := os.ReadFile(action + "action.yml")
	require.NoError(t, err)
	inputs, steps, ok := strings.Cut(string(text), "\nruns:\n")
	require.True(t, ok)
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^        CHECK_([A-Z]+): \$\{\{ inputs\.([a-z]+) \}\}$`).FindAllStringSubmatch(steps, -1) {
		require.Equal(t, m[1], strings.ToUpper(m[2]))
		found[m[1]] = true
	}
	declared := regexp.MustCompile(`(?m)^  ([a-z]+):$`).FindAllString(inputs, -1)
	require.Len(t, found, len(declared))
	script, err := os.ReadFile(action + "run.sh")
	require.NoError(t, err)
	for name := range found {
		require.True(t, strings.Contains(string(script), "$CHECK_"+name), name)
	}
	return found
}
