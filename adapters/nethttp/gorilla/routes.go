// Package gorilla, for applications, connects package nethttp to the router gorilla/mux.
package gorilla

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

// Routes makes a router respond with errors of api if it has no route for a
// request: 404, and 405 with the header Allow. It also sets the Pattern and the
// path values of each request that has a route, as [http.ServeMux] does: reports
// name the route, and an error of a path value is the caller's fault.
//
// It is called once, on the outermost router; routes may be added before and
// after. Call it before [mux.Router.Use], so that other middleware sees the
// pattern too.
func Routes(api *nethttp.API, router *mux.Router) {
	router.NotFoundHandler = http.HandlerFunc(api.NotFound)
	router.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if allow := allowed(router, r); len(allow) > 0 {
			w.Header().Set("Allow", strings.Join(allow, ", "))
		}
		api.MethodNotAllowed(w, r)
	})
	router.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			setRoute(r)
			next.ServeHTTP(w, r)
		})
	})
}

// setRoute copies to r, a request that the router made, what the router found.
func setRoute(r *http.Request) {
	if route := mux.CurrentRoute(r); route != nil {
		if template, err := route.GetPathTemplate(); err == nil {
			r.Pattern = template
		}
	}
	for name, value := range mux.Vars(r) {
		r.SetPathValue(name, value)
	}
}

// allowed returns the methods for which the router has a route for r.
func allowed(router *mux.Router, r *http.Request) []string {
	var methods []string
	_ = router.Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		if m, err := route.GetMethods(); err == nil {
			methods = append(methods, m...)
		}
		return nil
	})
	slices.Sort(methods)
	methods = slices.Compact(methods)
	return slices.DeleteFunc(methods, func(method string) bool {
		asked := r.Clone(r.Context())
		asked.Method = method
		var match mux.RouteMatch
		return !router.Match(asked, &match) || match.MatchErr != nil || match.Route == nil
	})
}
