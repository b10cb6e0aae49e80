// Package metrics counts the reports of fronts, for Prometheus. [Reports] is the type.
package metrics

import (
	"context"
	"errors"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/toolerr/toolerr/bridge"
)

// Reports count reports. Their labels have a bound: no text of a request or a response is one.
type Reports struct{ errors, losses, unread *prometheus.CounterVec }

// New returns the metrics of a registry, which all that count in it share.
func New(registry prometheus.Registerer) (*Reports, error) {
	var failed error
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		err := registry.Register(c)
		if registered, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
			if c, ok = registered.ExistingCollector.(*prometheus.CounterVec); ok {
				return c
			}
		}
		failed = errors.Join(failed, err)
		return c
	}
	m := &Reports{
		errors: counter("toolerr_errors_total",
			"Errors that were rendered, by the kind that the client sees and the dialect of the upstream.",
			"kind", "from"),
		losses: counter("toolerr_losses_total",
			"Fields of errors that the client does not see as the upstream sent them.", "field", "reason"),
		unread: counter("toolerr_unread_total",
			"Successes that passed although they could not be examined.", "reason"),
	}
	for _, o := range []bridge.Outcome{bridge.Oversize, bridge.Unread} {
		m.unread.WithLabelValues(o.String())
	}
	return m, failed
}

// Log returns the function of a bridge for reports, which counts each and logs it.
func (m *Reports) Log(log *slog.Logger) func(context.Context, *bridge.Report) {
	write := bridge.Log(log)
	return func(ctx context.Context, r *bridge.Report) {
		m.add(r)
		write(ctx, r)
	}
}

// add counts a report.
func (m *Reports) add(r *bridge.Report) {
	if r.Outcome != bridge.Rendered {
		m.unread.WithLabelValues(r.Outcome.String()).Inc()
		return
	}
	m.errors.WithLabelValues(r.Error.Kind.String(), r.From()).Inc()
	for _, l := range r.Losses {
		m.losses.WithLabelValues(l.Field, string(l.Reason)).Inc()
	}
}
