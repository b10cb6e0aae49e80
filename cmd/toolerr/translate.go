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
		Short: "Translate the error in a document to another dialect",
		Long: `Translate reads a document from a file or from standard input and renders its
error in another dialect. The body is written to standard output; the HTTP status,
and a line for each loss, to standard error.

The input may be a whole HTTP response, as "curl -i" prints it.

Losses are measured: the output is decoded and compared with the input. A member of
the input that no rule used is a loss of the document. Reasons are
  dropped    the output does not contain the field
  narrowed   the value is less precise
  invented   the output has a value that the input does not have
  folded     the value is only part of a text
  ambiguous  the kind is a guess from a text, or its code represents several kinds
  withheld   the developer message, for which the dialect has no member

Exit codes: 3 with --strict if anything but a withheld message is lost, 4 if the
document does not contain an error, 65 if it is not a document of the dialect.`,
		Example: `  toolerr translate --from oxp --to mcp --status 422 --id 7 < body
  toolerr translate --from mcp --to problem --strict response.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			var err error
			if err = readResponse(cmd, args, &in); err != nil {
				return err
			}
			out, losses, err := codec.Translate(in, to.configured(), to.call)
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
			return err // ErrLoss
		}),
	}
	dialectChoice(&in.Dialect).addTo(cmd, "from", "the dialect of the input: "+dialectNames, true)
	to.flags(cmd, "to", "the dialect of the output: "+dialectNames)
	f := cmd.Flags()
	responseFlags(cmd, &in)
	f.BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, so that all public fields round-trip")
	f.BoolVar(&codec.Strict, "strict", false, "exit with code 3 if something is lost")
	f.BoolVar(&codec.NoGuess, "no-guess", false, "do not guess a kind from a text")
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

// printLoss prints a loss as a line, such as `loss: code dropped: "no_such_bell"`.
func printLoss(w io.Writer, l dialect.Loss) {
	fmt.Fprintf(w, "%s %s %s", paint(w, yellow, "loss:"), l.Field, l.Reason)
	switch {
	case l.Field == "document":
		fmt.Fprintf(w, ": %s", oneLine(l.From))
	case l.From != "" && l.To != "" && l.From != l.To:
		fmt.Fprintf(w, ": %s became %s", quoteValue(l.From), quoteValue(l.To))
	case l.From != "":
		fmt.Fprintf(w, ": %s", quoteValue(l.From))
	case l.To != "":
		fmt.Fprintf(w, ": %s", quoteValue(l.To))
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
