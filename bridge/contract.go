package bridge

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
)

// A channel is what the client takes for an answer, by its dialect and its request. It is known
// with the head of the response, and no look at a body changes it.
type channel uint8

const (
	// byStatus: the status decides (RFC 9110 §15), and a response of 2xx passes.
	byStatus channel = iota
	// inSuccess: the upstream has a dialect, by Bridge.From, whose errors may be in a document of
	// 2xx; or the request is one of JSON-RPC without an answer, and an error of it is replaced.
	inSuccess
	// toCall: the request is a call of JSON-RPC, or may be one. The answer is one message with its
	// id and either a result or an error (JSON-RPC 2.0 §5), one for each call of a batch (§6), a
	// stream of events with such messages, or 202 before MCP 2025-03-26: it is in another stream.
	toCall
	// messages: a stream of events that answers no request. Its messages are those of JSON-RPC.
	messages
)

// channelOf returns the channel of a response of 2xx.
func (x *Exchange) channelOf(media string) channel {
	method := x.request.Method
	switch {
	case method == http.MethodHead, method == http.MethodConnect:
		return byStatus
	case x.isRPC && media == mediaEvents && method == http.MethodGet:
		return messages
	case x.isRPC && (method != http.MethodPost || !x.maySendRPC() || x.isElsewhere()):
		return byStatus
	case x.isRPC && x.sendsNoCall():
		return inSuccess
	case x.isRPC:
		return toCall
	case x.bridge.readsSuccesses() && mayBeDocument(media) && slices.Contains(statusesWithDocument[:], x.status):
		return inSuccess
	}
	return byStatus
}

// isElsewhere reports whether the answer is in a stream of its own (MCP 2024-11-05, HTTP with
// SSE). A client of Streamable HTTP accepts streams, and 202 is for notifications and responses
// then (MCP 2025-11-25, Sending Messages to the Server).
func (x *Exchange) isElsewhere() bool {
	return x.status == http.StatusAccepted && !strings.Contains(x.request.Header.Get("Accept"), mediaEvents)
}

// statusesWithDocument are those of a success that may have an error in its body.
var statusesWithDocument = [...]int{http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusMultiStatus}

// mediaEvents is the type of a stream of events (HTML, Server-sent events).
const mediaEvents = "text/event-stream"

// mayBeDocument reports whether a success of this type may have an error in it. Servers in Go send
// JSON as plain text unless the handler sets the type, and SOAP is XML.
func mayBeDocument(media string) bool {
	return media == "" || media == "text/plain" || media == mediaEvents || header.IsJSON(media) ||
		media == "text/xml" || strings.HasSuffix(media, "/xml") || strings.HasSuffix(media, "+xml")
}

// readsSuccesses reports whether From names a dialect whose errors are in responses of 2xx.
func (b *Bridge) readsSuccesses() bool {
	s, ok := b.From.(dialect.Succeeder)
	return b.From != nil && (ok && s.InSuccess() || !b.isByStatus(b.From))
}

// opens reports whether the result of a response may be an error for a reader of the dialect, such
// as a task of A2A.
func (x *Exchange) opens() bool {
	s, ok := x.to.(dialect.Succeeder)
	return ok && s.InSuccess()
}

// A violation is why a response is not the answer to a call.
type violation string

const (
	noJSON       violation = "it is not JSON"
	noMessage    violation = `it has no "jsonrpc":"2.0"`
	isAsking     violation = "it is a request"
	isNeither    violation = "it has neither a result nor an error"
	isBoth       violation = "it has a result and an error"
	noObject     violation = "its error is not an object"
	otherID      violation = "it has another id than the call"
	otherShape   violation = "its result has not the shape that the protocol defines"
	isCut        violation = "it has no end"
	isEmpty      violation = "it is empty"
	hasMore      violation = "there is text after it"
	otherPlace   violation = "it refers to another place"
	noAnswer     violation = "it has no answer to a call"
	otherDialect violation = "its error cannot be decoded"
)

