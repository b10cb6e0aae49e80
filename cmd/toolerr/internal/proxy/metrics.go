package proxy

import (
	"bufio"
	"cmp"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/samber/lo"

	"github.com/toolerr/toolerr/internal/metrics"
)

// counts are the metrics of a proxy.
type counts struct {
	registry *prometheus.Registry
	reports  *metrics.Reports
	requests *prometheus.CounterVec
	duration prometheus.Histogram
	pending  prometheus.Gauge
}

func newCounts() *counts {
	m := &counts{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolerr_requests_total",
			Help: "Requests, by the status of the response; none: without one."}, []string{"code"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "toolerr_request_duration_seconds",
			Help: "Time until the response is sent, or breaks off."}),
		pending: prometheus.NewGauge(prometheus.GaugeOpts{Name: "toolerr_requests_pending",
			Help: "Requests without a complete response."}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.pending,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.reports, _ = metrics.New(m.registry) // no other metric has their names
	return m
}

// instrument counts the requests of a handler, also if it aborts the response by a panic.
func (m *counts) instrument(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.pending.Inc()
		start, out := time.Now(), &writer{ResponseWriter: w}
		defer func() {
			m.requests.WithLabelValues(lo.Ternary(out.status == 0, "none", strconv.Itoa(out.status))).Inc()
			m.duration.Observe(time.Since(start).Seconds())
			m.pending.Dec()
		}()
		h.ServeHTTP(out, r)
	})
}

// admin returns the handler of /healthz, which responds while the program runs, of /readyz, which
// responds with 503 when it stops, and of /metrics.
func (m *counts) admin(draining *atomic.Bool) http.Handler {
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

// A writer keeps the status of a response. Of responses of 1xx it drops the headers, which nothing
// examines, except the Link of a 103.
type writer struct {
	http.ResponseWriter
	status int // 0: none was sent
}

// Unwrap is for [http.ResponseController].
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Hijack is for an upgraded connection.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.status = http.StatusSwitchingProtocols
	}
	return conn, buffered, err
}

func (w *writer) WriteHeader(status int) {
	if status >= 200 || status == http.StatusSwitchingProtocols {
		w.status = cmp.Or(w.status, status)
	} else {
		links := w.Header()["Link"]
		clear(w.Header()) // as httputil.ReverseProxy does afterwards
		if status == http.StatusEarlyHints && len(links) > 0 {
			w.Header()["Link"] = links
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	return w.ResponseWriter.Write(p)
}
