package grpc

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the error format of gRPC.
type Dialect struct {
	// of ErrorInfo, the service that the codes of the application belong to; "":
	// rpcdetails.DefaultDomain
	Domain string
	Debug  bool // render the text for developers as DebugInfo: only for clients that are trusted
	// bytes of the value of grpc-status-details-bin; 0: 6,144; negative: no limit, also for
	// grpc-message
	MaxDetails int
}

const name = "grpc"

// MediaType is the media type of gRPC (PROTOCOL-HTTP2, Content-Type).
const MediaType = "application/grpc"

// Name returns "grpc".
func (Dialect) Name() string { return name }

// The fields of a block.
const (
	statusField  = "grpc-status"
	messageField = "grpc-message"
	detailsField = "grpc-status-details-bin"

	pushbackField = "grpc-retry-pushback-ms" // a negative number: the client must not repeat the call (gRFC A6)
)

// Append appends the trailers of a failed call.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	o := rpcdetails.Options{Domain: d.Domain, Debug: d.Debug, MaxDetails: d.MaxDetails}
	dst = append(dst, statusField+": "...)
	dst = strconv.AppendUint(dst, uint64(c.Table.RPCOf(e)), 10)
	dst = append(dst, "\r\n"+messageField+": "...)
	message := len(dst)
	dst = percentEncode(rpcdetails.AppendMessage(dst, c, e, o), message)
	fields := len(dst)
	dst = append(dst, "\r\n"+detailsField+": "...)
	details := len(dst)
	if dst = rpcdetails.AppendStatusBase64(dst, c, call, e, o); len(dst) == details { // it does not fit
		dst = dst[:fields]
	}
	if mapping.IsOutcomeUnclear(e) {
		dst = append(dst, "\r\n"+pushbackField+": -1"...)
	}
	return append(dst, "\r\n"...), dialect.Head{Status: http.StatusOK, ContentType: MediaType}
}

// percentEncode encodes the bytes since start: all but printable ASCII, percent signs, and spaces
// at the ends (PROTOCOL-HTTP2, Percent-Encoded).
func percentEncode(dst []byte, start int) []byte {
	const hex = "0123456789ABCDEF"
	end := len(dst)
	for i := start; i < end; i++ { // after the text, and then moved to its place
		c := dst[i]
		if c < ' ' || c > '~' || c == '%' || c == ' ' && (i == start || i == end-1) {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		} else {
			dst = append(dst, c)
		}
	}
	return dst[:start+copy(dst[start:], dst[end:])]
}
