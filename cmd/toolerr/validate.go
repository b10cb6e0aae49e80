package main

import (
	"errors"
	"fmt"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/verify"
)

func newValidate() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "validate --schema NAME [FILE]",
		Short: "Validate a document against a schema",
		Long: `Validate checks a document from a file or from standard input against one of the
schemas that toolerr schema lists. It prints a line for each failure: the JSON
pointer, the message, and the keyword of the schema.

The schemas describe the documents that toolerr renders. It also decodes documents
that these schemas reject.

Exit code 1: the document is invalid.`,
		Example: "  toolerr render --dialect oxp --kind not_found | toolerr validate --schema oxp-call-tool-response",
		Args:    cobra.MaximumNArgs(1),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			doc, err := readDocument(cmd, args)
			if err != nil {
				return err
			}
			err = verify.Validate(name, doc)
			var failures verify.Failures
			if !errors.As(err, &failures) {
				return err
			}
			for _, f := range failures {
				fmt.Fprintln(cmd.OutOrStdout(), oneLine(f.Error()))
			}
			return fmt.Errorf("not a valid %s: failures: %d", name, len(failures))
		}),
	}
	options := lo.Map(schemas.Names(), func(name string, _ int) option[string] { return option[string]{name, name} })
	newChoice(&name, "schema", options).addTo(cmd, "schema", "the name of the schema, see toolerr schema", true)
	return cmd
}
