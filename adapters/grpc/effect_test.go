package grpcerr_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/toolerr/toolerr/errkit"
)

// A client repeats a call that is UNAVAILABLE, and none with a negative pushback (gRFC A6).
func TestEffect(t *testing.T) {
	tests := []struct {
		name     string
		err      *errkit.Error
		code     codes.Code
		pushback []string
	}{
		{"it may have taken effect", &errkit.Error{Kind: errkit.Unavailable}, codes.Unknown, []string{"-1"}},
		{"it has", &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectDone}, codes.Unknown, []string{"-1"}},
		{"it has not", &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone}, codes.Unavailable, nil},
		{"a limit", &errkit.Error{Kind: errkit.RateLimited}, codes.ResourceExhausted, nil},
		{"the author allows it", &errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Allowed}, codes.Unavailable, nil},
		{"the caller's fault", &errkit.Error{Kind: errkit.NotFound}, codes.NotFound, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, nil, func(context.Context) error { return tt.err })
			var trailer metadata.MD
			err := s.client(t, false).Invoke(t.Context(), ring, wrapperspb.String("front"), new(text), grpc.Trailer(&trailer))
			require.Equal(t, tt.code, status.Code(err))
			require.Equal(t, tt.pushback, trailer["grpc-retry-pushback-ms"])
		})
	}
}
