package nethttp

import (
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/httphead"
)

// ChooseByBody is an [API.Choose]: it returns the dialect of a JSON-RPC call,
// and nil for all other requests, batches among them. It is MCP if the headers
// or the first 4 KiB of the body show that, else AAI.
//
// As [API.Choose] it looks at all that the handler read of the body. Elsewhere
// it reads the first bytes ahead, and puts them back: only of a body that is
// declared as JSON, and not if the client waits for "100 Continue".
func ChooseByBody(r *http.Request) dialect.Dialect {
	version := r.Header.Get("Mcp-Protocol-Version")
	if version != "" || r.Header.Get("Mcp-Method") != "" {
		return ofRevision(version)
	}
	found := startOf(r)
	switch {
	case found.meta:
		return ofRevision("")
	case found.rpc:
		return aai.Dialect{}
	}
	return nil
}

// ofRevision returns MCP in the revision of a header, in the newest one if that
// is not a date.
func ofRevision(version string) dialect.Dialect {
	if _, err := time.Parse(time.DateOnly, version); err != nil {
		return mcp.Dialect{}
	}
	return mcp.Dialect{Revision: version}
}

// startOf returns what the start of a body shows of a JSON-RPC call.
func startOf(r *http.Request) rpcCall {
	if !httphead.IsJSON(httphead.MediaType(r.Header)) {
		return rpcCall{}
	}
	x, _ := r.Context().Value(exchangeKey{}).(*exchange)
	switch {
	case x == nil, !sameMap(r.Header, x.request.Header):
		return peek(r)
	case !x.responding.Load() && !x.body.isStarted(): // the handler asks before it reads
		return peek(r)
	}
	return x.scan(maxStart, x.responding.Load())
}

// peek reads the start of a body that was not read before, as far as it is
// needed, and puts it back.
func peek(r *http.Request) rpcCall {
	if !hasBody(r) || r.Header.Get("Expect") != "" {
		return rpcCall{}
	}
	start := make([]byte, maxStart)
	n := 0
	var err error
	for n < len(start) && err == nil {
		var k int
		k, err = r.Body.Read(start[n:])
		n += k
		if found := scan(start[:n]); found.meta || found.whole {
			break
		}
	}
	r.Body = restored(r.Body, start[:n], err)
	return scan(start[:n])
}
