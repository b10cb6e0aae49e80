package connect

import (
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes an error, or the last message of a stream.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	body := doc.Body
	last, streamed := lastMessage(body)
	if streamed {
		doc.Body = last
	}
	e, err := wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
	if e != nil {
		if streamed {
			e.Peer.Raw = string(body)
		}
		rpcdetails.ByHTTP(c, e, d.Name(), doc.Status)
	}
	return e, err
}

// The flags of a message of a stream (Connect, Enveloped-Message).
const (
	compressed  = 1
	endOfStream = 2 // of the last message
)

// lastMessage returns the last message of a stream in envelopes, and whether there is one.
func lastMessage(body []byte) (message []byte, ok bool) {
	message, rest, ok := rpcdetails.LastFrame(body, endOfStream, compressed)
	return message, ok && len(rest) == 0
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if v.Kind() != jsontree.Object {
		return false, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	fault := v
	if inner := v.Member("error"); inner.Kind() == jsontree.Object {
		fault = inner
	} else if v.Member("code").Kind() == jsontree.Absent && (v.Member("metadata").Kind() == jsontree.Object ||
		v.Len() == 0 && r.Peer.Dialect == streamName) {
		return false, nil // the end of a stream without an error
	}
	text, ok := fault.Member("code").Text()
	if !ok {
		return false, errors.New(`the document: no "code" that is a text`)
	}
	r.Message(r.Text(r.Require(fault, "message", jsontree.String)))
	r.Peer.Code = text
	code, known := mapping.LookupRPCCode(text)
	if !known {
		r.Unused(fault.Member("code"))
		code = rpcdetails.CodeOfHTTP(r.Document.Status)
	}
	rpcdetails.ReadConnect(r, Dialect{}, code, "code "+wire.Clip(text), fault.Member("details"))
	return true, nil
}

// Detect rates a document: the name of a code beside details with type and value, the HTTP status
// of the code, or no other members.
func (d Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() != jsontree.Object {
		if _, ok := lastMessage(doc.Body); ok && v.Kind() == jsontree.Absent {
			return 80, "the envelope of the last message of a stream"
		}
		return 0, ""
	}
	fault, streamed := v, false
	if v.Member("code").Kind() == jsontree.Absent {
		fault, streamed = v.Member("error"), true
	}
	name, _ := fault.Member("code").Text()
	if name == "" || name[0] < 'a' {
		return 0, ""
	}
	code, known := mapping.LookupRPCCode(name)
	if !known {
		return 0, ""
	}
	detail := fault.Member("details").FirstElement()
	if detail.Member("type").Kind() == jsontree.String && detail.Member("value").Kind() == jsontree.String {
		return 95, "a code of Connect, and details with type and value"
	}
	switch {
	case !rpcdetails.IsBare(fault):
		return 0, ""
	case streamed && v.Member("metadata").Kind() == jsontree.Object:
		return 85, "a code of Connect beside metadata"
	case streamed && v.Len() > 1:
		return 0, ""
	case streamed:
		return 58, "the members of an error of Connect"
	case doc.Status == code.HTTP():
		return 88, "a code of Connect and its HTTP status"
	case header.IsError(doc.Status):
		return 52, "a code of Connect"
	case doc.Status != 0 || fault.Len() == 1: // a unary error has the HTTP status of an error
		return 0, ""
	}
	return 60, "the members of an error of Connect"
}
