package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

var update = flag.Bool("update", false, "write the tables of docs/reliability.md")

// canary is in what is private. It is longer than the tool allows, and no type of it is that of a
// member.
const canary = "canary-0c3e51d87f"

// canaries returns what of the canary is in a text that has it, as it is or in base64, where it
// depends on the number of bytes before.
func canaries() []string {
	all := []string{canary}
	for before, start := range []int{0, 2, 3} {
		text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + canary))
		all = append(all, text[start:len(text)-3])
	}
	return all
}

// A place is where a program has private text.
type place struct {
	name  string
	fail  func() error // of the tool; it may panic
	input string       // of the call
	ring  *tool.Tool
}

const validInput = `{"bell":"door"}`

var places = []place{
	{"text of a foreign error", func() error { return errors.New(canary) }, validInput, nil},
	{"cause of a coded error", func() error {
		return errkit.Wrap(errors.New(canary), errkit.NotFound, "There is no such bell.")
	}, validInput, nil},
	{"text around a coded error", func() error {
		return fmt.Errorf("%s: %w", canary, errkit.New(errkit.Conflict, "The bell rings."))
	}, validInput, nil},
	{"one of joined errors", func() error {
		return errors.Join(errkit.New(errkit.Conflict, ""), errors.New(canary))
	}, validInput, nil},
	{"developer message, Dev", func() error {
		return &errkit.Error{Kind: errkit.Internal, Dev: errkit.Dev(canary)}
	}, validInput, nil},
	{"private value in Details", func() error {
		return &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{slog.Any("key", errkit.Dev(canary))}}
	}, validInput, nil},
	{"value of a panic", func() error { panic(canary) }, validInput, nil},
	{"error of a panic", func() error {
		panic(errkit.Wrap(errors.New(canary), errkit.NotFound, canary))
	}, validInput, nil},
	{"text of another server's error", func() error {
		return &errkit.Error{Kind: errkit.AuthRequired, Message: canary, Peer: &errkit.Peer{Dialect: "problem",
			Code: canary}}
	}, validInput, nil},
	{"document of another server", func() error {
		return &errkit.Error{Kind: errkit.NotFound, Peer: &errkit.Peer{Dialect: "problem", Raw: canary}}
	}, validInput, nil},
	{"value that breaks a tag", nil, `{"bell":"` + canary + `"}`, nil},
	{"value of the wrong type", nil, `{"bell":"door","times":"` + canary + `"}`, nil},
	{"value in a list of the wrong type", nil, `{"bell":["` + canary + `"]}`, nil},
	// in a header of all requests
	{"credentials of the request", func() error { return errkit.AuthRequired }, validInput, nil},
}

// shown are the outputs in which a place is meant to be.
var shown = map[string][]string{
	"text of a foreign error":   {"log", "log, errors only"},
	"cause of a coded error":    {"log"},
	"text around a coded error": {"log"},
	"one of joined errors":      {"log"},
	"developer message, Dev": {"oxp", "oxp-flat", "nethttp in all dialects, body", "oxpserver, body", "log",
		"log, errors only", "decode"},
	"value of a panic":               {"log", "log, errors only"},
	"error of a panic":               {"log", "log, errors only"},
	"text of another server's error": {"log", "log, errors only"},
}

type canaryInput struct {
	Bell  string `json:"bell" validate:"required,max=10"`
	Times int    `json:"times,omitempty"`
}

// tool returns a tool that fails with the private text of the place. All outputs have the same
// one.
func (p *place) tool(t *testing.T) *tool.Tool {
	if p.ring == nil {
		var err error
		p.ring, err = tool.Define(tool.Definition{Name: "Bell.Ring", Version: "1.0.0", Description: "Rings a bell."},
			func(context.Context, canaryInput) (string, error) {
				return "", p.fail()
			})
		require.NoError(t, err)
	}
	return p.ring
}

// boundary returns a boundary that logs from a level.
func canaryBoundary(log io.Writer, level slog.Level) *middleware.Boundary {
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: level})))
	return b
}

// A sink is an output of this module: it returns all that it writes for a place.
type sink struct {
	name  string
	write func(t *testing.T, p *place) string
}

