package oxpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/gorilla/mux"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// A Server serves tools. The zero Server is valid and has no tools. Its fields must not be
// changed after the first request; tools may be added at any time.
type Server struct {
	// converts every failure into an *errkit.Error; nil: that of package standard, which reports
	// to slog
	Boundary *middleware.Boundary
	Codec    dialect.Codec // renders errors
	HideDev  bool          // omit developer_message
	MaxBody  int64         // maximum size of a request body, in bytes; 0: 1 MiB

	// Auth is middleware that authenticates the callers of /tools and /tools/call. It may
	// identify a caller with [idempotency.WithPrincipal], and reject one with [Server.WriteError] and
	// errkit.Unauthenticated. Nil: no authentication.
	Auth func(http.Handler) http.Handler

	// Unauthorized is the value of the header WWW-Authenticate, such as "Bearer", for errors of
	// kind Unauthenticated, whose status is then 401. "": the status is 400, as in the call page
	// of OXP 1.0.
	Unauthorized string

	// Health returns an error, for which GET /health responds with 503, if the server cannot
	// process requests. Nil: it always can.
	Health func(context.Context) error

	// Check returns the status of the challenge with an id, for GET /challenges/{id}, and false
	// if there is no such challenge. Nil: there is no such route.
	Check func(ctx context.Context, id string) (Status, bool)

	// Keys decide what a call with the call_id of an earlier one does. Nil: it waits for the
	// answer of one that is running.
	Keys *idempotency.Keys

	tools tool.Set
	keys  idempotency.Keys // if Keys is nil
}

// Add adds tools. Versions of one name are different tools. The name of a tool must be of the
// form Toolkit.Tool (OXP 1.0, ToolId); see [tool.Set.Add] for other errors. If there is an error,
// no tool is added.
//
// The function of a tool gets the caller from [tool.CallerFrom], and the ids of the call from
// [CallFrom].
func (s *Server) Add(tools ...*tool.Tool) error {
	for _, t := range tools {
		if t != nil && !toolName.MatchString(t.Name) {
			return fmt.Errorf("oxpserver: tool %q: the name is not of the form Toolkit.Tool, of A-Z a-z 0-9 _", t.Name)
		}
	}
	if err := s.tools.Add(tools...); err != nil {
		return fmt.Errorf("oxpserver: %w", err)
	}
	return nil
}

// Status is the status of an authorization challenge (OXP 1.0, Authorization Challenge Check
// Response).
type Status string

// The statuses.
const (
	Pending   Status = "pending"
	Completed Status = "completed"
	Failed    Status = "failed"
)

// Handler returns a handler of all routes. To serve them below another path than the root, use
// [http.StripPrefix].
func (s *Server) Handler() http.Handler {
	r := mux.NewRouter().SkipClean(true) // a redirect would lose the body and the prefix
	s.Routes(r)
	r.NotFoundHandler = http.HandlerFunc(s.notFound)
	r.MethodNotAllowedHandler = s.methodNotAllowed(r)
	return r
}

// Routes adds the routes to a router, which keeps its own handlers for unknown paths.
func (s *Server) Routes(r *mux.Router) {
	auth := s.Auth
	if auth == nil {
		auth = func(h http.Handler) http.Handler { return h }
	}
	call := auth(http.HandlerFunc(s.call))
	r.Handle("/tools/call", call).Methods(http.MethodPost)
	r.Handle("/call", call).Methods(http.MethodPost) // the path in the examples of OXP 1.0
	r.Handle("/tools", auth(http.HandlerFunc(s.list))).Methods(http.MethodGet, http.MethodHead)
	r.HandleFunc("/health", s.health).Methods(http.MethodGet, http.MethodHead)
	if s.Check != nil {
		r.HandleFunc("/challenges/{id}", s.check).Methods(http.MethodGet, http.MethodHead)
	}
}

// list serves GET /tools (OXP 1.0, List Tools).
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	q := newRequest(r)
	s.serve(w, r, q, 0, func(context.Context) ([]byte, error) {
		body, err := s.readBody(w, r)
		if err != nil {
			return nil, err
		}
		if err := q.readList(body); err != nil {
			return nil, err
		}
		all := toolList{Items: []toolDefinition{}}
		if !q.flat {
			all.Schema = schemaName
		}
		for t := range s.tools.All() {
			all.Items = append(all.Items, definition(t))
		}
		return text.Marshal(all)
	})
}

// health serves GET /health. OXP 1.0 defines the status, and no body.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, newRequest(r), http.StatusServiceUnavailable, func(ctx context.Context) (doc []byte, err error) {
		if s.Health != nil {
			err = s.Health(ctx)
		}
		return []byte(`{"status":"ok"}`), err
	})
}

// check serves a check_url, with 200 for any status. An unknown challenge has failed: waiting for
// it is useless.
func (s *Server) check(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, newRequest(r), 0, func(ctx context.Context) ([]byte, error) {
		status, ok := s.Check(ctx, mux.Vars(r)["id"])
		if !ok {
			status = Failed
		}
		if status != Pending && status != Completed && status != Failed {
			return nil, fmt.Errorf("oxpserver: unknown status %q of a challenge", status)
		}
		return []byte(`{"status":"` + status + `"}`), nil
	})
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is nothing at this path."}
	s.writeError(w, r, newRequest(r), e, http.StatusNotFound)
}

