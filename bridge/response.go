package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// A Response is what is sent in place of an upstream's response.
type Response struct {
	Status int
	Header http.Header // all of it, with Content-Type, and Content-Length unless the request is HEAD
	Body   []byte      // empty in response to HEAD
}

// WriteTo writes the response to a client. Headers that other handlers have set stay, such as those of CORS. The error is that of a
// client that cannot be reached.
func (p *Response) WriteTo(w http.ResponseWriter, r *http.Request) error {
	maps.Copy(w.Header(), p.Header)
	w.WriteHeader(p.Status)
	if len(p.Body) == 0 || r.Method == http.MethodHead {
		return nil
	}
	_, err := w.Write(p.Body)
	return err
}

// replace sets the response to an error of the upstream.
func (x *Exchange) replace(e *errkit.Error) Action {
	sent, losses := x.relay(e, nil)
	if kind, ok := x.bridge.Codec.Table.FromHTTP(x.status); ok && kind == sent.Kind && sent.Status == 0 {
		sent.Status = uint16(x.status) // 410 and 404 are one kind
	}
	sent.Err = &upstreamError{x.status, e}
	x.response = x.render(sent, &Report{Upstream: e, Losses: losses})
	return Replace
}

// relay returns what the client sees of an upstream's error in the response with an id, nil for one
// as a whole, and what it does not see. After a 408 the call had no effect.
func (x *Exchange) relay(e *errkit.Error, id json.RawMessage) (*errkit.Error, []dialect.Loss) {
	blamed, fault := x.blamed(e, id)
	sent, losses := x.bridge.Policy.relay(e, blamed, x.status)
	if fault != nil && sent.Kind == errkit.InvalidInput && sent.Fields == nil {
		sent.Fields = []errkit.Field{*fault}
	}
	if sent.Kind == errkit.Timeout && sent.Stage != errkit.BeforeCall && x.status != http.StatusRequestTimeout {
		sent = x.uncertain(sent)
	}
	return sent, losses
}

// fail sets the response to a request that has no response of the upstream, or not all of one.
func (x *Exchange) fail(err error) {
	x.response = x.render(x.unreached(err), new(Report))
}

