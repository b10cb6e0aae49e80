package nethttp

import (
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Tool returns a handler that calls a tool. Its input is the JSON body of the
// request, to which [Binding.MaxBody] and [Binding.Gzip] apply; no body is the
// empty object. Its output is the body of the response, with the status 200.
//
// Fields of the input type with these tags are not in the body:
//
//	path:"id"         of the pattern, see [http.Request.PathValue]
//	query:"page"      of the query string
//	header:"X-Tenant" of the header
//	form:"name"       of a form (application/x-www-form-urlencoded), which may be sent in place of JSON
//
// A value is converted to the type that the member has in the input schema: an
// integer, a number, true or false. If it cannot be, it is a string, so that the
// error is that of a JSON body: "/page must be an integer". An array has a value
// for each occurrence, and in a path or a header for each part between commas.
// Parameters of the query without a field are ignored.
//
// What a call brings besides its input, such as a token, is what the program has
// put into the context by [tool.WithCaller].
//
// A form can be sent by a page of any other site. A program that identifies its
// users by cookies must reject such requests, see [http.CrossOriginProtection].
func (a *API) Tool(t *tool.Tool) http.Handler {
	h := &toolHandler{api: a, tool: t, parameters: parametersOf(t)}
	h.next = a.Handler(h.call)
	return h
}

// Tools returns a mux with the latest versions of the tools in a set, each under
// its [API.Pattern]. It panics if two patterns conflict.
func (a *API) Tools(set *tool.Set) *http.ServeMux {
	mux := http.NewServeMux()
	for t := range set.Latest() {
		mux.Handle(a.pattern(t), a.Tool(t))
	}
	return mux
}

// pattern returns the pattern under which a tool is served.
func (a *API) pattern(t *tool.Tool) string {
	if a.Pattern != nil {
		return a.Pattern(t)
	}
	pattern := "POST /" + t.ModelName()
	for _, at := range parametersOf(t).all {
		if at.in == inPath {
			pattern += "/{" + at.name + "}"
		}
	}
	return pattern
}

type toolHandler struct {
	api        *API
	tool       *tool.Tool
	parameters parameters
	next       http.Handler // calls the method call
}

// ServeHTTP adds the tool to the attributes of reports.
func (h *toolHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := middleware.WithAttrs(r.Context(), slog.String("tool", h.tool.Name), slog.String("version", h.tool.Version))
	h.next.ServeHTTP(w, r.WithContext(ctx))
}

func (h *toolHandler) call(w http.ResponseWriter, r *http.Request) error {
	input, err := h.parameters.input(&h.api.Binding, r)
	if err != nil {
		return err
	}
	quiet := *h.api.boundary()
	quiet.Report, quiet.Localize = nil, nil // the handler does both for what call returns
	output, err := h.tool.Call(r.Context(), &quiet, input)
	if err != nil {
		return err
	}
	return httpbody.Write(w, r, dialect.Head{Status: http.StatusOK, ContentType: "application/json"}, output)
}
