package bridge

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/middleware"
)

// A Response is what is sent in place of an upstream's response.
type Response struct {
	Status int
	Header http.Header // all of it, with Content-Type, and Content-Length unless the request is HEAD
	Body   []byte      // empty in response to HEAD
}

// WriteTo writes the response to a client. Headers that other handlers have set stay, such as
// those of CORS. The error is that of a client that cannot be reached.
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
	report := new(Report)
	sent := x.relay(e, nil, report)
	kind, _ := x.bridge.Codec.Table.FromHTTP(x.status)
	switch {
	case !header.IsError(x.status) || x.isOwnFault() || x.bridge.Policy.Errors[sent.Code].Status != 0:
	case !x.isRPC, kind == sent.Kind && sent.Status == 0: // 410 and 404 are one kind
		sent.Status = uint16(x.status) // the document explains it
	}
	x.response = x.render(sent, report)
	return Replace
}

// relay returns what the client sees of an upstream's error in the response with an id, nil for
// one as a whole, with the effect of the call, and reports what it does not see. An error of this
// package is not the upstream's.
func (x *Exchange) relay(e *errkit.Error, id json.RawMessage, report *Report) *errkit.Error {
	if e.Peer == nil {
		return e
	}
	call := x.callOf(id)
	decoded := e
	blamed, fault := x.blamed(e, id)
	if fault == nil && x.isOverruled(e) {
		c := *e
		c.Status, c.Retry = uint16(x.status), errkit.RetryUnspecified
		decoded, blamed = &c, &c
	}
	isKnown := x.frontCall(&call)
	sent, losses := x.bridge.Policy.relay(x.bridge.Codec, call, decoded, blamed, x.status, x.isOwnFault())
	if fault != nil && sent.Kind == errkit.InvalidInput && sent.Fields == nil {
		sent.Fields = []errkit.Field{*fault}
	}
	sent.Effect = x.effectOf(blamed)
	if isKnown {
		x.bridge.Tools.explain(x.request, call.Tool, call.Arguments, e, sent)
	}
	sent.Err = fmt.Errorf("bridge: the upstream responded with %d%s", x.status, shownText(e.Peer.Raw)) // for logs only
	report.Upstream, report.Losses = e, losses
	return sent
}

// fail sets the response to a request that has no response of the upstream, or not all of one.
func (x *Exchange) fail(err error) {
	x.response = x.render(x.unreached(err), new(Report))
}

// render reports an error and returns the response.
func (x *Exchange) render(e *errkit.Error, report *Report) *Response {
	calls := x.calls()
	status := 0
	for i := range calls {
		status = x.keptStatus(&calls[i], e, report.From())
	}
	_, keep := x.relayed(new(dialect.Call), e, report)
	docs, head := x.documents(calls, e, report)
	body := docs[0]
	if x.isBatch() {
		body = append(append([]byte("["), bytes.Join(docs, []byte(","))...), ']')
	}
	status = cmp.Or(keep, status, head.Status)
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
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
	header.Set(h, "Retry-After", head.RetryAfterSeconds())
	report.Response = status
	x.report(report)
	return &Response{Status: status, Header: h, Body: body}
}

// documents renders an error for each call, and completes the report, of which there is one.
func (x *Exchange) documents(calls []dialect.Call, e *errkit.Error, r *Report) (docs [][]byte, head dialect.Head) {
	codec := x.bridge.codec()
	if x.bridge.Report != nil {
		e = x.note(e, r)
	}
	for i, call := range calls {
		x.frontCall(&call)
		as, _ := x.relayed(&call, e, r)
		doc, itsHead := codec.Append(nil, as, call, e)
		if docs = append(docs, doc); i > 0 {
			continue
		}
		head = itsHead
		if x.bridge.Report == nil {
			continue
		}
		r.To = as.Name()
		if _, losses, err := codec.Measure(e, as, call); err == nil {
			r.Losses = append(losses, r.Losses...)
		}
	}
	return docs, head
}

// note reports an error, and returns what is rendered of it: it has a reference, and no cause. The
// path of the request is none, because all its errors have it: Spring writes it as the instance.
func (x *Exchange) note(e *errkit.Error, report *Report) *errkit.Error {
	note := func(_ context.Context, e *errkit.Error) { report.Error = e }
	boundary := middleware.Boundary{RelayPeers: true, Report: note}
	own := *e
	if u := x.request.URL; u != nil && u.Path != "" && strings.HasSuffix(e.Ref, u.Path) {
		own.Ref = ""
	}
	_ = boundary.Handle(x.request.Context(), &own)
	report.Error.Effect = e.Effect // a front knows it, and no boundary around a handler
	sent := *report.Error
	sent.Err = nil // only what is rendered is measured
	return &sent
}

// relayed returns the dialect of a document in response to a call, and the status that the
// response must have, 0 for any.
func (x *Exchange) relayed(call *dialect.Call, e *errkit.Error, report *Report) (as dialect.Dialect, keep int) {
	if r, ok := x.to.(dialect.Relayer); ok && report.Upstream != nil {
		return r.Relay(call, e, report.Upstream, x.status)
	}
	return x.to, 0
}

