package bridge

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
)

// An Action is what becomes of an upstream's response.
type Action uint8

const (
	// Pass: the head, [Exchange.Held] and the rest of the response are sent as they are. The
	// Exchange needs none of the rest.
	Pass Action = iota
	// Hold: nothing can be sent yet. [Exchange.Body] gets the next part of the body, and
	// [Exchange.End] its end. [Exchange.Late] is called if neither is known after [Exchange.Wait].
	Hold
	// Edit: the head is sent without the headers of the bytes of its body (Content-Length,
	// Content-Encoding, ETag, Accept-Ranges, Content-Digest, Repr-Digest, Digest and Content-MD5),
	// then what [Exchange.Edit] returns for each part of the body, which is a stream of events or
	// the late answer to a call, and what [Exchange.EndEdit] returns for its end. A compressed
	// body is decoded.
	Edit
	// Replace: [Exchange.Response] is sent. The rest of the upstream's response is not needed.
	Replace
)

var actionNames = [...]string{"pass", "hold", "edit", "replace"}

// String returns "pass", "hold", "edit" or "replace".
func (a Action) String() string { return actionNames[a&3] }

// An Exchange is one request and the response to it. Its methods are called by one goroutine at a
// time, except [Exchange.Sent], which may be called during the others.
type Exchange struct {
	bridge  *Bridge
	request *http.Request
	to      dialect.Dialect // of the response
	body    *sentBody       // of the request; nil: what was not passed to Sent cannot be read
	sent    sent            // what is known of it

	asked, had atomic.Int32 // connections to the upstream that its transport asked for, and had
	upgrade    []string     // the header Upgrade of a 426, which a ReverseProxy removes

	status   int
	header   http.Header
	inflater *inflater   // of a compressed body of a success; nil: it has none
	found    rpc.Message // what arrives: the first value of a body, or the data of an event
	held     []byte      // of the body
	room     *[]byte     // of held, from rooms; nil: held has none
	charged  int         // bytes that count for Bridge.HoldAll: of held, plain, events and front
	plain    []byte      // the text of held, if it is compressed
	isOver   bool        // plain is beyond the bounds
	blank    int         // bytes of the text before its first value
	blanks   int         // of those, how many have passed
	broken   error       // why it has no end for the client, if it ended
	response *Response   // of Replace
	events   *events     // of a stream of them; nil: the response is none
	front    front

	isProxied      bool    // by a ReverseProxy of [Bridge.Proxy]
	isJSON         bool    // the body of the request is
	isRPC          bool    // to is a dialect of JSON-RPC
	needsID        bool    // a document in it has the id of a call
	unsent         bool    // the response is that of a gateway which sent nothing to it
	ownCredentials bool    // the request has those of this program
	channel        channel // what the client takes for an answer
	action         Action
	begun          bool // the first value has begun
	passing        bool // the body is a success that passes: what is left of it is only checked
	decided        bool // the body is edited, and nothing of it is held any more
	answered       bool // a response to the call was passed
	ended          bool // of a response that is edited: nothing of it passes any more
}

// Exchange returns the Exchange of a request, of which only the method, the URL, the header and
// the context are used. Its body is passed to [Exchange.Sent], if possible before the response is
// received.
func (b *Bridge) Exchange(r *http.Request) *Exchange {
	x := &Exchange{bridge: b, request: r, to: b.to(r), isJSON: header.IsJSON(header.MediaType(r.Header))}
	x.isRPC, x.needsID = dialect.IsRPC(x.to)
	return x
}

// isFailure reports whether a status is that of an error (RFC 9110 §15: one outside of 100 to 599
// is a server error).
func isFailure(status int) bool { return status >= 400 || status < 100 }

// Head gets the status and the header of the response, without those of 1xx before it. The header
// must not be changed until the action is known.
func (x *Exchange) Head(status int, header http.Header) Action {
	x.status, x.header = status, header
	x.action = x.head()
	return x.action
}

func (x *Exchange) head() Action {
	encoding := encoding(x.header)
	switch isFailed := isFailure(x.status); {
	case isFailed && isReadable(encoding):
		return Hold
	case isFailed && x.isRPC && x.request.Method == http.MethodPost && x.header["Retry-After"] == nil:
		return x.unreadable()
	case isFailed:
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	}
	media := header.MediaType(x.header)
	switch channel := x.channelOf(media); {
	case x.status < 200:
	case x.status < 300:
		x.channel = channel
	case channel == toCall && !x.isMoved():
		return x.violatedBy(x.brokenAnswer(otherPlace, []byte(x.header.Get("Location"))))
	}
	switch {
	case x.status == http.StatusSwitchingProtocols && x.request.Method != "" && len(x.request.Header["Upgrade"]) == 0:
		// The request, if it is known, did not ask for it (RFC 9110 §15.2.2).
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	case x.channel == byStatus:
		return Pass
	case !isReadable(encoding):
		return x.unreadable()
	case encoding != "":
		x.inflater = newInflater(x.request.Context())
	}
	if media == mediaEvents {
		x.events = new(events)
		return Edit
	}
	return Hold
}

