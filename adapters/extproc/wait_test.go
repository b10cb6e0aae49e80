package extproc_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// begin starts a stream with a call and the head of its response, whose body does not arrive, or
// not all of it.
func begin(t *testing.T, client service.ExternalProcessorClient, g *gateway, status int, parts ...string) *play {
	t.Helper()
	stream, err := client.Process(t.Context())
	require.NoError(t, err)
	p := &play{gateway: g, t: t, stream: stream, mode: modes(g)}
	p.sendRequest(callOfMCP)
	p.send(responseHeaders(status, http.Header{"Content-Type": {"application/json"}, "X-Debug": {canary}}, false))
	for _, part := range parts {
		p.send(responseBody(part, false))
	}
	return p
}

// An error whose body does not arrive in time is replaced without it, in each mode in which the
// server waits for the body.
func TestLateError(t *testing.T) {
	for i := range gateways {
		g := &gateways[i]
		if g.blind && !g.override {
			continue // the error is replaced at once
		}
		client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}, Wait: 20 * time.Millisecond},
			Override: g.known})
		statuses := map[int][]string{500: nil}
		if g.response == duplex {
			statuses = map[int][]string{429: {canary, canary}}
		}
		for status, parts := range statuses {
			t.Run(fmt.Sprintf("%s/%d", g.name, status), func(t *testing.T) {
				p := begin(t, client, g, status, parts...)
				for p.reply == nil { // after the response to the head, if there is one
					p.receive()
				}
				require.Equal(t, 200, p.reply.status)
				require.Contains(t, p.reply.text(), `"isError":true`)
				require.NotContains(t, fmt.Sprint(p.reply), canary)
				_, err := p.stream.Recv()
				require.Error(t, err, "the stream has ended")
			})
		}
	}
}

// A success that is late passes with all that follows, and the wait has no effect on one that is
// complete, or that the client buffers.
func TestLateSuccess(t *testing.T) {
	for i := range gateways {
		g := &gateways[i]
		if g.response == none && !g.override {
			continue
		}
		client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}, Wait: 20 * time.Millisecond},
			Override: g.known})
		t.Run(g.name, func(t *testing.T) {
			if g.response != duplex {
				p := begin(t, client, g, 200)
				require.NotNil(t, p.receive().GetResponseHeaders())
				time.Sleep(40 * time.Millisecond) // longer than the wait: that nothing happens has no event
				r := p.ask(responseBody(fine, true))
				require.NotNil(t, r.GetResponseBody().GetResponse(), r)
				require.Nil(t, r.GetResponseBody().GetResponse().GetBodyMutation())
				return
			}
			p := begin(t, client, g, 200, fine[:9])
			require.NotNil(t, p.receive().GetResponseHeaders(), "before the rest")
			p.send(responseBody(fine[9:], true))
			last := p.receive().GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse()
			require.Equal(t, fine, string(last.GetBody()))
			require.True(t, last.GetEndOfStream())
		})
	}
}

// The wait ends with trailers, too.
func TestTrailersInTime(t *testing.T) {
	g := &gateway{request: duplex, response: duplex}
	client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}, Wait: 20 * time.Millisecond}})
	p := begin(t, client, g, 200, fine)
	p.send(responseTrailers(http.Header{"X-Checksum": {"7"}}))
	require.NotNil(t, p.receive().GetResponseHeaders())
	require.NotNil(t, p.receive().GetResponseBody())
	require.NotNil(t, p.receive().GetResponseTrailers())
	time.Sleep(40 * time.Millisecond) // longer than the wait: that nothing happens has no event
	require.NoError(t, p.stream.CloseSend())
	_, err := p.stream.Recv()
	require.Error(t, err, "nothing is sent that was not asked for")
}

// The upstream is asked for encodings that can be examined; of one that it sends anyway nothing is
// passed in response to a call.
func TestEncodings(t *testing.T) {
	tests := []struct {
		name, accept, want string // Accept-Encoding of the client, and of the request to the upstream
	}{
		{"br", "br", "identity"},
		{"of a browser", "gzip, deflate, br, zstd", "gzip"},
		{"gzip", "gzip", "gzip"},
		{"none", "", "identity"}, // else any is acceptable (RFC 9110 §12.5.3)
	}
	for i := range gateways {
		g := &gateways[i]
		client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}, Override: g.known})
		for _, tt := range tests {
			t.Run(g.name+"/"+tt.name, func(t *testing.T) {
				stream, err := client.Process(t.Context())
				require.NoError(t, err)
				p := &play{gateway: g, t: t, stream: stream, mode: modes(g)}
				header := callOfMCP.header.Clone()
				if tt.accept != "" {
					header.Set("Accept-Encoding", tt.accept)
				}
				r := p.ask(requestHeaders(map[string]string{":method": "POST", ":path": "/mcp"}, header, false))
				mutate(header, r.GetRequestHeaders().GetResponse().GetHeaderMutation())
				require.Equal(t, tt.want, header.Get("Accept-Encoding"))
				p.send(requestBody(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`, true))
				p.receive()
				p.send(responseHeaders(200,
					http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"br"}, "X-Debug": {canary}},
					false))
				p.sendLoosely(responseBody(canary, true))
				require.Nil(t, p.receive())
				require.Contains(t, p.reply.text(), `"isError":true`)
				require.NotContains(t, fmt.Sprint(p.reply), canary)
				require.Empty(t, p.reply.header.Get("Content-Encoding"))
			})
		}
	}
}
