package grpc

import (
	"cmp"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes the trailers of a call.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	fields, ok := trailersOf(&doc)
	read := func(*wire.Reader, jsontree.Value) (bool, error) { return false, errNoStatus }
	body := doc.Body
	if ok {
		var note string
		doc.Body, note = statusOf(fields)
		read = func(r *wire.Reader, v jsontree.Value) (bool, error) {
			if note != "" {
				r.Note("%s", note)
			}
			return rpcdetails.ReadStatus(r, v)
		}
	}
	e, err := wire.Decode(c, doc, name, read, foreign.Rules{})
	if e != nil {
		e.Peer.Raw = string(body)
		rpcdetails.ByHTTP(c, e, name, doc.Status)
	}
	return e, err
}

var errNoStatus = errors.New("the document: no grpc-status")

// trailersOf returns the fields of a failed call: those in the body, else the headers.
func trailersOf(doc *dialect.Document) (fields http.Header, ok bool) {
	if fields, ok = parseBlock(lastFrame(doc.Body)); ok {
		return fields, true
	}
	return doc.Header, valueOf(doc.Header, statusField) != ""
}

// valueOf returns the value of a field under its name in package net/http, or in lower case, as
// metadata of gRPC has it.
func valueOf(fields http.Header, name string) string {
	for _, list := range [...][]string{fields[http.CanonicalHeaderKey(name)], fields[name]} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// The flags of frames of gRPC-Web (PROTOCOL-WEB, Message framing).
const (
	compressed    = 1
	trailersFrame = 0x80
)

// lastFrame returns the trailers in frames of gRPC-Web; body itself if it is not frames.
func lastFrame(body []byte) []byte {
	if frame, _, ok := rpcdetails.LastFrame(body, trailersFrame, trailersFrame|compressed); ok {
		return frame
	}
	return body
}

// maxFields is the number of fields of a block: more are not trailers.
const maxFields = 100

// parseBlock parses a block of header fields with a grpc-status. Names are compared without
// regard to case.
func parseBlock(block []byte) (fields http.Header, ok bool) {
	fields = http.Header{}
	rest := string(block)
	for n := 0; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if line = strings.TrimSuffix(line, "\r"); line == "" && rest == "" {
			break
		}
		name, value, colon := strings.Cut(line, ":")
		if !colon || n == maxFields || !isToken(name) {
			return nil, false
		}
		fields.Set(name, strings.Trim(value, " \t"))
	}
	return fields, valueOf(fields, statusField) != ""
}

// isToken reports whether a name has only the characters of the names of metadata
// (PROTOCOL-HTTP2, Custom-Metadata) and capital letters.
func isToken(name string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	return name != "" && strings.TrimLeft(name, allowed) == ""
}

// statusOf returns trailers as a google.rpc.Status in ProtoJSON, and a line of evidence if they
// contradict each other.
func statusOf(fields http.Header) (doc []byte, note string) {
	number := valueOf(fields, statusField)
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		n, note = uint64(mapping.RPCUnknown), "grpc-status: not a number, read as "+mapping.RPCUnknown.String()
	}
	message := valueOf(fields, messageField)
	// one that is not valid is left as it is (PROTOCOL-HTTP2, Responses: a decoder must not fail
	// on it)
	if decoded, err := url.PathUnescape(message); err == nil {
		message = decoded
	}
	var details []byte
	if encoded := valueOf(fields, detailsField); encoded != "" {
		status, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		code, text, list, ok := rpcdetails.ParseStatus(status)
		switch details = list; {
		case err != nil || !ok:
			details, note = nil, "grpc-status-details-bin: not a google.rpc.Status, ignored"
		case uint64(code) != n && note == "":
			note = "conflict: grpc-status is " + number + ", the code in grpc-status-details-bin is " +
				strconv.Itoa(int(code))
		}
		message = cmp.Or(message, text)
	}
	doc = strconv.AppendUint([]byte(`{"code":`), n, 10)
	doc = text.AppendString(append(doc, `,"message":`...), message)
	if len(details) > 0 {
		doc = append(append(doc, `,"details":`...), details...)
	}
	return append(doc, '}'), note
}

// Detect rates a document: the header grpc-status, or a block of trailers with it.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if valueOf(doc.Header, statusField) != "" {
		return 96, "the header grpc-status"
	}
	if v.Kind() != jsontree.Absent {
		return 0, ""
	}
	if _, ok := parseBlock(lastFrame(doc.Body)); ok {
		return 95, "trailers with grpc-status"
	}
	return 0, ""
}