// keptStatus returns the status that the response has whatever its dialect, 0 for that of the
// dialect, and adapts the call. A client of JSON-RPC ends its session or loses the call if the
// response to a call has another status than that of its protocol, but the transport needs the
// status
//   - 401, and 403 with a challenge, about the client's credentials: without it the client does
//     not authorize (MCP, Authorization);
//   - 404 in a session: it has ended (MCP, Session Management);
//   - 405, and 404 without a document of a protocol: of a router, by which clients find the
//     endpoint (MCP, Backwards Compatibility);
//   - of a request that is not a call, such as GET or a notification: it is all of the response.
func (x *Exchange) keptStatus(call *dialect.Call, e *errkit.Error, from string) int {
	status := x.bridge.Codec.Table.Status(e)
	challenged := len(x.header["Www-Authenticate"]) > 0
	isPost := x.request.Method == http.MethodPost
	switch {
	case x.status == http.StatusMethodNotAllowed, x.status == http.StatusNotFound && from == "http":
		status = x.status
	case !x.isRPC && isPost:
		return 0
	case !x.isRPC:
		if _, head := x.bridge.Codec.Append(nil, x.to, *call, e); header.IsError(head.Status) {
			return 0
		}
	case (x.status == http.StatusUnauthorized || x.status == http.StatusForbidden && challenged) && !x.isOwnFault(),
		x.status == http.StatusNotFound && x.request.Header.Get("Mcp-Session-Id") != "":
		status = x.status
	case isPost && (call.ID != nil || !x.needsID):
		return 0
	}
	if x.isRPC { // an error of the protocol, not a result
		if call.ID == nil {
			call.ID = json.RawMessage("null")
		}
		if call.Method == "" || call.Method == "tools/call" {
			call.Method = "unknown"
		}
	}
	return status
}

// relayed are the headers of an error response without which the protocols around it do not work,
// or by which a call is found in logs, unless a line has private text. None has a text for people,
// see relayHeaders for WWW-Authenticate. One that ends with "-" matches all names that start with
// it.
var relayed = [...]string{
	"Access-Control-", "Allow", "Date", "Dpop-Nonce", "Mcp-Protocol-Version", "Mcp-Session-Id", "Oxp-Version",
	"Ratelimit", "Ratelimit-", "Set-Cookie", "Strict-Transport-Security", "Traceparent", "Traceresponse",
	"Tracestate", "Vary", "X-Amzn-Trace-Id", "X-B3-", "X-Cloud-Trace-Context", "X-Correlation-Id", "X-Ratelimit-",
	"X-Request-Id",
}

// relayedWith are those that a status defines (RFC 9110 §15.5, RFC 5789 §2.2, RFC 7725 §4). They
// are relayed with it.
var relayedWith = map[int][]string{
	http.StatusUnsupportedMediaType:         {"Accept", "Accept-Encoding", "Accept-Patch", "Accept-Post"},
	http.StatusRequestedRangeNotSatisfiable: {"Content-Range"},
	http.StatusUpgradeRequired:              {"Upgrade"},
	http.StatusNotImplemented:               {"Accept-Encoding"}, // Connect, Unary-Response
	http.StatusUnavailableForLegalReasons:   {"Link"},
}

// isOwnFault reports whether the status is about the credentials of this program, not about those
// of the client.
func (x *Exchange) isOwnFault() bool {
	switch x.status {
	case http.StatusProxyAuthRequired:
		return true
	case http.StatusUnauthorized, http.StatusForbidden:
		return x.ownCredentials || x.bridge.Policy.OwnCredentials
	}
	return false
}

// maxHeaders is how many bytes of an upstream's headers are relayed with an error. A longer line,
// and what follows the bound, is left out.
const maxHeaders = 16 << 10

// forClient are the headers whose value is for the client alone, whatever it looks like: cookies,
// ids of sessions, nonces, and the origin that the client stated.
var forClient = regexp.MustCompile(`^(Set-Cookie: |(Dpop-Nonce|Mcp-Session-Id): [\w.~+/=-]+$|` +
	`Access-Control-Allow-Origin: https?://[\w.:\[\]-]+$)`)

// isPublic reports whether a line of a header may be relayed: it has no private text.
func isPublic(name, line string) bool {
	return len(line) <= maxHeaders && (forClient.MatchString(name+": "+line) || leak.Remove(line) == line)
}

// relayHeaders copies the headers that the client sees.
func (x *Exchange) relayHeaders(to http.Header) {
	h, left := x.header, maxHeaders
	if len(x.upgrade) > 0 {
		h = maps.Clone(h)
		h["Upgrade"] = x.upgrade
	}
	isChallenged := (x.status == http.StatusUnauthorized || x.status == http.StatusForbidden) && !x.isOwnFault()
	for _, name := range slices.Sorted(maps.Keys(h)) {
		isName := func(more string) bool { return strings.EqualFold(more, name) }
		isWanted := !isFraming(name) && slices.ContainsFunc(x.bridge.Policy.Headers, isName)
		isRelayed := slices.Contains(relayedWith[x.status], name) || slices.ContainsFunc(relayed[:], func(want string) bool {
			return name == want || strings.HasSuffix(want, "-") && strings.HasPrefix(name, want)
		})
		for _, line := range h[name] {
			// X-Should-Retry forbids SDKs that Stainless generates, as for OpenAI, to repeat a call.
			isShown := isWanted || name == "X-Should-Retry" && line == "false" || isRelayed && isPublic(name, line)
			if name == "Www-Authenticate" && isChallenged && !isShown && len(line) <= left {
				line = withoutTexts(line)
				isShown = line != ""
			}
			if n := len(name) + len(line); isShown && n <= left {
				to[name] = append(to[name], line)
				left -= n
			}
		}
	}
	if len(to["Upgrade"]) > 0 && x.request.ProtoMajor == 1 { // RFC 9110 §7.8
		to["Connection"] = []string{"Upgrade"}
	}
	if x.status == http.StatusUnauthorized && len(to["Www-Authenticate"]) == 0 && !x.isOwnFault() { // RFC 9110 §15.5.2
		header.Set(to, "Www-Authenticate", x.bridge.Policy.Challenge)
	}
}
