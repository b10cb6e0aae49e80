//go:build unix

package proxy

import (
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Runners such as npx start the server as their child, which may not end with its input.
func TestStdioEndsChildren(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	t.Setenv(addressVariable, listener.Addr().String())
	for _, runner := range []string{"npx", "a runner that ends with its input"} {
		s := open(t, runner, func(p *Stdio) { p.Grace = time.Millisecond })
		child, err := listener.Accept()
		require.NoError(t, err)
		s.stop()
		require.NoError(t, <-s.done)
		require.NoError(t, child.SetReadDeadline(time.Now().Add(10*time.Second)))
		_, err = child.Read(make([]byte, 1))
		require.False(t, os.IsTimeout(err), "%s: the child is running", runner)
		child.Close()
	}
}
