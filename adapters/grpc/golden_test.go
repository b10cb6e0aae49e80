package grpcerr_test

import (
	"bufio"
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
)

// What the dialect grpc renders, sent as trailers over HTTP/2, is what a client of grpc decodes.
func TestDialect(t *testing.T) {
	var block []byte
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", wiregrpc.MediaType)
		fields, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(append(block, "\r\n"...)))).ReadMIMEHeader()
		if err != nil {
			panic(err)
		}
		for name, list := range fields { // a response without a body (PROTOCOL-HTTP2, Trailers-Only)
			w.Header()[name] = list
		}
	}))
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	conn := dial(t, s.Listener.Addr().String())
	for _, v := range samples.Values() {
		t.Run(v.Name, func(t *testing.T) {
			var codec dialect.Codec
			block, _ = codec.Append(nil, wiregrpc.Dialect{}, dialect.Call{}, v.Error)
			received, ok := status.FromError(callUnary(t.Context(), conn))
			require.True(t, ok)
			require.EqualValues(t, codec.Table.RPC(v.Error.Kind, v.Error.Upstream), received.Code())
			e, err := codec.Decode(dialect.Document{Dialect: wiregrpc.Dialect{}, Body: block})
			require.NoError(t, err)
			if e.Message != "" {
				require.Equal(t, string(e.Message), received.Message())
			}
			require.NotEmpty(t, received.Details())
			for _, d := range received.Details() {
				_, isError := d.(error)
				require.False(t, isError, "%v", d)
			}
		})
	}
}
