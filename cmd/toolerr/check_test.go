package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check"
)

// execute runs a command, and returns what it prints to standard output, its exit code and its
// error.
func execute(args ...string) (out string, code int, failure string) {
	root := newRoot()
	var stdout bytes.Buffer
	root.SetOut(&stdout)
	root.SetErr(new(bytes.Buffer))
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		return stdout.String(), exitCode(err), message(err)
	}
	return stdout.String(), 0, ""
}

// TestCheckServe checks that the demo server breaks no rule in any dialect.
func TestCheckServe(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it checks the server of the demonstration in every protocol, with every rule")
	}
	ctx, stop := context.WithCancel(t.Context())
	base, done := startServer(t, ctx)
	t.Run("dialects", func(t *testing.T) { checkDialects(t, base) })
	t.Run("formats", func(t *testing.T) { checkFormats(t, base) })
	stop()
	require.NoError(t, <-done)
}

// checkDialects checks all dialects, with each permission to call tools, at the same time: a probe
// waits for two seconds. Only valid inputs break rules: the date of a flight must be in the
// future, a mail needs an authorization of its own, which is not that of HTTP, and the agent wants
// a call of a tool. No schema says so.
func checkDialects(t *testing.T, base string) {
	folder := t.TempDir()
	var wg sync.WaitGroup
	defer wg.Wait()
	for i, tt := range []struct {
		args  []string
		known string // to be broken by valid inputs
		only  int    // tools that are called without permission
	}{
		{[]string{"mcp", base + "/mcp"}, "tool/valid/1\n", 5},
		{[]string{"oxp", base + "/oxp"}, "", 0},
		{[]string{"problem", base}, "tool/valid/1\nauth/challenge/1\n", 0},
		{[]string{"google", base + "/google"}, "tool/valid/1\nauth/challenge/1\n", 0},
		{[]string{"connect", base + "/connect"}, "tool/valid/1\nauth/challenge/1\n", 0},
		{[]string{"aai", base + "/aai", "--tools", base + "/oxp/tools"}, "tool/valid/1\n", 0},
		{[]string{"a2a", base + "/a2a"}, "tool/valid/1\n", 1},
		{[]string{"a2a", base + "/a2a", "-H", "A2A-Version: 0.3"}, "tool/valid/1\n", 1},
	} {
		known := filepath.Join(folder, strconv.Itoa(i))
		require.NoError(t, os.WriteFile(known, []byte(tt.known), 0o600))
		for _, permission := range [][]string{nil, {"--call-invalid"}, {"--call-all", "--baseline", known}} {
			wg.Go(func() {
				args := slices.Concat([]string{"check", "--strict", "--rate", "0"}, permission, []string{"--dialect"},
					tt.args)
				out, code, failure := execute(args...)
				assert.Equal(t, 0, code, "%v: %s\n%s", args, failure, out)
				if permission == nil {
					assert.Contains(t, out, fmt.Sprintf(" tools, %d probed; ", tt.only), "%v", args)
					assert.Contains(t, out, "Not called and not judged: ", "%v", args)
				} else if permission[0] == "--call-all" {
					assert.NotContains(t, out, "Not called", "%v", args)
				}
			})
		}
	}
}

