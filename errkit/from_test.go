package errkit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestFrom(t *testing.T) {
	var (
		typedNil   *errkit.Error
		foreignNil *wrapper
		noBell     = coded()
		denied     = errkit.New(errkit.PermissionDenied, "Bells are not for you.")
		expired    = errkit.New(errkit.AuthExpired, "Log in again.")
		down       = errkit.New(errkit.Unavailable, "The tower is closed.")
		plain      = errors.New("stuck")
		noTimes    = errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"})
		noNames    = errkit.Invalid(errkit.Field{Path: "/bell", Message: "is missing"},
			errkit.Field{Path: "/times", Message: "must be at least 1"})
		timeout = &net.DNSError{Err: "i/o timeout", IsTimeout: true}
	)
	late, cancelLate := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancelLate()
	gone, leave := context.WithCancel(context.Background())
	leave()

	for _, c := range []struct {
		name, why string
		err       error
		kind      errkit.Kind
		message   string // the public text; "": the default text
		fields    string
		causeIs   error // a cause of From(err)
	}{
		{name: "direct", err: noBell, kind: errkit.NotFound, message: "There is no such bell.", causeIs: noBell},
		{name: "wrapped", err: fmt.Errorf("ring: %w", noBell), kind: errkit.NotFound,
			message: "There is no such bell.", causeIs: noBell},
		{name: "wrapped twice", err: fmt.Errorf("a: %w", fmt.Errorf("b: %w", noBell)), kind: errkit.NotFound,
			message: "There is no such bell.", causeIs: noBell},
		{name: "coded again", why: "the outermost counts",
			err:  errkit.Wrap(fmt.Errorf("x: %w", noBell), errkit.UpstreamFailed, "The tower failed."),
			kind: errkit.UpstreamFailed, message: "The tower failed.", causeIs: noBell},
		{name: "coded again, wrapped", why: "the outermost counts",
			err: fmt.Errorf("y: %w", errkit.Wrap(noBell, errkit.Conflict, "")), kind: errkit.Conflict,
			causeIs: noBell},
		{name: "coded around more severe joined errors", why: "only the outermost coded error counts",
			err: errkit.Wrap(errors.Join(down, denied), errkit.Conflict, ""), kind: errkit.Conflict, causeIs: down},

		{name: "bare kind", err: errkit.RateLimited, kind: errkit.RateLimited},
		{name: "bare kind, wrapped", err: fmt.Errorf("ring: %w", errkit.RateLimited), kind: errkit.RateLimited,
			causeIs: errkit.RateLimited},
		{name: "bare kind around nothing else", err: fmt.Errorf("%w: %w", errkit.NotFound, plain),
			kind: errkit.NotFound, causeIs: plain},
		{name: "unknown kind", err: errkit.Kind(42), kind: errkit.Internal},
		{name: "error of an unknown kind", err: &errkit.Error{Kind: 42, Message: "Odd.", Err: plain},
			kind: errkit.Internal, message: "Odd.", causeIs: plain},
		{name: "code without an Error", why: "a code has no kind", err: errkit.Code("no_bell"), kind: errkit.Internal,
			causeIs: errkit.Code("no_bell")},

		{name: "plain", err: plain, kind: errkit.Internal, causeIs: plain},
		{name: "plain, wrapped", err: fmt.Errorf("ring: %w", plain), kind: errkit.Internal, causeIs: plain},
		{name: "no such file", err: os.ErrNotExist, kind: errkit.Internal,
			why: "the files of the server are not those of the caller", causeIs: os.ErrNotExist},

		{name: "deadline", err: context.DeadlineExceeded, kind: errkit.Timeout, causeIs: context.DeadlineExceeded},
		{name: "deadline, wrapped", err: fmt.Errorf("ring: %w", context.DeadlineExceeded), kind: errkit.Timeout,
			causeIs: context.DeadlineExceeded},
		{name: "canceled", err: fmt.Errorf("ring: %w", context.Canceled), kind: errkit.Canceled,
			causeIs: context.Canceled},
		{name: "net timeout", why: "its Is method reports it", err: dial(t, late), kind: errkit.Timeout,
			causeIs: context.DeadlineExceeded},
		{name: "net canceled", why: "its Is method reports it", err: dial(t, gone), kind: errkit.Canceled,
			causeIs: context.Canceled},
		{name: "DNS timeout", why: "it has no Is method", err: timeout, kind: errkit.Internal, causeIs: timeout},
		{name: "coded around a context error", err: errkit.Wrap(context.Canceled, errkit.Unavailable, ""),
			kind: errkit.Unavailable, causeIs: context.Canceled},
		{name: "context beside coded", err: errors.Join(context.DeadlineExceeded, noBell), kind: errkit.NotFound,
			message: "There is no such bell.", causeIs: context.DeadlineExceeded},
		{name: "context beside plain", err: errors.Join(plain, context.Canceled), kind: errkit.Canceled,
			causeIs: plain},
		{name: "both context errors", why: "a timeout is a fault of the server",
			err: errors.Join(context.Canceled, context.DeadlineExceeded), kind: errkit.Timeout},

		{name: "joined with plain", err: errors.Join(plain, noBell), kind: errkit.NotFound,
			message: "There is no such bell.", causeIs: plain},
		{name: "joined with plain, coded first", err: errors.Join(noBell, plain), kind: errkit.NotFound,
			message: "There is no such bell.", causeIs: plain},
		{name: "plain joined with plain", err: errors.Join(plain, io.EOF), kind: errkit.Internal, causeIs: io.EOF},
		{name: "join of one", err: errors.Join(noBell), kind: errkit.NotFound, message: "There is no such bell.",
			causeIs: noBell},
		{name: "fault, access", err: errors.Join(down, denied), kind: errkit.Unavailable,
			message: "The tower is closed.", causeIs: denied},
		{name: "access, fault", err: errors.Join(denied, down), kind: errkit.Unavailable,
			message: "The tower is closed.", causeIs: denied},
		{name: "rest, access", err: errors.Join(noBell, denied), kind: errkit.PermissionDenied,
			message: "Bells are not for you.", causeIs: noBell},
		{name: "access, rest", err: errors.Join(denied, noBell), kind: errkit.PermissionDenied,
			message: "Bells are not for you.", causeIs: noBell},
		{name: "tie", why: "the first of equals", err: errors.Join(expired, denied), kind: errkit.AuthExpired,
			message: "Log in again.", causeIs: denied},
		{name: "tie in depth", why: "depth first",
			err: errors.Join(errors.Join(plain, fmt.Errorf("x: %w", denied)), expired), kind: errkit.PermissionDenied,
			message: "Bells are not for you.", causeIs: expired},
		{name: "three", err: fmt.Errorf("a: %w, b: %w, c: %w", noBell, denied, down), kind: errkit.Unavailable,
			message: "The tower is closed.", causeIs: noBell},
		{name: "kinds", err: errors.Join(errkit.NotFound, errkit.AuthExpired, errkit.Conflict),
			kind: errkit.AuthExpired, causeIs: errkit.Conflict},
		{name: "kind before error", err: errors.Join(errkit.Network, down), kind: errkit.Network, causeIs: down},

		{name: "fields of all branches", err: errors.Join(noTimes, noNames), kind: errkit.InvalidInput,
			fields: "/times /bell", causeIs: noNames},
		{name: "fields of branches that lose", err: errors.Join(noNames, down), kind: errkit.Unavailable,
			message: "The tower is closed.", fields: "/bell /times", causeIs: noNames},
		{name: "fields of the outermost alone", err: errors.Join(errkit.Wrap(noNames, errkit.Conflict, ""), noTimes),
			kind: errkit.Conflict, fields: "/times", causeIs: noNames},

		{name: "typed nil", err: typedNil, kind: errkit.Internal},
		{name: "typed nil, wrapped", err: fmt.Errorf("x: %w", typedNil), kind: errkit.Internal},
		{name: "typed nil, joined", why: "a typed nil is a bug of the server", err: errors.Join(noBell, typedNil),
			kind: errkit.Internal, causeIs: noBell},
		{name: "foreign nil", err: foreignNil, kind: errkit.Internal},
		{name: "foreign nil, joined", why: "an error whose methods panic is uncoded",
			err: errors.Join(foreignNil, noTimes), kind: errkit.InvalidInput, fields: "/times"},
		{name: "panics in Unwrap", err: fmt.Errorf("x: %w", panics{}), kind: errkit.Internal},
		{name: "panics in Unwrap, last", err: errors.Join(noBell, panics{}), kind: errkit.NotFound,
			message: "There is no such bell."},
		{name: "panics in Is", err: fmt.Errorf("x: %w", panicsInIs{}), kind: errkit.Internal},
		{name: "unwraps to itself", err: loop{}, kind: errkit.Internal},
		{name: "joins itself", err: &joinsItself{}, kind: errkit.Internal},
		{name: "unwraps to nothing", err: &wrapper{}, kind: errkit.Internal},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := shown(c.err)
			got := errkit.From(c.err)
			require.Equal(t, c.kind, got.Kind, c.why)
			require.Equal(t, c.kind, errkit.KindOf(c.err), c.why)
			want := c.message
			if want == "" {
				want = c.kind.Error()
			}
			require.EqualError(t, got, want, c.why)
			require.Equal(t, want, string(errkit.PublicText(c.err)))
			require.Equal(t, c.fields, paths(got.Fields), c.why)
			if c.causeIs != nil {
				require.ErrorIs(t, got, c.causeIs)
			}
			require.Equal(t, before, shown(c.err), "From changed its input")
		})
	}
}

