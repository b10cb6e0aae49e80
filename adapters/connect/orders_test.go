package connecterr_test

import (
	"errors"
	"fmt"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/lab/orders"
)

// An agent that does what it reads places one order, however the handler fails after it placed it.
func TestOrders(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			orderServer := func(t *testing.T, o *orders.Order) func() string {
				s := serve(t, &connecterr.Options{Boundary: orders.Boundary()}, o.Fail)
				client := s.client(ring, p.options...)
				return func() string {
					_, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
					var failed *connect.Error
					require.True(t, errors.As(err, &failed), "%v", err)
					text := fmt.Sprintf("%q: %q, %s\n%s", "code", failed.Code(), failed.Message(), orders.Head(failed.Meta()))
					for _, d := range failed.Details() {
						m, err := d.Value()
						require.NoError(t, err)
						text += fmt.Sprintln(d.Type(), m)
					}
					return text
				}
			}
			orders.RequireOne(t, orderServer)
			orders.RequireInvitations(t, orderServer, orders.Harmless...)
		})
	}
}
