// Package gateway tests the adapter in a program that does not import the types of the details
// itself, as one with vanguard does not.
package gateway

import (
	"context"
	"errors"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/emptypb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
)

// vanguard responds with "failed to marshal end error" if the program does not know the type of a
// detail.
func TestDetailsAsJSON(t *testing.T) {
	for _, e := range []error{
		errkit.New(errkit.NotFound, "There is no bell with this id."),
		&errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/bell", Message: "is required"}}, Hint: "ids: front",
			DocURL: "https://example.com/bells"},
		&errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Minute},
		errors.New("canary"),
	} {
		_, err := connecterr.NewInterceptor(nil).WrapUnary(func(context.Context, connect.AnyRequest) (connect.AnyResponse, error) {
			return nil, e
		})(t.Context(), connect.NewRequest(new(emptypb.Empty)))
		var failed *connect.Error
		require.ErrorAs(t, err, &failed)
		require.NotEmpty(t, failed.Details())
		for _, detail := range failed.Details() {
			message, err := detail.Value()
			require.NoError(t, err)
			doc, err := protojson.Marshal(message)
			require.NoError(t, err)
			require.NotContains(t, string(doc), "canary")
		}
	}
}
