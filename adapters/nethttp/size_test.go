package nethttp

import (
	"net/http"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Every request allocates an exchange, and a copy of itself if it has a body: with the sizes of the
// runtime's classes, 160 bytes with the link, or 624.
func TestSizes(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(exchange{}), uintptr(144))
	require.LessOrEqual(t, unsafe.Sizeof(http.Request{})+unsafe.Sizeof(body{}), uintptr(480))
}
