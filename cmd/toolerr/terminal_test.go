//go:build linux

package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPaint(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	defer terminal.Close()
	for _, test := range []struct {
		name, noColor, term string
		want                string
	}{
		{"a terminal", "", "xterm", "\x1b[31mx\x1b[0m"},
		{"NO_COLOR", "1", "xterm", "x"},
		{"a terminal without colors", "", "dumb", "x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", test.noColor)
			t.Setenv("TERM", test.term)
			require.Equal(t, test.want, paint(terminal, red, "x"))
		})
	}
}