// methodNotAllowed returns a handler that asks the router for the methods that are allowed.
func (s *Server) methodNotAllowed(router *mux.Router) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			other := r.Clone(r.Context())
			other.Method = method
			if match := new(mux.RouteMatch); router.Match(other, match) && match.MatchErr == nil {
				w.Header().Add("Allow", method)
			}
		}
		s.writeError(w, r, newRequest(r), errkit.MethodNotAllowed, http.StatusMethodNotAllowed)
	}
}

// A toolList is the response to GET /tools (OXP 1.0, List Tools). Schema is empty in the flat
// form.
type (
	toolList struct {
		Schema string           `json:"$schema,omitempty"`
		Items  []toolDefinition `json:"items"`
	}
	toolDefinition struct {
		ID           string          `json:"id"`
		Name         string          `json:"name"`
		Description  string          `json:"description"`
		Version      string          `json:"version"`
		InputSchema  json.RawMessage `json:"input_schema,omitempty"`
		OutputSchema json.RawMessage `json:"output_schema"` // null: the tool returns no value
		Requirements *requirements   `json:"requirements,omitempty"`
	}
	requirements struct {
		Authorization []authorization `json:"authorization,omitempty"`
		Secrets       []secret        `json:"secrets,omitempty"`
		UserID        bool            `json:"user_id,omitempty"`
	}
	authorization struct {
		ID     string  `json:"id,omitempty"`
		OAuth2 *oauth2 `json:"oauth2,omitempty"`
	}
	oauth2 struct {
		Scopes []string `json:"scopes,omitempty"`
	}
	secret struct {
		ID string `json:"id"`
	}
)

// definition returns what clients see of a tool (OXP 1.0, ToolDefinition).
func definition(t *tool.Tool) toolDefinition {
	d := toolDefinition{
		ID: t.ID(), Name: t.ModelName(), Description: t.Description, Version: t.Version,
		InputSchema: t.InputSchema, OutputSchema: t.OutputSchema,
	}
	if d.OutputSchema == nil {
		d.OutputSchema = json.RawMessage("null")
	}
	if t.Requirements.IsZero() {
		return d
	}
	d.Requirements = &requirements{UserID: t.Requirements.UserID}
	for _, a := range t.Requirements.Authorization {
		item := authorization{ID: a.ID}
		if len(a.Scopes) > 0 {
			item.OAuth2 = &oauth2{a.Scopes}
		}
		d.Requirements.Authorization = append(d.Requirements.Authorization, item)
	}
	for _, name := range t.Requirements.Secrets {
		d.Requirements.Secrets = append(d.Requirements.Secrets, secret{name})
	}
	return d
}

// toolName matches Toolkit.Tool (OXP 1.0, ToolId).
var toolName = regexp.MustCompile(`^\w+\.\w+$`)

// run runs a part of the server that is not a tool within the boundary.
func (s *Server) run(r *http.Request, f func(context.Context) error) error {
	return standard.Or(s.Boundary).Run(s.context(r), f)
}

// serve writes the document that f returns, or its error.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, q *callRequest, status int,
	f func(context.Context) ([]byte, error)) {
	var doc []byte
	err := s.run(r, func(ctx context.Context) (err error) {
		doc, err = f(ctx)
		return err
	})
	if err != nil {
		s.writeError(w, r, q, err, status)
		return
	}
	write(w, r, okHead, doc)
}

// context returns a context with the table of the server and the languages of the client, for the
// boundary.
func (s *Server) context(r *http.Request) context.Context {
	return header.WithLanguageOf(middleware.WithTable(r.Context(), s.Codec.Table), r.Header)
}

// WriteError writes a Server Error for a request that [Server.Auth] rejects.
func (s *Server) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	s.writeError(w, r, newRequest(r), standard.Or(s.Boundary).Handle(s.context(r), err), 0)
}

// writeError writes an error that occurred before a tool was called. The status 0 is that of the
// form of the error.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, q *callRequest, err error, status int) {
	s.render(w, r, q, withStage(err, errkit.BeforeCall), 0, status)
}

// withStage returns err with a stage, unless its author set one.
func withStage(err error, stage errkit.Stage) *errkit.Error {
	e := errkit.From(err)
	if e.Stage != errkit.StageUnspecified {
		return e
	}
	staged := *e
	staged.Stage = stage
	return &staged
}

func (s *Server) render(w http.ResponseWriter, r *http.Request, q *callRequest, e *errkit.Error, elapsed time.Duration,
	status int) {
	d := oxp.Dialect{Flat: q.flat, HideDev: s.HideDev}
	call := dialect.Call{ID: q.callID, Tool: q.toolID, Elapsed: elapsed, Repeatable: q.repeatable}
	if e.Peer != nil {
		call.Arguments = []byte(q.input.Raw()) // which the caller knows, if the peer has it in a text
	}
	body, head := s.Codec.Append(nil, d, call, e)
	if status != 0 {
		head.Status = status
	}
	if s.Unauthorized != "" && head.Status == http.StatusBadRequest && e.Kind == errkit.Unauthenticated {
		head.Status = http.StatusUnauthorized
		header.Set(w.Header(), "Www-Authenticate", s.Unauthorized)
	}
	write(w, r, head, body)
}

// okHead is the head of a success.
var okHead = dialect.Head{Status: http.StatusOK, ContentType: "application/json"}

func write(w http.ResponseWriter, r *http.Request, head dialect.Head, body []byte) {
	header.NoStore(w.Header())
	w.Header().Set(versionHeader, version)
	_ = head.Write(w, r, body) // the client may be gone
}