// checkFormats checks a server that breaks rules, because MCP is not what it has at this URL, in
// every format.
func checkFormats(t *testing.T, base string) {
	args := []string{"check", "--call-all", "--rate", "0", "--dialect", "problem", "--only", "http/json,http/path",
		"--tools", base + "/oxp/tools", base + "/no/such/path"}
	const failed = "1 rule is broken"

	out, code, failure := execute(args...)
	require.Equal(t, exitFailure, code, "%s", out)
	require.Equal(t, failed, failure)
	require.Contains(t, out, "FAIL  http/json/1  SPEC MUST\n")
	require.Contains(t, out, "curl -sS -i -X POST "+base)

	out, code, _ = execute(append(args, "--format", "json")...)
	require.Equal(t, exitFailure, code)
	type result struct {
		ID       string `json:"id"`
		Findings []struct {
			Command string `json:"command"`
		} `json:"findings"`
	}
	var report struct {
		Failed  int      `json:"failed"`
		Results []result `json:"results"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Equal(t, 1, report.Failed)
	broken := slices.IndexFunc(report.Results, func(r result) bool { return r.ID == "http/json/1" })
	require.NotEmpty(t, report.Results[broken].Findings[0].Command)

	out, _, _ = execute(append(args, "--format", "junit")...)
	var suite struct {
		Tests    int  `xml:"tests,attr"`
		Failures int  `xml:"failures,attr"`
		Errors   *int `xml:"errors,attr"`
	}
	require.NoError(t, xml.Unmarshal([]byte(out), &suite))
	require.Equal(t, 1, suite.Failures)
	require.NotNil(t, suite.Errors, "the schema junit-10.xsd requires it")
	require.Equal(t, len(report.Results), suite.Tests)

	out, _, _ = execute(append(args, "--format", "github")...)
	require.True(t, strings.HasPrefix(out, "::error title=http/json/1::A body that is not JSON is answered with 400"),
		"%s", out)

	out, _, _ = execute(append(args, "--format", "sarif")...)
	var log struct {
		Version string `json:"version"`
		Runs    []struct {
			Results []struct {
				RuleID string `json:"ruleId"`
				Level  string `json:"level"`
			} `json:"results"`
		} `json:"runs"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &log))
	require.Equal(t, "2.1.0", log.Version)
	require.Equal(t, "http/json/1", log.Runs[0].Results[0].RuleID)
	require.Equal(t, "error", log.Runs[0].Results[0].Level)

	checkNotCalled(t, args[:1], args[2:])

	folder := t.TempDir()
	badge, baseline := filepath.Join(folder, "badge.json"), filepath.Join(folder, "known.txt")
	require.NoError(t, os.WriteFile(baseline, []byte("http/json/1 # it is a proxy\n"), 0o600))
	out, code, failure = execute(append(args, "--baseline", baseline, "--badge", badge)...)
	require.Equal(t, 0, code, "%s\n%s", failure, out)
	text, err := os.ReadFile(badge)
	require.NoError(t, err)
	require.Contains(t, string(text), `"schemaVersion": 1`)

	require.NoError(t, os.WriteFile(baseline, []byte("http/json/1\nhttp/path/1\n"), 0o600))
	_, code, failure = execute(append(args, "--baseline", baseline)...)
	require.Equal(t, exitFailure, code)
	require.Contains(t, failure, "not broken any more, remove it from the baseline: http/path/1")
}

// checkNotCalled checks that the report has, in every format, how many tools were not called, and
// with what they are.
func checkNotCalled(t *testing.T, before, after []string) {
	for name, wants := range map[string]string{
		"text":   "\nNot called and not judged: 10 of 10 tools, ",
		"json":   `"not_called_because": "Not called and not judged: 10 of 10 tools, `,
		"junit":  "<system-out>Not called and not judged: 10 of 10 tools, ",
		"github": "\n::warning title=toolerr check::Not called and not judged: 10 of 10 tools, ",
		"sarif":  `"text": "Not called and not judged: 10 of 10 tools, `,
	} {
		out, _, _ := execute(slices.Concat(before, []string{"--format", name}, after)...)
		require.Contains(t, out, wants, name)
		require.Contains(t, out, "--call-invalid calls them with inputs that lack something required", name)
		out, _, _ = execute(slices.Concat(before, []string{"--format", name, "--call-invalid"}, after)...)
		require.Contains(t, out, "Not called and not judged: 3 of 10 tools, ", name)
		out, _, _ = execute(slices.Concat(before, []string{"--format", name, "--call-all"}, after)...)
		require.NotContains(t, out, "Not called", name)
	}
	out, _, _ := execute(slices.Concat(before, []string{"--format", "json"}, after)...)
	require.Contains(t, out, `"not_called": 10,`)
}

