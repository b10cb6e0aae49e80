package mcperr

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// maxLinks bounds the links of an error chain that are visited.
const maxLinks = 1000

// finding is what decides how an error is rendered.
type finding struct {
	rpc   *jsonrpc.Error // a JSON-RPC error of the handler
	peer  bool           // an uncoded failure of a call that this program made to another server
	coded bool           // an error with a Kind, or a panic
}

// find visits a chain from the outside. What is below a coded error is its cause, which is not rendered.
func find(err error) finding {
	links := 0
	return visit(err, &links)
}

func visit(err error, links *int) (f finding) {
	for err != nil && *links < maxLinks {
		*links++
		switch e := err.(type) {
		case *errkit.Error, errkit.Kind, *middleware.Panic:
			return finding{coded: true}
		case *jsonrpc.Error:
			if f.peer {
				return f
			}
			return finding{rpc: e} // nil is an uncoded error
		case interface{ Unwrap() error }:
			// The text that sessions of the SDK write. A handler may use it, too, for an error that is coded below.
			f.peer = f.peer || strings.HasPrefix(err.Error(), `calling "`)
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				in := visit(branch, links)
				if in.coded || in.rpc != nil && !f.peer {
					return in
				}
				f.peer = f.peer || in.peer
			}
			return f
		default:
			return f
		}
	}
	return f
}