// sinks are all outputs.
func sinks() (all []sink) {
	for _, d := range dialects() {
		all = append(all, sink{d.Name(), func(t *testing.T, p *place) string {
			body, head := rendered(t, p, d)
			return string(body) + head.ContentType
		}})
	}
	for _, a := range adapters {
		all = append(all,
			sink{a.name + ", body", func(t *testing.T, p *place) string { body, _ := a.call(t, p); return body }},
			sink{a.name + ", headers", func(t *testing.T, p *place) string {
				_, header := a.call(t, p)
				return fmt.Sprint(header)
			}})
	}
	return append(all,
		sink{"log", logged(slog.LevelDebug)},
		sink{"log, errors only", logged(slog.LevelError)},
		sink{"Error() and %v", func(t *testing.T, p *place) string {
			_, err := p.tool(t).Call(t.Context(), canaryBoundary(io.Discard, 0), []byte(p.input))
			return fmt.Sprintf("%s %v %q", err.Error(), err, err)
		}},
		sink{"decode", command("decode", "--json")},
		sink{"translate", command("translate", "--to", "problem", "--carry")},
	)
}

// An adapter is a server with the tool of a place.
type adapter struct {
	name   string
	path   string
	body   string // in which %s is the input
	server func(t *testing.T, p *place, b *middleware.Boundary, d dialect.Dialect) http.Handler
	every  bool // has a dialect
}

var adapters = []adapter{
	{"nethttp in all dialects", "/Bell_Ring", "%s", func(t *testing.T, p *place, b *middleware.Boundary,
		d dialect.Dialect) http.Handler {
		rest := &api.API{API: nethttp.API{Boundary: b, Dialect: d, Rewrite: true}}
		var set tool.Set
		require.NoError(t, set.Add(p.tool(t)))
		return rest.Middleware(rest.Tools(&set))
	}, true},
	{"oxpserver", "/tools/call", `{"$schema":"urn:oxp:1.0","request":{"call_id":"1","tool_id":"Bell.Ring","input":%s}}`, func(t *testing.T, p *place, b *middleware.Boundary, _ dialect.Dialect) http.Handler {
		s := &oxpserver.Server{Boundary: b}
		require.NoError(t, s.Add(p.tool(t)))
		return s.Handler()
	}, false},
	{"jsonrpc", "/", rpcCall, func(t *testing.T, p *place, b *middleware.Boundary, _ dialect.Dialect) http.Handler {
		s := &jsonrpc.Server{Boundary: b}
		require.NoError(t, s.Add(p.tool(t)))
		return s
	}, false},
	{"mcp", "/", rpcCall, func(t *testing.T, p *place, b *middleware.Boundary, _ dialect.Dialect) http.Handler {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"},
			&mcp.ServerOptions{Logger: slog.New(slog.DiscardHandler)})
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b, Structured: true, Drafts: true}))
		mcptool.Add(s, p.tool(t))
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
			return s
		}, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	}, false},
}

const rpcCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Bell_Ring","arguments":%s}}`

// call returns the bodies and the headers of the responses to a call with private credentials.
func (a *adapter) call(t *testing.T, p *place) (bodies string, headers []http.Header) {
	offered := []dialect.Dialect{nil}
	if a.every {
		offered = dialects()
	}
	for _, d := range offered {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, a.path,
			strings.NewReader(strings.Replace(a.body, "%s", p.input, 1)))
		r.Header = http.Header{"Content-Type": {"application/json"},
			"Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + canary},
			"Cookie": {"a=" + canary}}
		w := httptest.NewRecorder()
		a.server(t, p, canaryBoundary(io.Discard, 0), d).ServeHTTP(w, r)
		bodies += w.Body.String()
		headers = append(headers, w.Header())
	}
	require.Contains(t, bodies, "error", "%s: the call failed", p.name)
	return bodies, headers
}

// dialects returns the dialects whose documents are text.
func dialects() []dialect.Dialect { return all.Dialects() }

