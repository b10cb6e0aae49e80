// Package gateway tests the adapter in a program that does not import the types of the details
// itself, as one with grpc-gateway does not.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
)

// grpc-gateway responds with 500 and "failed to marshal error message" if the program does not know
// the type of a detail.
func TestDetailsAsJSON(t *testing.T) {
	for _, e := range []error{
		errkit.New(errkit.NotFound, "There is no bell with this id."),
		&errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/bell", Message: "is required"}}, Hint: "ids: front",
			DocURL: "https://example.com/bells"},
		&errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Minute},
		&errkit.Error{Kind: errkit.FailedPrecondition, Code: "jammed"},
		errors.New("canary"),
	} {
		_, err := grpcerr.UnaryServerInterceptor(nil)(t.Context(), nil, &grpc.UnaryServerInfo{FullMethod: "/bells/Ring"},
			func(context.Context, any) (any, error) { return nil, e })
		s := status.Convert(err)
		require.NotEmpty(t, s.Proto().GetDetails())
		doc, err := protojson.Marshal(s.Proto())
		require.NoError(t, err)
		require.True(t, json.Valid(doc))
		require.NotContains(t, string(doc), "canary")
	}
}
