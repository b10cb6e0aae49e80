package grpc

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes the trailers of a call.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	t, ok := trailersOf(&doc)
	read := readNothing
	body := doc.Body
	if ok {
		var note string
		doc.Body, note = t.json()
		read = func(r *wire.Reader, v jsontree.Value) (bool, error) {
			if note != "" {
				r.Note("%s", note)
			}
			return rpcdetails.ReadStatus(r, v)
		}
	}
	e, err := wire.Decode(c, doc, name, read)
	if e != nil {
		e.Peer.Raw = bytes.Clone(body)
		rpcdetails.ByHTTP(c, e, name, doc.Status)
	}
	return e, err
}

var errNoStatus = errors.New("the document: no grpc-status")

func readNothing(*wire.Reader, jsontree.Value) (bool, error) { return false, errNoStatus }

// trailers are the fields of a failed call as they were received.
type trailers struct{ status, message, details string }

// trailersOf returns the trailers in the body, else those in the headers.
func trailersOf(doc *dialect.Document) (t trailers, ok bool) {
	if t, ok = parseBlock(lastFrame(doc.Body)); ok {
		return t, true
	}
	t = trailers{header(doc.Header, "Grpc-Status", statusField), header(doc.Header, "Grpc-Message", messageField), header(doc.Header, "Grpc-Status-Details-Bin", detailsField)}
	return t, t.status != ""
}

// header returns the value of a header under its name in package net/http, or in lower case, as metadata of gRPC has it.
func header(h http.Header, name, lower string) string {
	for _, list := range [...][]string{h[name], h[lower]} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// A frame of gRPC-Web has a flag byte and its length in four bytes (PROTOCOL-WEB, Message framing).
const (
	frameHead     = 5
	trailersFrame = 0x80 // the flag of the frame with the trailers
)

// lastFrame returns the trailers in frames of gRPC-Web; body itself if it is not frames.
func lastFrame(body []byte) []byte {
	for rest := body; len(rest) >= frameHead; {
		flags, size := rest[0], binary.BigEndian.Uint32(rest[1:])
		if rest = rest[frameHead:]; flags&^(trailersFrame|1) != 0 || uint64(size) > uint64(len(rest)) {
			break
		}
		if flags == trailersFrame {
			return rest[:size]
		}
		rest = rest[size:]
	}
	return body
}

// maxFields is the number of fields of a block: more are not trailers.
const maxFields = 100

// parseBlock parses a block of header fields with a grpc-status. Names are compared without regard to case.
func parseBlock(block []byte) (t trailers, ok bool) {
	rest := string(block)
	for n := 0; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if line = strings.TrimSuffix(line, "\r"); line == "" && rest == "" {
			break
		}
		name, value, colon := strings.Cut(line, ":")
		if !colon || n == maxFields || !isToken(name) {
			return t, false
		}
		switch value = strings.Trim(value, " \t"); {
		case strings.EqualFold(name, statusField):
			t.status = value
		case strings.EqualFold(name, messageField):
			t.message = value
		case strings.EqualFold(name, detailsField):
			t.details = value
		}
	}
	return t, t.status != ""
}

// isToken reports whether a name has only the characters of the names of metadata (PROTOCOL-HTTP2, Custom-Metadata) and
// capital letters.
func isToken(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20
		if (c < 'a' || c > 'z') && (name[i] < '0' || name[i] > '9') && name[i] != '-' && name[i] != '_' && name[i] != '.' {
			return false
		}
	}
	return name != ""
}

// json returns the trailers as a google.rpc.Status in ProtoJSON, and a line of evidence if they contradict each other.
func (t *trailers) json() (doc []byte, note string) {
	n, err := strconv.ParseUint(t.status, 10, 31)
	if err != nil {
		n, note = uint64(mapping.RPCUnknown), "grpc-status: not a number, read as "+mapping.RPCUnknown.String()
	}
	message := percentDecode(t.message)
	var details []byte
	if t.details != "" {
		status, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(t.details, "="))
		code, text, list, ok := rpcdetails.ParseStatus(status)
		switch details = list; {
		case err != nil || !ok:
			details, note = nil, "grpc-status-details-bin: not a google.rpc.Status, ignored"
		case uint64(code) != n && note == "":
			note = "conflict: grpc-status is " + t.status + ", the code in grpc-status-details-bin is " + strconv.Itoa(int(code))
		}
		if message == "" {
			message = text
		}
	}
	doc = strconv.AppendUint([]byte(`{"code":`), n, 10)
	doc = jsonw.AppendString(append(doc, `,"message":`...), message)
	if len(details) > 0 {
		doc = append(append(doc, `,"details":`...), details...)
	}
	return append(doc, '}'), note
}

// percentDecode decodes a message. One that is not valid is returned as it is (PROTOCOL-HTTP2, Responses: a decoder must not
// fail on it).
func percentDecode(s string) string {
	if text, err := url.PathUnescape(s); err == nil {
		return text
	}
	return s
}
