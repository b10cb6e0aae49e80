package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// toolerr returns the path of the command, which testscript.Main adds to PATH.
func toolerr(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("toolerr")
	require.NoError(t, err)
	return path
}

// TestFollow checks that a line of the output of --follow arrives before the next document of the
// input is written.
func TestFollow(t *testing.T) {
	const document = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No."}}`
	for _, test := range []struct {
		name    string
		args    []string
		written string
		want    string // the start of each line
	}{
		{"decode, lines", []string{"decode", "--follow"}, document + "\n", `{"input":"standard input:`},
		{"decode, events", []string{"decode", "-f"}, "event: message\ndata: " + document + "\n\n",
			`{"input":"standard input:`},
		{"translate", []string{"translate", "--to", "oxp", "--follow"}, document + "\n", `{"$schema":"urn:oxp:1.0"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), toolerr(t), test.args...)
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			lines := bufio.NewScanner(out)
			for range 3 {
				_, err := fmt.Fprint(in, test.written)
				require.NoError(t, err)
				require.True(t, lines.Scan())
				require.Equal(t, test.want, lines.Text()[:len(test.want)])
			}
			require.NoError(t, in.Close())
			require.False(t, lines.Scan())
			require.NoError(t, cmd.Wait())
		})
	}
}
