package mapping

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
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

// rpcCodes has the codes by their numbers.
var rpcCodes = rows.Table[rpcCode](tablesText, "rpc", nil)

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
