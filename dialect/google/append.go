package google

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the error format of Google APIs (AIP-193).
type Dialect struct {
	Domain string // of ErrorInfo, the service that the codes of the application belong to; "": rpcdetails.DefaultDomain
	Debug  bool   // render the text for developers as DebugInfo: only for clients that are trusted
}

const name = "google"

// Name returns "google".
func (Dialect) Name() string { return name }

// Append appends an error response.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	code := c.Table.RPC(e.Kind, e.Upstream)
	status := code.HTTP()
	if exact := c.Table.Status(e); exact == int(e.Status) {
		status = exact // also if it is that of the kind: the HTTP status is sent as it is
	}
	dst = jsonw.AppendInt(append(dst, `{"error":{"code":`...), status)
	dst = wire.AppendMessage(append(dst, `,"message":`...), c, e)
	dst = append(append(append(dst, `,"status":"`...), code.String()...), `","details":`...)
	dst = rpcdetails.AppendJSON(dst, c, call, e, rpcdetails.Options{Domain: d.Domain, Debug: d.Debug})
	return append(dst, "}}"...), dialect.Head{Status: status, ContentType: wire.MediaTypeJSON, RetryAfter: e.RetryAfter}
}

// RoundTrips reports true for every kind, because ErrorInfo has its name.
func (Dialect) RoundTrips(*mapping.Table, errkit.Kind) bool { return true }