// TestCheckBaseline checks what a file with rules that are known to be broken may have.
func TestCheckBaseline(t *testing.T) {
	file := filepath.Join(t.TempDir(), "known.txt")
	read := func(text string) ([]string, error) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		f := checkFlags{baseline: file}
		return f.readBaseline()
	}
	known, err := read("# known\nhttp/json/1 # since 2026\n\nhttp/path/1\n")
	require.NoError(t, err)
	require.Equal(t, []string{"http/json/1", "http/path/1"}, known)
	_, err = read("http/json/1\nhttp/json/9\n")
	require.EqualError(t, err, "--baseline "+file+`: line 2: there is no rule "http/json/9"`)
	require.Equal(t, exitUsage, exitCode(err))
}

// TestCheckKnownRules checks that a rule of the baseline fails a run only if it was judged and is not
// broken, and that it does not fail it in any format if it is.
func TestCheckKnownRules(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", "bells/1.0")
		if strings.Contains(r.URL.Path, "no-such-path") {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	for name, tt := range map[string]struct {
		args, known string
		code        int
		wants       string // in the output, or in the text of the failure
	}{
		"not known":     {"http/path", "", exitFailure, "FAIL  http/path/1"},
		"known":         {"http/path", "http/path/1", 0, "warn  http/path/1"},
		"json, known":   {"http/path --format json", "http/path/1", 0, `"known": true`},
		"junit, known":  {"http/path --format junit", "http/path/1", 0, `failures="0"`},
		"github, known": {"http/path --format github", "http/path/1", 0, "::warning title=http/path/1"},
		"sarif, known":  {"http/path --format sarif", "http/path/1", 0, `"level": "warning"`},
		"a rule of level SHOULD is broken, whether or not it counts": {"leak/server", "leak/server/1", 0, "warn  leak/server/1"},
		"and if it counts":    {"leak/server --strict", "leak/server/1", 0, "warn  leak/server/1"},
		"not chosen":          {"leak/server", "http/path/1\nleak/server/1", 0, "leak/server/1"},
		"no answer to judge":  {"tool/input/2", "tool/input/2", 0, "1 without an answer to judge"},
		"of another protocol": {"tool/version", "tool/version/1", 0, "0 failed"},
		"not broken":          {"leak", "leak/sql/1", exitFailure, "not broken any more, remove it from the baseline: leak/sql/1"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "known")
			require.NoError(t, os.WriteFile(file, []byte(tt.known), 0o600))
			args := append([]string{"check", "--dialect", "http", server.URL, "--baseline", file, "--only"},
				strings.Fields(tt.args)...)
			out, code, failure := execute(args...)
			require.Equal(t, tt.code, code, "%s\n%s", failure, out)
			require.Contains(t, out+failure, tt.wants)
		})
	}
}

