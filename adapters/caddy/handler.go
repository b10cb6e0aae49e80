package caddyerr

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap/exp/zapslog"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/metrics"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

// init registers the module, which is how programs with Caddy get their modules.
func init() { caddy.RegisterModule(Handler{}) }

// Handler is the module http.handlers.toolerr. It replaces the errors in the responses of the
// handlers after it. How long a client may take to send its request is bounded by the option
// timeouts of Caddy's servers (read_body), not by this module.
type Handler struct {
	// The dialect of the responses, such as "mcp", "oxp" or "problem". It is required.
	Dialect string `json:"dialect,omitempty"`

	// The dialect of the upstream's errors. By default it is detected.
	From string `json:"from,omitempty"`

	// What clients see of the upstream's errors: an object with the optional members "disclose",
	// which is "actionable", "none" or "all", "quote", "headers" and "rules". By default what the
	// caller can act on, without private text.
	Policy json.RawMessage `json:"policy,omitempty"`

	// The name of a file with a policy, in place of "policy". Global variables such as {env.HOME}
	// are replaced.
	PolicyFile string `json:"policy_file,omitempty"`

	// How many bytes of a response, or of one event of a stream, are held until it is known
	// whether it is an error. A longer error is rendered from its status and headers, a longer
	// success passes. The default is 64 KiB.
	Hold int `json:"hold,omitempty"`

	// How long the rest of a response that is held is awaited: then an error is rendered without
	// its body, and a success passes. The default, which is also the most, is 5 seconds.
	Wait caddy.Duration `json:"wait,omitempty"`

	// Whether the kind of an error is never guessed from a text.
	NoGuess bool `json:"no_guess,omitempty"`

	// Whether a call of a tool of MCP whose arguments break the input schema of the tool is
	// refused. By default only a call that fails is explained by the schema, because many servers
	// accept "5" for a number.
	Validate bool `json:"validate,omitempty"`

	// Whether the annotations readOnlyHint and idempotentHint of the upstream's tools are trusted:
	// such a call may be repeated.
	TrustAnnotations bool `json:"trust_annotations,omitempty"`

	bridge bridge.Bridge
	log    *slog.Logger
}

// CaddyModule implements [caddy.Module].
func (Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.toolerr", New: func() caddy.Module { return new(Handler) }}
}

// Provision implements [caddy.Provisioner]. It returns an error for each field that is not valid.
func (h *Handler) Provision(ctx caddy.Context) error {
	to, toErr := all.Parse(h.Dialect)
	if h.Dialect == "" {
		toErr = fmt.Errorf("no dialect, want one of %s", strings.Join(all.Names(), ", "))
	}
	var from dialect.Dialect
	var fromErr, boundErr error
	if h.From != "" {
		from, fromErr = all.Parse(h.From)
	}
	if h.Hold < 0 || h.Wait < 0 {
		boundErr = fmt.Errorf("hold and wait must not be negative, got %d and %s", h.Hold, time.Duration(h.Wait))
	}
	policy, policyErr := h.policy()
	if err := errors.Join(toErr, bridge.CheckClient(to), fromErr, policyErr, boundErr); err != nil {
		return err
	}
	counts, err := metrics.New(ctx.GetMetricsRegistry())
	if err != nil {
		return err
	}
	// Not ctx.Slogger: with the context of a request, Caddy 2.11 adds a stack to each record at
	// the level of an error.
	h.log = slog.New(zapslog.NewHandler(ctx.Logger().Core(),
		zapslog.WithName("http.handlers.toolerr"), zapslog.AddStacktraceAt(math.MaxInt)))
	h.bridge = bridge.Bridge{To: to, From: from, Policy: policy, Hold: h.Hold, Wait: time.Duration(h.Wait),
		Codec:  dialect.Codec{NoGuess: h.NoGuess},
		Tools:  &bridge.Tools{Faults: jsonschema.Faults, Refuse: h.Validate, Trusted: h.TrustAnnotations},
		Report: counts.Log(h.log)}
	_, h.bridge.Codec.Carry = to.(mcp.Dialect) // the reference of a failure, among others, which no text has
	return nil
}

// policy parses the policy of the fields. The errors of a file have its name and their lines.
func (h *Handler) policy() (bridge.Policy, error) {
	text, place := []byte(h.Policy), func(e *bridge.PolicyError) string { return "policy" + e.Pointer }
	switch {
	case h.PolicyFile != "" && h.Policy != nil:
		return bridge.Policy{}, errors.New("policy and policy_file exclude each other")
	case h.PolicyFile != "":
		name, err := caddy.NewReplacer().ReplaceOrErr(h.PolicyFile, true, true)
		if err != nil {
			return bridge.Policy{}, fmt.Errorf("policy_file: %w", err)
		}
		if text, err = os.ReadFile(name); err != nil {
			return bridge.Policy{}, fmt.Errorf("policy_file: %w", err)
		}
		place = func(e *bridge.PolicyError) string { return fmt.Sprintf("%s:%d: policy%s", name, e.Line, e.Pointer) }
	case h.Policy == nil:
		return bridge.Policy{}, nil
	}
	policy, err := bridge.ParsePolicy(text)
	if err != nil {
		return bridge.Policy{}, policyError(err, place)
	}
	return *policy, nil
}

// policyError returns the faults of a policy, each with its place.
func policyError(err error, place func(*bridge.PolicyError) string) error {
	var faults bridge.PolicyErrors
	if !errors.As(err, &faults) {
		return err
	}
	list := make([]error, len(faults))
	for i, fault := range faults {
		list[i] = fmt.Errorf("%s: %s", place(fault), fault.Reason)
	}
	return errors.Join(list...)
}

// ServeHTTP implements [caddyhttp.MiddlewareHandler]. In a route for errors it renders the error
// that is handled.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	return h.bridge.Serve(w, r, func(w http.ResponseWriter, r *http.Request) error {
		err, handled := r.Context().Value(caddyhttp.ErrorCtxKey).(error)
		if !handled {
			err = next.ServeHTTP(w, r)
		}
		return h.respond(w, r, err)
	})
}

// respond responds with the status of an error of a handler, as Caddy does, and logs the error at
// the same level. It returns an error for which there is no response that the bridge could
// replace: of the connection to an upstream, or of a handler that chose no status.
func (h *Handler) respond(w http.ResponseWriter, r *http.Request, err error) error {
	if err == nil {
		return nil
	}
	var failed caddyhttp.HandlerError
	if !errors.As(err, &failed) || failed.StatusCode == 0 {
		return &errkit.Error{Kind: errkit.Internal, Err: err}
	}
	level := slog.LevelDebug
	switch status := failed.StatusCode; {
	case status == http.StatusBadGateway, status == http.StatusGatewayTimeout, status == 499: // of reverse_proxy
		return err
	case status >= 500:
		level = slog.LevelError
	}
	h.log.Log(r.Context(), level, "handler error", "status", failed.StatusCode, "error", err)
	w.WriteHeader(failed.StatusCode)
	return nil
}

var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