// isMoved reports whether a client repeats its call at another path or query of this server (RFC
// 9110 §15.4.8, §15.4.9).
func (x *Exchange) isMoved() bool {
	location := x.header.Get("Location")
	to, err := url.Parse(location)
	// Clients in browsers take a backslash for a slash, and more of them for two.
	isHere := err == nil && !strings.Contains(location, `\`) && !strings.HasPrefix(location, "///") &&
		(to.Host != "" && strings.EqualFold(to.Host, x.request.Host) || to.Host+to.Scheme == "" && to.Path+to.RawQuery != "")
	return isHere && (x.status == http.StatusTemporaryRedirect || x.status == http.StatusPermanentRedirect)
}

// Body gets the next part of the body of a response that is held.
func (x *Exchange) Body(p []byte) Action {
	if x.action != Hold {
		return x.action
	}
	return x.settle(x.hold(p))
}

// settle sets the action. Only those of Hold and Edit need more than memory.
func (x *Exchange) settle(action Action) Action {
	if x.action = action; action == Pass || action == Replace {
		x.Close()
	}
	return action
}

// Close ends an Exchange that is given up within a response: what it holds counts for
// [Bridge.HoldAll] until then. After the end of a response it does nothing.
func (x *Exchange) Close() {
	if x.inflater != nil {
		x.inflater.end()
	}
	x.uncharge()
}

func (x *Exchange) hold(p []byte) Action {
	isBound := x.keep(p)
	switch {
	case isFailure(x.status) && !isBound:
		x.held = nil
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	case isFailure(x.status):
		return Hold
	case x.inflater == nil:
		return x.scan(p, isBound)
	}
	start := len(x.plain)
	switch err := x.inflater.write(p, x.keepText); {
	case err != nil && x.channel == toCall: // its encoding is damaged
		return x.violated(noJSON)
	case err != nil:
		return x.unread()
	}
	return x.scan(x.plain[start:], isBound && !x.isOver)
}

// Unread ends the examination of a success whose body does not arrive: it passes, which is
// reported.
func (x *Exchange) Unread() Action { return x.settle(x.unread()) }

func (x *Exchange) unread() Action {
	x.report(&Report{Outcome: Unread})
	return Pass
}

// Wait returns how long the rest of a response that is held is awaited, from its head on. Then
// [Exchange.Late] is called.
func (x *Exchange) Wait() time.Duration {
	if x.channel == toCall {
		return headWait
	}
	return x.bridge.wait()
}

// errLate is the cause of the error of a response whose body is not complete in time.
var errLate = context.DeadlineExceeded

// Late ends the wait for the rest of a response that is held: an error is rendered without its
// body; the head of an answer to a call passes, and the rest of it is edited; another success
// passes, which is reported, unless what arrived of it is known to be an error.
func (x *Exchange) Late() Action {
	switch {
	case x.action != Hold || isFailure(x.status):
		return x.End(errLate)
	case x.channel == inSuccess && x.found.IsRPC() && x.found.HasError():
		return x.settle(x.replace(x.unknown(x.text())))
	case x.channel != toCall:
		return x.Unread()
	case x.inflater != nil:
		x.held = nil
	}
	return x.settle(Edit)
}

// End gets the end of a body that is held: nil for a complete one, [ErrUnread] if the rest of it
// passes without the Exchange, else why it cannot be read.
func (x *Exchange) End(err error) Action {
	if x.action != Hold {
		return x.action
	}
	return x.settle(x.end(err))
}

func (x *Exchange) end(err error) Action {
	switch {
	case isFailure(x.status) && err != nil && !errors.Is(err, ErrUnread):
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	case isFailure(x.status):
		return x.replace(x.bridge.failure(x.status, x.header, decoded(x.header, x.held, x.bridge.hold())))
	case errors.Is(err, ErrUnread) && x.channel == toCall && (x.found.HasError() || x.found.Has(rpc.Result)):
		return x.cutShort()
	case errors.Is(err, ErrUnread):
		return x.unread()
	case err != nil:
		x.fail(err)
		return Replace
	}
	if x.inflater != nil {
		start := len(x.plain)
		err = x.inflater.close(x.keepText)
		if action := x.scan(x.plain[start:], !x.isOver); action != Hold {
			return action
		}
	}
	switch {
	case x.channel == toCall && err == nil && x.found.Done:
		return x.pass()
	case x.channel == toCall && err == nil && !x.begun:
		return x.violated(isEmpty)
	case x.channel == toCall:
		return x.violated(isCut)
	case x.channel == inSuccess && x.begun:
		return x.examineDocument()
	case err != nil:
		return x.unread()
	}
	return Pass
}

// Held returns what [Exchange.Body] got while the response was held, which is sent first if it is
// passed.
func (x *Exchange) Held() []byte { return x.held }

// Response returns the response to send for Replace.
func (x *Exchange) Response() *Response { return x.response }

// Fail returns the response to a request for which the upstream has none: it cannot be reached, it
// does not respond in time, its response is not HTTP, or the client disconnected. err is the
// cause, which is only reported. It decides whether the request may have been sent: after an error
// of DNS, of a dial or of a TLS handshake it was not, and the response invites to repeat the call.
// An [errkit.Error] in err with the stage BeforeCall states that, too.
func (x *Exchange) Fail(err error) *Response {
	x.Close()
	x.status, x.header = 0, nil
	x.fail(err)
	return x.response
}