func TestCheckUsage(t *testing.T) {
	for name, tt := range map[string]struct {
		args  []string
		code  int
		wants string
	}{
		"no target": {nil, exitUsage, "want one URL, or -- and a program"},
		"two":       {[]string{"http://a", "http://b"}, exitUsage, "want one URL"},
		"not a URL": {[]string{"server"}, exitUsage,
			`"server" is not an http or https URL; a program follows --`},
		"a program of oxp": {[]string{"--dialect", "oxp", "--", "server"}, exitUsage, "with the dialect mcp only"},
		"tools of a2a": {[]string{"--dialect", "a2a", "--tools", "tools.json", "http://a"}, exitUsage,
			"an agent of A2A has no tools"},
		"an unknown dialect":  {[]string{"--dialect", "soap", "http://a"}, exitUsage, `unknown dialect "soap"`},
		"an unknown rule":     {[]string{"--only", "leak/sqll", "http://a"}, exitUsage, `unknown rule "leak/sqll"`},
		"an unknown format":   {[]string{"--format", "xml", "http://a"}, exitUsage, `unknown format "xml"`},
		"a header of nothing": {[]string{"-H", "x", "http://a"}, exitUsage, "want 'NAME: VALUE'"},
		"a URL and a replay":  {[]string{"--replay", "x", "http://a"}, exitUsage, "--replay sends nothing"},
		"no requests":         {[]string{"--requests", "0", "http://a"}, exitUsage, "want more than 0 for --requests"},
		"fewer requests":      {[]string{"--requests", "-1", "http://a"}, exitUsage, "want more than 0 for --requests"},
		"no time":             {[]string{"--timeout", "0", "http://a"}, exitUsage, "and --timeout"},
		"a negative rate":     {[]string{"--rate", "-1", "http://a"}, exitUsage, "not less than 0 for --rate"},
		"no recording":        {[]string{"--replay", "/no/such/folder"}, exitUsage, "run.json is not a file of a recording"},
		"no paths":            {[]string{"--paths", "/no/such/file", "http://a"}, exitUsage, "--paths: open"},
		"no such file":        {[]string{"--baseline", "/no/such/file", "http://a"}, exitUsage, "no such file"},
		"no server":           {[]string{"http://127.0.0.1:1/"}, exitUnreachable, "the server could not be reached"},
		"no program": {[]string{"--", "/no/such/program"}, exitUnreachable,
			"the server could not be reached"},
		"explain nothing": {[]string{"--explain", "leak/sqll/1"}, exitFailure,
			`unknown rule "leak/sqll/1", did you mean "leak/sql/1"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, code, failure := execute(append([]string{"check"}, tt.args...)...)
			require.Equal(t, tt.code, code)
			require.Contains(t, failure, tt.wants)
		})
	}
}

func TestCheckLists(t *testing.T) {
	out, code, _ := execute("check", "--list")
	require.Equal(t, 0, code)
	require.Equal(t, len(check.Rules()), strings.Count(out, "\n"))
	out, code, _ = execute("check", "--list", "--only", "leak")
	require.Equal(t, 0, code)
	require.Regexp(t, `(?m)^leak/go-type/1\s+LEAK\s+MUST\s+No answer has`, out)
	for _, r := range check.Rules() {
		out, code, _ = execute("check", "--explain", r.ID)
		require.Equal(t, 0, code)
		require.Contains(t, out, r.Source)
	}
}

// TestCheckDocument checks that docs/check.md has the rules as --list prints them.
func TestCheckDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/check.md")
	require.NoError(t, err)
	out, _, _ := execute("check", "--list")
	require.Contains(t, string(text), "```\n"+out+"```\n")
}

// TestCheckAnswers checks what is printed about a server that is not one of MCP, or needs
// credentials.
func TestCheckAnswers(t *testing.T) {
	for status, wants := range map[int]string{
		404: `the server answered, but not in the protocol: the answer to initialize is not a result of MCP: HTTP 404, "no bell"`,
		401: `HTTP 401, "no bell"; -H 'Authorization: Bearer TOKEN' sends credentials`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, "no bell")
		}))
		_, code, failure := execute("check", server.URL)
		server.Close()
		require.Equal(t, exitUnreachable, code)
		require.Contains(t, failure, wants)
	}
}

// TestCheckInterrupted checks that a check that is interrupted prints what it found.
func TestCheckInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if requests.Add(1) == 8 {
			stop()
			<-r.Context().Done()
			return
		}
		if strings.Contains(string(body), `"initialize"`) {
			io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}`)
			return
		}
		w.WriteHeader(500)
	}))
	defer server.Close()
	root := newRoot()
	var stdout bytes.Buffer
	root.SetOut(&stdout)
	root.SetErr(io.Discard)
	root.SetArgs([]string{"check", "--rate", "0", server.URL})
	err := root.ExecuteContext(ctx)
	require.Equal(t, exitFailure, exitCode(err))
	require.ErrorContains(t, err, "interrupted: the report has only the 5 requests until then")
	require.Contains(t, stdout.String(), "mcp/")
}
