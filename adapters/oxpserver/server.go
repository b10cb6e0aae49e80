package oxpserver

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/gorilla/mux"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/schemas"
)

// A Server is a tool server. The zero Server works and has no tools. Its fields must not change once it serves; tools may
// be added at any time.
type Server struct {
	Boundary *middleware.Boundary // what goes wrong passes it; nil: that of package standard, which reports to slog
	Codec    dialect.Codec        // renders errors
	HideDev  bool                 // leave out developer_message
	MaxBody  int64                // bytes of a request's body; 0: 1 MiB
	Validate func(any) error      // checks decoded input; nil: go-playground/validator, by validate tags. Set it before tools are added

	// Auth is the middleware that lets callers in to /tools and /tools/call. It may name the caller by [WithIdentity], and
	// refuse one by [Server.WriteError] with errkit.Unauthenticated. Nil: everybody may call.
	Auth func(http.Handler) http.Handler

	// Unauthorized is what the header WWW-Authenticate says to a caller who did not prove who it is, such as "Bearer": the
	// answer is 401 then. "": it is 400, as the call page of OXP 1.0 has it.
	Unauthorized string

	// Health says whether the server can take requests; an error makes GET /health 503. Nil: it can.
	Health func(context.Context) error

	// Check says how far the user is with a challenge, for GET /challenges/{id}. It returns false for an id that it does
	// not know. Nil: there is no such route.
	Check func(ctx context.Context, id string) (Status, bool)

	mu      sync.RWMutex
	tools   map[string][]*entry // by id, versions ascending
	flights flights
}

var defaultBoundary = standard.Boundary()

func (s *Server) boundary() *middleware.Boundary {
	if s.Boundary != nil {
		return s.Boundary
	}
	return defaultBoundary
}

// Status is how far the user is with an authorization challenge
// (OXP 1.0, Authorization Challenge Check Response).
type Status string

const (
	Pending   Status = "pending"
	Completed Status = "completed"
	Failed    Status = "failed"
)

// Handler returns the server's routes, each below the path at which the handler is mounted: use [http.StripPrefix] for
// another one than the root.
func (s *Server) Handler() http.Handler {
	r := mux.NewRouter().SkipClean(true) // a redirect would lose the body, and the prefix
	s.Routes(r)
	r.NotFoundHandler = http.HandlerFunc(s.notFound)
	r.MethodNotAllowedHandler = s.methodNotAllowed(r)
	return r
}

// Routes adds the routes to a router, whose own answers for other paths stay as they are.
func (s *Server) Routes(r *mux.Router) {
	auth := s.Auth
	if auth == nil {
		auth = func(h http.Handler) http.Handler { return h }
	}
	call := auth(http.HandlerFunc(s.call))
	r.Handle("/tools/call", call).Methods(http.MethodPost)
	r.Handle("/call", call).Methods(http.MethodPost) // the path of the examples in OXP 1.0
	r.Handle("/tools", auth(http.HandlerFunc(s.list))).Methods(http.MethodGet, http.MethodHead)
	r.HandleFunc("/health", s.health).Methods(http.MethodGet, http.MethodHead)
	if s.Check != nil {
		r.HandleFunc("/challenges/{id}", s.check).Methods(http.MethodGet, http.MethodHead)
	}
}

// list answers GET /tools (OXP 1.0, List Tools).
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	q := newRequest(r)
	err := s.guard(r, func(context.Context) error { return q.readSchema(s.body(w, r)) })
	if err != nil {
		s.fail(w, q, err)
		return
	}
	all := schemas.OXPToolList{Schema: q.schema(), Items: s.definitions()}
	doc, err := schemas.Marshal(all)
	if err != nil { // a schema of the user's own that is no JSON was refused by AddTool
		s.fail(w, q, errkit.Wrap(err, errkit.ConfigInvalid, ""))
		return
	}
	write(w, http.StatusOK, doc)
}

func (s *Server) definitions() []schemas.OXPToolDefinition {
	s.mu.RLock()
	defer s.mu.RUnlock()
	items := []schemas.OXPToolDefinition{}
	ids := make([]string, 0, len(s.tools))
	for id := range s.tools {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		for _, e := range s.tools[id] {
			items = append(items, e.definition)
		}
	}
	return items
}

// health answers GET /health. OXP 1.0 defines the status and no body.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	err := s.guard(r, func(ctx context.Context) error {
		if s.Health == nil {
			return nil
		}
		return s.Health(ctx)
	})
	if err == nil {
		write(w, http.StatusOK, []byte(`{"status":"ok"}`))
		return
	}
	s.failAs(w, newRequest(r), err, http.StatusServiceUnavailable)
}

// check answers a check_url, with 200 whatever the status is. Of a challenge that nobody knows nothing can be hoped.
func (s *Server) check(w http.ResponseWriter, r *http.Request) {
	status := Failed
	err := s.guard(r, func(ctx context.Context) error {
		if known, ok := s.Check(ctx, mux.Vars(r)["id"]); ok {
			status = known
		}
		if status != Pending && status != Completed && status != Failed {
			return fmt.Errorf("oxp: unknown status %q of a challenge", status)
		}
		return nil
	})
	if err != nil {
		s.fail(w, newRequest(r), err)
		return
	}
	write(w, http.StatusOK, []byte(`{"status":"`+status+`"}`))
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is nothing at this path."}
	s.failAs(w, newRequest(r), e, http.StatusNotFound)
}

// methodNotAllowed needs the router, to find out which methods are allowed.
func (s *Server) methodNotAllowed(router *mux.Router) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			other := r.Clone(r.Context())
			other.Method = method
			if found := new(mux.RouteMatch); router.Match(other, found) && found.MatchErr == nil {
				w.Header().Add("Allow", method)
			}
		}
		s.failAs(w, newRequest(r), errkit.MethodNotAllowed, http.StatusMethodNotAllowed)
	}
}
