// Command oops shows a program whose errors are those of samber/oops. What a client gets is the
// text that Public has; everything else, such as the stack and the context, is logged as the
// cause.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"

	"github.com/samber/oops"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/standard"
)

// kinds has the kinds of the codes that the program uses.
var kinds = map[string]errkit.Kind{"no_such_bell": errkit.NotFound, "bell_jammed": errkit.Unavailable}

// fromOops is a classifier of errors of oops that have a public text or one of these codes.
func fromOops(_ context.Context, err error) *errkit.Error {
	o, ok := errors.AsType[oops.OopsError](err)
	if !ok {
		return nil
	}
	code, _ := o.Code().(string)
	kind, known := kinds[code]
	switch {
	case known:
		return &errkit.Error{Kind: kind, Code: errkit.Code(code), Message: errkit.Text(o.Public())} // public: as its author says
	case o.Public() != "":
		return &errkit.Error{Kind: errkit.ExecutionFailed, Message: errkit.Text(o.Public())} // public: as its author says
	}
	return nil
}

func ring(w http.ResponseWriter, r *http.Request) error {
	switch bell := r.PathValue("bell"); bell {
	case "front":
		_, err := fmt.Fprintln(w, "ding")
		return err
	case "back":
		return oops.Code("bell_jammed").Public("The bell is stuck.").With("relay", 7).Wrap(errors.New("relay 7 did not answer"))
	case "side":
		return oops.With("relay", 8).Wrap(errors.New("relay 8 did not answer"))
	default:
		return oops.Code("no_such_bell").Public("There is no bell with this id.").Errorf("no bell %q", bell)
	}
}

func handler() http.Handler {
	b := standard.Boundary()
	b.Classify = append(b.Classify, fromOops)
	api := nethttp.API{Boundary: b}
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}", api.Handler(ring))
	return api.Middleware(mux)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
