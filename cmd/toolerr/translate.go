package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

func newTranslate() *cobra.Command {
	var (
		in     dialect.Document
		to     target
		codec  dialect.Codec
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "translate --from D --to D [FILE]",
		Short: "Say the error of a document in another dialect",
		Long: `Translate reads a document from a file or from standard input and says its error
in another dialect. The body goes to standard output; the HTTP status, and a line
for everything that the other dialect could not carry, to standard error.

What is lost is measured: the body is read back and compared. Reasons are
  dropped    it is gone
  narrowed   something less exact came out
  invented   the dialect says what nobody said
  folded     it survives inside a text alone
  ambiguous  it came back, but its code stands for several kinds
  withheld   developers' text, for which the dialect has no place

Exit codes: 3 with --strict when anything but a withheld text is lost, 4 when the
document holds no error, 65 when it is not a document of the dialect.`,
		Example: `  toolerr translate --from oxp --to mcp --status 422 --id 7 < body
  toolerr translate --from mcp --to problem --strict answer.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: does(func(cmd *cobra.Command, args []string) error {
			var err error
			if in.Body, err = readDocument(cmd, args); err != nil {
				return err
			}
			out, losses, err := codec.Translate(in, to.with(), to.call)
			if err != nil && !errors.Is(err, dialect.ErrLoss) {
				return err
			}
			write := printTranslation
			if asJSON {
				write = printTranslationJSON
			}
			if failed := write(cmd, out, losses); failed != nil {
				return failed
			}
			return err // of --strict
		}),
	}
	dialects(&in.Dialect).flag(cmd, "from", "the dialect of the document, named as in --to", true)
	to.flags(cmd, "to", "the dialect to say it in: "+dialectNames)
	f := cmd.Flags()
	f.Func("status", "HTTP `STATUS` that the document came with", setStatus(&in.Status))
	complete(cmd, "status")
	f.BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, from which everything public comes back")
	f.BoolVar(&codec.Strict, "strict", false, "exit with 3 when something is lost")
	f.BoolVar(&asJSON, "json", false, `print {"status","body","loss":[{"field","why","from","to"}]}`)
	return cmd
}

func printTranslation(cmd *cobra.Command, out dialect.Document, losses []dialect.Loss) error {
	errs := cmd.ErrOrStderr()
	fmt.Fprintln(errs, paint(errs, cyan, "status"), out.Status)
	for _, l := range losses {
		printLoss(errs, l)
	}
	return printBody(cmd.OutOrStdout(), out.Body)
}

// printLoss prints a loss in a line, such as `loss: code dropped: "no_such_bell"`.
func printLoss(w io.Writer, l dialect.Loss) {
	fmt.Fprintf(w, "%s %s %s", paint(w, yellow, "loss:"), l.Field, l.Why)
	switch {
	case l.From != "" && l.To != "" && l.From != l.To:
		fmt.Fprintf(w, ": %s became %s", inLine(l.From), inLine(l.To))
	case l.From != "":
		fmt.Fprintf(w, ": %s", inLine(l.From))
	case l.To != "":
		fmt.Fprintf(w, ": %s", inLine(l.To))
	}
	fmt.Fprintln(w)
}

func printTranslationJSON(cmd *cobra.Command, out dialect.Document, losses []dialect.Loss) error {
	if losses == nil {
		losses = []dialect.Loss{}
	}
	return printCompact(cmd.OutOrStdout(), struct {
		Status int             `json:"status"`
		Body   json.RawMessage `json:"body"`
		Loss   []dialect.Loss  `json:"loss"`
	}{out.Status, out.Body, losses})
}
