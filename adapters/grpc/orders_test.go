package grpcerr_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/lab/orders"
)

// everyCode is the configuration of a client that repeats calls by itself for all codes for which
// clients do.
const everyCode = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.001s",
	"maxBackoff": "0.001s", "backoffMultiplier": 1, "retryableStatusCodes":
	["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED", "UNKNOWN", "INTERNAL"]}}]}`

// orderServer is a server, with a client that repeats calls by itself, too.
func orderServer(t *testing.T, o *orders.Order) func() string {
	s := serve(t, &grpcerr.Options{Boundary: orders.Boundary()}, o.Fail)
	conn := dial(t, s.addr, grpc.WithDefaultServiceConfig(everyCode))
	return func() string {
		var trailer metadata.MD
		err := conn.Invoke(t.Context(), ring, wrapperspb.String("front"), new(text), grpc.Trailer(&trailer))
		require.Error(t, err)
		st := status.Convert(err)
		return fmt.Sprintf("%v\n%v\ngrpc-status: %d\n%v", st.Message(), st.Details(), st.Code(), trailer)
	}
}

// An agent that does what it reads places one order, however the handler fails after it placed it,
// with a client that repeats calls by itself.
func TestOrders(t *testing.T) {
	orders.RequireOne(t, orderServer)
	orders.RequireInvitations(t, orderServer, orders.Harmless...)
}
