package middleware

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
)

// Context is the [Classifier] of context errors. The result depends on ctx, the context of the
// call:
//   - context.DeadlineExceeded is Timeout, whether or not the deadline is that of ctx;
//   - context.Canceled is Canceled if ctx was canceled, and Timeout if its deadline passed;
//   - context.Canceled is Internal if ctx is not done: the program canceled something else;
//   - if ctx is done and its cause ([context.WithCancelCause]) is an *errkit.Error or
//     errkit.Kind, the result is that error.
func Context(ctx context.Context, err error) *errkit.Error {
	late := errors.Is(err, context.DeadlineExceeded)
	if !late && !errors.Is(err, context.Canceled) {
		return nil
	}
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); originOf(cause) == coded {
			e := *errkit.From(cause)
			e.Err = errors.Join(err, cause)
			return &e
		}
	}
	switch {
	case late, errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &errkit.Error{Kind: errkit.Timeout}
	case ctx.Err() != nil:
		return &errkit.Error{Kind: errkit.Canceled}
	}
	return &errkit.Error{Kind: errkit.Internal}
}

// Network is the [Classifier] of the errors of package net, the client of net/http and crypto/tls.
// The kind is Timeout or Network. The Retry of an error about a certificate, a scheme or a loop of
// redirections is Never. A connection that was closed after the call was canceled is that of the
// caller: Canceled.
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
	case untrusted(err), misaddressed(err):
		return &errkit.Error{Kind: errkit.Network, Retry: errkit.Never}
	case broke(err):
		return &errkit.Error{Kind: errkit.Network, Message: textBroke}
	case disconnected(err), unreachable(err):
		return &errkit.Error{Kind: errkit.Network}
	}
	return nil
}

// textBroke is the text of a connection that was there, and ended before the answer.
const textBroke errkit.Text = "The connection to a service broke before it answered."

// last is the [Classifier] of what no other one knows: a Code, which is that of a declared error,
// and, if the call sent a request, a response that ended before its end.
func last(ctx context.Context, err error) *errkit.Error {
	if code, ok := errors.AsType[errkit.Code](err); ok {
		return &errkit.Error{Code: code}
	}
	requests, ok := ctx.Value(header.RequestsKey{}).(*header.Requests)
	if ok && requests.Sent.Load() > 0 && is(err, io.ErrUnexpectedEOF) {
		return &errkit.Error{Kind: errkit.Network, Message: textBroke}
	}
	return nil
}

// networkError returns the error of package net, or one with the same methods, in the chain of
// err. A syscall.Errno has these methods, too, but most of them are about files.
func networkError(err error) (net.Error, bool) {
	e, ok := errors.AsType[net.Error](err)
	if _, errno := e.(syscall.Errno); errno {
		return nil, false
	}
	return e, ok
}

