package caddyerr_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// drip sends the start of a body, and more of it as long as the client is there.
func drip(status int, part string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices that a connection is closed only after the request
		respond(status, part, "Content-Type", "application/json")(w, r)
		for {
			_ = http.NewResponseController(w).Flush()
			select {
			case <-time.After(20 * time.Millisecond):
			case <-r.Context().Done():
				return
			}
			_, _ = io.WriteString(w, canary)
		}
	}
}

// An error whose body does not arrive in time reaches the client without it, and the connection to
// the upstream is closed.
func TestLateError(t *testing.T) {
	ended := make(chan struct{}, 1)
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		defer func() { ended <- struct{}{} }()
		switch r.URL.Path {
		case "/stack":
			drip(500, canary)(w, r)
		case "/nothing":
			drip(429, "")(w, r)
		}
	})
	s := start(t, "toolerr mcp {\n wait 50ms\n }\nreverse_proxy "+addr)
	for _, http2 := range []bool{false, true} {
		c := client(t, http2)
		c.Timeout = 10 * time.Second
		for _, path := range []string{"/stack", "/nothing"} {
			t.Run(fmt.Sprintf("http2=%v%s", http2, path), func(t *testing.T) {
				resp, body := post(t, c, s.URL+path, call)
				require.Equal(t, 200, resp.StatusCode)
				require.Contains(t, body, `"id":7`)
				require.Contains(t, body, `"isError":true`)
				require.NotContains(t, body+fmt.Sprint(resp.Header), canary)
				<-ended
			})
		}
	}
}

// A success that is late passes, with all that follows.
func TestLateSuccess(t *testing.T) {
	goOn := make(chan struct{})
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		respond(200, `{"jsonrpc":"2.0","id":7,`, "Content-Type", "application/json")(w, r)
		_ = http.NewResponseController(w).Flush()
		<-goOn
		_, _ = io.WriteString(w, `"result":{"content":[]}}`)
	})
	s := start(t, "toolerr mcp {\n wait 50ms\n }\nreverse_proxy "+addr)
	resp, err := client(t, false).Post(s.URL, "application/json", strings.NewReader(call))
	require.NoError(t, err)
	defer resp.Body.Close()
	close(goOn)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`, string(body))
}

// The upstream is asked for encodings that the module can read, whatever the client accepts; of
// one that it sends anyway nothing is passed in response to a call.
func TestEncodings(t *testing.T) {
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/asked" && !strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			respond(200, `{"jsonrpc":"2.0","id":7,"result":{"content":[],"asked for":"`+
				r.Header.Get("Accept-Encoding")+`"}}`)(w, r)
			return
		}
		respond(200, canary, "Content-Type", "application/json", "Content-Encoding", "br")(w, r)
	})
	s := start(t, "toolerr mcp\nreverse_proxy "+addr)
	tests := []struct{ path, accept, want string }{
		{"/asked", "br", `asked for":"identity"`},
		{"/asked", "gzip, deflate, br, zstd", `asked for":"gzip"`},
		{"/unasked", "br", `"isError":true`},
		{"/unasked", "gzip, br", `"isError":true`},
	}
	for _, tt := range tests {
		t.Run(tt.path+" "+tt.accept, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodPost, s.URL+tt.path, strings.NewReader(call))
			require.NoError(t, err)
			r.Header = http.Header{"Content-Type": {"application/json"}, "Accept-Encoding": {tt.accept}}
			resp, err := client(t, false).Do(r)
			require.NoError(t, err)
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Contains(t, string(body), tt.want)
			require.NotContains(t, string(body), canary)
		})
	}
}