func TestFromNil(t *testing.T) {
	require.Nil(t, errkit.From(nil))
	require.Equal(t, errkit.Internal, errkit.KindOf(nil))
}

// TestFromOfPanicsIsSafe checks that no method in the chain of the result panics.
func TestFromOfPanicsIsSafe(t *testing.T) {
	for _, err := range []error{panics{}, panicsInIs{}, (*wrapper)(nil), errors.Join(coded(), panics{}),
		errors.Join(panics{}, io.EOF, coded()), fmt.Errorf("x: %w", (*wrapper)(nil))} {
		e := errkit.From(err)
		require.NotPanics(t, func() { require.NotErrorIs(t, e, io.EOF) })
		require.ErrorContains(t, e.Err, fmt.Sprintf("errkit: a method of an error panicked in %T: ", err))
	}
}

func TestFromReturnsTheErrorItself(t *testing.T) {
	e := coded()
	require.Same(t, e, errkit.From(e))
	require.Same(t, e, errkit.From(fmt.Errorf("x: %w", e)))

	joined := errkit.From(errors.Join(e, errkit.Invalid(errkit.Field{Path: "/a"})))
	require.NotSame(t, e, joined)
	require.Equal(t, e.Dev, joined.Dev)
	require.Equal(t, e.Code, joined.Code)
	require.Empty(t, e.Fields, "From does not change the error")
}

