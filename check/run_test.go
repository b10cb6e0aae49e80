package check

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/input"
	"github.com/toolerr/toolerr/check/internal/probe"
)

// every is a rule that finds every exchange.
func every(level string, probes ...probe.Name) *Rule {
	return &Rule{ID: "test/every/1", Category: "HYGIENE", Level: level, Text: "t", Source: "s", Fault: "f",
		dialects: "all",
		probes:   probes,
		judge:    each(func(x *probe.Exchange) string { return fmt.Sprint(x.Probe, " ", x.Failure, " ", x.Status) })}
}

// TestOddServers runs against servers that do not behave: a run ends, with an error that says why.
func TestOddServers(t *testing.T) {
	started := `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}`
	const deadline = "deadline exceeded"
	tests := []struct {
		name    string
		handler http.HandlerFunc
		wants   string
	}{
		{"closes every connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
		{"answers with HTML", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
			`the answer to initialize is not a result of MCP: HTTP 200, "<html>"`},
		{"answers with an error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "HTTP 404"},
		{"never answers", func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, deadline},
		{"streams without an end", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				fmt.Fprint(w, ": nothing\n\n")
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		}, deadline},
		{"sends events of others", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {\"method\":\"x\"}\n\ndata: {\"id\":99,\"result\":{}}\n\n")
		}, "the stream ended without a response"},
		{"has no tools, and a list that is none", func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if bytes.Contains(body, []byte(`"initialize"`)) {
				io.WriteString(w, started)
				return
			}
			io.WriteString(w, `{"jsonrpc":"2.0","id":2,"result":[]}`)
		}, "not a list of tools"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(tt.handler)
			defer server.Close()
			timeout := 10 * time.Second // an answer is expected
			if tt.wants == deadline {
				timeout = 100 * time.Millisecond
			}
			_, err := Run(t.Context(), Target{Dialect: "mcp", URL: server.URL},
				Options{Rules: []*Rule{every(must)}, Timeout: timeout})
			require.ErrorIs(t, err, ErrUnreachable)
			require.ErrorContains(t, err, tt.wants)
			_, answered := errors.AsType[*UnexpectedAnswer](err)
			require.Equal(t, tt.wants != deadline && !strings.Contains(err.Error(), "could not be reached"), answered)
		})
	}
}

// TestRun checks what a run sends: not more than it may, with the headers of the target, and one
// event stream each.
func TestRun(t *testing.T) {
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m struct {
			ID     json.RawMessage
			Method string
		}
		_ = json.Unmarshal(body, &m)
		sent = append(sent, r.Header.Get("X-Test")+" "+m.Method)
		if m.ID == nil {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		result := `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}`
		if m.Method == "tools/list" {
			result = `{"tools":[{"name":"a","inputSchema":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}},
				{"name":"b","execution":{"taskSupport":"required"}}]}`
		}
		fmt.Fprintf(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":%s,\ndata: \"result\":%s}\n\n", m.ID,
			strings.ReplaceAll(result, "\n", " "))
	}))
	defer server.Close()
	target := Target{Dialect: "mcp", URL: server.URL, Header: http.Header{"X-Test": {"yes"}}}
	report, err := Run(t.Context(), target, Options{Rules: []*Rule{every("SHOULD", probe.Missing, probe.UnknownTool)},
		Requests: 2, CallInvalid: true})
	require.NoError(t, err)
	require.Equal(t, []string{"yes initialize", "yes notifications/initialized", "yes tools/list", "yes tools/call",
		"yes tools/call"}, sent)
	require.Equal(t, 1, report.Tools)
	require.Equal(t, 2, report.Requests)
	require.Equal(t, "failed", report.Results[0].Status())
	require.Equal(t, 2, report.Results[0].Judged)
	require.Empty(t, report.Failed(false))
	require.Len(t, report.Failed(true), 1)
}

// A broken is a connection that cannot be written to, and ends a moment later.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (broken) Close() error              { return nil }
func (broken) Read([]byte) (int, error) {
	time.Sleep(50 * time.Millisecond)
	return 0, io.EOF
}

// TestStdioEnds checks that why a program ended is told, not that it could not be written to.
func TestStdioEnds(t *testing.T) {
	_, err := Run(t.Context(), Target{Dialect: "mcp", Conn: broken{}}, Options{Rules: []*Rule{every(must)}})
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorContains(t, err, "the program closed its output")
}

