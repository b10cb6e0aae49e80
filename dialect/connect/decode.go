package connect

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
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
	e, err := wire.Decode(c, doc, d.Name(), read)
	if e != nil {
		if streamed {
			e.Peer.Raw = bytes.Clone(body)
		}
		rpcdetails.ByHTTP(c, e, d.Name(), doc.Status)
	}
	return e, err
}

// A message of a stream has an envelope: flags, and its length in four bytes (Connect, Enveloped-Message).
const (
	envelopeSize = 5
	endOfStream  = 2 // the flag of the last message
)

// lastMessage returns the last message of a stream in envelopes, and whether there is one.
func lastMessage(body []byte) (message []byte, ok bool) {
	for len(body) >= envelopeSize {
		flags, size := body[0], binary.BigEndian.Uint32(body[1:])
		if body = body[envelopeSize:]; flags > endOfStream || uint64(size) > uint64(len(body)) {
			return nil, false
		}
		if flags == endOfStream {
			return body[:size], int(size) == len(body)
		}
		body = body[size:]
	}
	return nil, false
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if v.Kind() != jsontree.Object {
		return false, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	fault := v
	if inner := v.Member("error"); inner.Kind() == jsontree.Object {
		fault = inner
	} else if v.Member("code").Kind() == jsontree.Absent && (v.Member("metadata").Kind() == jsontree.Object || v.Len() == 0 && r.Peer.Dialect == streamName) {
		return false, nil // the end of a stream without an error
	}
	text, ok := fault.Member("code").Text()
	if !ok {
		return false, errors.New(`the document: no "code" that is a text`)
	}
	r.Require(fault, "message", jsontree.String)
	r.Message(r.String(fault, "message"))
	r.Peer.Code = text
	code, known := mapping.LookupRPCCode(text)
	if !known {
		r.Unused(fault.Member("code"))
		code = rpcdetails.CodeOfHTTP(r.Document.Status)
	}
	rpcdetails.ReadConnect(r, Dialect{}, code, "code "+wire.Clip(text), fault.Member("details"))
	return true, nil
}
