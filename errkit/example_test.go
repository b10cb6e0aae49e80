package errkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// The codes of an application, for its client programs.
const NoSuchBell errkit.Code = "no_such_bell"

func Ring(ctx context.Context, id string, times int) error {
	switch {
	case times < 1:
		return errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"})
	case times > 10:
		return &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second}
	case id != "front":
		return &errkit.Error{Kind: errkit.NotFound, Code: NoSuchBell,
			Message: errkit.Textf("There is no bell %q.", id),
			Hint:    "Call list_bells and use an id from its answer."}
	}
	return errkit.Wrap(press(ctx), errkit.Unavailable, "The bell did not answer.")
}

func press(context.Context) error {
	return &fs.PathError{Op: "open", Path: "/dev/bell0", Err: fs.ErrNotExist}
}

// A tool returns an error where it fails.
func Example() {
	ctx := context.Background()
	for _, err := range []error{Ring(ctx, "front", 0), Ring(ctx, "front", 11), Ring(ctx, "back", 1),
		Ring(ctx, "front", 1)} {
		fmt.Printf("%-15v %v\n", errkit.KindOf(err).String(), err)
	}
	// Output:
	// invalid_input   Some input parameters are invalid.
	// rate_limited    This bell needs a rest.
	// not_found       There is no bell "back".
	// unavailable     The bell did not answer.
}

func ExampleNew() {
	err := errkit.New(errkit.NotFound, "There is no bell with this id.")
	fmt.Println(err)
	fmt.Println(errkit.New(errkit.NotFound, "")) // the default text
	// Output:
	// There is no bell with this id.
	// What was asked for does not exist.
}

// The cause is available to errors.Is and logged, but it is not a part of the public text.
func ExampleWrap() {
	_, cause := os.Open("/no/such/bell")
	err := errkit.Wrap(cause, errkit.Unavailable, "The bell did not answer.")
	fmt.Println(err)
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	fmt.Println(errkit.Wrap(nil, errkit.Unavailable, "The bell did not answer."))
	// Output:
	// The bell did not answer.
	// true
	// <nil>
}

// From finds an Error in the chain of an error, and converts an uncoded error to Internal,
// without its text.
func ExampleFrom() {
	ours := fmt.Errorf("ring: %w", Ring(context.Background(), "back", 1))
	e := errkit.From(ours)
	fmt.Println(e.Kind.String(), e.Code, e)

	foreign := errors.New("dial tcp 10.0.0.1:5432: connection refused")
	e = errkit.From(foreign)
	fmt.Println(e.Kind.String(), e)
	fmt.Println(e.Err == foreign)
	// Output:
	// not_found no_such_bell There is no bell "back".
	// internal Something went wrong on our side.
	// true
}

// A Kind and a Code are targets of errors.Is.
func ExampleError_Is() {
	err := fmt.Errorf("ring: %w", Ring(context.Background(), "back", 1))
	fmt.Println(errors.Is(err, errkit.NotFound))
	fmt.Println(errors.Is(err, NoSuchBell))
	fmt.Println(errors.Is(err, errkit.RateLimited))
	// Output:
	// true
	// true
	// false
}

// A Kind is an error: it can be returned or wrapped.
func ExampleKind() {
	err := fmt.Errorf("ring the bell: %w", errkit.Unauthenticated)
	fmt.Println(errkit.From(err))
	// Output:
	// Valid credentials are needed.
}

// The kind of joined errors is that of a fault of the server, if there is one; the fields are
// those of all errors.
func ExampleFrom_joined() {
	err := errors.Join(
		errkit.Invalid(errkit.Field{Path: "/bell", Message: "must name a bell"}),
		errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"}),
	)
	for _, f := range errkit.From(err).Fields {
		fmt.Println(f.Path, f.Message)
	}
	fmt.Println(errkit.KindOf(errors.Join(err, errkit.Timeout)).String())
	// Output:
	// /bell must name a bell
	// /times must be at least 1
	// timeout
}

// Textf formats values into public text. An error prints its public text.
func ExampleTextf() {
	fmt.Println(errkit.Textf("There is no bell %q.", "back"))

	foreign := errors.New("dial tcp 10.0.0.1:5432: connection refused")
	fmt.Println(errkit.Textf("The bell did not ring. %v", foreign))
	fmt.Println(errkit.Textf("The bell did not ring. %v", Ring(context.Background(), "back", 1)))
	// Output:
	// There is no bell "back".
	// The bell did not ring. Something went wrong on our side.
	// The bell did not ring. There is no bell "back".
}

// Private text does not print with any verb or encoding.
func ExamplePrivate() {
	err := &errkit.Error{Kind: errkit.Unavailable, Dev: errkit.Devf("bell %d has no rope", 7)}
	fmt.Printf("%v %s %+v %#v\n", err.Dev, err.Dev, err.Dev, err.Dev)
	b, _ := json.Marshal(map[errkit.Private]errkit.Private{err.Dev: err.Dev})
	fmt.Println(string(b))
	fmt.Println(err.Dev.Reveal())
	// Output:
	// [private] [private] [private] [private]
	// {"[private]":"[private]"}
	// bell 7 has no rope
}

// The canonical JSON has all public fields and nothing else.
func ExampleError_MarshalJSON() {
	err := &errkit.Error{
		Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second,
		Details: []slog.Attr{slog.String("bell", "front"), slog.Duration("rung_for", 1500*time.Microsecond)},
		Dev:     errkit.Dev("bucket 7 is empty"),
		Err:     errors.New("redis: nil"),
	}
	b, _ := json.Marshal(err)
	fmt.Println(string(b))
	// Output:
	// {"kind":"rate_limited","message":"This bell needs a rest.","retry_after_ms":2000,"details":{"bell":"front","rung_for":1.5}}
}

// The verb %+v prints all fields and causes, for a terminal.
func ExampleError_Format() {
	err := &errkit.Error{
		Kind: errkit.Unavailable, Message: "The bell did not answer.", Hint: "Try the back bell.",
		Dev: errkit.Dev("no rope"),
		Err: fmt.Errorf("press: %w", errors.New("connection refused")),
	}
	fmt.Printf("%v\n\n%+v\n", err, err)
	// Output:
	// The bell did not answer.
	//
	// unavailable: The bell did not answer.
	//   hint: Try the back bell.
	//   dev: no rope
	//   cause: press: connection refused
	//   cause: connection refused
}

// The log record has all fields and causes.
func ExampleError_LogValue() {
	err := errkit.Wrap(errors.New("connection refused"), errkit.Unavailable, "The bell did not answer.")
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	log.Error("call failed", "err", err)
	// Output:
	// level=ERROR msg="call failed" err.kind=unavailable err.message="The bell did not answer." err.cause="connection refused"
}
