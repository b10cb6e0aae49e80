package google

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// Dialect is the error format of Google APIs (AIP-193).
type Dialect struct {
	// of ErrorInfo, the service that the codes of the application belong to; "":
	// rpcdetails.DefaultDomain
	Domain string
	Debug  bool // render the text for developers as DebugInfo: only for clients that are trusted
}

const name = "google"

// Name returns "google".
func (Dialect) Name() string { return name }

// Append appends an error response.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	code := c.Table.RPCOf(e)
	status := code.HTTP()
	if exact := c.Table.Status(e); exact == int(e.Status) {
		status = exact // also if it is that of the kind: the HTTP status is sent as it is
	}
	o := rpcdetails.Options{Domain: d.Domain, Debug: d.Debug}
	dst = rpcdetails.AppendError(append(dst, `{"error":`...), c, call, e, status, code, o)
	return append(dst, '}'), dialect.Head{Status: status, ContentType: wire.MediaTypeJSON,
		RetryAfter: e.RetryAfter}
}
