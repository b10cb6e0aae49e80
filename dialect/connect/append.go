package connect

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// Dialect is the error format of the Connect protocol.
type Dialect struct {
	Stream bool // render the last message of a stream
	// of ErrorInfo, the service that the codes of the application belong to; "":
	// rpcdetails.DefaultDomain
	Domain string
	Debug  bool // render the text for developers as DebugInfo: only for clients that are trusted
}

const (
	name       = "connect"
	streamName = "connect-stream"
)

// MediaTypeStream is the media type of a stream of JSON messages.
const MediaTypeStream = "application/connect+json"

// Name returns "connect" or "connect-stream".
func (d Dialect) Name() string {
	if d.Stream {
		return streamName
	}
	return name
}

// Append appends an error, or the last message of a stream with an error.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	code := c.Table.RPCOf(e)
	head := dialect.Head{Status: code.HTTP(), ContentType: wire.MediaTypeJSON, RetryAfter: e.RetryAfter}
	if d.Stream {
		head = dialect.Head{Status: http.StatusOK, ContentType: MediaTypeStream}
		dst = append(dst, `{"error":`...)
	}
	dst = append(append(append(dst, `{"code":"`...), code.Connect()...), `","message":`...)
	dst = wire.AppendMessage(dst, c, e)
	dst = append(dst, `,"details":`...)
	dst = rpcdetails.AppendConnect(dst, c, call, e, rpcdetails.Options{Domain: d.Domain, Debug: d.Debug})
	if d.Stream {
		dst = append(dst, '}')
	}
	return append(dst, '}'), head
}