// is reports whether err is or wraps one of targets.
func is(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

// has reports whether err is or wraps an error of type E.
func has[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func timedOut(err error) bool {
	e, ok := networkError(err)
	return ok && e.Timeout() || is(err, os.ErrDeadlineExceeded, syscall.ETIMEDOUT)
}

func disconnected(err error) bool {
	return is(err, syscall.EPIPE, syscall.ECONNRESET, syscall.ECONNABORTED)
}

// broke reports whether a connection ended before the answer.
func broke(err error) bool {
	_, ok := networkError(err)
	ended := ok && is(err, io.EOF, io.ErrUnexpectedEOF) // of a client of net/http
	return (ended || disconnected(err)) && !notSent(err)
}

func unreachable(err error) bool {
	_, ok := networkError(err) // including DNS errors and *url.Error
	return ok || has[tls.AlertError](err) || has[tls.RecordHeaderError](err) ||
		is(err, syscall.ECONNREFUSED, syscall.EHOSTUNREACH, syscall.ENETUNREACH, net.ErrClosed, http.ErrServerClosed) ||
		isUnprocessed(err)
}

func untrusted(err error) bool {
	return has[*tls.CertificateVerificationError](err) || has[x509.UnknownAuthorityError](err) ||
		has[x509.HostnameError](err) || has[x509.CertificateInvalidError](err)
}

// misaddressed reports whether a client of net/http cannot get an answer from a URL until the
// program or the service is configured in another way. Most of its errors have only a text.
func misaddressed(err error) bool {
	return has[*url.Error](err) && errchain.Any(err, func(err error) bool {
		text := errchain.Text(err)
		return err == http.ErrSchemeMismatch || strings.HasPrefix(text, "unsupported protocol scheme ") ||
			strings.HasPrefix(text, "stopped after ") || text == "http: no Host in request URL"
	})
}

// ClientError returns the error of a call as an [*errkit.Error] with err as its cause, and nil
// for nil. It is the first of
//   - err itself, if it is or wraps an *errkit.Error;
//   - the result of [ClientNetwork];
//   - that of library, which knows the errors of an RPC library;
//   - that of classify, because the error may be of other code in this program, such as another
//     interceptor;
//   - Internal.
func ClientError(ctx context.Context, err error, library Classifier, classify []Classifier) error {
	if err == nil {
		return nil
	}
	b := Boundary{Classify: slices.Concat([]Classifier{ClientNetwork, library}, classify), RelayPeers: true,
		ofRequest: true}
	handled := b.Handle(ctx, err)
	e, ok := handled.(*errkit.Error)
	if !ok || e.Effect != errkit.EffectNone || e.Peer != nil || originOf(err) != uncoded {
		return handled
	}
	c := *e
	c.Err = &unsent{e.Err}
	return &c
}

// ClientNetwork is the [Classifier] of calls that failed between this program and a server:
// Timeout, Canceled or Network. A connection that ends within a response is Network. A call that
// was not sent has no effect; that of the code that made it is another question.
func ClientNetwork(ctx context.Context, err error) *errkit.Error {
	if e := Network(ctx, err); e != nil {
		if notSent(err) {
			e.Effect, e.Err = errkit.EffectNone, &unsent{err}
		}
		return e
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled):
		return &errkit.Error{Kind: errkit.Canceled}
	case is(err, io.EOF, io.ErrUnexpectedEOF):
		return &errkit.Error{Kind: errkit.Network, Message: textBroke}
	}
	return nil
}

// Limits is the [Classifier] of errors about a request in net/http and mime/multipart: a body
// that is too large is TooLarge, with the limit in bytes in Details; a handler that exceeded the
// time of [http.TimeoutHandler] is Timeout; an invalid form is InvalidRequest.
//
// An error may be about another document, such as the response of a service. So an
// [http.MaxBytesError] is classified only if the input of the call ([WithInput]) is known to be
// larger than its limit, and a [multipart.ErrMessageTooLarge] only if the input is a multipart
// form that is too large, too, or was not read to its end. An [http.ErrLineTooLong] is never: it
// is about the transfer of a body, which the adapter that reads the body of the call knows.
func Limits(ctx context.Context, err error) *errkit.Error {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		if in, _ := InputFrom(ctx); max(in.Size, int64(len(in.Body))) <= e.Limit {
			return nil
		}
		return &errkit.Error{
			Kind: errkit.TooLarge, Stage: errkit.BeforeCall,
			Message: errkit.Textf("The request is larger than %d bytes.", e.Limit),
			Details: []slog.Attr{slog.Int64("limit", e.Limit)},
		}
	}
	switch {
	case errors.Is(err, multipart.ErrMessageTooLarge):
		if in, _ := InputFrom(ctx); !isLargeForm(in) {
			return nil
		}
		return &errkit.Error{Kind: errkit.TooLarge, Stage: errkit.BeforeCall}
	case errors.Is(err, http.ErrHandlerTimeout):
		return &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, http.ErrNotMultipart):
		return &errkit.Error{Kind: errkit.InvalidRequest, Status: http.StatusUnsupportedMediaType,
			Message: "The request must be multipart/form-data."}
	case errors.Is(err, http.ErrMissingBoundary):
		return &errkit.Error{Kind: errkit.InvalidRequest,
			Message: "The request's multipart/form-data names no boundary."}
	case errors.Is(err, http.ErrMissingFile):
		return &errkit.Error{Kind: errkit.InvalidInput, Message: "A file is missing."}
	}
	return nil
}

// isLargeForm reports whether the input may be a multipart form (RFC 2046 §5.1.1) that is too
// large.
func isLargeForm(in Input) bool {
	line, _, _ := bytes.Cut(in.Body, []byte("\n"))
	boundary, dashes := strings.CutPrefix(strings.TrimRight(string(line), " \t\r"), "--")
	switch {
	case !dashes, boundary == "":
		return false
	case in.Truncated:
		return true
	}
	form := multipart.NewReader(bytes.NewReader(in.Body), boundary)
	for range 1000 + 1 { // ReadForm, which every program would link, reads 1,000 parts
		if _, err := form.NextRawPart(); err != nil {
			return errors.Is(err, multipart.ErrMessageTooLarge)
		}
	}
	return true
}

