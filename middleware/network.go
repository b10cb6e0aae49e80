package middleware

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
)

// Network is the Classifier of the errors of package net, net/http's client and
// crypto/tls: Timeout, or Network. A certificate that is not trusted is
// Network, not to be tried again. A connection that broke when the call was
// canceled was the caller's: Canceled.
func Network(ctx context.Context, err error) *errkit.Error {
	if u, ok := errors.AsType[*url.Error](err); ok && u.Op == "parse" {
		return nil // a URL that is none, not a service that is away
	}
	if errors.Is(err, context.Canceled) {
		return nil // [Context] knows by whom
	}
	switch {
	case late(err):
		return &errkit.Error{Kind: errkit.Timeout}
	case broken(err) && errors.Is(ctx.Err(), context.Canceled):
		return &errkit.Error{Kind: errkit.Canceled}
	case untrusted(err):
		return &errkit.Error{Kind: errkit.Network, Retry: errkit.Never}
	case broken(err), unreachable(err):
		return &errkit.Error{Kind: errkit.Network}
	}
	return nil
}

// ofNetwork finds an error of package net, or one like it. A bare number of the
// system has the same methods, and most of them are about files.
func ofNetwork(err error) (net.Error, bool) {
	e, ok := errors.AsType[net.Error](err)
	if _, number := e.(syscall.Errno); number {
		return nil, false
	}
	return e, ok
}

func late(err error) bool {
	if e, ok := ofNetwork(err); ok && e.Timeout() {
		return true
	}
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, syscall.ETIMEDOUT)
}

func broken(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNABORTED)
}

func unreachable(err error) bool {
	if _, ok := ofNetwork(err); ok { // DNS errors and *url.Error too
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.EHOSTUNREACH) ||
		errors.Is(err, syscall.ENETUNREACH) || errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed)
}

func untrusted(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.CertificateInvalidError](err)
	return ok
}
