package boundary

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
)

// A class is what a failure is.
type class string

const (
	foreign     class = "a foreign error"
	lookup      class = "a foreign error that may be about the input" // such as sql.ErrNoRows
	canceled    class = "the end of the context of a call, because its client is gone"
	timedOut    class = "the end of the context of a call, because its time is over"
	panics      class = "a panic"
	hostile     class = "an error whose methods panic or do not end"
	application class = "a coded error"
	peer        class = "an error that another server sent"
)

// secret is in everything that is private.
const secret = "canary-7d20c1"

// A failure is what the code behind a Boundary may return, or panic with.
type failure struct {
	name  string
	class class
	cause error
}

// newFailures returns new errors, which a Boundary may change.
func newFailures() []failure {
	_, numError := strconv.Atoi(secret)
	return []failure{
		{"errors.New", foreign, errors.New(secret)},
		{"fmt.Errorf", foreign, fmt.Errorf("query %q: %w", secret, io.ErrUnexpectedEOF)},
		{"*net.OpError", foreign, wrapped(&net.OpError{Op: "dial", Net: "tcp", Err: errors.New(secret)})},
		{"*net.DNSError", foreign, wrapped(&net.DNSError{Err: "no such host", Name: secret})},
		{"*url.Error", foreign, wrapped(&url.Error{Op: "Get", URL: "https://user:" + secret + "@10.0.0.7/", Err: io.EOF})},
		{"*json.SyntaxError", foreign, wrapped(json.Unmarshal([]byte("{"), new(any)))},
		{"*json.UnmarshalTypeError", foreign, wrapped(json.Unmarshal([]byte(`{"`+secret+`":"x"}`), &map[string]int{}))},
		{"*strconv.NumError", foreign, numError},
		{"errors.Join", foreign, errors.Join(errors.New(secret), io.ErrClosedPipe)},
		{"sql.ErrConnDone", foreign, wrapped(sql.ErrConnDone)},

		{"sql.ErrNoRows", lookup, wrapped(sql.ErrNoRows)},
		{"fs.ErrNotExist", lookup, pathError(fs.ErrNotExist)},
		{"fs.ErrPermission", lookup, pathError(fs.ErrPermission)},
		{"fs.ErrExist", lookup, &os.LinkError{Op: "link", Old: secret, New: secret, Err: fs.ErrExist}},

		{"context.Canceled", canceled, wrapped(context.Canceled)},
		{"context.DeadlineExceeded", timedOut, wrapped(context.DeadlineExceeded)},

		{"panic with an error", panics, errors.New(secret)},
		{"panic with a coded error", panics, errkit.Wrap(errors.New(secret), errkit.NotFound, secret)},

		{"an error that wraps itself", hostile, endless{}},
		{"a nil pointer whose Error panics", hostile, (*pointer)(nil)},
		{"an error whose Is panics", hostile, panicking{}},

		{"an invalid input", application, &errkit.Error{
			Kind: errkit.InvalidInput, Message: "times is not valid.", Err: errors.New(secret),
			Fields: []errkit.Field{{Path: "/times", Message: "times must be at most 5."}}}},
		{"not found", application, errkit.Wrap(errors.New(secret), errkit.NotFound, "There is no such bell.")},
		{"denied", application, errkit.Wrap(errors.New(secret), errkit.PermissionDenied, "This bell is not yours.")},
		{"unavailable", application, errkit.Wrap(errors.New(secret), errkit.Unavailable, "")},
		{"a kind in a wrapped error", application, fmt.Errorf("%s: %w", secret, errkit.Conflict)},

		{"401 of another server", peer, &errkit.Error{
			Kind: errkit.AuthRequired, Message: "The token of the other server has expired.",
			Peer: &errkit.Peer{Dialect: "problem", Code: "401"}}},
		{"429 of another server", peer, &errkit.Error{
			Kind: errkit.RateLimited, Peer: &errkit.Peer{Dialect: "problem", Code: "429"}}},
	}
}

func wrapped(err error) error { return fmt.Errorf("store %s: %w", secret, err) }

func pathError(err error) error { return &fs.PathError{Op: "open", Path: "/srv/" + secret, Err: err} }

// endless wraps itself: errors.Is does not return.
type endless struct{}

func (endless) Error() string   { return secret }
func (e endless) Unwrap() error { return &e }

type pointer struct{ text string }

func (p *pointer) Error() string { return p.text }

type panicking struct{}

func (panicking) Error() string   { return secret }
func (panicking) Is(error) bool   { panic(secret) }
func (panicking) As(any) bool     { panic(secret) }
func (panicking) Unwrap() []error { panic(secret) }
