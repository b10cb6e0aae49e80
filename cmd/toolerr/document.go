package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// maxDocument is the maximum size of an input, in bytes.
const maxDocument = 8 << 20

// readDocument returns the content of the file args[0], or of standard input if args is empty or the name is "-".
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
		fmt.Fprintln(cmd.ErrOrStderr(), "toolerr: reading a JSON document from the terminal; press Ctrl-D at its end")
	}
	body, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxDocument:
		return nil, dataErrorf("%s is larger than %d MiB", name, maxDocument>>20)
	case len(bytes.TrimSpace(body)) == 0:
		return nil, dataErrorf("%s is empty; expected a JSON document", name)
	}
	return body, nil
}
