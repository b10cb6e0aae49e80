package api_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// unreported is a boundary that keeps the examples' output free of log lines
// and reference ids. A program leaves Boundary out, or takes one that reports.
var unreported = &middleware.Boundary{}

// show makes a request and prints the response.
func show(h http.Handler, method, path, body string, header ...string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
}

// Bind reports each fault of a body with its place.
func ExampleBind() {
	type call struct {
		Bell  string `json:"bell"`
		Times int    `json:"times" validate:"max=10"`
	}
	server := &api.API{API: nethttp.API{Boundary: unreported, Dialect: oxp.Dialect{Flat: true}}}
	h := server.Handler(func(w http.ResponseWriter, r *http.Request) error {
		c, err := api.Bind[call](server, r)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, strings.Repeat("ding ", c.Times))
		return err
	})
	for _, body := range []string{`{"bell":"front","times":2}`, `{"bell":"front","times":11}`, `{"times":"two"}`,
		"{\n  bell: 1}"} {
		show(h, "POST", "/", body, "Content-Type", "application/json")
	}
	// Output:
	// 200 ding ding
	// 422 {"message":"Some input parameters are invalid.","parameter_errors":{"times":"must be at most 10"}}
	// 422 {"message":"Some input parameters are invalid.","parameter_errors":{"times":"must be an integer"}}
	// 400 {"message":"The request is not valid JSON: line 2, column 3: invalid character 'b' where an object key should begin."}
}

// A tool gets the members of its input from the path, the query and the body, and
// reports the faults of all in one error.
func ExampleAPI_Tool() {
	type input struct {
		Bell  string `json:"bell" path:"bell" validate:"max=5"`
		Times int    `json:"times" query:"times" default:"1"`
		Note  string `json:"note,omitempty"`
	}
	ring := tool.New("Doorbell.Ring", "Rings a doorbell.", func(_ context.Context, in input) (string, error) {
		return strings.Repeat("ding ", in.Times) + in.Note, nil
	})
	server := api.API{API: nethttp.API{Boundary: unreported}}
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}/ring", server.Tool(ring))
	show(mux, "POST", "/bells/front/ring?times=2", `{"note":"dong"}`, "Content-Type", "application/json")
	show(mux, "POST", "/bells/fronts/ring?times=two", `{"not":"dong"}`, "Content-Type", "application/json")
	// Output:
	// 200 "ding ding dong"
	// 422 {"type":"about:blank","title":"Unprocessable Entity","status":422,"kind":"invalid_input","errors":[{"pointer":"#/bell","detail":"must be at most 5 characters","rule":"maxLength","param":"5"},{"pointer":"#/not","detail":"is not known; did you mean note?","rule":"additionalProperties"},{"pointer":"#/times","detail":"must be an integer","rule":"type","param":"integer"}],"stage":"before_call"}
}
