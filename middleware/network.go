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

// Network is the [Classifier] of the errors of package net, the client of net/http and crypto/tls. The kind is Timeout or
// Network. The Retry of an error about a certificate is Never. A connection that was closed after the call was canceled is
// that of the caller: Canceled.
func Network(ctx context.Context, err error) *errkit.Error {
	if u, ok := errors.AsType[*url.Error](err); ok && u.Op == "parse" {
		return nil // the URL is not valid
	}
	if errors.Is(err, context.Canceled) {
		return nil // classified by [Context]
	}
	switch {
	case timedOut(err):
		return &errkit.Error{Kind: errkit.Timeout}
	case disconnected(err) && errors.Is(ctx.Err(), context.Canceled):
		return &errkit.Error{Kind: errkit.Canceled}
	case untrusted(err):
		return &errkit.Error{Kind: errkit.Network, Retry: errkit.Never}
	case disconnected(err), unreachable(err):
		return &errkit.Error{Kind: errkit.Network}
	}
	return nil
}

// networkError returns the error of package net, or one with the same methods, in the chain of err. A syscall.Errno has these
// methods, too, but most of them are about files.
func networkError(err error) (net.Error, bool) {
	e, ok := errors.AsType[net.Error](err)
	if _, errno := e.(syscall.Errno); errno {
		return nil, false
	}
	return e, ok
}

func timedOut(err error) bool {
	if e, ok := networkError(err); ok && e.Timeout() {
		return true
	}
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, syscall.ETIMEDOUT)
}

func disconnected(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNABORTED)
}

func unreachable(err error) bool {
	if _, ok := networkError(err); ok { // including DNS errors and *url.Error
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
