package agents

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// The paths of the services behind the tools. Their names are private.
const (
	ordersPath  = "/internal/ledger-7f3a/orders"
	mailPath    = "/internal/mail-9c41/send"
	reportsPath = "/internal/reports-2e77/"
	parsePath   = "/internal/ledger-7f3a/state"
)

// Limits of the reports: when a busy one is free again, and when the month ends.
const (
	busyFor  = 30 * time.Second
	monthFor = 11 * 24 * time.Hour
)

// A Backend is the services behind the tools of all servers: it takes orders, sends mail, has
// reports, and fails in the ways of the table. Its clock is virtual: only Wait moves it.
type Backend struct {
	URL      string
	server   *httptest.Server
	busyPort net.Conn // its own port is in use, and refuses connections

	mu     sync.Mutex
	orders int
	now    time.Duration
	freeAt time.Duration
}

// NewBackend starts a backend on loopback. Close stops it.
func NewBackend() (*Backend, error) {
	b := &Backend{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+ordersPath, b.order)
	mux.HandleFunc("POST "+mailPath, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("GET "+reportsPath+"{report}", b.report)
	mux.HandleFunc("GET "+parsePath, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "vault-user-88e1 is locked")
	})
	b.server = httptest.NewServer(mux)
	b.URL = b.server.URL
	var err error
	if b.busyPort, err = net.Dial("tcp", b.server.Listener.Addr().String()); err != nil {
		b.server.Close()
		return nil, err
	}
	return b, nil
}

// Close stops the backend.
func (b *Backend) Close() {
	_ = b.busyPort.Close()
	b.server.CloseClientConnections()
	b.server.Close()
}

// Reset forgets all orders and starts the limits again.
func (b *Backend) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.orders, b.now, b.freeAt = 0, 0, busyFor
}

// Orders returns how many orders were placed since the last Reset.
func (b *Backend) Orders() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders
}

// Wait lets time pass.
func (b *Backend) Wait(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now += d
}

// busy returns how long the reports are still busy.
func (b *Backend) busy() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.freeAt-b.now)
}

// order places an order, and then fails in the way of the item.
func (b *Backend) order(w http.ResponseWriter, r *http.Request) {
	var in struct{ Item string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	b.mu.Lock()
	b.orders++
	b.mu.Unlock()
	receipt := map[string]any{"receipt": map[string]any{"number": 17}}
	switch in.Item {
	case "silent":
		<-r.Context().Done()
	case "hangup", "reset":
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		if in.Item == "reset" {
			_ = c.(*net.TCPConn).SetLinger(0)
		}
		_ = c.Close()
	case "cut":
		w.Header().Set("Content-Length", "500")
		_, _ = io.WriteString(w, `{"receipt":{`)
	case "500", "502", "503":
		var status int
		_, _ = fmt.Sscan(in.Item, &status)
		w.WriteHeader(status)
	case "crash":
		respond(w, map[string]any{})
	case "mail-closed":
		receipt["mail"] = "http://" + b.busyPort.LocalAddr().String() + mailPath
		respond(w, receipt)
	case "mail-limit":
		receipt["mail"] = b.URL + mailPath
		respond(w, receipt)
	default:
		respond(w, receipt)
	}
}

// report responds with the state of a report, which the tool explains, or with an error of HTTP.
func (b *Backend) report(w http.ResponseWriter, r *http.Request) {
	report, status := r.PathValue("report"), 0
	retryAfter := time.Duration(0)
	switch report {
	case "upstream-403":
		status = http.StatusForbidden
	case "upstream-404":
		status = http.StatusNotFound
	case "upstream-month":
		status, retryAfter = http.StatusTooManyRequests, monthFor
	case "upstream-429", "upstream-429-30":
		if b.busy() > 0 {
			status = http.StatusTooManyRequests
		}
		if strings.HasSuffix(report, "-30") {
			retryAfter = b.busy()
		}
	case "forbidden", "missing":
		respond(w, map[string]any{"state": report})
		return
	case "month":
		respond(w, map[string]any{"state": report, "seconds": monthFor.Seconds()})
		return
	case "busy", "busy-30":
		state := map[string]any{"state": "ok"}
		if wait := b.busy(); wait > 0 {
			state["state"] = "busy"
			if report == "busy-30" {
				state["seconds"] = wait.Seconds()
			}
		}
		respond(w, state)
		return
	}
	if status == 0 {
		respond(w, map[string]any{"state": "ok"})
		return
	}
	if retryAfter > 0 {
		w.Header().Set("Retry-After", fmt.Sprint(int(retryAfter.Seconds())))
	}
	w.WriteHeader(status)
}

func respond(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
