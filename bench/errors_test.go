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

// valuing is what an application pays where an
// error happens and where it is looked at.
func valuing() []work {
	return []work{
		{"work=construct", constructors()},
		{"work=wrap", wrappers()},
		{"work=find", finders()},
		{"work=classify", classifiers()},
	}
}

// made keeps what was made from being optimized away.
var made error

func maker(impl string, f func() error) subject {
	return subject{impl, func() []byte { made = f(); return nil }, func(t *testing.T, _ []byte) {
		require.Contains(t, made.Error(), "There is no bell with this id.")
	}}
}

func constructors() []subject {
	const message = "There is no bell with this id."
	return []subject{
		maker("toolerr", func() error { return errkit.New(errkit.NotFound, message) }),
		maker("errors-New", func() error { return errors.New(message) }),
		maker("connect", func() error { return connect.NewError(connect.CodeNotFound, errors.New(message)) }),
		maker("oops", func() error { return oops.Code("not_found").New(message) }),
		maker("cockroachdb", func() error { return cockroach.New(message) }),
	}
}

func wrappers() []subject {
	const message = "There is no bell with this id."
	cause := io.ErrUnexpectedEOF
	return []subject{
		maker("toolerr", func() error { return errkit.Wrap(cause, errkit.NotFound, message) }),
		maker("fmt-Errorf", func() error { return fmt.Errorf(message+": %w", cause) }),
		maker("connect", func() error {
			return connect.NewError(connect.CodeNotFound, fmt.Errorf(message+": %w", cause))
		}),
		maker("oops", func() error { return oops.Code("not_found").Wrapf(cause, message) }),
		maker("cockroachdb", func() error { return cockroach.Wrap(cause, message) }),
	}
}

// deep puts an error below two links.
func deep(err error) error { return fmt.Errorf("ring: %w", fmt.Errorf("find: %w", err)) }

// found keeps what was found from being optimized away.
var found any

func finder(impl string, want any, f func() any) subject {
	return subject{impl, func() []byte { found = f(); return nil }, func(t *testing.T, _ []byte) { require.Equal(t, want, found) }}
}

// finders find the coded error in a chain of three.
func finders() []subject {
	coded := &errkit.Error{Kind: errkit.NotFound}
	chain := deep(coded)
	return []subject{
		finder("toolerr", coded, func() any { return errkit.From(chain) }),
		finder("errors-AsType", coded, func() any { e, _ := errors.AsType[*errkit.Error](chain); return e }),
		finder("errors-As", coded, func() any { var e *errkit.Error; errors.As(chain, &e); return e }),
	}
}

// classifiers tell the kind of a chain of three. With package errors that takes
// a question for each type that an error may have: six here, the last one hits.
func classifiers() []subject {
	chain := deep(&errkit.Error{Kind: errkit.NotFound})
	connectChain := deep(connect.NewError(connect.CodeNotFound, io.EOF))
	oopsChain := deep(oops.Code("not_found").New("gone"))
	return []subject{
		teller("toolerr", func() errkit.Kind { return errkit.KindOf(chain) }),
		teller("six-AsType", func() errkit.Kind {
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
		teller("six-As", func() errkit.Kind {
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
		teller("connect", func() errkit.Kind {
			if connect.CodeOf(connectChain) == connect.CodeNotFound {
				return errkit.NotFound
			}
			return errkit.Internal
		}),
		teller("oops", func() errkit.Kind {
			if e, ok := oops.AsOops(oopsChain); ok && e.Code() == "not_found" {
				return errkit.NotFound
			}
			return errkit.Internal
		}),
	}
}

// told keeps a kind from being optimized away.
var told errkit.Kind

func teller(impl string, f func() errkit.Kind) subject {
	return subject{impl, func() []byte { told = f(); return nil }, func(t *testing.T, _ []byte) { require.Equal(t, errkit.NotFound, told) }}
}

func BenchmarkErrors(b *testing.B) { run(b, valuing()) }

func TestErrors(t *testing.T) { once(t, valuing()) }
