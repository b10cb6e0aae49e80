package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// A protocol makes the answers of a dialect.
type protocol struct {
	dialect  dialect.Dialect
	envelope bool   // a success has members that other JSON does not have
	success  string // a document, in which %s is the id of the call as JSON
}

var protocols = []protocol{
	{mcp.Dialect{}, true, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"ding"}]}}`},
	{oxp.Dialect{}, true, `{"$schema":"urn:oxp:1.0","result":{"call_id":%s,"duration":1,"success":true,` +
		`"output":{"value":"ding"}}}`},
	{aai.Dialect{}, true, `{"jsonrpc":"2.0","id":%s,"result":{"value":"ding"}}`},
	{problem.Dialect{}, false, `{"value":"ding"}`},
	{google.Dialect{}, false, `{"value":"ding"}`},
	{connect.Dialect{}, false, `{"value":"ding"}`},
}

func protocolOf(name string) (*protocol, error) {
	for i := range protocols {
		if protocols[i].dialect.Name() == name {
			return &protocols[i], nil
		}
	}
	return nil, fmt.Errorf("check: clients of dialect %q cannot be checked", name)
}

// document returns the document of an error.
func (p *protocol) document(id json.RawMessage, e *errkit.Error) ([]byte, dialect.Head) {
	return new(dialect.Codec).Append(nil, p.dialect, dialect.Call{ID: id, Tool: toolName}, e)
}

// read returns the error of a scenario as it is decoded, nil if it is not an error in the dialect.
func (p *protocol) read(s *scenario) *errkit.Error {
	body, head := p.document([]byte(`"1"`), s.err)
	doc := dialect.Document{Dialect: p.dialect, Status: head.Status, Header: headerOf(head), Body: body}
	e, _ := new(dialect.Codec).Decode(doc)
	return e
}

// A server has one answer for calls, and is right otherwise.
type server struct {
	protocol *protocol
	scenario *scenario
	web      *httptest.Server
	gone     chan struct{} // closed at the end
	calls    atomic.Int64
	written  atomic.Int64
}

func newServer(p *protocol, s *scenario) *server {
	h := &server{protocol: p, scenario: s, gone: make(chan struct{})}
	h.web = httptest.NewUnstartedServer(h)
	h.web.Config.ErrorLog = log.New(io.Discard, "", 0)
	h.web.Start()
	return h
}

func (h *server) close() {
	close(h.gone)
	h.web.CloseClientConnections()
	h.web.Close()
}

const (
	toolName = "ring"
	tools    = `[{"name":"ring","id":"Bell.Ring@1.0.0","description":"Rings a bell.",` +
		`"inputSchema":{"type":"object"},"input_schema":{"type":"object"}}]`
	maxCall = 1 << 20 // bytes of a request
)

func (h *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxCall))
	if err != nil {
		return
	}
	var m struct {
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Request struct {
			CallID json.RawMessage `json:"call_id"`
		} `json:"request"`
		Params struct {
			ProtocolVersion string `json:"protocolVersion"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &m)
	if m.ID == nil {
		m.ID = m.Request.CallID
	}
	isCall := h.protocol.dialect.Name() != "mcp" || m.Method == "tools/call"
	switch {
	case h.protocol.dialect.Name() == "oxp" && r.Method == http.MethodGet:
		writeJSON(w, `{"$schema":"urn:oxp:1.0","items":`+tools+`}`)
	case isCall:
		h.calls.Add(1)
		if m.ID == nil {
			m.ID = json.RawMessage(`"1"`)
		}
		h.scenario.answer(h, w, r, m.ID)
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "initialize":
		version, _ := json.Marshal(m.Params.ProtocolVersion)
		respond(w, m.ID, `"result":{"protocolVersion":`+string(version)+
			`,"capabilities":{"tools":{}},"serverInfo":{"name":"hostile","version":"1"}}`)
	case m.Method == "tools/list":
		respond(w, m.ID, `"result":{"tools":`+tools+`}`)
	case m.Method == "ping":
		respond(w, m.ID, `"result":{}`)
	default:
		respond(w, m.ID, `"error":{"code":-32601,"message":"There is no such method."}`)
	}
}

// respond writes a response of JSON-RPC with a member.
func respond(w http.ResponseWriter, id json.RawMessage, member string) {
	writeJSON(w, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, id, member))
}

func writeJSON(w http.ResponseWriter, doc string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, doc)
}

// An answer writes the response to a call with an id.
type answer func(h *server, w http.ResponseWriter, r *http.Request, id json.RawMessage)

// success answers as a tool that succeeds.
func success(h *server, w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
	writeJSON(w, h.succeeded(id))
}

func (h *server) succeeded(id json.RawMessage) string {
	return strings.Replace(h.protocol.success, "%s", string(id), 1)
}

// marked answers with the error of the scenario, with a text in the place of mark.
func marked(text string) answer {
	return func(h *server, w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
		doc, head := h.protocol.document(id, h.scenario.err)
		maps.Copy(w.Header(), headerOf(head))
		w.WriteHeader(head.Status)
		_, _ = w.Write(bytes.ReplaceAll(doc, []byte(mark), []byte(text)))
	}
}

func headerOf(head dialect.Head) http.Header {
	h := http.Header{"Content-Type": {head.ContentType}}
	if after := head.RetryAfterSeconds(); after != "" {
		h.Set("Retry-After", after)
	}
	return h
}

// text answers with a body.
func text(status int, contentType, body string) answer {
	return func(h *server, w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// part answers with the first half of a success, as if it were all of it.
func part(h *server, w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
	doc := h.succeeded(id)
	writeJSON(w, doc[:len(doc)/2])
}

// cut closes the connection within a success.
func cut(h *server, w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
	doc := h.succeeded(id)
	w.Header().Set("Content-Length", strconv.Itoa(len(doc)))
	writeJSON(w, doc[:len(doc)/2])
	panic(http.ErrAbortHandler)
}

// dropped closes the connection.
func dropped(*server, http.ResponseWriter, *http.Request, json.RawMessage) {
	panic(http.ErrAbortHandler)
}

// silent does not answer.
func silent(h *server, _ http.ResponseWriter, r *http.Request, _ json.RawMessage) { h.wait(r) }

// stalled answers with the first half of a document, and no more.
func stalled(status int) answer {
	return func(h *server, w http.ResponseWriter, r *http.Request, id json.RawMessage) {
		doc := h.succeeded(id)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, doc[:len(doc)/2])
		_ = http.NewResponseController(w).Flush()
		h.wait(r)
	}
}

// wait returns when the client or the test ends.
func (h *server) wait(r *http.Request) {
	select {
	case <-h.gone:
	case <-r.Context().Done():
	}
}

// endless writes a document whose text does not end, up to maxEndless.
func endless(status int) answer {
	return func(h *server, w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		doc := h.succeeded(id)
		chunk := append([]byte(doc[:strings.Index(doc, "ding")]), bytes.Repeat([]byte("x"), 64<<10)...)
		for h.written.Load() < maxEndless {
			n, err := w.Write(chunk)
			h.written.Add(int64(n))
			if err != nil {
				return
			}
			chunk = bytes.Repeat([]byte("x"), 64<<10)
		}
	}
}
