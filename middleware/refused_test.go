package middleware_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/refuser"
	"github.com/toolerr/toolerr/middleware"
)

// A server of HTTP/2 says that it did not process a request (RFC 9113 §8.7).
func TestRefusedByHTTP2(t *testing.T) {
	tests := []struct {
		name    string
		answer  refuser.Answer
		client  errkit.Effect // of the request
		counted errkit.Effect // of a call that may be made twice, with Transport
	}{
		{"REFUSED_STREAM", refuser.RefusedStream, errkit.EffectNone, errkit.EffectNone},
		{"GOAWAY", refuser.GoAway, errkit.EffectNone, errkit.EffectNone},
		{"GOAWAY with an error", refuser.GoAwayError, errkit.EffectNone, errkit.EffectNone},
		{"the end of the connection", refuser.Hangup, errkit.EffectUnspecified, errkit.EffectUnknown},
	}
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Context, middleware.Network}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url := "http://" + refuser.Serve(t, tt.answer)
			rt := newTransport(t)
			rt.Protocols = new(http.Protocols)
			rt.Protocols.SetUnencryptedHTTP2(true)
			order := func(ctx context.Context, rt http.RoundTripper) error {
				body := io.MultiReader(strings.NewReader("{}")) // net/http cannot send it again
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
				require.NoError(t, err)
				_, err = (&http.Client{Transport: rt, Timeout: 30 * time.Second}).Do(req)
				require.Error(t, err)
				return err
			}
			e := middleware.ClientNetwork(t.Context(), order(t.Context(), rt))
			require.Equal(t, errkit.Network, e.Kind)
			require.Equal(t, tt.client.String(), e.Effect.String())

			effect := func(before int, rt http.RoundTripper) string {
				ctx := middleware.WithRepeatable(middleware.WithRequests(t.Context()), errkit.RepeatableYes)
				err := boundary.Run(ctx, func(ctx context.Context) error {
					for range before {
						require.NoError(t, do(ctx, rt, newShop(t, status(201)).url))
					}
					return order(ctx, rt)
				})
				return errkit.From(err).Effect.String()
			}
			require.Equal(t, tt.counted.String(), effect(0, counting{rt}))
			require.Equal(t, errkit.EffectUnknown.String(), effect(0, rt), "a plain client cannot tell")
			rt.Protocols.SetHTTP1(true)
		})
	}
}

// What a client found out about one request is not the effect of the call that made it.
func TestUnsentAfterAnOrder(t *testing.T) {
	shop, closed := newShop(t, status(201)), refused(t)
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Network}}
	none := func(context.Context, error) *errkit.Error { return nil }
	tests := []struct {
		name   string
		before bool // an order was placed
		wrap   func(error) error
		want   errkit.Effect
	}{
		{"the only request that is counted", false, nil, errkit.EffectUnknown},
		{"after an order", true, nil, errkit.EffectUnknown},
		{"after an order, with a text", true, func(err error) error { return errors.Join(errors.New("mail"), err) },
			errkit.EffectUnknown},
		{"the author knows better", true, func(err error) error {
			return &errkit.Error{Kind: errkit.Network, Effect: errkit.EffectNone, Err: err}
		}, errkit.EffectNone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rt := counting{newTransport(t)}
			err := boundary.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
				if tt.before {
					require.NoError(t, do(ctx, rt, shop.url))
				}
				err := middleware.ClientError(ctx, do(ctx, rt, closed), none, nil)
				require.Equal(t, errkit.EffectNone, errkit.From(err).Effect, "the client may send the request again")
				again := middleware.ClientError(ctx, err, none, nil)
				require.Equal(t, errkit.EffectNone, errkit.From(again).Effect)
				if tt.wrap != nil {
					return tt.wrap(err)
				}
				return err
			})
			require.Equal(t, tt.want.String(), errkit.From(err).Effect.String())
		})
	}
}

// Requests of other protocols are counted by their adapters.
func TestCountRequest(t *testing.T) {
	boundary := new(middleware.Boundary)
	tests := []struct {
		name       string
		sent, safe bool
		want       errkit.Effect
	}{
		{"sent", true, false, errkit.EffectUnknown},
		{"sent, and it only reads", true, true, errkit.EffectUnspecified},
		{"not sent", false, false, errkit.EffectUnspecified},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := boundary.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
				middleware.CountRequest(ctx, tt.sent, tt.safe)
				return errkit.NotFound // after that
			})
			require.Equal(t, tt.want.String(), errkit.From(err).Effect.String())
		})
	}
	middleware.CountRequest(t.Context(), true, false) // without a call
}

// do places an order.
func do(ctx context.Context, rt http.RoundTripper, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: rt}).Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}
