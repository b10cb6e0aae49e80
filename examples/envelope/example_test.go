package envelope_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/envelope"
)

// A handler returns an error, and the response has the company's format.
func Example_serve() {
	api := nethttp.API{Dialect: envelope.Dialect{}}
	handler := api.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "There is no such invoice.")
	})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/invoices/7", nil))
	var body struct {
		Error struct {
			Code, Message string
			RequestID     string `json:"request_id"`
		}
	}
	err := json.Unmarshal(w.Body.Bytes(), &body)
	fmt.Println(w.Code, w.Header().Get("Content-Type"), err)
	fmt.Println(body.Error.Code, body.Error.Message)
	fmt.Println("request id is set:", body.Error.RequestID != "") // it is in the log record, too
	// Output:
	// 404 application/json <nil>
	// not_found There is no such invoice.
	// request id is set: true
}

// The dialect of a document is detected among those of the module, and the document is translated
// into another one.
func Example_translate() {
	codec := dialect.Codec{Dialects: append(all.Dialects(), envelope.Dialect{})}
	in := dialect.Document{Status: 403, Body: []byte(`{"error":{"code":"forbidden","message":"This is not your invoice.","request_id":"7f3a9c"}}`)}
	found, evidence, err := codec.Detect(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Name(), evidence)
	out, losses, err := codec.Translate(in, mcp.Dialect{}, dialect.Call{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", out.Body)
	for _, l := range losses {
		fmt.Println(l.Field, l.Reason)
	}
	// Output:
	// envelope [detected as envelope by request_id and a code of the company]
	// {"resultType":"complete","content":[{"type":"text","text":"This is not your invoice."}],"isError":true}
	// kind narrowed
	// retry dropped
	// stage narrowed
	// ref dropped
}
