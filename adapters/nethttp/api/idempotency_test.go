package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// keyedCall calls a tool with the Idempotency-Key "k".
func keyedCall(h http.Handler, body, caller string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "k")
	if caller != "" {
		r.Header.Set("Authorization", caller)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// draft-ietf-httpapi-idempotency-key-header-07 §2.
func TestIdempotencyKey(t *testing.T) {
	type in struct {
		Item string `json:"item" required:"true"`
		Note string `json:"note,omitempty"`
	}
	runs, entered, release := 0, make(chan bool), make(chan bool)
	buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
		func(_ context.Context, in in) (int, error) {
			runs++
			switch in.Item {
			case "wait":
				entered <- true
				<-release
			case "fail":
				return 0, &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
			}
			return runs, nil
		})
	require.NoError(t, err)
	server := api.API{API: nethttp.API{Boundary: new(middleware.Boundary)}, Keys: &idempotency.Keys{Replay: true}}
	h := server.Tool(buy)

	first := keyedCall(h, `{"item":"tea"}`, "a")
	second := keyedCall(h, ` { "item" : "tea" } `, "a")
	require.Equal(t, first.Body.String(), second.Body.String())
	require.Empty(t, first.Header().Get("Idempotent-Replayed"))
	require.Equal(t, "true", second.Header().Get("Idempotent-Replayed"))
	require.Equal(t, 422, keyedCall(h, `{"item":"milk"}`, "a").Code)
	require.Equal(t, 1, runs)
	keyedCall(h, `{"item":"tea","note":"x"}`, "d")
	require.Equal(t, 200, keyedCall(h, `{"note":"x","item":"tea"}`, "d").Code, "a client may write a map in any order")
	require.Equal(t, 2, runs)
	runs = 1
	require.NotEqual(t, 200, keyedCall(h, `{}`, "a").Code, "validated before the answer is looked for")

	failed, again := keyedCall(h, `{"item":"fail"}`, "b"), keyedCall(h, `{"item":"fail"}`, "b")
	require.Equal(t, failed.Code, again.Code)
	require.Equal(t, failed.Body.String(), again.Body.String())
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"), "of an error, too")
	require.Empty(t, again.Header().Get("Retry-After"))
	require.Equal(t, 2, runs)

	done := make(chan int)
	go func() { done <- keyedCall(h, `{"item":"wait"}`, "c").Code }()
	<-entered
	busy := keyedCall(h, `{"item":"wait"}`, "c")
	require.Equal(t, 409, busy.Code)
	require.Equal(t, "1", busy.Header().Get("Retry-After"))
	release <- true
	require.Equal(t, 200, <-done)

	runs = 0
	keyedCall(h, `{"item":"tea"}`, "")
	keyedCall(h, `{"item":"tea"}`, "")
	require.Equal(t, 2, runs, "nobody knows whether it is the same caller")
}

// A failure is reported once, with its cause. Each response to the key has the reference of the report.
func TestReplayedFailure(t *testing.T) {
	var reports []*errkit.Error
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) { reports = append(reports, e) }}
	buy := tool.New("Shop.Buy", "Buys.", func(context.Context, struct{}) (int, error) {
		return 0, errors.New("relay 7 is stuck")
	})
	for name, around := range map[string]func(http.Handler) http.Handler{
		"bare":   func(h http.Handler) http.Handler { return h },
		"inside": (&nethttp.API{Boundary: b}).Middleware,
	} {
		reports = nil
		server := api.API{API: nethttp.API{Boundary: b}, Keys: &idempotency.Keys{Replay: true}}
		h := around(server.Tool(buy))
		first, second := keyedCall(h, `{}`, "a"), keyedCall(h, `{}`, "a")
		require.Len(t, reports, 1, name)
		require.ErrorContains(t, reports[0].Err, "relay 7 is stuck")
		require.Equal(t, errkit.Execution, reports[0].Stage)
		require.Contains(t, first.Body.String(), `"instance":"`+reports[0].Ref+`"`)
		require.Equal(t, first.Body.String(), second.Body.String())
	}
}
