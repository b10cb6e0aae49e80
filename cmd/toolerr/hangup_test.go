//go:build unix

package main

import (
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// SIGHUP, of a terminal that is closed or a reload, ends no proxy, and the next call gets its
// response.
func TestProxyHangup(t *testing.T) {
	for _, args := range [][]string{
		{"--upstream", "http://127.0.0.1:1", "--dialect", "mcp", "--listen", "127.0.0.1:0", "--admin", ""},
		{"--", "cat"},
	} {
		t.Run(args[0], func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), toolerr(t), append([]string{"proxy"}, args...)...)
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			log, err := cmd.StderrPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			first := make([]byte, 1)
			if args[0] == "--" {
				_, err = io.WriteString(in, "not a message\n") // which is logged
				require.NoError(t, err)
			}
			_, err = io.ReadFull(log, first) // signals are handled before the first record
			require.NoError(t, err)
			for range 3 {
				require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
			}
			require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
			text, err := io.ReadAll(log)
			require.NoError(t, err)
			require.NoError(t, cmd.Wait(), "%s", text)
			if args[0] != "--" {
				require.Equal(t, 1, strings.Count(string(text), `"msg":"stopped"`), "%s", text)
			}
		})
	}
}

// The errors of gRPC are in trailers, which no response of a proxy has.
func TestProxyRefusesGRPC(t *testing.T) {
	for _, args := range [][]string{{"--upstream", "http://127.0.0.1:1"}, {"--", "cat"}} {
		out, err := exec.CommandContext(t.Context(), toolerr(t), append([]string{"proxy", "--dialect", "grpc"}, args...)...).CombinedOutput()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, "%s", out)
		require.Equal(t, 2, exit.ExitCode(), "%s", out)
		require.Contains(t, string(out), "the errors of gRPC are in trailers", "%v", args)
	}
}
