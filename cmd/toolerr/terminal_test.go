//go:build linux

package main

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
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

// TestDecodeOnTerminal checks that decode prints text on a terminal, and JSON there with --json.
func TestDecodeOnTerminal(t *testing.T) {
	for _, test := range []struct {
		flag, want string
	}{
		{"--no-guess", "not_found: No bell."},
		{"--json", "{"},
	} {
		t.Run(test.flag, func(t *testing.T) {
			screen, stdout := openTerminal(t)
			cmd := exec.CommandContext(t.Context(), toolerr(t), "decode", test.flag)
			cmd.Stdin = strings.NewReader(`{"title":"Not Found","status":404,"detail":"No bell.","kind":"not_found"}`)
			cmd.Stdout = stdout
			require.NoError(t, cmd.Run())
			line, err := bufio.NewReader(screen).ReadString('\n')
			require.NoError(t, err)
			require.Equal(t, test.want, strings.TrimRight(line, "\r\n"))
		})
	}
}

// openTerminal opens a pseudo-terminal: what is written to stdout is read from screen.
func openTerminal(t *testing.T) (screen, stdout *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = screen.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	stdout, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = stdout.Close() })
	return screen, stdout
}
