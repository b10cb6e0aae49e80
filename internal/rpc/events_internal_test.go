package rpc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line ends at the first carriage return or newline.
func TestLineLength(t *testing.T) {
	for n := range 3 * window {
		line := strings.Repeat("x", n)
		for _, end := range []string{"", "\n", "\r", "\r\n", "\n\r", "\n" + line + "\r", "\r" + line + "\n"} {
			require.Equal(t, n, lineLength([]byte(line+end)))
		}
	}
}
