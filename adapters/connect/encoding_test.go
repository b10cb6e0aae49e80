package connecterr_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect"
	connectdialect "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/middleware"
)

// A server of package api refuses a request in an encoding that it does not accept as one of
// connect-go does: with unimplemented, and the encodings in Accept-Encoding (Connect Protocol,
// Unary-Request).
func TestUnsupportedEncoding(t *testing.T) {
	tools := &api.API{API: nethttp.API{Boundary: &middleware.Boundary{}, Dialect: connectdialect.Dialect{}}}
	bound := tools.Handler(func(w http.ResponseWriter, r *http.Request) error {
		_, err := api.Bind[string](tools, r)
		return err
	})
	own := serve(t, nil, nil)
	for _, tt := range []struct{ name, url, encoding, accepted string }{
		{"connect-go", own.URL, "br", "gzip"},
		{"package api", "", "br", "identity"},
		{"a client of connect-go compresses for package api", "", "gzip", "identity"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.url == "" {
				s := httptest.NewServer(bound)
				defer s.Close()
				tt.url = s.URL
			}
			if tt.encoding == "gzip" {
				client := connect.NewClient[text, text](own.Client(), tt.url+ring, connect.WithSendGzip(), connect.WithProtoJSON())
				_, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("ding")))
				require.Equal(t, connect.CodeUnimplemented, connect.CodeOf(err), "%v", err)
				var failed *connect.Error
				require.ErrorAs(t, err, &failed)
				require.Equal(t, tt.accepted, failed.Meta().Get("Accept-Encoding"))
				return
			}
			r, err := http.NewRequestWithContext(t.Context(), "POST", tt.url+ring, strings.NewReader("x"))
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Content-Encoding", tt.encoding)
			resp, err := own.Client().Do(r)
			require.NoError(t, err)
			defer resp.Body.Close()
			e, err := nethttp.ReadError(resp, dialect.Codec{Dialects: []dialect.Dialect{connectdialect.Dialect{}}})
			require.NoError(t, err)
			require.Equal(t, "unimplemented", e.Peer.Code)
			require.Equal(t, http.StatusNotImplemented, resp.StatusCode)
			require.Equal(t, tt.accepted, resp.Header.Get("Accept-Encoding"))
		})
	}
}
