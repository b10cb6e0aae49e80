package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// A logged is a log that is written and read at the same time.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// record returns the record with a message, nil if there is none.
func (l *logged) record(message string) map[string]any {
	for line := range strings.Lines(l.String()) {
		var r map[string]any
		if json.Unmarshal([]byte(line), &r) == nil && r["msg"] == message {
			return r
		}
	}
	return nil
}

// start runs the command, and returns a connection to it and a function that stops it and returns
// the exit code.
func start(t *testing.T, log *logged, args ...string) (conn *grpc.ClientConn, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- run(ctx, args, log, log) }()
	require.Eventually(t, func() bool { return log.record("serving") != nil }, 30*time.Second, time.Millisecond, log)
	addr := log.record("serving")["addr"].(string)
	if strings.HasPrefix(addr, "/") {
		addr = "unix:" + addr
	}
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn, func() int {
		cancel()
		return <-code
	}
}

// fails sends a response of an upstream that failed, and returns the response in its place.
func fails(t *testing.T, conn *grpc.ClientConn) string {
	t.Helper()
	stream, err := service.NewExternalProcessorClient(conn).Process(t.Context())
	require.NoError(t, err)
	require.NoError(t, stream.Send(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{ResponseHeaders: &service.HttpHeaders{
		Headers: &core.HeaderMap{Headers: []*core.HeaderValue{{Key: ":status", RawValue: []byte("404")},
			{Key: "content-type", RawValue: []byte("application/json")}}}}}}))
	require.NoError(t, stream.Send(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{
		Body: []byte("{\"message\":\"There is no bell 42.\",\"x\":\"\u009b31m\u202e\x7f\"}"), EndOfStream: true}}}))
	r, err := stream.Recv()
	require.NoError(t, err)
	return string(r.GetImmediateResponse().GetBody())
}

