package mcperr

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/middleware"
)

// finding is what decides how an error is rendered.
type finding struct {
	rpc   *jsonrpc.Error // a JSON-RPC error of the handler
	peer  bool           // an uncoded failure of a call that this program made to another server
	coded bool           // an error with a Kind, a panic, or a chain that cannot be visited to its end
}

// find visits a chain from the outside until an error decides. What is below a coded error is its cause, which is not rendered.
func find(err error) (f finding) {
	r := errchain.Walk(err, func(err error, _ bool) bool {
		if f.coded || f.rpc != nil {
			return false
		}
		switch e := err.(type) {
		case *errkit.Error, errkit.Kind, *middleware.Panic:
			f.coded = true
		case *jsonrpc.Error:
			if !f.peer {
				f.rpc = e // nil is an uncoded error
			}
		case interface{ Unwrap() error }:
			// The text that sessions of the SDK write. A handler may use it, too, for an error that is coded below.
			f.peer = f.peer || strings.HasPrefix(errchain.Text(err), `calling "`)
			return true
		default:
			return true
		}
		return false
	})
	if f.coded || f.rpc == nil && (r.Cut || r.Panicked) {
		return finding{coded: true} // the boundary handles such a chain
	}
	return f
}
