package goserver

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// body is what huma calls an input or an output.
type body[T any] struct{ Body T }

// newHuma returns a server of huma.
func newHuma(s *shop) http.Handler {
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("shop", "1"))
	echoHuma[planTrip](api, "/plan_trip")
	echoHuma[orderBooks](api, "/order_books")
	echoHuma[scheduleMeeting](api, "/schedule_meeting")
	postHuma(api, "/place_order", s.order)
	postHuma(api, "/audit_ledger", s.audit)
	postHuma(api, "/read_report", func(ctx context.Context, in readReport) (string, error) {
		text, err := s.report(ctx, in)
		var said *refusal
		if !errors.As(err, &said) {
			return text, err
		}
		switch said.state {
		case "forbidden":
			return "", huma.Error403Forbidden(refusals[said.state])
		case "missing":
			return "", huma.Error404NotFound(refusals[said.state])
		}
		err = huma.Error429TooManyRequests(refusals[said.state])
		if said.delay > 0 {
			err = huma.ErrorWithHeaders(err, http.Header{"Retry-After": {inSeconds(said.delay)}})
		}
		return "", err
	})
	return mux
}

func inSeconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }

func echoHuma[In any](api huma.API, path string) {
	huma.Post(api, path, func(_ context.Context, in *body[In]) (*body[In], error) { return in, nil })
}

func postHuma[In any](api huma.API, path string, f func(context.Context, In) (string, error)) {
	huma.Post(api, path, func(ctx context.Context, in *body[In]) (*body[string], error) {
		text, err := f(ctx, in.Body)
		return &body[string]{text}, err
	})
}