func TestServe(t *testing.T) {
	policy := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(policy, []byte(`{"rules": [{"statuses": ["4xx"], "disclose": "none"}]}`), 0o600))
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a dialect", []string{"--dialect", "problem", "--listen", "127.0.0.1:0"},
			`"detail":"There is no bell 42."`},
		{"no texts", []string{"--dialect", "problem", "--listen", "127.0.0.1:0", "--disclose", "none"},
			`"title":"Not Found","status":404,"kind":"not_found"`},
		{"a policy", []string{"--dialect", "problem", "--listen", "127.0.0.1:0", "--policy", policy},
			`"title":"Not Found","status":404,"kind":"not_found"`},
		{"a socket", []string{"-dialect=problem", "-listen=unix:" + filepath.Join(t.TempDir(), "s")},
			`"kind":"not_found"`},
		{"the reference of the log", []string{"--dialect", "mcp", "--listen", "127.0.0.1:0"},
			`"data":{"io.github.toolerr/error":{"kind":"not_found","status":404,"message":"There is no bell 42.","ref":"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := new(logged)
			conn, stop := start(t, log, tt.args...)
			body := fails(t, conn)
			require.Contains(t, body, tt.want)
			withheld := slices.Contains(tt.args, policy) || slices.Contains(tt.args, "none")
			require.Equal(t, !withheld, strings.Contains(body, "There is no bell"))
			require.Zero(t, stop())
			require.NotNil(t, log.record("stopped"))
			require.EqualValues(t, 404, log.record("call failed")["upstream_status"])
			require.NotRegexp(t, "[\u007f-\u009f\u202e]", log.String(), "a terminal obeys it")
		})
	}
}

// The labels of the metrics have no text of a request or a response.
func TestMetrics(t *testing.T) {
	log := new(logged)
	conn, stop := start(t, log, "--dialect", "problem", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
	fails(t, conn)
	url := "http://" + log.record("serving metrics")["addr"].(string)
	require.Eventually(t, func() bool {
		text := get(t, url+"/metrics", http.StatusOK)
		require.NotContains(t, text, "bell")
		return strings.Contains(text, `toolerr_errors_total{from="http",kind="not_found"} 1`) &&
			strings.Contains(text, "toolerr_losses_total{") && strings.Contains(text, `toolerr_unread_total{reason="unread"} 0`) &&
			strings.Contains(text, "process_resident_memory_bytes")
	}, 10*time.Second, time.Millisecond)
	get(t, url+"/", http.StatusNotFound)
	require.Zero(t, stop())
	_, err := http.Get(url + "/metrics")
	require.Error(t, err)
}

func get(t *testing.T, url string, status int) string {
	t.Helper()
	resp, err := http.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, status, resp.StatusCode)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return string(body)
}

// A server that stops is not healthy, and ends the streams that it has, after the grace at
// the latest.
func TestStop(t *testing.T) {
	log := new(logged)
	conn, stop := start(t, log, "--dialect", "problem", "--listen", "127.0.0.1:0", "--grace", "1ms")
	watch, err := grpc_health_v1.NewHealthClient(conn).Watch(t.Context(), new(grpc_health_v1.HealthCheckRequest))
	require.NoError(t, err)
	r, err := watch.Recv()
	require.NoError(t, err)
	require.Equal(t, grpc_health_v1.HealthCheckResponse_SERVING, r.GetStatus())
	stream, err := service.NewExternalProcessorClient(conn).Process(t.Context())
	require.NoError(t, err)
	require.NoError(t, stream.Send(&service.ProcessingRequest{Request: &service.ProcessingRequest_RequestHeaders{}}))
	_, err = stream.Recv()
	require.NoError(t, err)
	require.Zero(t, stop())
	_, err = stream.Recv()
	require.Equal(t, codes.Unavailable, status.Code(err))
	require.NotNil(t, log.record("some streams did not end in time"))
}

func TestUsage(t *testing.T) {
	policy := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(policy, []byte("{\n  \"rules\": [\n    {\"kinds\": [\"not_fonud\"]}\n  ]\n}"),
		0o600))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	tests := []struct {
		name string
		args []string
		code int
		want string
	}{
		{"help", []string{"--help"}, 0, "-dialect D"},
		{"the version, without a dialect", []string{"--version"}, 0, runtime.Version()},
		{"no dialect", nil, exitUsage, "missing --dialect D"},
		{"a dialect in trailers", []string{"--dialect", "grpc"}, exitUsage, "the errors of gRPC are in trailers"},
		{"an unknown dialect", []string{"--dialect", "mpc"}, exitUsage, `"mpc"`},
		{"an unknown flag", []string{"--dialekt", "mcp"}, exitUsage, "-dialekt"},
		{"an argument", []string{"--dialect", "mcp", "serve"}, exitUsage, `unexpected argument "serve"`},
		{"a policy with a fault", []string{"--dialect", "mcp", "--policy", policy}, exitUsage,
			`policy.json: line 3: /rules/0/kinds/0: unknown kind "not_fonud"`},
		{"no policy", []string{"--dialect", "mcp", "--policy", policy + "5"}, exitUsage, "no such file"},
		{"an unknown mode", []string{"--dialect", "mcp", "--mode", "FULL"}, exitUsage, "FULL_DUPLEX_STREAMED"},
		{"a mode without bodies", []string{"--dialect", "mcp", "--mode", "NONE"}, exitUsage, "FULL_DUPLEX_STREAMED"},
		{"no streams", []string{"--dialect", "mcp", "--max-streams", "0"}, exitUsage, "must be positive"},
		{"a negative grace", []string{"--dialect", "mcp", "--grace", "-1s"}, exitUsage, "--grace"},
		{"a negative wait", []string{"--dialect", "mcp", "--wait", "-1s"}, exitUsage, "--wait"},
		{"a certificate without a key", []string{"--dialect", "mcp", "--cert", "a"}, exitUsage, "needed together"},
		{"no certificate", []string{"--dialect", "mcp", "--cert", "a", "--key", "b"}, exitUsage, "no such file"},
		{"an address in use", []string{"--dialect", "mcp", "--listen", taken.Addr().String()}, exitFailed, "--listen"},
		{"an address of metrics in use", []string{"--dialect", "mcp", "--listen", "127.0.0.1:0", "--metrics", taken.Addr().String()},
			exitFailed, "--metrics"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := new(logged)
			require.Equal(t, tt.code, run(t.Context(), tt.args, log, log), log)
			require.Contains(t, log.String(), tt.want)
			if tt.code == exitUsage {
				require.Equal(t, 1, strings.Count(log.String(), "\n"), log)
			}
		})
	}
}
