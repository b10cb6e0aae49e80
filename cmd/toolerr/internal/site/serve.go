package site

import (
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
)

// policy is the Content-Security-Policy of the pages: their own files, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the site, and everything else by the tools: a page at the path of a tool would
// hide it. Failures are reported to the boundary.
func Handler(o Options, boundary *middleware.Boundary, tools http.Handler) http.Handler {
	api := nethttp.API{Boundary: boundary}
	files := sync.OnceValues(func() (map[string][]byte, error) { return Files(o) })
	mux := http.NewServeMux()
	page := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		all, err := files()
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		if _, ok := all[name+"/index.html"]; ok { // the type of a problem has no slash at its end
			http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
			return nil
		}
		body, ok := all[name]
		switch {
		case ok:
			h.Set("Content-Type", contentType(name))
		case !isBrowser(r):
			return errkit.New(errkit.NotFound, "There is nothing at this path.")
		default:
			h.Set("Content-Type", contentType(missing+".html"))
			w.WriteHeader(http.StatusNotFound)
			body = all[missing+".html"]
		}
		_, err = w.Write(body)
		return err
	})
	for _, path := range []string{"/{$}", "/failures/", "/matrix/", "/problems/", "/codes/", "/rules/", "/search/",
		"/assets/"} {
		mux.Handle("GET "+path, page)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if !isBrowser(r) {
			tools.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		if tools.ServeHTTP(answer, r); answer.Code == http.StatusNotFound {
			page.ServeHTTP(w, r)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w) // the client may be gone
	})
	own := guard(o.Base)
	mux.Handle("POST /api/show", api.Handler(own(answer)))
	mux.Handle("POST /api/render/{dialect}", api.Handler(own(render)))
	return mux
}

// isBrowser reports whether a person follows a link.
func isBrowser(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// A handler is one of [nethttp.API.Handler].
type handler = func(http.ResponseWriter, *http.Request) error

// guard returns a function that lets only pages of this server, and clients that are no browsers,
// use a handler. A host is that of base, localhost or an IP address: an attacker's DNS server may
// resolve any other name to this machine. A browser sends JSON to another origin only if that
// allows it.
func guard(base string) func(handler) handler {
	own, _ := url.Parse(base)
	origins := http.NewCrossOriginProtection()
	return func(next handler) handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			if err := origins.Check(r); err != nil {
				return errkit.Wrap(err, errkit.PermissionDenied, "Pages of other sites cannot use this server.")
			}
			host := (&url.URL{Host: r.Host}).Hostname()
			if host != "localhost" && net.ParseIP(host) == nil && (own == nil || host != own.Hostname()) {
				return errkit.New(errkit.PermissionDenied, "This server has another host name.")
			}
			if err := request.CheckJSON(r.Header); err != nil {
				e := *errkit.From(err)
				e.Status = http.StatusUnsupportedMediaType
				return &e
			}
			return next(w, r)
		}
	}
}

// answer answers a show.Request with a show.Answer.
func answer(w http.ResponseWriter, r *http.Request) error {
	body, err := request.ReadBody(w, r, show.MaxRequest)
	if err != nil {
		return err
	}
	return dialect.Head{Status: http.StatusOK, ContentType: "application/json"}.Write(w, r, show.JSON(body))
}

// render responds with the error in the request, canonical JSON, as a server of the dialect does:
// with its status and headers.
func render(w http.ResponseWriter, r *http.Request) error {
	to, err := all.Parse(r.PathValue("dialect"))
	if err != nil {
		return errkit.Wrap(err, errkit.NotFound, "There is no dialect with this name.")
	}
	text, err := request.ReadBody(w, r, show.MaxRequest)
	if err != nil {
		return err
	}
	var e errkit.Error
	if err := e.UnmarshalJSON(text); err != nil {
		return errkit.Wrap(err, errkit.InvalidInput, "The request is not the canonical JSON of an error.")
	}
	body, head := new(dialect.Codec).Append(nil, to, dialect.Call{ID: []byte("1")}, &e)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	return head.Write(w, r, body)
}
