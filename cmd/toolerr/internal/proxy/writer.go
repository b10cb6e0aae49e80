package proxy

import (
	"bufio"
	"net"
	"net/http"
)

// A writer keeps the status of a response. Of responses of 1xx it drops the headers, which nothing examines, except the Link of a 103.
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
		if w.status == 0 {
			w.status = status
		}
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
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}
