// Command gateway is a reverse proxy of package httputil: what `toolerr proxy` is without a
// bridge. The server and the transport have the same settings.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"time"
)

func main() {
	addr := flag.String("listen", "127.0.0.1:8080", "`HOST:PORT` to listen on")
	upstream := flag.String("upstream", "127.0.0.1:9000", "`HOST:PORT` of the server")
	timeout := flag.Duration("timeout", time.Minute, "wait for the head of a response for a `DURATION`")
	flag.Parse()
	if err := serve(*addr, *upstream, *timeout); err != nil {
		fmt.Fprintln(os.Stderr, "gateway:", err)
		os.Exit(1)
	}
}

// serve serves until the program is interrupted.
func serve(addr, upstream string, timeout time.Duration) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	proxy := newProxy(&url.URL{Scheme: "http", Host: upstream}, timeout)
	server := &http.Server{
		Addr: addr, Handler: proxy, Protocols: new(http.Protocols), ErrorLog: quiet,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetHTTP2(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}

var quiet = log.New(io.Discard, "", 0)

// newProxy returns a reverse proxy with the settings of that of `toolerr proxy`.
func newProxy(upstream *url.URL, timeout time.Duration) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(upstream)
			r.SetXForwarded()
			if r.Out.Body != nil {
				r.Out.Body = &once{ReadCloser: r.Out.Body}
			}
		},
		Transport: &http.Transport{
			DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			MaxIdleConns:           256,
			MaxIdleConnsPerHost:    256,
			IdleConnTimeout:        2 * time.Minute,
			ResponseHeaderTimeout:  timeout,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true,
		},
		ErrorLog:   quiet,
		BufferPool: buffers{},
	}
}

// buffers is a pool, as a proxy of package bridge has one.
type buffers struct{}

const bufferSize = 32 << 10

var pool = sync.Pool{New: func() any { return new([bufferSize]byte) }}

func (buffers) Get() []byte  { return pool.Get().(*[bufferSize]byte)[:] }
func (buffers) Put(b []byte) { pool.Put((*[bufferSize]byte)(b)) }

// once is the body of a request, which is not read after its end. A transport does so, and breaks
// off the response if the server has closed the body meanwhile.
type once struct {
	io.ReadCloser
	end error
}

func (b *once) Read(p []byte) (n int, err error) {
	if b.end == nil {
		n, b.end = b.ReadCloser.Read(p)
	}
	return n, b.end
}
