package mcperr_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

const patience = 10 * time.Second

// A wire is a client that sends and receives JSON-RPC as text.
type wire struct {
	revision     string
	capabilities string // JSON
	send         func(message string)
	lines        chan string // what came back
	id           int
}

var revisions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

const urlElicitation = `{"elicitation":{"form":{},"url":{}}}`

// stdio connects as over standard input and output.
func stdio(t testing.TB, s *mcp.Server, revision, capabilities string) *wire {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ss, err := s.Connect(t.Context(), &mcp.IOTransport{Reader: fromClient, Writer: toClient}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { toServer.Close(); fromServer.Close(); ss.Close() })
	w := &wire{revision: revision, capabilities: capabilities, lines: make(chan string, 16)}
	w.send = func(m string) { fmt.Fprintln(toServer, m) }
	go w.read(fromServer)
	w.hello(t)
	return w
}

func (w *wire) read(r io.Reader) {
	defer close(w.lines)
	s := bufio.NewScanner(r)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		w.lines <- s.Text()
	}
}

// overHTTP connects over streamable HTTP.
func overHTTP(t testing.TB, s *mcp.Server, revision, capabilities string) *wire {
	t.Helper()
	stateless := revision >= "2026-07-28"
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: stateless, JSONResponse: true}))
	t.Cleanup(web.Close)
	w := &wire{revision: revision, capabilities: capabilities, lines: make(chan string, 16)}
	session := ""
	w.send = func(m string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(m))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("MCP-Protocol-Version", revision)
		if session != "" {
			req.Header.Set("Mcp-Session-Id", session)
		}
		if stateless {
			setModernHeaders(t, req, m)
		}
		res, err := (&http.Client{Timeout: patience}).Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		if id := res.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		if len(body) > 0 {
			w.lines <- string(body)
		}
	}
	w.hello(t)
	return w
}

func setModernHeaders(t testing.TB, req *http.Request, message string) {
	var m struct {
		Method string
		Params struct{ Name, URI string }
	}
	require.NoError(t, json.Unmarshal([]byte(message), &m))
	req.Header.Set("Mcp-Method", m.Method)
	if name := m.Params.Name + m.Params.URI; name != "" {
		req.Header.Set("Mcp-Name", name)
	}
}

func (w *wire) hello(t testing.TB) {
	t.Helper()
	if w.revision >= "2026-07-28" {
		return
	}
	got := w.call(t, "initialize", fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"t","version":"1"}}`, w.revision, w.capabilities))
	require.Contains(t, got, w.revision)
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// call sends a request and returns the response, or "" if there is none.
func (w *wire) call(t testing.TB, method, params string) string {
	t.Helper()
	w.ask(method, params)
	return w.answer(t, patience)
}

func (w *wire) ask(method, params string) {
	w.id++
	if w.revision >= "2026-07-28" && strings.HasPrefix(params, "{") {
		meta := fmt.Sprintf(`{"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":%s}`,
			w.revision, w.capabilities)
		if params != "{}" {
			meta += ","
		}
		params = meta + params[1:]
	}
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, w.id, method, params))
}

// answer waits for the response to the last request.
func (w *wire) answer(t testing.TB, patience time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		select {
		case line, open := <-w.lines:
			if !open {
				return ""
			}
			var m struct {
				ID     json.RawMessage
				Method string
			}
			require.NoError(t, json.Unmarshal([]byte(line), &m), line)
			if string(m.ID) == strconv.Itoa(w.id) && m.Method == "" {
				return line
			}
		case <-ctx.Done():
			return ""
		}
	}
}

// tool calls a tool.
func (w *wire) tool(t testing.TB, name, arguments string) string {
	t.Helper()
	return w.call(t, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments))
}

// body returns the result or the error of a response, without the server's name.
func body(t testing.TB, answer string) string {
	t.Helper()
	var m struct {
		Result json.RawMessage
		Error  json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(answer), &m), "%q", answer)
	got := string(m.Result)
	if m.Error != nil {
		got = "error " + string(m.Error)
	}
	const name = `"io.modelcontextprotocol/serverInfo":{"name":"bells","version":"1"}`
	got = strings.ReplaceAll(got, `"_meta":{`+name+`},`, "")
	return strings.ReplaceAll(got, ","+name, "")
}
