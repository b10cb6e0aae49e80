package oxpclient_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

type order struct {
	Item string `json:"item" validate:"required"`
}

// shop is a server of this repository whose tool orders, and fails in between.
func shop(t *testing.T, s *oxpserver.Server, fail func(ctx context.Context, n int32) error) (url string, orders *atomic.Int32) {
	t.Helper()
	orders = new(atomic.Int32)
	place, err := tool.Define(tool.Definition{Name: "Shop.Order", Version: "1.2.3"},
		func(ctx context.Context, in order) (string, error) {
			return "ordered " + in.Item, fail(ctx, orders.Add(1))
		})
	require.NoError(t, err)
	require.NoError(t, s.Add(place))
	s.Boundary = new(middleware.Boundary)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server.URL, orders
}

// What a tool of our server returns is what the client returns, wrapped and flat, of every kind.
func TestOurServer(t *testing.T) {
	var next *errkit.Error
	url, _ := shop(t, &oxpserver.Server{Codec: dialect.Codec{Carry: true}}, func(context.Context, int32) error {
		if next == nil {
			return nil
		}
		return next
	})
	plain, _ := shop(t, &oxpserver.Server{}, func(context.Context, int32) error {
		if next == nil {
			return nil
		}
		return next
	})
	for _, flat := range []bool{false, true} {
		c := oxpclient.Client{URL: url, Flat: flat, Attempts: 1}
		for _, kind := range errkit.Kinds() {
			next = &errkit.Error{Kind: kind, Message: "No.", Code: "shop_closed", Dev: errkit.Dev(canary), Err: errors.New(canary)}
			_, err := c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order", Input: order{"bell"}})
			e := failed(t, err)
			require.Equal(t, kind.String(), e.Kind.String(), "with the canonical error, nothing is lost")
			require.ErrorIs(t, err, errkit.Code("shop_closed"))
			requireText(t, e)
			require.NotNil(t, e.Peer)

			bare := oxpclient.Client{URL: plain, Flat: flat, Attempts: 1}
			_, err = bare.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order@1", Input: order{"bell"}})
			requireText(t, failed(t, err))
			require.True(t, e.Dev.Reveal() == "" || e.Dev.Reveal() == canary)
		}
		next = nil
		res, err := c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order@1.2.3", Input: order{"bell"}})
		require.NoError(t, err)
		require.JSONEq(t, `"ordered bell"`, string(res.Value))
		require.Len(t, res.CallID, 36)

		_, err = c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order", Input: struct{}{}})
		e := failed(t, err)
		require.ErrorIs(t, err, errkit.InvalidInput)
		require.Equal(t, "/item", e.Fields[0].Path)
		_, err = c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order@9"})
		require.ErrorIs(t, err, errkit.VersionNotFound)
		tools, err := c.Tools(t.Context())
		require.NoError(t, err)
		require.Len(t, tools, 1)
		require.Equal(t, "Shop.Order@1.2.3", tools[0].ID)
		require.NotEmpty(t, tools[0].InputSchema)
	}
}

func requireText(t *testing.T, e *errkit.Error) {
	t.Helper()
	want := "No."
	if strings.HasPrefix(e.Error(), "Tool '") { // the example of the specification has a text for tools
		want = "Tool 'Shop_Order' was not found"
	}
	require.Equal(t, want, e.Error())
}

// An order is placed once, whatever happens to the response: the call_id of a repetition is that
// of the call, and a server with keys knows it.
func TestOrders(t *testing.T) {
	for _, keys := range []bool{true, false} {
		s := &oxpserver.Server{}
		if keys {
			s.Keys = &idempotency.Keys{Replay: true}
		}
		url, orders := shop(t, s, func(context.Context, int32) error { return nil })
		lost := 0
		c := oxpclient.Client{URL: url, HTTP: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if lost++; err == nil && lost <= 2 {
				_ = resp.Body.Close()
				return nil, errors.New("connection reset by peer")
			}
			return resp, err
		})}}
		c.Authorize = func(r *http.Request) error { r.Header.Set("Authorization", "Bearer me"); return nil }
		c.Idempotent = func(string) bool { return keys }
		res, err := c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order", Input: order{"bell"}})
		require.EqualValues(t, 1, orders.Load())
		if keys {
			require.NoError(t, err)
			require.JSONEq(t, `"ordered bell"`, string(res.Value))
			require.Equal(t, 3, lost)
			continue
		}
		require.Equal(t, errkit.EffectUnknown, failed(t, err).Effect)
	}
}

// A tool that allows a retry is called again after the time that it names, by our server's
// document.
func TestRetryOfOurServer(t *testing.T) {
	url, orders := shop(t, &oxpserver.Server{}, func(_ context.Context, n int32) error {
		if n < 3 {
			return &errkit.Error{Kind: errkit.RateLimited, Retry: errkit.Allowed, RetryAfter: 20 * time.Millisecond}
		}
		return nil
	})
	began := time.Now()
	c := oxpclient.Client{URL: url}
	_, err := c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Order", Input: order{"bell"}})
	require.NoError(t, err)
	require.EqualValues(t, 3, orders.Load())
	require.GreaterOrEqual(t, time.Since(began), 40*time.Millisecond)
}

// The whole of an authorization, with our server: consent, three polls, the call.
func TestAuthorizationOfOurServer(t *testing.T) {
	var polls atomic.Int32
	var url string
	s := &oxpserver.Server{Check: func(_ context.Context, id string) (oxpserver.Status, bool) {
		if id != "c1" {
			return "", false
		}
		if polls.Add(1) < 3 {
			return oxpserver.Pending, true
		}
		return oxpserver.Completed, true
	}}
	mail, err := tool.Define(tool.Definition{Name: "Mail.Send", Requirements: tool.Requirements{
		UserID: true, Secrets: []string{"key"},
		Authorization: []tool.Authorization{{ID: "mail", Challenge: func(_ context.Context, c tool.Caller) (*errkit.Challenge, error) {
			if polls.Load() >= 3 {
				return nil, nil
			}
			return &errkit.Challenge{ID: "c1", URL: "https://oauth.example.com/", CheckURL: url + "/challenges/c1"}, nil
		}}},
	}}, func(ctx context.Context, _ struct{}) (string, error) {
		c := tool.CallerFrom(ctx)
		return c.UserID + " " + c.Secrets["key"].Reveal(), nil
	})
	require.NoError(t, err)
	require.NoError(t, s.Add(mail))
	url, _ = shop(t, s, func(context.Context, int32) error { return nil })
	u := &user{id: "ada"}
	c := oxpclient.Client{URL: url, Needs: u, Poll: time.Millisecond}
	call := oxpclient.Call{Tool: "Mail.Send", Input: struct{}{}, // a missing secret has no member in OXP 1.0
		Caller: tool.Caller{Secrets: map[string]errkit.Private{"key": errkit.Dev("k")}}}
	res, err := c.Call(t.Context(), call)
	require.NoError(t, err)
	require.JSONEq(t, `"ada k"`, string(res.Value))
	require.EqualValues(t, 3, polls.Load())
	require.Len(t, u.challenges, 1)
}
