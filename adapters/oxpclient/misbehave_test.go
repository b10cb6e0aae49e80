package oxpclient_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

// raw is a server over TCP that sends what it is given for each request, and then does as it likes
// with the connection.
func raw(t *testing.T, send func(net.Conn)) (base string, requests *atomic.Int32) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	requests = new(atomic.Int32)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body)
				requests.Add(1)
				send(conn)
			}()
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-closed
	})
	return "http://" + l.Addr().String(), requests
}

// ok returns a whole response of 200.
func ok(body string, headers ...string) string { return response("200 OK", body, headers...) }

func response(status, body string, headers ...string) string {
	return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Type: application/json\r\n" +
		strings.Join(append(headers, ""), "\r\n") + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)) + body
}

// Each row is a server that misbehaves. A call ends in time with an error of package errkit that
// prints nothing private, is made once, and states that it may have taken effect, unless it had
// not.
func TestMisbehaviour(t *testing.T) {
	const (
		success = `{"result":{"call_id":"` + id + `","success":true,"value":1}}`
		unknown = errkit.EffectUnknown
		stated  = errkit.EffectUnspecified // the server's own error, which has a Peer
	)
	squeeze := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.WriteString(w, s)
		_ = w.Close()
		return b.String()
	}
	hang := func(start string) func(net.Conn) {
		return func(c net.Conn) {
			_, _ = io.WriteString(c, start)
			_, _ = io.Copy(io.Discard, c) // until the client hangs up
		}
	}
	drip := func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		for {
			if _, err := io.WriteString(c, " "); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	endless := func(start, more string) func(net.Conn) {
		return func(c net.Conn) {
			_, err := io.WriteString(c, start)
			for err == nil {
				_, err = io.WriteString(c, more)
			}
		}
	}
	tests := []struct {
		name   string
		body   string         // sent as it is; "": see send
		send   func(net.Conn) // nil: body
		kind   errkit.Kind
		effect errkit.Effect
	}{
		{"hangs up", "", func(net.Conn) {}, errkit.Network, unknown},
		{"resets", "", func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) }, errkit.Network, unknown},
		{"is silent", "", hang(""), errkit.Timeout, unknown},
		{"stops in the status line", "", hang("HTTP/1.1 20"), errkit.Timeout, unknown},
		{"stops in the headers", "", hang("HTTP/1.1 200 OK\r\nContent-Type: app"), errkit.Timeout, unknown},
		{"stops in the body", "", hang("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"), errkit.Timeout, unknown},
		{"drips", "", drip, errkit.Timeout, unknown},
		{"never ends", "", endless("HTTP/1.1 200 OK\r\n\r\n", strings.Repeat("x", 8<<10)), errkit.UpstreamFailed, unknown},
		{"never ends its headers", "", endless("HTTP/1.1 200 OK\r\n", "X-A: "+strings.Repeat("x", 64<<10)+"\r\n"),
			errkit.Timeout, unknown},
		{"never ends its informational responses", "", endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"), errkit.Timeout, unknown},
		{"switches the protocol", "", hang("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
			errkit.UpstreamFailed, unknown},
		{"is not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", nil, errkit.Network, unknown},
		{"is HTTP/0.9", success, nil, errkit.Network, unknown},
		{"has a status of its own", "HTTP/1.1 2000 OK\r\n\r\n", nil, errkit.Network, unknown},
		{"has the status 999", response("999 No", "{}"), nil, errkit.UpstreamFailed, unknown},
		{"cuts the body", "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + success, nil, errkit.Network, unknown},
		{"breaks its chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + success, nil, errkit.Network, unknown},
		{"has two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", nil, errkit.Network, unknown},
		{"is not gzip", ok(success, "Content-Encoding: gzip"), nil, errkit.Network, unknown},
		{"has an unknown encoding", ok("\x0b\x02\x80", "Content-Encoding: br"), nil, errkit.UpstreamFailed, unknown},
		{"is a gzip bomb", ok(squeeze(strings.Repeat(" ", 8<<20)), "Content-Encoding: gzip"), nil, errkit.UpstreamFailed, unknown},
		{"redirects with the secrets", response("307 Temporary Redirect", "", "Location: http://127.0.0.1:1/"), nil,
			errkit.UpstreamFailed, unknown},
		{"redirects to itself", response("302 Found", "", "Location: /tools/call"), nil, errkit.UpstreamFailed, unknown},
		{"accepts", response("202 Accepted", ""), nil, errkit.UpstreamFailed, unknown},
		{"has no content", "HTTP/1.1 204 No Content\r\n\r\n", nil, errkit.UpstreamFailed, unknown},
		{"has no body", ok(""), nil, errkit.UpstreamFailed, unknown},
		{"has a page", ok("<html>" + canary + "</html>"), nil, errkit.UpstreamFailed, unknown},
		{"has a text", ok("ding " + canary), nil, errkit.UpstreamFailed, unknown},
		{"has a list", ok(`[{"success":true}]`), nil, errkit.UpstreamFailed, unknown},
		{"has null", ok("null"), nil, errkit.UpstreamFailed, unknown},
		{"has an empty object", ok("{}"), nil, errkit.UpstreamFailed, unknown},
		{"has half a document", ok(success[:30]), nil, errkit.UpstreamFailed, unknown},
		{"has two documents", ok(success + success), nil, errkit.UpstreamFailed, unknown},
		{"is not UTF-8", ok("{\"result\":{\"success\":true,\"value\":\"\xff\"}}"), nil, errkit.UpstreamFailed, unknown},
		{"is nested", ok(strings.Repeat("[", 100000)), nil, errkit.UpstreamFailed, unknown},
		{"has another call", ok(`{"result":{"call_id":"other","success":true,"value":1}}`), nil, errkit.UpstreamFailed, unknown},
		{"has the error of another call", ok(`{"result":{"call_id":"other","success":false,"error":{"message":"` + canary + `"}}}`),
			nil, errkit.UpstreamFailed, unknown},
		{"has a text as success", ok(`{"result":{"success":"true","value":1}}`), nil, errkit.UpstreamFailed, unknown},
		{"has a success and an error", ok(`{"result":{"success":true,"value":1,"error":{"message":"` + canary + `"}}}`), nil,
			errkit.UpstreamFailed, unknown},
		{"has a failure and a value", ok(`{"result":{"success":false,"value":1}}`), nil, errkit.UpstreamFailed, unknown},
		{"has a result that is a text", ok(`{"result":"` + canary + `"}`), nil, errkit.UpstreamFailed, unknown},
		{"has a message only", ok(`{"message":"ok"}`), nil, errkit.UpstreamFailed, unknown},
		{"has a list of tools", ok(`{"items":[]}`), nil, errkit.UpstreamFailed, unknown},
		{"has the status of a challenge", ok(`{"status":"completed"}`), nil, errkit.UpstreamFailed, unknown},
		{"is of another protocol", ok(`{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`), nil, errkit.UpstreamFailed, unknown},
		{"is of another version", ok(`{"$schema":"urn:oxp:2.0","result":{"success":true}}`), nil, errkit.UnsupportedVersion, unknown},
		{"has a failure without an error", ok(`{"result":{"success":false}}`), nil, errkit.ExecutionFailed, stated},
		{"has an error that is a list", ok(`{"result":{"success":false,"error":[]}}`), nil, errkit.UpstreamFailed, unknown},
		{"wants a negative wait", ok(`{"result":{"success":false,"error":{"message":"No.","retry_after_ms":-1}}}`), nil,
			errkit.ExecutionFailed, stated},
		{"wants to wait for ever", ok(`{"result":{"success":false,"error":{"message":"No.","can_retry":true,"retry_after_ms":1e300}}}`),
			nil, errkit.ExecutionFailed, stated},
		{"fails with a page", response("500 Internal Server Error", "<html>goroutine 1 "+canary), nil, errkit.Internal, stated},
		{"fails with a list", response("400 Bad Request", "[]"), nil, errkit.InvalidInput, stated},
		{"fails with a success", response("500 Internal Server Error", success), nil, errkit.UpstreamFailed, unknown},
		{"fails with half a body", "HTTP/1.1 404 Not Found\r\nContent-Length: 999\r\n\r\n{\"mess", nil, errkit.NotFound, stated},
		{"has parameter errors that are a list", response("422 No", `{"message":"No.","parameter_errors":["a"]}`), nil,
			errkit.InvalidInput, stated},
	}
	require.GreaterOrEqual(t, len(tests), 40)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			send := tt.send
			if send == nil {
				send = func(c net.Conn) { _, _ = io.WriteString(c, tt.body) }
			}
			base, requests := raw(t, send)
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			timeout := 3 * time.Second
			if tt.kind == errkit.Timeout {
				timeout = 300 * time.Millisecond
			}
			c := oxpclient.Client{URL: base, Timeout: timeout, MaxBody: 1 << 20,
				HTTP: &http.Client{Transport: transport}, Needs: &user{id: "ada", secret: "s"}}
			began := time.Now()
			res, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Doorbell.Ring"})
			require.Less(t, time.Since(began), 4*time.Second)
			require.Nil(t, res)
			e := failed(t, err)
			if e.Kind == errkit.Network && strings.HasPrefix(tt.name, "never ends its ") { // a limit of net/http
				e.Kind = errkit.Timeout
			}
			require.Equal(t, tt.kind.String(), e.Kind.String(), "%v: %v", err, e.Err)
			require.Equal(t, tt.effect, e.Effect)
			require.Equal(t, tt.effect == stated, e.Peer != nil)
			require.EqualValues(t, 1, requests.Load())
		})
	}
}

