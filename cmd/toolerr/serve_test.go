package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// startServer starts a server on a free port and returns its base URL. The result of serve is sent
// to done.
func startServer(t *testing.T, ctx context.Context) (base string, done <-chan error) {
	t.Helper()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(ctx, "127.0.0.1:0", w, welcome, slog.New(slog.DiscardHandler))
		_ = w.Close()
		ended <- err
	}()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); base == "" && strings.HasPrefix(line, "http://") {
			base = strings.TrimSuffix(line, "/")
		} else if strings.HasPrefix(line, "Stop with") {
			break
		}
	}
	require.NotEmpty(t, base)
	go func() { _, _ = io.Copy(io.Discard, r) }()
	return base, ended
}

// TestServeCompletesPendingRequests checks that a request which is pending at shutdown gets its
// response.
func TestServeCompletesPendingRequests(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	base, done := startServer(t, ctx)
	response, started := make(chan string, 1), make(chan struct{})
	// A server that is asked for it says that it reads the body: its handler runs.
	trace := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(started) }})
	request, err := http.NewRequestWithContext(trace, http.MethodPost, base+"/aai",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Fail_With","arguments":{"sleep_ms":300}}}`))
	require.NoError(t, err)
	request.Header = http.Header{"Content-Type": {"application/json"}, "Expect": {"100-continue"}}
	client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	go func() {
		resp, err := client.Do(request)
		if err != nil {
			response <- err.Error()
			return
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		response <- string(body)
	}()
	<-started
	stop()
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"slept_ms":300}}`, <-response)
	require.NoError(t, <-done)
	_, err = net.DialTimeout("tcp", strings.TrimPrefix(base, "http://"), time.Second)
	require.Error(t, err)
}

// TestServeProcess runs the curl commands that serve prints, and checks that a signal ends the
// process with exit code 0.
func TestServeProcess(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(sig.String(), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), toolerr(t), "serve", "--addr", "127.0.0.1:0")
			var log bytes.Buffer
			cmd.Stderr = &log
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			var curls []string
			for lines := bufio.NewScanner(out); lines.Scan(); {
				if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "curl ") {
					curls = append(curls, line)
				} else if strings.HasPrefix(line, "Stop with") {
					break
				}
			}
			require.Len(t, curls, 3)
			if curl, err := exec.LookPath("curl"); err == nil && curl != "" {
				for _, line := range curls {
					got, err := exec.CommandContext(t.Context(), "sh", "-c", line).Output()
					require.NoError(t, err, line)
					require.Contains(t, string(got), "Doorbell ID not found", line)
				}
			}
			require.NoError(t, cmd.Process.Signal(sig))
			require.NoError(t, cmd.Wait(), log.String())
			require.Contains(t, log.String(), `"msg":"stopped"`)
		})
	}
}

func TestServeListenErrors(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for _, tt := range []struct {
		addr, want string
		code       int
	}{
		{taken.Addr().String(), "--addr: listen tcp", exitFailure},
		{"nonsense", `invalid argument "nonsense" for --addr: want HOST:PORT`, exitUsage},
		{"127.0.0.1:99999", "want HOST:PORT", exitUsage},
		{"127.0.0.1:no-such-service", "want HOST:PORT", exitUsage},
		{"::1:80", "want HOST:PORT", exitUsage},
	} {
		err := serve(t.Context(), tt.addr, io.Discard, welcome, slog.New(slog.DiscardHandler))
		require.ErrorContains(t, err, tt.want)
		require.Equal(t, tt.code, exitCodeOf(err), tt.addr)
	}
}

func TestReachable(t *testing.T) {
	for _, tt := range []struct{ addr, want string }{
		{"127.0.0.1:80", "127.0.0.1:80"}, {"0.0.0.0:80", "127.0.0.1:80"}, {"[::]:80", "127.0.0.1:80"},
		{"[::1]:80", "[::1]:80"},
	} {
		addr, err := net.ResolveTCPAddr("tcp", tt.addr)
		require.NoError(t, err)
		require.Equal(t, tt.want, reachable(addr))
	}
}

func TestWelcomeJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, welcomeJSON(&b, "http://127.0.0.1:1"))
	require.JSONEq(t, `{
		"base": "http://127.0.0.1:1/", "oxp": "http://127.0.0.1:1/oxp/tools/call", "mcp": "http://127.0.0.1:1/mcp",
		"aai": "http://127.0.0.1:1/aai", "problem": "http://127.0.0.1:1/problem/", "google": "http://127.0.0.1:1/google/",
		"connect": "http://127.0.0.1:1/connect/", "a2a": "http://127.0.0.1:1/a2a", "openapi": "http://127.0.0.1:1/openapi.json"
	}`, b.String())
}
