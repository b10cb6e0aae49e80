// Command huma shows an API of danielgtaylor/huma. Its operations return errors of package errkit,
// or any other; huma's own errors, such as those of its validation, are rendered in the same way.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/standard"
)

var boundary = standard.Boundary()

// A rendered is an error as huma writes it.
type rendered struct {
	err  *errkit.Error
	body []byte
	head dialect.Head
}

func (r *rendered) Error() string                { return r.err.Error() }
func (r *rendered) GetStatus() int               { return r.head.Status }
func (r *rendered) ContentType(string) string    { return r.head.ContentType }
func (r *rendered) MarshalJSON() ([]byte, error) { return r.body, nil }

// newError is for [huma.NewErrorWithContext]: errs has the error of an operation, or those of
// huma's validation.
func newError(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
	var err error
	if status == http.StatusInternalServerError {
		err = errors.Join(errs...)
	} else {
		e := &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
		for _, fault := range errs {
			if d, ok := fault.(huma.ErrorDetailer); ok {
				detail := d.ErrorDetail()
				e.Fields = append(e.Fields, errkit.Field{Path: pointer(detail.Location), Message: errkit.Text(detail.Message)}) // public: a rule of the schema
			}
		}
		err = e
	}
	var codec dialect.Codec
	e := errkit.From(boundary.Handle(ctx.Context(), err))
	body, head := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
	return &rendered{e, body, head}
}

// pointer returns the JSON pointer of a location such as "body.items[3].tags".
func pointer(location string) string {
	return strings.NewReplacer(".", "/", "[", "/", "]", "").Replace("/" + strings.TrimPrefix(location, "body."))
}

type ringInput struct {
	Body struct {
		Bell  string `json:"bell"`
		Times int    `json:"times" minimum:"1" maximum:"10"`
	}
}

type ringOutput struct {
	Body struct {
		Sound string `json:"sound"`
	}
}

func ring(_ context.Context, in *ringInput) (*ringOutput, error) {
	switch in.Body.Bell {
	case "front":
		out := &ringOutput{}
		out.Body.Sound = "ding"
		return out, nil
	case "broken":
		return nil, errors.New("relay 7 is stuck")
	}
	return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
}

func handler() http.Handler {
	huma.NewErrorWithContext = newError
	mux := http.NewServeMux()
	huma.Post(humago.New(mux, huma.DefaultConfig("bells", "1")), "/ring", ring)
	api := nethttp.API{Boundary: boundary, Rewrite: true} // panics, 404 and 405
	return api.Middleware(mux)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
