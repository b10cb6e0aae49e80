package proxy

import (
	"io"
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/toolerr/toolerr/bridge"
)

// metrics are the metrics of a proxy. Their labels have a bound: no text of a request or a response is one.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	pending  prometheus.Gauge
	errors   *prometheus.CounterVec
	losses   *prometheus.CounterVec
	unread   *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolerr_requests_total", Help: "Requests, by the status of the response."}, []string{"code"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "toolerr_request_duration_seconds", Help: "Time until the response is sent."}, nil),
		pending:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "toolerr_requests_pending", Help: "Requests without a complete response."}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolerr_errors_total",
			Help: "Errors that were rendered, by the kind that the client sees and the dialect of the upstream."}, []string{"kind", "from"}),
		losses: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolerr_losses_total", Help: "Fields of errors that the client does not see as the upstream sent them."}, []string{"field", "reason"}),
		unread: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolerr_unread_total", Help: "Successes that passed although they could not be examined."}, []string{"reason"}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.pending, m.errors, m.losses, m.unread,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, o := range []bridge.Outcome{bridge.Oversize, bridge.Unread} {
		m.unread.WithLabelValues(o.String())
	}
	return m
}

// add counts a report.
func (m *metrics) add(r *bridge.Report) {
	if r.Outcome != bridge.Rendered {
		m.unread.WithLabelValues(r.Outcome.String()).Inc()
		return
	}
	m.errors.WithLabelValues(r.Error.Kind.String(), r.From()).Inc()
	for _, l := range r.Losses {
		m.losses.WithLabelValues(l.Field, string(l.Reason)).Inc()
	}
}

// instrument counts the requests of a handler.
func (m *metrics) instrument(h http.Handler) http.Handler {
	return promhttp.InstrumentHandlerInFlight(m.pending, promhttp.InstrumentHandlerDuration(m.duration, promhttp.InstrumentHandlerCounter(m.requests, h)))
}

// admin returns the handler of /healthz, which responds while the program runs, of /readyz, which responds with 503 when it stops, and
// of /metrics.
func (m *metrics) admin(draining *atomic.Bool) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if draining.Load() {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry}))
	return mux
}
