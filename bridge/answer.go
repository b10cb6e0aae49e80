package bridge

import (
	"bytes"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// The part of an Exchange that reads what is held, and decides what it is.

// blank are the characters before a JSON value, with the byte order mark that some servers send.
const blank = " \t\r\n\ufeff"

// scan reads the next part of the text that is held, which is within the bound or not.
func (x *Exchange) scan(part []byte, isBound bool) Action {
	if !x.begun {
		part = bytes.TrimLeft(x.text()[x.blank:], blank)
		x.blank = len(x.text()) - len(part)
		if x.begun = !bytes.HasPrefix([]byte("\ufeff"), part); !x.begun {
			return x.within(isBound)
		}
	}
	n := x.found.Write(part)
	if x.channel == inSuccess {
		return x.scanDocument(isBound)
	}
	x.frontResult(&x.found, part[:n])
	switch {
	case !x.found.IsValid():
		return x.violated(noJSON)
	case x.found.Done && n < len(part) && len(bytes.TrimLeft(part[n:], blank)) > 0:
		return x.violated(hasMore)
	case x.found.Done:
		action := x.examine(x.text()[x.blank:])
		if action == Pass && x.action == Hold && isBound && !x.isWhole() {
			return Hold // text may follow, or the check of the encoding fails
		}
		return action
	case !isBound:
		return x.cutShort()
	case x.isResult():
		return x.pass()
	}
	return Hold
}

// cutShort returns the action for an answer of which no more is held.
func (x *Exchange) cutShort() Action {
	switch m := &x.found; {
	case m.Batch:
		return x.within(false)
	case m.HasError():
		return x.replace(x.cutError(x.text()[x.blank:], m, false))
	case x.begun && !m.Has(rpc.Result):
		return x.violated(isNeither)
	case x.hasOtherID():
		return x.violated(otherID)
	}
	return x.pass()
}

// hasOtherID reports whether a message, which may have no end yet, has the id of another call.
func (x *Exchange) hasOtherID() bool {
	id, call := x.found.CallID(), x.peek()
	return id != nil && call.ID != nil && !rpc.IsSameID(id, call.ID)
}

// isResult reports whether a message that has no end yet is known to be a success: the result of
// anything but a tool has no error of its own.
func (x *Exchange) isResult() bool {
	m := &x.found
	if !m.Has(rpc.Result) || !m.Has(rpc.ID) || !m.Has(rpc.Version) || m.HasError() || x.opens() {
		return false
	}
	call := x.peek()
	return call.Method != "" && call.Method != "tools/call" && x.violationOf(m, &call) == ""
}

// pass returns the action for a success. What is left of it is checked, if it is a text.
func (x *Exchange) pass() Action {
	x.passing = x.inflater == nil || x.action == Edit
	return Pass
}

// passed checks the next part of a success that passes. An error means that the response is not an
// answer after all: the part must not pass, and the client must not take the response for
// complete.
func (x *Exchange) passed(p []byte) error {
	m := &x.found
	if !x.passing {
		return nil
	}
	if !m.Done {
		n := m.Write(p)
		x.frontResult(m, p[:n])
		p = p[n:]
		switch {
		case !m.IsValid():
			return brokenOff(noJSON)
		case !m.Done:
			return nil
		}
		if v := x.violationOf(m, new(x.peek())); v != "" {
			return brokenOff(v)
		}
		if m.HasError() {
			x.report(&Report{Outcome: Oversize})
		}
	}
	if len(bytes.TrimLeft(p, blank)) > 0 {
		return brokenOff(hasMore)
	}
	return nil
}

// passedEnd is passed for the end of the response.
func (x *Exchange) passedEnd() error {
	if x.passing && !x.found.Done {
		return brokenOff(isCut)
	}
	return nil
}

// scanDocument is scan for a document of the dialect of the upstream, which may be XML.
func (x *Exchange) scanDocument(isBound bool) Action {
	first := x.text()[x.blank]
	switch {
	case first == '<':
		return x.within(isBound)
	case first != '{' && first != '[', x.found.Item && !x.found.IsBatch():
		return Pass // a list
	case x.found.Done:
		return x.examineDocument()
	}
	return x.within(isBound)
}

// examineDocument returns Replace if what is held is an error in the dialect of the upstream.
func (x *Exchange) examineDocument() Action {
	doc := x.text()[x.blank:]
	if x.found.IsBatch() {
		return x.examineBatch(doc)
	}
	if e := x.inDocument(doc, &x.found, false); e != nil {
		return x.replace(e)
	}
	return Pass
}

// inDocument returns the error in a document in the dialect of the upstream, or in a response of
// JSON-RPC to a notification, nil if it has none. One that cannot be decoded, but is a message
// with an error, is one.
func (x *Exchange) inDocument(doc []byte, m *rpc.Message, event bool) *errkit.Error {
	envelope, _ := dialect.IsRPC(x.bridge.From)
	if envelope && m.HasMethod() && !m.HasError() || x.isRPC && !(m.IsRPC() && m.HasError()) {
		return nil
	}
	e, err := x.decodeSuccess(doc, event)
	if e == nil && err != nil && envelope && m.IsRPC() && m.HasError() {
		return x.unknown(doc)
	}
	return e
}

// examine returns Replace if a complete answer to a call is an error or not an answer.
func (x *Exchange) examine(doc []byte) Action {
	if x.found.Batch {
		return x.examineBatch(doc)
	}
	switch e := x.judged(doc, &x.found, new(x.peek()), false); {
	case e == nil:
		return x.pass()
	case e.Peer == nil:
		return x.violatedBy(e)
	default:
		return x.replace(e)
	}
}

// violated returns the action for a response that is not an answer to a call. By now it may be
// known that the request makes none.
func (x *Exchange) violated(v violation) Action {
	return x.violatedBy(x.brokenAnswer(v, x.text()))
}

func (x *Exchange) violatedBy(e *errkit.Error) Action {
	if x.calls(); !x.maySendRPC() || x.sendsNoCall() {
		return Pass
	}
	x.response = x.render(e, new(Report))
	return Replace
}

// unknown returns the error of a document of a success or of an event that no dialect reads.
func (x *Exchange) unknown(doc []byte) *errkit.Error {
	e := x.bridge.failure(0, nil, doc)
	e.Status = 0
	return e
}
