package middleware_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

var (
	errLibrary = errors.New("CANARY of the library")
	errOther   = errors.New("CANARY of another interceptor")
)

func library(_ context.Context, err error) *errkit.Error {
	if errors.Is(err, errLibrary) {
		return &errkit.Error{Kind: errkit.RateLimited, Peer: &errkit.Peer{Dialect: "grpc"}}
	}
	return nil
}

type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

// What a model reads of a connection that ended is not that the service could not be reached.
func TestBrokenConnection(t *testing.T) {
	const broke = "The connection to a service broke before it answered."
	tests := []struct {
		name string
		err  error
		text string
		why  string
	}{
		{"end", fmt.Errorf("x: %w", io.EOF), broke, "Connect and MCP report a server that hangs up without an error of net/http"},
		{"early end", fmt.Errorf("x: %w", io.ErrUnexpectedEOF), broke, "within a response"},
		{"end of net/http", &url.Error{Op: "Post", URL: "https://x", Err: io.EOF}, broke, "the same with an error of net/http"},
		{"reset", syscall.ECONNRESET, broke, "by the server"},
		{"refused", syscall.ECONNREFUSED, "A service could not be reached.", "there was no connection"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.EqualError(t, middleware.ClientError(t.Context(), tt.err, library, nil), tt.text, tt.why)
		})
	}
}

func TestFrom(t *testing.T) {
	require.NoError(t, middleware.ClientError(t.Context(), nil, library, nil))
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want errkit.Kind
		why  string
	}{
		{"of the library", t.Context(), fmt.Errorf("x: %w", errLibrary), errkit.RateLimited,
			"it is from the server, and stays so"},
		{"coded", t.Context(), errkit.New(errkit.Conflict, "So it is."), errkit.Conflict,
			"another interceptor decoded it"},
		{"coded and wrapped", t.Context(), fmt.Errorf("x: %w", errkit.New(errkit.Conflict, "So it is.")),
			errkit.Conflict, "as From of package errkit does it"},
		{"refused", t.Context(), &url.Error{Op: "Post", URL: "https://x", Err: syscall.ECONNREFUSED}, errkit.Network,
			"net/http reports it so"},
		{"no such host", t.Context(), &net.DNSError{Err: "no such host"}, errkit.Network, "package net reports it so"},
		{"not trusted", t.Context(), x509.UnknownAuthorityError{}, errkit.Network, "crypto/tls reports it so"},
		{"end", t.Context(), fmt.Errorf("x: %w", io.EOF), errkit.Network, "the server closed the connection"},
		{"early end", t.Context(), fmt.Errorf("x: %w", io.ErrUnexpectedEOF), errkit.Network, "within a response"},
		{"reset", t.Context(), syscall.ECONNRESET, errkit.Network, "by the server"},
		{"reset after cancellation", canceled, syscall.ECONNRESET, errkit.Canceled, "by this program"},
		{"deadline", t.Context(), context.DeadlineExceeded, errkit.Timeout, "no response in time"},
		{"canceled", t.Context(), context.Canceled, errkit.Canceled, "no response is wanted"},
		{"known to a classifier", t.Context(), errOther, errkit.Unauthenticated, "as a boundary classifies it"},
		{"unknown", t.Context(), errors.New("CANARY"), errkit.Internal,
			"an error of this program is not one of the network"},
		{"a nil pointer", t.Context(), (*nilError)(nil), errkit.Internal, "its methods panic"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := middleware.ClientError(tt.ctx, tt.err, library,
				[]middleware.Classifier{middleware.Is(errOther, errkit.Unauthenticated)})
			e, ok := err.(*errkit.Error)
			require.True(t, ok)
			require.Equal(t, tt.want.String(), e.Kind.String(), tt.why)
			require.NotContains(t, err.Error(), "CANARY")
			require.ErrorIs(t, err, tt.err, "the cause")
			require.Equal(t, tt.want == errkit.RateLimited, e.Peer != nil)
		})
	}
}