// rendered returns the document of a place in a dialect, with what it can carry.
func rendered(t *testing.T, p *place, d dialect.Dialect) ([]byte, dialect.Head) {
	_, err := p.tool(t).Call(t.Context(), canaryBoundary(io.Discard, 0), []byte(p.input))
	require.Error(t, err)
	codec := dialect.Codec{Carry: true}
	return codec.Append(nil, d, dialect.Call{ID: []byte(`"1"`), Tool: "Bell.Ring"}, errkit.From(err))
}

// logged returns the records of all servers.
func logged(level slog.Level) func(*testing.T, *place) string {
	return func(t *testing.T, p *place) string {
		var log bytes.Buffer
		_, err := p.tool(t).Call(t.Context(), canaryBoundary(&log, level), []byte(p.input))
		require.Error(t, err)
		return log.String()
	}
}

// command returns what a command prints of the documents of a place in all dialects.
func command(args ...string) func(*testing.T, *place) string {
	return func(t *testing.T, p *place) string {
		var out bytes.Buffer
		for _, d := range dialects() {
			body, head := rendered(t, p, d)
			root := newRoot()
			root.SetIn(bytes.NewReader(body))
			root.SetOut(&out)
			root.SetErr(&out)
			root.SetArgs(append(slices.Clone(args), "--status", fmt.Sprint(head.Status)))
			_ = root.Execute() // some documents are not of HTTP
		}
		return out.String()
	}
}

// TestCanaries holds that private text is nowhere but where it is meant to be, and that
// docs/reliability.md has the table.
func TestCanaries(t *testing.T) {
	page, err := os.ReadFile("../../docs/reliability.md")
	require.NoError(t, err)
	const start, end = "<!-- The tables are generated: go test ./cmd/toolerr -run TestCanaries -update -->\n",
		"<!-- end -->\n"
	all := sinks()
	var table strings.Builder
	fmt.Fprintf(&table, "%d private places:\n\n", len(places))
	for i := range places {
		fmt.Fprintf(&table, "%d. %s\n", i+1, places[i].name)
	}
	fmt.Fprintf(&table, "\nin %d outputs:\n\n| output | the text of |\n|---|---|\n", len(all))
	var clean []string
	for _, s := range all {
		var of []string
		for i := range places {
			out := s.write(t, &places[i])
			found := slices.ContainsFunc(canaries(), func(s string) bool { return strings.Contains(out, s) })
			assert.Equal(t, slices.Contains(shown[places[i].name], s.name), found, "%s in %s: %s", places[i].name,
				s.name, out)
			if found {
				of = append(of, strconv.Itoa(i+1))
			}
		}
		if of == nil {
			clean = append(clean, s.name)
		} else {
			table.WriteString("| " + s.name + " | " + strings.Join(of, ", ") + " |\n")
		}
	}
	table.WriteString("| " + strings.Join(clean, "; ") + " | none |\n")
	before, rest, ok := strings.Cut(string(page), start)
	old, after, found := strings.Cut(rest, end)
	require.True(t, ok && found, "the page has a place for the table")
	if *update {
		require.NoError(t, os.WriteFile("../../docs/reliability.md", []byte(before+start+table.String()+end+after),
			0o644))
		return
	}
	require.Equal(t, table.String(), old, "run the test with -update")
}

// TestFuzzTargets checks that the fuzz targets of docs/reliability.md exist.
func TestFuzzTargets(t *testing.T) {
	page, err := os.ReadFile("../../docs/reliability.md")
	require.NoError(t, err)
	found := 0
	for _, m := range regexp.MustCompile("([a-z][a-z/]+): ((?:`Fuzz[A-Za-z]+`(?:, )?)+)").FindAllStringSubmatch(string(page), -1) {
		files, err := filepath.Glob(filepath.Join("../..", m[1], "*_test.go"))
		require.NoError(t, err)
		var text []byte
		for _, name := range files {
			more, err := os.ReadFile(name)
			require.NoError(t, err)
			text = append(text, more...)
		}
		for target := range strings.SplitSeq(strings.Trim(m[2], ", "), ", ") {
			require.Contains(t, string(text), "func "+strings.Trim(target, "`")+"(", m[1])
			found++
		}
	}
	require.GreaterOrEqual(t, found, 25)
}
