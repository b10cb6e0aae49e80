package connecterr_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/refuser"
	"github.com/toolerr/toolerr/middleware"
)

// oneWay keeps net/http from sending a request again, which takes seconds.
type oneWay struct{ base http.RoundTripper }

func (o oneWay) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.GetBody = nil
	return o.base.RoundTrip(r)
}

// A client says that a request had no effect only if no server processed it, and the effect of the
// call that made it follows from all of its requests.
func TestSent(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	tests := []struct {
		name, address string
		none          bool
	}{
		{"nobody listens", l.Addr().String(), true},
		{"REFUSED_STREAM", refuser.Serve(t, refuser.RefusedStream), true},
		{"GOAWAY", refuser.Serve(t, refuser.GoAway), true},
		{"the connection ends", refuser.Serve(t, refuser.Hangup), false},
	}
	for _, tt := range tests {
		for _, p := range protocols {
			t.Run(tt.name+" "+p.name, func(t *testing.T) {
				rt := &http.Transport{Protocols: new(http.Protocols)}
				rt.Protocols.SetUnencryptedHTTP2(true)
				t.Cleanup(rt.CloseIdleConnections)
				client := connect.NewClient[text, text](
					&http.Client{Transport: &nethttp.Transport{Base: oneWay{rt}}}, "http://"+tt.address+ring,
					append(p.options, connect.WithInterceptors(connecterr.NewInterceptor(nil)))...)
				effectAfter := func(orders int) errkit.Effect {
					err := new(middleware.Boundary).Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
						for range orders {
							middleware.CountRequest(ctx, true, false)
						}
						_, err := client.CallUnary(ctx, connect.NewRequest(wrapperspb.String("front")))
						e := coded(t, err)
						require.Equal(t, errkit.Network.String(), e.Kind.String())
						require.Equal(t, tt.none, e.Effect == errkit.EffectNone, err)
						return err
					})
					return errkit.From(err).Effect
				}
				require.NotEqual(t, errkit.EffectNone, effectAfter(0), "the handler may have done something else")
				require.NotEqual(t, errkit.EffectNone, effectAfter(1))
			})
		}
	}
}
