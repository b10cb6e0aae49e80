package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func ExampleBoundary_Run() {
	b := &middleware.Boundary{
		Classify: []middleware.Classifier{middleware.Context, middleware.Network},
		Report: func(ctx context.Context, e *errkit.Error) {
			fmt.Println("log:", middleware.AttrsFrom(ctx), e.Kind.String(), e.Err)
		},
	}
	ctx := middleware.WithAttrs(context.Background(), slog.String("route", "/bells/{bell}/ring"))

	err := b.Run(ctx, func(context.Context) error { return errors.New("password=hunter2: connection refused") })
	fmt.Println("answer:", err)
	err = b.Run(ctx, func(context.Context) error { return errkit.New(errkit.NotFound, "There is no such bell.") })
	fmt.Println("answer:", err)
	// Output:
	// log: [route=/bells/{bell}/ring] internal password=hunter2: connection refused
	// answer: Something went wrong on our side.
	// log: [route=/bells/{bell}/ring] not_found <nil>
	// answer: There is no such bell.
}

func ExampleBoundary_Go() {
	var b middleware.Boundary
	done := b.Go(context.Background(), func(context.Context) error {
		panic("the clapper fell out") // would exit the program
	})
	fmt.Println(<-done)
	// Output:
	// Something went wrong on our side.
}

func ExampleDecodeJSON() {
	var in struct {
		Bells []struct {
			ID    string `json:"id"`
			Times int    `json:"times"`
		} `json:"bells"`
	}
	err := middleware.DecodeJSON([]byte(`{"bells": [
		{"id": "front", "times": 2},
		{"id": "back", "times": "often", "loud": true}
	]}`), &in)
	for _, f := range errkit.From(err).Fields {
		fmt.Println(f.Path, f.Message)
	}

	fmt.Println(middleware.DecodeJSON([]byte("{\n  \"bells\": [,]}"), &in))
	// Output:
	// /bells/1/times must be an integer
	// /bells/1/loud is not known
	// The request is not valid JSON: line 2, column 13: invalid character ',' where a value should begin.
}

func ExampleSample() {
	handler := slog.NewTextHandler(os.Stdout,
		&slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})
	sampler := middleware.Sample(handler, middleware.Sampling{First: 1})
	defer sampler.Flush()
	b := &middleware.Boundary{
		Report: middleware.Log(slog.New(sampler)),
		Ref:    func(context.Context) string { return "7f3a" },
	}
	for range 100 {
		_ = b.Handle(context.Background(), errkit.Network)
	}
	// Output:
	// level=ERROR msg="call failed" kind=network message="A service could not be reached." effect=unknown ref=7f3a
	// level=ERROR msg="call failed" kind=network repeated=99
}
