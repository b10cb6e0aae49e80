package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"strconv"
	"testing"

	"connectrpc.com/connect"
	cockroach "github.com/cockroachdb/errors"
	"github.com/samber/oops"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// errorTasks create errors and inspect them.
func errorTasks() []task {
	return []task{
		{"work=construct", constructors()},
		{"work=wrap", wrappers()},
		{"work=find", finders()},
		{"work=classify", classifiers()},
	}
}

// errSink keeps the errors from being optimized away.
var errSink error

func creator(impl string, f func() error) implementation {
	return implementation{impl, func() []byte { errSink = f(); return nil }, func(t *testing.T, _ []byte) {
		require.Contains(t, errSink.Error(), "There is no bell with this id.")
	}}
}

func constructors() []implementation {
	const message = "There is no bell with this id."
	return []implementation{
		creator("toolerr", func() error { return errkit.New(errkit.NotFound, message) }),
		creator("errors-New", func() error { return errors.New(message) }),
		creator("connect", func() error { return connect.NewError(connect.CodeNotFound, errors.New(message)) }),
		creator("oops", func() error { return oops.Code("not_found").New(message) }),
		creator("cockroachdb", func() error { return cockroach.New(message) }),
	}
}

func wrappers() []implementation {
	const message = "There is no bell with this id."
	cause := io.ErrUnexpectedEOF
	return []implementation{
		creator("toolerr", func() error { return errkit.Wrap(cause, errkit.NotFound, message) }),
		creator("fmt-Errorf", func() error { return fmt.Errorf(message+": %w", cause) }),
		creator("connect", func() error {
			return connect.NewError(connect.CodeNotFound, fmt.Errorf(message+": %w", cause))
		}),
		creator("oops", func() error { return oops.Code("not_found").Wrapf(cause, message) }),
		creator("cockroachdb", func() error { return cockroach.Wrap(cause, message) }),
	}
}

// wrapTwice wraps an error twice.
func wrapTwice(err error) error { return fmt.Errorf("ring: %w", fmt.Errorf("find: %w", err)) }

// findSink keeps the results from being optimized away.
var findSink any

func finder(impl string, want any, f func() any) implementation {
	return implementation{impl, func() []byte { findSink = f(); return nil },
		func(t *testing.T, _ []byte) { require.Equal(t, want, findSink) }}
}

// finders find the *errkit.Error in a chain of three errors.
func finders() []implementation {
	coded := &errkit.Error{Kind: errkit.NotFound}
	chain := wrapTwice(coded)
	return []implementation{
		finder("toolerr", coded, func() any { return errkit.From(chain) }),
		finder("errors-AsType", coded, func() any { e, _ := errors.AsType[*errkit.Error](chain); return e }),
		finder("errors-As", coded, func() any { var e *errkit.Error; errors.As(chain, &e); return e }),
	}
}

// classifiers determine the kind of a chain of three errors. With package errors, that requires a
// call for each type that the error may have: six here, of which the last one matches.
func classifiers() []implementation {
	chain := wrapTwice(&errkit.Error{Kind: errkit.NotFound})
	connectChain := wrapTwice(connect.NewError(connect.CodeNotFound, io.EOF))
	oopsChain := wrapTwice(oops.Code("not_found").New("gone"))
	return []implementation{
		classifier("toolerr", func() errkit.Kind { return errkit.KindOf(chain) }),
		classifier("six-AsType", func() errkit.Kind {
			if _, ok := errors.AsType[*fs.PathError](chain); ok {
				return errkit.Network
			}
			if _, ok := errors.AsType[*net.OpError](chain); ok {
				return errkit.Network
			}
			if _, ok := errors.AsType[*json.SyntaxError](chain); ok {
				return errkit.Malformed
			}
			if _, ok := errors.AsType[*url.Error](chain); ok {
				return errkit.Network
			}
			if _, ok := errors.AsType[*strconv.NumError](chain); ok {
				return errkit.InvalidInput
			}
			if e, ok := errors.AsType[*errkit.Error](chain); ok {
				return e.Kind
			}
			return errkit.Internal
		}),
		classifier("six-As", func() errkit.Kind {
			var (
				path   *fs.PathError
				op     *net.OpError
				syntax *json.SyntaxError
				u      *url.Error
				num    *strconv.NumError
				e      *errkit.Error
			)
			switch {
			case errors.As(chain, &path), errors.As(chain, &op), errors.As(chain, &u):
				return errkit.Network
			case errors.As(chain, &syntax):
				return errkit.Malformed
			case errors.As(chain, &num):
				return errkit.InvalidInput
			case errors.As(chain, &e):
				return e.Kind
			}
			return errkit.Internal
		}),
		classifier("connect", func() errkit.Kind {
			if connect.CodeOf(connectChain) == connect.CodeNotFound {
				return errkit.NotFound
			}
			return errkit.Internal
		}),
		classifier("oops", func() errkit.Kind {
			if e, ok := oops.AsOops(oopsChain); ok && e.Code() == "not_found" {
				return errkit.NotFound
			}
			return errkit.Internal
		}),
	}
}

// kindSink keeps the kinds from being optimized away.
var kindSink errkit.Kind

func classifier(impl string, f func() errkit.Kind) implementation {
	return implementation{impl, func() []byte { kindSink = f(); return nil },
		func(t *testing.T, _ []byte) { require.Equal(t, errkit.NotFound, kindSink) }}
}

func BenchmarkErrors(b *testing.B) { run(b, errorTasks()) }

func TestErrors(t *testing.T) { once(t, errorTasks()) }