// render reports an error and returns the response.
func (x *Exchange) render(e *errkit.Error, report *Report) *Response {
	to := x.bridge.to(x.request)
	calls := x.calls(to)
	status := 0
	for i := range calls {
		status = x.keptStatus(to, &calls[i], e, report.From())
	}
	if p, ok := x.asProtocolError(to, e, report.Upstream); ok {
		to, status = p, x.status
	}
	docs, head := x.documents(to, calls, e, report)
	body := docs[0]
	if x.isBatch(to) {
		body = append(append([]byte("["), bytes.Join(docs, []byte(","))...), ']')
	}
	if status == 0 {
		status = head.Status
	}
	if httphead.IsError(status) {
		head.RetryAfter = e.RetryAfter
	}
	h := http.Header{}
	x.relayHeaders(h)
	h.Set("Content-Type", head.ContentType)
	if x.request.Method == http.MethodHead { // that of GET is not known (RFC 9110 §8.6)
		body = nil
	} else {
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	httphead.Set(h, "Retry-After", head.RetryAfterSeconds())
	report.Response = status
	x.report(report)
	return &Response{Status: status, Header: h, Body: body}
}

// documents renders an error for each call, and completes the report, of which there is one.
func (x *Exchange) documents(to dialect.Dialect, calls []dialect.Call, e *errkit.Error, report *Report) (docs [][]byte, head dialect.Head) {
	codec := x.bridge.codec()
	for i, call := range calls {
		as := asTask(to, &call, report.Upstream)
		if i > 0 {
			doc, _ := codec.Append(nil, as, call, e)
			docs = append(docs, doc)
			continue
		}
		var doc []byte
		doc, head = x.document(as, call, e, report)
		docs = append(docs, doc)
		if report.Error != nil { // with its reference
			sent := *report.Error
			sent.Err = nil
			e = &sent
		}
	}
	return docs, head
}

// document renders an error, with the reference of its report, and completes the report.
func (x *Exchange) document(to dialect.Dialect, call dialect.Call, e *errkit.Error, report *Report) ([]byte, dialect.Head) {
	codec := x.bridge.codec()
	if x.bridge.Report == nil {
		return codec.Append(nil, to, call, e)
	}
	report.To = to.Name()
	boundary := middleware.Boundary{RelayPeers: true, Report: func(_ context.Context, e *errkit.Error) { report.Error = e }}
	_ = boundary.Handle(x.request.Context(), e)
	sent := *report.Error
	sent.Err = nil // only what is rendered is measured
	body, head := codec.Append(nil, to, call, &sent)
	if _, losses, err := codec.Measure(&sent, to, call); err == nil {
		report.Losses = append(losses, report.Losses...)
	}
	return body, head
}

// keptStatus returns the status that the response has whatever its dialect, 0 for that of the dialect, and adapts the call. A
// client of JSON-RPC ends its session or loses the call if the response to a call has another status than that of its protocol,
// but the transport needs the status
//   - 401, and 403 with a challenge: without it the client does not authorize (MCP, Authorization);
//   - 404 in a session: it has ended (MCP, Session Management);
//   - 405, and 404 without a document of a protocol: of a router, by which clients find the endpoint (MCP, Backwards Compatibility);
//   - of a request that is not a call, such as GET or a notification: it is all of the response.
func (x *Exchange) keptStatus(to dialect.Dialect, call *dialect.Call, e *errkit.Error, from string) int {
	status := x.bridge.Codec.Table.Status(e)
	envelope, needsID := isRPC(to)
	challenged := len(x.header["Www-Authenticate"]) > 0
	isPost := x.request.Method == http.MethodPost
	switch {
	case x.status == http.StatusMethodNotAllowed, x.status == http.StatusNotFound && from == "http":
		status = x.status
	case !envelope && isPost:
		return 0
	case !envelope:
		if _, head := x.bridge.Codec.Append(nil, to, *call, e); httphead.IsError(head.Status) {
			return 0
		}
	case x.status == http.StatusUnauthorized, x.status == http.StatusForbidden && challenged,
		x.status == http.StatusNotFound && x.request.Header.Get("Mcp-Session-Id") != "":
		status = x.status
	case isPost && (call.ID != nil || !needsID):
		return 0
	}
	if envelope { // an error of the protocol, not a result
		if call.ID == nil {
			call.ID = json.RawMessage("null")
		}
		if call.Method == "" || call.Method == "tools/call" {
			call.Method = "unknown"
		}
	}
	return status
}

// isRPC returns what a dialect reports as a [dialect.RPC].
func isRPC(d dialect.Dialect) (envelope, needsID bool) {
	if r, ok := d.(dialect.RPC); ok {
		return r.RPC()
	}
	return false, false
}

// relayed are the headers of an error response without which the protocols around it do not work. None has a text for people, see
// relayHeaders for WWW-Authenticate. One that ends with "-" matches all names that start with it.
var relayed = [...]string{
	"Access-Control-", "Allow", "Date", "Dpop-Nonce", "Mcp-Protocol-Version", "Mcp-Session-Id", "Oxp-Version",
	"Strict-Transport-Security", "Traceresponse", "Vary",
}

// relayHeaders copies the headers that the client sees.
func (x *Exchange) relayHeaders(to http.Header) {
	for name, values := range x.header {
		if isRelayed(name) || !isFraming(name) && slices.ContainsFunc(x.bridge.Policy.Headers, func(more string) bool { return strings.EqualFold(more, name) }) {
			to[name] = slices.Clone(values)
		}
	}
	if x.status == http.StatusUnauthorized || x.status == http.StatusForbidden {
		for _, line := range x.header["Www-Authenticate"] {
			if line = withoutTexts(line); line != "" && len(line) <= limit.URL {
				to["Www-Authenticate"] = append(to["Www-Authenticate"], line)
			}
		}
	}
}

func isRelayed(name string) bool {
	return slices.ContainsFunc(relayed[:], func(want string) bool {
		return name == want || strings.HasSuffix(want, "-") && strings.HasPrefix(name, want)
	})
}

// isOfProtocol reports whether an error of a success is a step of the protocol of upstream and client: a result of MCP that asks for
// input, or a task of A2A that waits for input or for an authorization.
func (x *Exchange) isOfProtocol(e *errkit.Error) bool {
	to, _, _ := strings.Cut(x.bridge.to(x.request).Name(), "-")
	from, _, _ := strings.Cut(e.Peer.Dialect, "-")
	return from == to && (e.Kind == errkit.InputRequired || e.Kind == errkit.AuthRequired && isTask(e))
}
