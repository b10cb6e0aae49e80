package google

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes an error response of any server.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if v.Kind() == jsontree.Array && v.Len() == 1 {
		v = v.FirstElement()
	}
	if v.Kind() != jsontree.Object {
		return false, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	fault := v.Member("error")
	switch {
	case fault.IsNull() && isStatus(v) && (!header.IsError(r.Document.Status) || !isOK(v)):
		return rpcdetails.ReadStatus(r, v)
	case fault.Kind() != jsontree.Object:
		return false, errors.New(`the document: no object "error"`)
	case !v.Member("jsonrpc").IsNull():
		return false, errors.New("/jsonrpc: JSON-RPC, want a response of HTTP")
	}
	r.Require(fault, "message", jsontree.String)
	status, hasStatus := r.Status(fault, "code")
	statusName := r.String(fault, "status")
	if !hasStatus && statusName == "" {
		return false, errors.New(`/error: neither "code" nor "status"`)
	}
	r.Message(r.String(fault, "message"))
	r.Peer.Code = statusName
	code, known := mapping.LookupRPCCode(statusName)
	if !known {
		code = codeOf(r, status)
	}
	rpcdetails.Read(r, Dialect{}, code, "status "+wire.Clip(code.String()), fault.Member("details"))
	if r.Peer.Carried {
		r.Used(fault.Member("errors"))
		return true, nil
	}
	if statusName != "" && !known {
		r.Unused(fault.Member("status"))
	}
	if header.IsError(status) && status != code.HTTP() && status != r.Codec.Table.Row(r.Error.Kind).HTTP &&
		r.Error.Status == 0 {
		if errkit.FromStatus(status) == r.Error.Kind {
			r.Error.Status = uint16(status)
		} else {
			r.Note("conflict: code is %d, status is %s", status, wire.Clip(statusName))
		}
	}
	if !r.Peer.Exact {
		if !known {
			byStatus(r, status)
		}
		readErrors(r, fault.Member("errors"))
	}
	return true, nil
}

// isStatus reports whether v has the members of a google.rpc.Status, and no others.
func isStatus(v jsontree.Value) bool {
	code, ok := v.Member("code").Int()
	return ok && rpcdetails.IsBare(v) && code >= 0 && code < int64(mapping.RPCByUpstream)
}

// isOK reports whether the code is OK. Other APIs have it in errors, too, whose HTTP status
// counts.
func isOK(status jsontree.Value) bool {
	code, _ := status.Member("code").Int()
	return code == 0
}

// codeOf returns the code of a response without a name of one: the first one with its HTTP
// status, else UNKNOWN.
func codeOf(r *wire.Reader, status int) mapping.RPCCode {
	if !header.IsError(status) {
		status = r.Document.Status
	}
	for _, c := range mapping.RPCCodes() {
		if c.HTTP() == status && c != mapping.RPCUnknown {
			return c
		}
	}
	return mapping.RPCUnknown
}

// byStatus sets the kind of a response without a name of a code: that of the HTTP status in it,
// which is more exact than that of the code.
func byStatus(r *wire.Reader, status int) {
	if k, ok := r.Codec.Table.FromHTTP(status); ok {
		if status == http.StatusBadRequest { // about the input, as that of other APIs
			k = errkit.InvalidInput
		}
		r.ByCode(k, "code", int64(status))
		if k == errkit.Internal {
			r.Refine(wire.ServerFault)
		}
	} else {
		foreign.ByStatus(r)
	}
}

// readErrors reads the list of errors of older Google APIs. The location of an error is the name
// of a parameter.
func readErrors(r *wire.Reader, list jsontree.Value) {
	for v := list.FirstElement(); v.Kind() == jsontree.Object; v = v.Next() {
		reason, message := r.String(v, "reason"), r.String(v, "message")
		if r.Error.Code == "" {
			r.Error.Code = errkit.Code(reason)
			rpcdetails.ByReason(r, reason)
		}
		if kind, _ := v.Member("locationType").Text(); kind == "parameter" {
			r.Field(errkit.Field{Path: pointer.FromPath(r.String(v, "location")), Message: errkit.Text(message),
				Rule: reason})
		}
	}
	if k := r.Error.Kind; len(r.Error.Fields) > 0 && (k == errkit.InvalidRequest || k == errkit.InvalidInput) {
		r.Kind(errkit.InvalidInput, "errors with a location")
	}
}

// Detect rates a document: the name of a google.rpc.Code beside a number, messages with @type,
// and the older list of errors.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() == jsontree.Array && v.Len() == 1 {
		v = v.FirstElement()
	}
	if v.Kind() != jsontree.Object || !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	fault := v.Member("error")
	if fault.Kind() == jsontree.Absent && isStatus(v) {
		n, _ := v.Member("code").Int()
		switch list := v.Member("details"); {
		case rpcdetails.IsDetails(list):
			return 90, "the members of google.rpc.Status, and details with @type"
		case list.Kind() == jsontree.Array && list.Len() == 0 && (doc.Status == 0 || doc.Status == mapping.RPCCode(n).HTTP()):
			return 75, "the members of google.rpc.Status, of a gateway"
		case v.Len() > 1 && v.Member("message").Kind() == jsontree.String:
			return 46, "the members of google.rpc.Status"
		}
		return 0, ""
	}
	if fault.Member("code").Kind() != jsontree.Number {
		return 0, ""
	}
	status, _ := fault.Member("status").Text()
	_, known := mapping.LookupRPCCode(status)
	switch {
	case rpcdetails.IsDetails(fault.Member("details")):
		return 96, "code, and details with @type"
	case known && status[0] <= 'Z': // those of Connect are lower-case
		return 94, "code, and the name of a google.rpc.Code"
	}
	first := fault.Member("errors").FirstElement()
	if first.Member("domain").Kind() == jsontree.String && first.Member("reason").Kind() == jsontree.String {
		return 85, "code, and errors with domain and reason"
	}
	return 0, ""
}