// Whatever the server sends as a check_url, the client neither hangs nor takes it for a consent.
func TestMisbehavingCheckURL(t *testing.T) {
	for name, body := range map[string]string{
		"silent": "", "page": ok("<html>"), "list": ok("[]"), "null": ok(`{"status":null}`), "number": ok(`{"status":1}`),
		"other case": ok(`{"status":"COMPLETED"}`), "nested": ok(`{"result":{"status":"completed"}}`),
		"created": response("201 Created", `{"status":"completed"}`), "redirect": response("302 Found", "", "Location: /"),
		"denied": response("403 Forbidden", `{"status":"completed"}`), "cut": "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
		"error": response("500 No", `{"status":"completed"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check, polls := raw(t, func(c net.Conn) {
				if body == "" {
					_, _ = io.Copy(io.Discard, c)
				}
				_, _ = io.WriteString(c, body)
			})
			s := calls(challenge(check + "/check"))
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			c := oxpclient.Client{URL: "http://bells.example", Needs: &user{}, Timeout: 50 * time.Millisecond,
				Poll: time.Millisecond, MaxConsent: time.Second}
			c.MayCheck = func(*url.URL) bool { return true }
			c.HTTP = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path == "/check" {
					return transport.RoundTrip(r)
				}
				return s.RoundTrip(r)
			})}
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			_, err := c.Call(ctx, oxpclient.Call{ID: id, Tool: "Mail.Send"})
			require.Equal(t, errkit.AuthRequired, failed(t, err).Kind)
			require.NoError(t, ctx.Err())
			require.Len(t, s.sent, 1)
			require.LessOrEqual(t, polls.Load(), int32(5))
		})
	}
}