// TestStdioOutput checks that the user reads what a program printed that does not serve.
func TestStdioOutput(t *testing.T) {
	for name, tt := range map[string]struct {
		script  string
		timeout time.Duration
		wants   string
	}{
		"ends without a failure": {"echo 'Usage: bells --stdio' >&2", 10 * time.Second,
			"the program closed its output; it printed: Usage: bells --stdio"},
		"serves something else": {"echo 'Listening on port 3000' >&2; exec sleep 20", 300 * time.Millisecond,
			"context deadline exceeded; it printed: Listening on port 3000"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Run(t.Context(), Target{Dialect: "mcp", Command: []string{"sh", "-c", tt.script}},
				Options{Rules: []*Rule{every(must)}, Timeout: tt.timeout})
			require.ErrorIs(t, err, ErrUnreachable)
			require.ErrorContains(t, err, tt.wants)
		})
	}
}

// TestGiven checks which paths are those of the command of a server, which it does not disclose.
func TestGiven(t *testing.T) {
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		command []string
		answer  string
		wants   string
	}{
		"absolute":         {[]string{"files", "/srv/files"}, "open /srv/files/a", "open X/a"},
		"relative":         {[]string{"git", "--repository", "repo"}, "outside of " + here + "/repo", "outside of X"},
		"this folder":      {[]string{"files", "."}, "open " + here + "/a", "open X/a"},
		"after =":          {[]string{"files", "--root=/srv/files"}, "open /srv/files/a", "open X/a"},
		"a plain word":     {[]string{"node", "repo"}, "/a/node_modules/repository", "/a/node_modules/repository"},
		"another folder":   {[]string{"files", "/srv/files"}, "open /srv/keys/a", "open /srv/keys/a"},
		"a password in it": {[]string{"sql", "sql://a:secret@b/c"}, "dial sql://a:secret@b/c", "dial sql://a:secret@b/c"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newRunner(&Target{Dialect: "mcp", Command: tt.command}, Options{})
			require.NoError(t, err)
			x := &probe.Exchange{Body: []byte(tt.answer), Given: r.given}
			require.Equal(t, tt.wants, x.Foreign())
		})
	}
}

// TestAround checks that a finding quotes what is beside private text in one text of an answer.
func TestAround(t *testing.T) {
	const text = "message\nopen /srv/keys/a: no such file\nisError"
	start := strings.Index(text, "/srv")
	require.Equal(t, `"open /srv/keys/a: no such file"`, around(text, start, start+len("/srv/keys/a")))
}

// TestRunUnreachable checks that no rule is judged if nothing listens, also if the tools are given.
func TestRunUnreachable(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	for _, dialect := range []string{"http", "problem"} {
		_, err := Run(t.Context(), Target{Dialect: dialect, URL: server.URL, Tools: []Tool{{Name: "ring", Path: "/ring"}}},
			Options{Rules: []*Rule{every(must)}})
		require.ErrorIs(t, err, ErrUnreachable, dialect)
	}
}

// TestRunAborts checks that a server is judged that ends each connection without an answer.
func TestRunAborts(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer server.Close()
	report, err := Run(t.Context(), Target{Dialect: "problem", URL: server.URL, Tools: []Tool{{Name: "ring", Path: "/ring"}}},
		Options{Rules: []*Rule{every(must)}})
	require.NoError(t, err)
	require.Equal(t, 1, report.Tools)
}