// brokenAnswer returns the error for the client of a response that is not the answer to its call,
// which may have had an effect. The text of its cause is for logs only.
func (x *Exchange) brokenAnswer(v violation, doc []byte) *errkit.Error {
	return &errkit.Error{Kind: errkit.UpstreamFailed, Stage: errkit.Execution, Effect: errkit.EffectUnknown,
		Message: "The server responded, but not with a valid answer to this call.",
		Err:     fmt.Errorf("bridge: the response is not an answer: %s%s", v, shownText(doc))}
}

// violationOf returns why a message that is complete, or is known up to its result, is not the
// answer to a call, "" if it is. A call whose id is nil is not known: any id is that of an answer
// then. An error may be without an id (JSON-RPC 2.0 §5).
func (x *Exchange) violationOf(m *rpc.Message, call *dialect.Call) violation {
	isError := m.First(rpc.Error) != 0 && m.First(rpc.Error) != 'n' // some serializers write all members
	isResult := m.Has(rpc.Result) && (m.First(rpc.Result) != 'n' || !isError)
	id := m.CallID()
	switch version := m.Value(rpc.Version); {
	case !m.IsValid():
		return noJSON
	case string(version) != `"2.0"` && m.Text(rpc.Version) != "2.0":
		return noMessage
	case isError && isResult:
		return isBoth
	case isError && m.First(rpc.Error) != '{':
		return noObject
	case !isError && m.HasMethod():
		return isAsking
	case !isError && !isResult:
		return isNeither
	case call.ID != nil && (id != nil || !isError) && !rpc.IsSameID(id, call.ID):
		return otherID
	case isError:
		return ""
	}
	if d, ok := x.to.(dialect.Answerer); ok && !d.IsAnswer(call.Method, m.FirstOf) {
		return otherShape
	}
	return ""
}

// judged returns the error in a complete message of JSON-RPC, or the one that it is because it is
// not an answer; nil for a success. event: it is the data of an event.
func (x *Exchange) judged(doc []byte, m *rpc.Message, call *dialect.Call, event bool) *errkit.Error {
	if v := x.violationOf(m, call); v != "" {
		return x.brokenAnswer(v, doc)
	}
	if !m.HasError() && !x.opens() {
		return nil
	}
	e, err := x.decodeSuccess(doc, event)
	switch {
	case err == nil && e != nil && x.isOfProtocol(e):
		return nil
	case err == nil && e != nil, !m.HasError():
		return e
	}
	return x.brokenAnswer(otherDialect, doc)
}

// decodeSuccess decodes the error in a document of 2xx, nil if it is a success. event: it is the
// data of an event.
func (x *Exchange) decodeSuccess(doc []byte, event bool) (*errkit.Error, error) {
	d := dialect.Document{Status: x.status, Header: x.header, Body: doc}
	if event {
		d.Header = nil
	}
	from, codec := x.bridge.From, x.bridge.codec()
	if from != nil {
		codec.Dialects = []dialect.Dialect{from}
	}
	_, byMember := from.(dialect.Succeeder)
	if envelope, _ := dialect.IsRPC(from); envelope || !byMember { // else a member states that it is an error
		d.Dialect = from
	}
	return codec.Decode(d)
}

// isOfProtocol reports whether an error of a success is a step of the protocol of upstream and
// client: a result of MCP that asks for input, or a task of A2A that waits for input or for an
// authorization.
func (x *Exchange) isOfProtocol(e *errkit.Error) bool {
	to, _, _ := strings.Cut(x.to.Name(), "-")
	from, _, _ := strings.Cut(e.Peer.Dialect, "-")
	return from == to && (e.Kind == errkit.InputRequired || e.Kind == errkit.AuthRequired && a2a.IsTask(e))
}

var errBrokenOff = errors.New("bridge: the rest of the response is not an answer")

func brokenOff(v violation) error { return fmt.Errorf("%w: %s", errBrokenOff, v) }
