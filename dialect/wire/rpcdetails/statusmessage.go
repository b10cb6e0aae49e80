package rpcdetails

import (
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
)

// AppendMessage appends the message of e as text. If there is a limit for the details, the message has a limit, too, so that both
// fit into the headers of a response: 1 KiB after percent-encoding (PROTOCOL-HTTP2, Status-Message). A longer one ends with an
// ellipsis.
func AppendMessage(dst []byte, c *dialect.Codec, e *errkit.Error, o Options) []byte {
	start := len(dst)
	dst = wire.AppendMessageBody(dst, c, e)
	dst = dst[:start+len(jsonw.Unescape(dst[start:]))]
	if o.MaxDetails < 0 {
		return dst
	}
	return cutEncoded(dst, start, limit.Header)
}

const ellipsis = "…"

// cutEncoded cuts the text since start to at most most bytes after percent-encoding. No character is divided.
func cutEncoded(dst []byte, start, most int) []byte {
	const spaces = 4 // additional bytes of spaces at both ends
	if 3*(len(dst)-start) <= most {
		return dst
	}
	size, end := spaces, start
	for i := start; i < len(dst); i++ {
		if utf8.RuneStart(dst[i]) && size <= most-3*len(ellipsis) {
			end = i
		}
		size++
		if c := dst[i]; c < ' ' || c > '~' || c == '%' {
			size += 2
		}
		if size > most {
			return append(dst[:end], ellipsis...)
		}
	}
	return dst
}
