package nethttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

var api = nethttp.API{Dialect: oxp.Dialect{}}

func ringBell(w http.ResponseWriter, r *http.Request) error {
	if r.PathValue("bell") != "front" {
		return errkit.New(errkit.NotFound, "There is no bell with this id.")
	}
	_, err := io.WriteString(w, "ding\n")
	return err
}

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

// Handlers return errors; the middleware responds for every other failure.
func Example() {
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}/ring", api.Handler(ringBell))
	h := api.Middleware(mux) // for http.ListenAndServe

	api.Boundary = unreported
	show(h, "POST", "/bells/front/ring", "")
	show(h, "POST", "/bells/back/ring", "")
	// Output:
	// 200 ding
	// 200 {"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"There is no bell with this id."}}}
}

// The middleware responds in a dialect for a program that does not use this
// package. Its plain texts go to the report, not to the client.
func ExampleAPI_Middleware() {
	old := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic("pq: password authentication failed")
		}
		http.Error(w, "open /var/bells: permission denied", http.StatusForbidden)
	})
	api := nethttp.API{Rewrite: true, Boundary: unreported}
	show(api.Middleware(old), "GET", "/", "")
	show(api.Middleware(old), "GET", "/panic", "")
	// Output:
	// 403 {"type":"about:blank","title":"Forbidden","status":403,"kind":"permission_denied"}
	// 500 {"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal","effect":"unknown"}
}

// A handler that returns no error can write one.
func ExampleAPI_WriteError() {
	api := nethttp.API{Boundary: unreported}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.WriteError(w, r, &errkit.Error{Kind: errkit.RateLimited, RetryAfter: 1500 * time.Millisecond})
	})
	show(h, "GET", "/", "")
	// Output:
	// 429 {"type":"about:blank","title":"Too Many Requests","status":429,"kind":"rate_limited","retry_after_ms":1500,"effect":"none"}
}

// A client gets the dialect that it asks for.
func ExampleChooseByAccept() {
	api := nethttp.API{Boundary: unreported, Dialect: oxp.Dialect{}, Choose: nethttp.ChooseByAccept(
		nethttp.Offer{Type: "application/problem+json", Dialect: problem.Dialect{}},
		nethttp.Offer{Type: "application/vnd.bells.aai+json", Dialect: aai.Strings{}},
	)}
	h := api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.PermissionDenied })
	show(h, "GET", "/", "", "Accept", "application/problem+json, application/json;q=0.5")
	show(h, "GET", "/", "", "Accept", "application/vnd.bells.aai+json")
	show(h, "GET", "/", "")
	// Output:
	// 403 {"type":"about:blank","title":"Forbidden","status":403,"kind":"permission_denied"}
	// 403 {"status":"error","error":{"code":"AUTH_DENIED","message":"Permission denied."}}
	// 400 {"$schema":"urn:oxp:1.0","message":"Permission denied."}
}

// The response to a JSON-RPC call is a JSON-RPC document with its id; other
// responses depend on the path.
func ExampleChooseByBody() {
	api := nethttp.API{Boundary: unreported, Choose: func(r *http.Request) dialect.Dialect {
		if d := nethttp.ChooseByBody(r); d != nil {
			return d
		}
		if strings.HasPrefix(r.URL.Path, "/tools/") {
			return oxp.Dialect{}
		}
		return nil
	}}
	h := api.Middleware(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(errkit.Dev("the clapper is stuck"))
	}))
	show(h, "POST", "/", `{"jsonrpc":"2.0","id":7,"method":"ring"}`, "Content-Type", "application/json")
	show(h, "POST", "/tools/call", `{}`, "Content-Type", "application/json")
	// Output:
	// 200 {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR","detail":"This call may have taken effect: check that first."}}}
	// 200 {"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"Something went wrong on our side."}}}
}

// A client reads the error of any response; a handler may return it as it is.
func ExampleReadError() {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"$schema":"urn:oxp:1.0","result":{"call_id":"1","success":false,"error":{"message":"The bell is cracked.","can_retry":true}}}`)
	}))
	defer upstream.Close()
	resp, err := http.Get(upstream.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	e, err := nethttp.ReadError(resp, dialect.Codec{Dialects: all.Dialects()})
	fmt.Println(e.Peer.Dialect, e.Kind.String(), e.Retry, e, err)
	// Output:
	// oxp execution_failed allowed The bell is cracked. <nil>
}

// A client that repeats what may be repeated, when it may.
func ExampleRetryTransport() {
	calls := 0
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls == 1 {
			api := nethttp.API{Boundary: unreported}
			api.WriteError(w, r, &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone,
				RetryAfter: 10 * time.Millisecond})
			return
		}
		_, _ = io.WriteString(w, "ding")
	}))
	defer upstream.Close()
	client := http.Client{Transport: &nethttp.RetryTransport{Attempts: 2}}
	resp, err := client.Post(upstream.URL, "text/plain", strings.NewReader("ring"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	fmt.Println(calls, string(text))
	// Output:
	// 2 ding
}
