package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestReadErrorAfterDocuments checks that an input that fails after some documents loses neither
// them nor its error.
func TestReadErrorAfterDocuments(t *testing.T) {
	for _, test := range []struct {
		name, in, stdout, stderr string
		code                     int
	}{
		{
			"after a document", `{"title":"-","status":404,"kind":"not_found"}` + "\n",
			`{"input":"standard input:1","dialect":"problem",`, "toolerr: standard input: broken\n", exitFailure,
		},
		{
			"after what is not a document", "{}\n",
			"", "toolerr: standard input:1: not a document of this dialect: no dialect accepts it: it has no " +
				"member that identifies one, and no HTTP status of an error; for a response " +
				"give its HTTP status with --status, for a text use toolerr explain\ntoolerr: standard input: broken\n",
			exitData,
		},
		{"before anything", "", "", "", exitFailure},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			cmd := newRoot()
			cmd.SetArgs([]string{"decode"})
			cmd.SetIn(io.MultiReader(strings.NewReader(test.in), iotest.ErrReader(errors.New("broken"))))
			cmd.SetOut(&stdout)
			cmd.SetErr(&stderr)
			err := cmd.Execute()
			require.Equal(t, test.code, exitCode(err))
			require.Truef(t, strings.HasPrefix(stdout.String(), test.stdout), "%s", stdout.String())
			require.Equal(t, test.stderr, stderr.String())
		})
	}
}

func TestBinaryInput(t *testing.T) {
	var stderr bytes.Buffer
	cmd := newRoot()
	cmd.SetArgs([]string{"decode"})
	cmd.SetIn(strings.NewReader("\x7fELF\x02\x00\x00\n\x01\x02"))
	cmd.SetErr(&stderr)
	err := cmd.Execute()
	require.Equal(t, exitData, exitCode(err))
	require.EqualError(t, err, "standard input: binary data, not a text")
}
