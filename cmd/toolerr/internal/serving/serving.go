// Package serving runs the HTTP servers of a command until it is stopped.
package serving

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// A Server is a server with the listener that it serves on.
type Server struct {
	*http.Server
	Listener  net.Listener
	Cert, Key string // files for TLS; "": none
}

// Until serves until ctx is done, and then waits up to grace for the pending requests of the first
// server. Requests are canceled after that, not when ctx is done. The error is that of a listener,
// or of a certificate. Until sets the BaseContext and the ErrorLog of the servers.
func Until(ctx context.Context, grace time.Duration, log *slog.Logger, servers ...Server) error {
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	failed := make(chan error, len(servers))
	stop := func() {
		cancel()
		for _, s := range servers {
			_ = s.Close()
		}
	}
	for _, s := range servers {
		s.BaseContext = func(net.Listener) context.Context { return requests }
		s.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
		go func() {
			if s.Cert != "" {
				failed <- s.ServeTLS(s.Listener, s.Cert, s.Key)
				return
			}
			failed <- s.Serve(s.Listener)
		}()
	}
	select {
	case err := <-failed:
		stop()
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	waiting, end := context.WithTimeout(requests, grace)
	defer end()
	if err := servers[0].Shutdown(waiting); err != nil {
		log.Warn("some requests did not complete in time", "error", err)
	}
	stop()
	log.Info("stopped")
	return nil
}
