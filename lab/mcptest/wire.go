// Package mcptest is a client of the Model Context Protocol that sends and receives text, and
// hostile values for handlers, for the tests of the adapters.
package mcptest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Patience is how long a response is waited for.
const Patience = 30 * time.Second

// URLElicitation are the capabilities of a client that asks its user to fill in forms and to
// visit URLs.
const URLElicitation = `{"elicitation":{"form":{},"url":{}}}`

// Revisions are those of the protocol that servers support.
var Revisions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// A Wire is a client that sends and receives JSON-RPC as text.
type Wire struct {
	Revision string
	Send     func(message string)
	Lines    chan string // what was received, closed at the end; "": the server dropped an HTTP connection

	capabilities string // JSON
	id           int
}

// Pipe connects to a server over its standard input and output.
func Pipe(t testing.TB, revision, capabilities string, input io.Writer, output io.Reader) *Wire {
	t.Helper()
	w := &Wire{Revision: revision, capabilities: capabilities, Lines: make(chan string, 16)}
	w.Send = func(m string) { fmt.Fprintln(input, m) }
	go func() {
		defer close(w.Lines)
		lines := bufio.NewScanner(output)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			w.Lines <- lines.Text()
		}
	}()
	w.hello(t)
	return w
}

// HTTP connects to a server over streamable HTTP.
func HTTP(t testing.TB, revision, capabilities string, server http.Handler) *Wire {
	t.Helper()
	web := httptest.NewUnstartedServer(server)
	web.Config.ErrorLog = log.New(io.Discard, "", 0) // of panics that net/http recovers
	web.Start()
	t.Cleanup(web.Close)
	w := &Wire{Revision: revision, capabilities: capabilities, Lines: make(chan string, 16)}
	session := ""
	w.Send = func(m string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(m))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("MCP-Protocol-Version", revision)
		if session != "" {
			req.Header.Set("Mcp-Session-Id", session)
		}
		if revision >= "2026-07-28" {
			var message struct {
				Method string
				Params struct{ Name, URI string }
			}
			require.NoError(t, json.Unmarshal([]byte(m), &message))
			req.Header.Set("Mcp-Method", message.Method)
			if name := message.Params.Name + message.Params.URI; name != "" {
				req.Header.Set("Mcp-Name", name)
			}
		}
		res, err := (&http.Client{Timeout: Patience}).Do(req)
		if err != nil {
			w.Lines <- ""
			return
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		if id := res.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		if res.StatusCode != http.StatusAccepted {
			w.Lines <- string(body)
		}
	}
	w.hello(t)
	return w
}

func (w *Wire) hello(t testing.TB) {
	t.Helper()
	if w.Revision >= "2026-07-28" {
		return
	}
	got := w.Call(t, "initialize", fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"t","version":"1"}}`, w.Revision, w.capabilities))
	require.Contains(t, got, w.Revision)
	w.Send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// Call sends a request and returns the response, or "" without one.
func (w *Wire) Call(t testing.TB, method, params string) string {
	t.Helper()
	w.Ask(method, params)
	return w.Answer(t, Patience)
}

// Tool calls a tool, and returns the response.
func (w *Wire) Tool(t testing.TB, name, arguments string) string {
	t.Helper()
	return w.Call(t, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments))
}

// Ask sends a request.
func (w *Wire) Ask(method, params string) {
	w.id++
	if w.Revision >= "2026-07-28" && strings.HasPrefix(params, "{") {
		meta := fmt.Sprintf(`{"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":%s}`,
			w.Revision, w.capabilities)
		if params != "{}" {
			meta += ","
		}
		params = meta + params[1:]
	}
	w.Send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, w.id, method, params))
}

// Answer waits for the response to the last request. It is "" if none arrives in time.
func (w *Wire) Answer(t testing.TB, patience time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		select {
		case line := <-w.Lines:
			var m struct {
				ID     json.RawMessage
				Method string
			}
			if line == "" || json.Unmarshal([]byte(line), &m) != nil || string(m.ID) == strconv.Itoa(w.id) &&
				m.Method == "" {
				return line
			}
		case <-ctx.Done():
			return ""
		}
	}
}
