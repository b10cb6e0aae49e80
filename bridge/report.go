package bridge

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// An Outcome is why a [Report] is made.
type Outcome uint8

const (
	Rendered Outcome = iota // an error was rendered
	Oversize                // a success passed: it, or an event in it, is longer than what is held

	// A success passed: it, or an event in it, is compressed in a way that is not known, damaged,
	// without its end, or late.
	Unread
)

var outcomeNames = [...]string{Rendered: "rendered", Oversize: "oversize", Unread: "unread"}

// String returns "rendered", "oversize" or "unread".
func (o Outcome) String() string { return outcomeNames[o%Outcome(len(outcomeNames))] }

// A Report describes a response, or an event in one.
type Report struct {
	Outcome  Outcome
	Request  *http.Request  // as it was passed to Exchange; nil: it is not known
	Status   int            // of the upstream's response; 0: it sent none
	Event    bool           // it is an event in a stream
	Upstream *errkit.Error  // what the upstream's error was decoded as, with texts that are private; nil: it sent none
	Error    *errkit.Error  // what was rendered, with its reference; the cause is private; nil unless Rendered
	Response int            // status of the response; 0 for an event
	To       string         // the dialect of the response
	Losses   []dialect.Loss // of rendering, and of the policy: a text that is not relayed is Withheld, without it
}

// From returns the dialect of the upstream's error, "http" if only its status counts, and "" if it
// sent none.
func (r *Report) From() string {
	if r.Upstream == nil || r.Upstream.Peer == nil {
		return ""
	}
	return r.Upstream.Peer.Dialect
}

// report calls Report. A panic in it must not prevent the response.
func (x *Exchange) report(r *Report) {
	if x.bridge.Report == nil {
		return
	}
	r.Request, r.Status = x.request, x.status
	defer func() { _ = recover() }()
	x.bridge.Report(x.request.Context(), r)
}

// Log returns a function for [Bridge.Report] that writes a record to a logger: the error with its
// cause, the losses, the dialects, the statuses, the method and the path, but nothing else of the
// request. Causes have texts of the upstream, which may be private. The level of an error is that
// of [middleware.Level]; that of a success which was not examined is Warn. What a terminal obeys
// in the record, such as a C1 control, is escaped, because a handler for JSON leaves it.
func Log(logger *slog.Logger) func(context.Context, *Report) {
	return func(ctx context.Context, r *Report) {
		var attrs []slog.Attr
		if r.Request != nil && r.Request.URL != nil {
			path := text.Ends(r.Request.URL.Path, text.MaxPath)
			attrs = append(attrs, slog.String("method", r.Request.Method), slog.String("path", path))
		}
		attrs = append(attrs, slog.Int("upstream_status", r.Status))
		if r.Outcome != Rendered {
			attrs = append(attrs, slog.String("reason", r.Outcome.String()), slog.Bool("event", r.Event))
			logger.LogAttrs(ctx, slog.LevelWarn, "passed unread", text.BoundAttrs(attrs, text.MaxRecord)...)
			return
		}
		attrs = append(attrs, slog.String("from", r.From()), slog.String("to", r.To),
			slog.Int("response_status", r.Response), slog.Bool("event", r.Event))
		if len(r.Losses) > 0 {
			attrs = append(attrs, slog.Any("loss", r.Losses))
		}
		log := middleware.Log(logger)
		log(middleware.WithAttrs(ctx, attrs...), r.Error)
	}
}