// Types returns the [Classifier] of a table of an application: what its types and sentinels are as
// errors of a tool, in one place. The result is that of the first row that knows an error, so a
// row for what wraps other errors is before theirs.
//
//	var failures = middleware.Types(
//		middleware.As[*shop.LimitError](errkit.RateLimited),
//		middleware.Is(shop.ErrSoldOut, errkit.Code("sold_out")), // which the tools declare
//		middleware.Is(sql.ErrNoRows, &errkit.Error{Kind: errkit.NotFound, Message: "There is no such order."}),
//	)
//
// Any Classifier can be a row. One that panics knows no error.
func Types(rows ...Classifier) Classifier {
	return func(ctx context.Context, err error) (e *errkit.Error) {
		for _, row := range rows {
			if guard(func() { e = row(ctx, err) }); e != nil {
				return errkit.From(e)
			}
		}
		return nil
	}
}

// Is returns a [Classifier] of the errors that are sentinel, according to [errors.Is]. coded is
// what they are: an errkit.Kind; an errkit.Code, which is Internal unless the tool declares it
// ([WithDeclared]); or an *errkit.Error.
func Is(sentinel, coded error) Classifier {
	return known(coded, func(err error) bool { return errors.Is(err, sentinel) })
}

// As is [Is] for the errors of type E, according to [errors.As].
func As[E error](coded error) Classifier { return known(coded, has[E]) }

// known returns a Classifier of the errors that f knows.
func known(coded error, f func(error) bool) Classifier {
	e := errkit.From(coded)
	if code, ok := coded.(errkit.Code); ok {
		e = &errkit.Error{Code: code}
	}
	return func(_ context.Context, err error) *errkit.Error {
		if e == nil || !f(err) {
			return nil
		}
		return withCause(e, err)
	}
}

// HTTPStatus returns a [Classifier] of the errors of type E, which have the HTTP status of the
// response: the kind is that of the status (see [errkit.FromStatus]), and the response has
// exactly this status. An error with a status below 400 or above 599 is not classified. The text
// of the error is not public.
//
//	middleware.HTTPStatus((*shop.Error).HTTPStatus)
//	middleware.HTTPStatus(func(e *shop.Error) int { return e.Code })
//
// Use it only for types whose status is intended for the caller. The status in an error of a
// client library, such as the 403 of an AWS SDK, is about a request of this program.
func HTTPStatus[E error](match func(E) (status int)) Classifier {
	return func(_ context.Context, err error) *errkit.Error {
		e, ok := errors.AsType[E](err)
		if !ok {
			return nil
		}
		status := match(e)
		if status < 400 || status > 599 {
			return nil
		}
		return &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
	}
}

// Reveal returns a [Classifier] of the errors for which public returns true: they are
// ExecutionFailed, with the returned text as the message. It is for programs whose errors have
// texts for users, before they return errors of package errkit:
//
//	b := standard.Boundary()
//	b.Classify = append(b.Classify, middleware.Reveal(middleware.TextOf[*shop.Error]))
//
// Only the returned text is sent. A text of err may contain that of an error that it wraps, such
// as an address or a query: [TextOf] returns only that of a type; [Is] has the text of a sentinel.
// Errors with a Kind, panics and the errors of peers do not reach a Classifier. A function that
// panics has returned false.
func Reveal(public func(error) (errkit.Text, bool)) Classifier {
	return func(_ context.Context, err error) *errkit.Error {
		text, ok := public(err)
		if !ok {
			return nil
		}
		return &errkit.Error{Kind: errkit.ExecutionFailed, Message: text}
	}
}

// TextOf is a function for [Reveal]: it returns the text of the first error of type E in the
// chain of err, without the texts of the errors that wrap it. Use it for types whose texts are
// for users, in full.
func TextOf[E error](err error) (errkit.Text, bool) {
	e, ok := errors.AsType[E](err)
	if !ok {
		return "", false
	}
	return errkit.Text(e.Error()), true // public: the program states it for the type
}
