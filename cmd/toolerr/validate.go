package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/verify"
)

func newValidate() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "validate --schema NAME [FILE]",
		Short: "Check a document against a schema",
		Long: `Validate checks a document from a file or from standard input against one of the
schemas that toolerr schema lists, and prints a line for every failure: the JSON
pointer of the place, what is wrong, and the keyword of the schema.

The schemas are strict: they are what toolerr writes. What it reads may be less.

Exit code 1: there are failures.`,
		Example: "  toolerr render --dialect oxp --kind not_found | toolerr validate --schema oxp-call-tool-response",
		Args:    cobra.MaximumNArgs(1),
		RunE: does(func(cmd *cobra.Command, args []string) error {
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
			return fmt.Errorf("not valid as %s: failures: %d", name, len(failures))
		}),
	}
	schema := &choice[string]{to: &name, what: "schema", names: schemas.Names(), parse: func(name string) (string, bool) {
		return name, slices.Contains(schemas.Names(), name)
	}}
	schema.flag(cmd, "schema", "the schema, see toolerr schema", true)
	return cmd
}
