package nethttp

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"github.com/toolerr/toolerr/errkit"
)

// Routes makes a router of gorilla/mux respond in the dialect if it has no route:
// 404, and 405 with the header Allow, whatever statuses the dialect has
// (RFC 9110 §15.5.6). It is called on the outermost router; routes may be added
// before and after.
func (a *API) Routes(router *mux.Router) {
	router.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.routing(w, r, errkit.NotFound, http.StatusNotFound)
	})
	router.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if allow := allowed(router, r); len(allow) > 0 {
			w.Header().Set("Allow", strings.Join(allow, ", "))
		}
		a.routing(w, r, errkit.MethodNotAllowed, http.StatusMethodNotAllowed)
	})
}

// routing responds with an error of a router.
func (a *API) routing(w http.ResponseWriter, r *http.Request, kind errkit.Kind, status int) {
	c := a.loose(w, r)
	c.respond(c.failure(&errkit.Error{Kind: kind, Stage: errkit.BeforeCall}), status)
}

// route returns the pattern that a router found for r, "" if none did, or only
// one that was given another request.
func route(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	if found := mux.CurrentRoute(r); found != nil {
		if template, err := found.GetPathTemplate(); err == nil {
			return template
		}
	}
	return ""
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