// TestStdio checks programs: this test binary is one.
func TestStdio(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for programs that do not end")
	}
	program, err := os.Executable()
	require.NoError(t, err)
	const short, long = 300 * time.Millisecond, 10 * time.Second // long where an end is expected
	for mode, tt := range map[string]struct {
		wants   string
		timeout time.Duration
	}{
		"ends":   {"the program ended: exit status 3; it printed: no configuration", long},
		"long":   {"a line of more than", long},
		"silent": {"deadline exceeded", short},
		"noise":  {"deadline exceeded", short},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Setenv("CHECK_TEST_PROGRAM", mode)
			_, err := Run(t.Context(), Target{Dialect: "mcp", Command: []string{program}},
				Options{Rules: []*Rule{every(must)}, Timeout: tt.timeout})
			require.ErrorIs(t, err, ErrUnreachable)
			require.ErrorContains(t, err, tt.wants)
		})
	}
	t.Run("serves", func(t *testing.T) {
		t.Setenv("CHECK_TEST_PROGRAM", "serves")
		report, err := Run(t.Context(), Target{Dialect: "mcp", Command: []string{program}},
			Options{Rules: []*Rule{every(must, probe.UnknownTool, probe.NotJSON)}, Timeout: long})
		require.NoError(t, err)
		require.Equal(t, 2, report.Results[0].Judged)
		for _, f := range report.Results[0].Findings {
			require.Contains(t, f.Text, " <nil> ", "there is an answer")
			require.Contains(t, f.Command, "| "+shellQuote(program))
		}
	})
	t.Run("starts a program again", func(t *testing.T) {
		t.Setenv("CHECK_TEST_PROGRAM", "fragile")
		failed := map[probe.Name]bool{}
		rule := every(must, probe.NotJSON, probe.Alive, probe.Repeated)
		rule.judge = func(xs []*probe.Exchange, _ func(*probe.Exchange, string)) {
			for _, x := range xs {
				failed[x.Probe] = failed[x.Probe] || x.Failure != nil
			}
		}
		_, err := Run(t.Context(), Target{Dialect: "mcp", Command: []string{program}},
			Options{Rules: []*Rule{rule}, Timeout: long})
		require.NoError(t, err)
		require.Equal(t, map[probe.Name]bool{probe.NotJSON: true, probe.Alive: true, probe.Repeated: false}, failed)
	})
	t.Run("leaves a program that holds its output", func(t *testing.T) {
		start := time.Now()
		_, err := Run(t.Context(), Target{Dialect: "mcp", Command: []string{"sh", "-c", "sleep 25; true"}},
			Options{Rules: []*Rule{every(must)}, Timeout: short})
		require.ErrorIs(t, err, ErrUnreachable)
		require.Less(t, time.Since(start), 15*time.Second)
	})
	_, err = Run(t.Context(), Target{Dialect: "mcp", Command: []string{"/no/such/program"}}, Options{})
	require.ErrorIs(t, err, ErrUnreachable)
}

func TestMain(m *testing.M) {
	switch os.Getenv("CHECK_TEST_PROGRAM") {
	case "ends":
		fmt.Fprintln(os.Stderr, "no configuration")
		os.Exit(3)
	case "silent":
		io.Copy(io.Discard, os.Stdin)
	case "noise":
		for range 100 {
			fmt.Println("Server is starting ...")
		}
		io.Copy(io.Discard, os.Stdin)
	case "long":
		_, _ = fmt.Println(strings.Repeat("x", 4<<20+1))
		io.Copy(io.Discard, os.Stdin)
	case "serves", "fragile":
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			var r struct{ ID json.RawMessage }
			if json.Unmarshal(lines.Bytes(), &r) != nil {
				if os.Getenv("CHECK_TEST_PROGRAM") == "fragile" {
					os.Exit(3)
				}
				fmt.Println(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"This is not JSON."}}`)
			} else if r.ID != nil {
				const result = `{"protocolVersion":"2025-11-25","capabilities":{}}`
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, result)
			}
		}
	case "curl":
		curl(os.Args[1:])
	default:
		os.Exit(m.Run())
	}
}

// TestCommand runs the command lines of exchanges in a shell: they send what the exchange has
// sent.
func TestCommand(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.Symlink(program, filepath.Join(folder, "curl")))
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CHECK_TEST_PROGRAM", "curl")
	type request struct {
		body   []byte
		header http.Header
	}
	requests := make(chan request, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests <- request{body, r.Header}
	}))
	defer server.Close()
	c := client{target: &Target{URL: server.URL}}
	for _, x := range []*probe.Exchange{
		{Request: c.post(server.URL+"/a?b=c&d", []byte(`{"it's":"$HOME \"quoted\" `+"`x`"+`"}`))},
		{Probe: probe.Deep, Size: 50, Request: c.post(server.URL, []byte(`{"id":1,"in":`+string(input.Deep(50))+`}`))},
		{Probe: probe.Large, Size: 9000, Request: c.post(server.URL,
			[]byte(`{"id":1,"in":`+string(input.Large(9000))+`}`))},
	} {
		line := command(x, c.target)
		out, err := exec.CommandContext(t.Context(), "sh", "-c", line).CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
		got := <-requests
		require.Equal(t, string(x.Request.Body), string(got.body), "%s", line)
		require.Equal(t, "application/json", got.header.Get("Content-Type"))
	}
	x := &probe.Exchange{Request: c.post(server.URL, []byte(`{}`))}
	x.Request.Header.Set("Authorization", "Bearer secret")
	require.NotContains(t, command(x, c.target), "secret", "the credentials stay out of reports")
}

// curl does what curl does with the options that a command line has.
func curl(args []string) {
	r := &http.Request{Header: http.Header{}}
	for len(args) > 0 {
		switch option := args[0]; option {
		case "-sS", "-i":
		case "-X":
			r.Method, args = args[1], args[1:]
		case "-H":
			name, value, _ := strings.Cut(args[1], ": ")
			r.Header.Set(name, value)
			args = args[1:]
		case "--data-binary":
			r.Body = io.NopCloser(strings.NewReader(args[1]))
			if args[1] == "@-" {
				r.Body = os.Stdin
			}
			args = args[1:]
		default:
			u, err := url.Parse(option)
			if err != nil || r.URL != nil {
				panic("not an option: " + option)
			}
			r.URL = u
		}
		args = args[1:]
	}
	if _, err := http.DefaultClient.Do(r); err != nil {
		panic(err)
	}
}

func TestReadTools(t *testing.T) {
	for name, tt := range map[string]struct {
		doc   string
		wants []Tool
		fails bool
	}{
		"MCP": {`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"},` +
			`"annotations":{"readOnlyHint":true}}]}}`,
			[]Tool{{Name: "a", Schema: json.RawMessage(`{"type":"object"}`), ReadOnly: true}}, false},
		"OXP": {`{"$schema":"urn:oxp:1.0","items":[{"id":"A.B@1.0.0","name":"A.B","input_schema":{}}]}`,
			[]Tool{{Name: "A.B", ID: "A.B@1.0.0", Schema: json.RawMessage(`{}`)}}, false},
		"a list":                  {`[{"name":"a","path":"/a"}]`, []Tool{{Name: "a", Path: "/a"}}, false},
		"empty":                   {`{"items":[]}`, []Tool{}, false},
		"null, of a server in Go": {`{"jsonrpc":"2.0","id":1,"result":{"tools":null}}`, []Tool{}, false},
		"null, elsewhere":         {`{"tools":null}`, nil, true},
		"no list":                 {`{"a":1}`, nil, true},
		"no name":                 {`[{"x":1}]`, nil, true},
		"no JSON":                 {`<html>`, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			tools, err := ReadTools([]byte(tt.doc))
			if tt.fails {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.wants, tools)
		})
	}
}

