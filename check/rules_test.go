package check_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// took is a header by which a server in a test states how long its answer takes, so that a test
// does not wait for it.
const took = "Test-Took"

// A clock is the time of a run. It is a RoundTripper that moves it by the durations in the header
// took.
type clock struct {
	next  http.RoundTripper
	moved atomic.Int64 // nanoseconds
}

func (c *clock) Now() time.Time { return time.Now().Add(time.Duration(c.moved.Load())) }

func (c *clock) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := c.next.RoundTrip(r)
	if err == nil && res.Header.Get(took) != "" {
		var d time.Duration
		d, err = time.ParseDuration(res.Header.Get(took))
		c.moved.Add(int64(d))
	}
	return res, err
}

// run checks a handler, and returns the results of all rules.
func run(t *testing.T, dialect string, h http.Handler, only []*check.Rule) *check.Report {
	server := httptest.NewServer(h)
	defer server.Close()
	clock := &clock{next: server.Client().Transport}
	server.Client().Transport = clock
	report, err := check.Run(t.Context(), check.Target{
		Dialect: dialect, URL: server.URL, Client: server.Client(),
		Header: http.Header{"Authorization": {"Bearer " + token}}, Tools: toolsOf(t, dialect),
	}, check.Options{Rules: only, CallAll: true, Timeout: 10 * time.Second}.Test(100, 64<<10, 20*time.Millisecond,
		clock.Now))
	require.NoError(t, err)
	return report
}

// toolsOf returns the tools of a protocol without a list.
func toolsOf(t *testing.T, dialect string) []check.Tool {
	if dialect != "aai" {
		return nil
	}
	var all []check.Tool
	for one := range newTools(t).All() {
		all = append(all, check.Tool{Name: one.ModelName(), Schema: one.InputSchema,
			ReadOnly: one.Annotations.ReadOnly})
	}
	return all
}

// ids returns the IDs of the rules with a status.
func ids(r *check.Report, status string) (all []string) {
	for i := range r.Results {
		if r.Results[i].Status() == status {
			all = append(all, r.Results[i].Rule.ID)
		}
	}
	return all
}

func findings(r *check.Report) (all []string) {
	for i := range r.Results {
		for _, f := range r.Results[i].Findings {
			all = append(all, r.Results[i].Rule.ID+" "+f.Probe+" "+f.Text+"\n"+f.Answer)
		}
	}
	return all
}

// TestServers checks that servers of this module break no rule, and that every rule judged one of
// them.
func TestServers(t *testing.T) {
	judged := map[string]bool{}
	for dialect, h := range servers(t) {
		t.Run(dialect, func(t *testing.T) {
			report := run(t, dialect, h, check.Rules())
			require.Empty(t, findings(report))
			for _, id := range ids(report, "passed") {
				judged[id] = true
			}
		})
	}
	for _, r := range check.Rules() {
		require.True(t, judged[r.ID], "no answer was judged by %s", r.ID)
	}
}

// TestFaults checks that every rule finds the fault that it describes, and that no other rule
// does.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it checks a server for each rule")
	}
	for _, r := range check.Rules() {
		if r.ID == stdio {
			continue // TestStandardOutput
		}
		t.Run(strings.ReplaceAll(r.ID, "/", "_"), func(t *testing.T) {
			t.Parallel()
			f, ok := faults[r.ID]
			require.True(t, ok, "there is no server with this fault")
			report := run(t, f.dialect, f.server(servers(t)[f.dialect]), check.Rules())
			require.Equal(t, []string{r.ID}, ids(report, "failed"), "%s", strings.Join(findings(report), "\n"))
		})
	}
	require.Len(t, faults, len(check.Rules())-1, "every fault is that of a rule, but not the one over stdio")
}

// stdio is the rule about programs.
const stdio = "mcp/transports-stdio/1"

// TestStandardOutput checks what a program may print beside its messages: nothing.
func TestStandardOutput(t *testing.T) {
	rules := slices.DeleteFunc(check.Rules(), func(r *check.Rule) bool { return !strings.HasPrefix(r.ID, "mcp/") })
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	for name, tt := range map[string]struct{ prints, found string }{
		"nothing":           {"", ""},
		"blank lines":       {"\n \r\n", ""},
		"a notification":    {`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"on"}}` + "\n", ""},
		"that it started":   {"Bells are served.\nReady.\n", `list: the program wrote to its standard output: "Bells are served."`},
		"a log in JSON":     {`{"level":30,"msg":"started"}` + "\n", `list: the program wrote to its standard output: "{\"level\":30,\"msg\":\"started\"}"`},
		"what is no text":   {"\xff\x00a\n", `list: the program wrote to its standard output: "\x00a"`},
		"a very long line":  {strings.Repeat("a", 1<<20) + "\n", `list: the program wrote to its standard output: "` + strings.Repeat("a", 80) + `…"`},
		"a token of a test": {"token " + token + "\n", `list: the program wrote to its standard output: "token …"`},
	} {
		t.Run(name, func(t *testing.T) {
			ours, theirs := net.Pipe()
			defer ours.Close()
			go func() {
				_, _ = io.WriteString(theirs, tt.prints)
				_ = newMCP(boundary, slices.Collect(newTools(t).All())).Run(t.Context(), &mcp.IOTransport{Reader: theirs, Writer: theirs})
			}()
			report, err := check.Run(t.Context(), check.Target{Dialect: "mcp", Conn: ours,
				Header: http.Header{"Authorization": {"Bearer " + token}}},
				check.Options{Rules: rules}.Test(10, 1000, time.Millisecond, nil))
			require.NoError(t, err)
			var found []string
			for _, r := range report.Results {
				for _, f := range r.Findings {
					found = append(found, f.Probe+": "+f.Text)
				}
			}
			require.Equal(t, tt.found, strings.Join(found, "\n"))

			folder := t.TempDir()
			require.NoError(t, report.Record(folder))
			files, err := os.ReadDir(folder)
			require.NoError(t, err)
			for _, file := range files {
				text, err := os.ReadFile(filepath.Join(folder, file.Name()))
				require.NoError(t, err)
				require.NotContains(t, string(text), token)
			}
			again, err := check.Replay(folder, rules)
			require.NoError(t, err)
			require.Equal(t, report.Count("failed"), again.Count("failed"), "what the program printed is in the recording")
		})
	}
}

// TestPublicServer checks that a server which needs no credentials breaks no rule when it is
// given some.
func TestPublicServer(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	rest := &api.API{API: nethttp.API{Dialect: problem.Dialect{}, Boundary: boundary, Rewrite: true}}
	mux := http.NewServeMux()
	mux.Handle("/", rest.Tools(newTools(t)))
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		doc, err := rest.OpenAPI(newTools(t))
		if err == nil {
			w.Header().Set("Content-Type", "application/json")
			err = json.NewEncoder(w).Encode(doc)
		}
		if err != nil {
			panic(err)
		}
	})
	var auth []*check.Rule
	for _, r := range check.Rules() {
		if r.Category == "AUTH" {
			auth = append(auth, r)
		}
	}
	report := run(t, "problem", rest.Middleware(mux), auth)
	require.Empty(t, findings(report))
	require.Contains(t, ids(report, "passed"), "auth/credentials/1")
}
