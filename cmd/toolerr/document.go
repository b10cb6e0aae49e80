package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// maxDocument is how many bytes of input are read: far more than any error is, far less than memory.
const maxDocument = 8 << 20

// readDocument reads the file that the arguments name, or standard input where there is none or it is "-".
func readDocument(cmd *cobra.Command, args []string) ([]byte, error) {
	name, in := "standard input", cmd.InOrStdin()
	if len(args) > 0 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		name, in = args[0], f
	} else if terminal(in) {
		fmt.Fprintln(cmd.ErrOrStderr(), "toolerr: type or paste a JSON document, then end the input (Ctrl-D)")
	}
	body, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxDocument:
		return nil, notDataf("%s is larger than %d MiB", name, maxDocument>>20)
	case len(bytes.TrimSpace(body)) == 0:
		return nil, notDataf("%s is empty, a JSON document was expected", name)
	}
	return body, nil
}
