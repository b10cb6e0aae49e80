package request

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// TestRead sends bodies over a socket by hand, as a client that fails does.
func TestRead(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for bodies that do not arrive")
	}
	tests := []struct {
		name string
		send string
		hang bool // the client sends no more, and does not disconnect
		want errkit.Kind
		ok   bool
	}{
		{name: "whole", send: "Content-Length: 4\r\n\r\ndata", ok: true},
		{name: "empty", send: "Content-Length: 0\r\n\r\n", ok: true},
		{name: "too large", send: "Content-Length: 9\r\n\r\n123456789", want: errkit.TooLarge},
		{name: "too large, in chunks", send: "Transfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n0\r\n\r\n",
			want: errkit.TooLarge},
		{name: "the client disconnects", send: "Content-Length: 4\r\n\r\nda", want: errkit.Canceled},
		{name: "the client disconnects in a chunk", send: "Transfer-Encoding: chunked\r\n\r\n4\r\nda",
			want: errkit.Canceled},
		{name: "the client is too slow", send: "Content-Length: 4\r\n\r\nda", hang: true, want: errkit.Timeout},
		{name: "broken chunks", send: "Transfer-Encoding: chunked\r\n\r\nzz\r\n", hang: true,
			want: errkit.InvalidRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			type result struct {
				body []byte
				err  error
			}
			done := make(chan result, 1)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := ReadBody(w, r, 8)
				done <- result{body, err}
			}))
			server.Config.ReadTimeout = 200 * time.Millisecond
			server.Start()
			defer server.Close()
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			_, err = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\n%s", tt.send)
			require.NoError(t, err)
			if !tt.hang {
				require.NoError(t, conn.(*net.TCPConn).CloseWrite())
			}
			got := <-done
			if tt.ok {
				require.NoError(t, got.err)
				return
			}
			require.Equal(t, tt.want, errkit.KindOf(got.err), "%+v", got.err)
			require.Nil(t, got.body)
			e := errkit.From(got.err)
			require.Equal(t, tt.want == errkit.Timeout, e.Status == http.StatusRequestTimeout)
			require.Error(t, e.Err, "the cause is for the log")
		})
	}
}

func TestReadOfOthers(t *testing.T) {
	const canary = "hunter2-canary"
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want errkit.Kind
	}{
		{"HTTP/2, the client reset the stream", gone, errors.New(canary), errkit.Canceled},
		{"anything else", t.Context(), errors.New(canary), errkit.InvalidRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(tt.ctx, http.MethodPost, "/",
				io.MultiReader(strings.NewReader("x"), broken{tt.err}))
			_, err := ReadBody(httptest.NewRecorder(), r, 8)
			require.Equal(t, tt.want, errkit.KindOf(err))
			require.NotContains(t, err.Error(), canary)
		})
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }
