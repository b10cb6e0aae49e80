package mapping

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
)

// An RPCCode is a code of google.rpc.Code, which Google APIs, gRPC and Connect have in common
// (google/rpc/code.proto). The zero RPCCode is OK: not an error, and in [Table.With] an unchanged
// cell.
type RPCCode uint8

// The codes.
const (
	RPCCancelled RPCCode = iota + 1
	RPCUnknown
	RPCInvalidArgument
	RPCDeadlineExceeded
	RPCNotFound
	RPCAlreadyExists
	RPCPermissionDenied
	RPCResourceExhausted
	RPCFailedPrecondition
	RPCAborted
	RPCOutOfRange
	RPCUnimplemented
	RPCInternal
	RPCUnavailable
	RPCDataLoss
	RPCUnauthenticated

	// RPCByUpstream in the row of [errkit.UpstreamFailed] means that the code depends on the HTTP
	// status of the response of the upstream service; see [Table.RPC].
	RPCByUpstream
)

// An rpcCode is a code in google.rpc and Connect.
type rpcCode struct {
	Name, Connect string // in JSON
	HTTP          int
	Kind          errkit.Kind // what the code is decoded as
}

// rpcCodes has the codes with the HTTP status, which is the same in both (google/rpc/code.proto, HTTP Mapping; Connect,
// Error Codes).
var rpcCodes = [...]rpcCode{
	0:                     {"OK", "", 200, errkit.Unknown},
	RPCCancelled:          {"CANCELLED", "canceled", 499, errkit.Canceled},
	RPCUnknown:            {"UNKNOWN", "unknown", 500, errkit.Unknown},
	RPCInvalidArgument:    {"INVALID_ARGUMENT", "invalid_argument", 400, errkit.InvalidInput},
	RPCDeadlineExceeded:   {"DEADLINE_EXCEEDED", "deadline_exceeded", 504, errkit.Timeout},
	RPCNotFound:           {"NOT_FOUND", "not_found", 404, errkit.NotFound},
	RPCAlreadyExists:      {"ALREADY_EXISTS", "already_exists", 409, errkit.Conflict},
	RPCPermissionDenied:   {"PERMISSION_DENIED", "permission_denied", 403, errkit.PermissionDenied},
	RPCResourceExhausted:  {"RESOURCE_EXHAUSTED", "resource_exhausted", 429, errkit.RateLimited},
	RPCFailedPrecondition: {"FAILED_PRECONDITION", "failed_precondition", 400, errkit.FailedPrecondition},
	RPCAborted:            {"ABORTED", "aborted", 409, errkit.Conflict},
	RPCOutOfRange:         {"OUT_OF_RANGE", "out_of_range", 400, errkit.InvalidInput},
	RPCUnimplemented:      {"UNIMPLEMENTED", "unimplemented", 501, errkit.Unsupported},
	RPCInternal:           {"INTERNAL", "internal", 500, errkit.Internal},
	RPCUnavailable:        {"UNAVAILABLE", "unavailable", 503, errkit.Unavailable},
	RPCDataLoss:           {"DATA_LOSS", "data_loss", 500, errkit.Internal},
	RPCUnauthenticated:    {"UNAUTHENTICATED", "unauthenticated", 401, errkit.Unauthenticated},
}

// RPCCodes returns every code of an error.
func RPCCodes() []RPCCode {
	all := make([]RPCCode, 0, len(rpcCodes)-1)
	for c := RPCCancelled; c.IsError(); c++ {
		all = append(all, c)
	}
	return all
}

// IsError reports whether google.rpc.Code defines c and it is not OK.
func (c RPCCode) IsError() bool { return c > 0 && int(c) < len(rpcCodes) }

// String returns the name in JSON of google.rpc, such as "NOT_FOUND".
func (c RPCCode) String() string {
	switch {
	case c == RPCByUpstream:
		return ByUpstream
	case int(c) < len(rpcCodes):
		return rpcCodes[c].Name
	}
	return fmt.Sprintf("code(%d)", uint8(c))
}

// Connect returns the name in JSON of Connect, such as "not_found"; "" for a code that is not an
// error.
func (c RPCCode) Connect() string {
	if !c.IsError() {
		return ""
	}
	return rpcCodes[c].Connect
}

// HTTP returns the HTTP status; 500 for a code that is not an error.
func (c RPCCode) HTTP() int {
	if !c.IsError() {
		return rpcCodes[RPCUnknown].HTTP
	}
	return rpcCodes[c].HTTP
}

// LookupRPCCode returns the code of an error with a name, as google.rpc or as Connect writes it.
func LookupRPCCode(name string) (RPCCode, bool) {
	if name == "" {
		return 0, false
	}
	for i := RPCCancelled; i.IsError(); i++ {
		if c := &rpcCodes[i]; c.Name == name || c.Connect == name {
			return i, true
		}
	}
	return 0, false
}

// RPC returns the code for k. upstream is as in [Table.AAIString].
func (t *Table) RPC(k errkit.Kind, upstream int) RPCCode {
	code := t.row(k).RPC
	if code != RPCByUpstream {
		return code
	}
	// Clients repeat a call that is UNAVAILABLE: after another 5xx it may have taken effect.
	if upstream == 408 || upstream == 429 || upstream == 503 {
		return RPCUnavailable
	}
	return RPCUnknown
}

// FromRPC returns the kind of a code; Unknown, false for a code that is not an error of
// google.rpc.Code.
func (t *Table) FromRPC(code RPCCode) (errkit.Kind, bool) {
	if !code.IsError() {
		return errkit.Unknown, false
	}
	return rpcCodes[code].Kind, true
}