// TestPathsOfOthers checks that no path of a document leads to another host.
func TestPathsOfOthers(t *testing.T) {
	var calls atomic.Int64
	count := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" { // which is how it is found that there is a server
			calls.Add(1)
		}
		w.WriteHeader(http.StatusBadRequest)
	})
	right, other := httptest.NewServer(count), httptest.NewServer(count)
	defer right.Close()
	defer other.Close()
	host := strings.TrimPrefix(other.URL, "http://")
	port := host[strings.LastIndexByte(host, ':'):]
	for _, path := range []string{"@" + host + "/x", port + "/x", ".evil.example/x", "//" + host + "/x", "x", "/%zz"} {
		_, err := resolve(right.URL, path)
		require.Error(t, err, path)
		target := Target{Dialect: "problem", URL: right.URL,
			Tools: []Tool{{Name: "a", Path: path, Schema: json.RawMessage(`{"type":"object","required":["a"]}`)}}}
		_, err = Run(t.Context(), target, Options{Rules: []*Rule{every(must, probe.Missing)}, CallInvalid: true})
		require.NoError(t, err)
		require.Zero(t, calls.Load(), path)
	}
	address, err := resolve("http://example.com/a/b", "/c%2Fd")
	require.NoError(t, err)
	require.Equal(t, "http://example.com/c%2Fd", address)
}

// TestComponents checks that the schema of a tool has the components of its document, and that
// tools share them.
func TestComponents(t *testing.T) {
	tools, err := ReadTools([]byte(`{"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}},
		"/b":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},
		"components":{"schemas":{"A":{"type":"object","required":["x"],"properties":{"x":{"type":"boolean"}}}}}}`))
	require.NoError(t, err)
	require.Same(t, &tools[0].components[0], &tools[1].components[0])
	source := input.Source{Schema: tools[1].schema(tools[1].Schema)}
	valid, _ := source.Of(false)
	require.JSONEq(t, `{"x":false}`, string(valid))
}

// TestInterrupted checks that a run that is interrupted has a report about the answers until
// then, and none about the interruption.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if requests.Add(1) == 5 {
			stop()
			<-r.Context().Done()
			return
		}
		if strings.Contains(string(body), `"initialize"`) {
			io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}`)
		}
	}))
	defer server.Close()
	report, err := Run(ctx, Target{Dialect: "mcp", URL: server.URL}, Options{Rules: []*Rule{every(must)}})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 2, report.Requests)
	require.Equal(t, 2, report.Results[0].Judged)
	for _, f := range report.Results[0].Findings {
		require.Contains(t, f.Text, " <nil> ", "there is an answer")
	}
}