// TestLongChain checks the limit for the length of a chain.
func TestLongChain(t *testing.T) {
	var err error = errkit.New(errkit.NotFound, "")
	for range 2000 {
		err = &wrapper{err}
	}
	require.Equal(t, errkit.Internal, errkit.KindOf(err))
	require.Equal(t, errkit.Internal, errkit.From(err).Kind)
}

func TestKindOfAllocatesNothing(t *testing.T) {
	for name, err := range map[string]error{
		"direct":  coded(),
		"chain":   fmt.Errorf("a: %w", fmt.Errorf("b: %w", coded())),
		"kind":    fmt.Errorf("a: %w", errkit.NotFound),
		"joined":  errors.Join(io.EOF, coded()),
		"context": fmt.Errorf("a: %w", context.Canceled),
		"plain":   fmt.Errorf("a: %w", io.EOF),
		"panics":  fmt.Errorf("a: %w", (*wrapper)(nil)),
	} {
		require.Zero(t, allocs.Of(func() { sinkKind = errkit.KindOf(err) }), name)
	}
}

func paths(fields []errkit.Field) string {
	s := ""
	for i, f := range fields {
		if i > 0 {
			s += " "
		}
		s += f.Path
	}
	return s
}

// dial returns the error of package net after ctx is done: it is not a context error, but its Is
// method reports one.
func dial(t *testing.T, ctx context.Context) error {
	t.Helper()
	_, err := (&net.Dialer{}).DialContext(ctx, "tcp", "127.0.0.1:1")
	op, ok := errors.AsType[*net.OpError](err)
	require.True(t, ok, "%v", err)
	require.ErrorIs(t, op.Err, ctx.Err())
	require.NotEqual(t, ctx.Err(), op.Err)
	return err
}

type panicsInIs struct{}

func (panicsInIs) Error() string { return "panics in Is" }
func (panicsInIs) Is(error) bool { panic(canary) }
