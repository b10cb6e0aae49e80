package a2aerr_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/stretchr/testify/require"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/lab/orders"
)

// orderServer is an agent of a2a-go over HTTP, with its client.
func orderServer(t *testing.T, o *orders.Order) func() string {
	a := &agent{ring: func(ctx context.Context, _ *a2asrv.RequestContext, _ eventqueue.Queue) error { return o.Fail(ctx) }}
	client := serve(t, a, &a2aerr.Options{Boundary: orders.Boundary()}).client(t, false)
	return func() string {
		res, err := client.SendMessage(t.Context(), message())
		if err != nil {
			return err.Error()
		}
		text, err := json.Marshal(res)
		require.NoError(t, err)
		return string(text)
	}
}

// An agent that does what it reads places one order, however the executor fails after it placed
// it.
func TestOrders(t *testing.T) {
	orders.RequireOne(t, orderServer)
	orders.RequireInvitations(t, orderServer, orders.Harmless...)
}
