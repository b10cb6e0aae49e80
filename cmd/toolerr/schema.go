package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/schemas"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema [NAME]",
		Short:   "List the JSON Schemas of the documents, or print one",
		Example: "  toolerr schema oxp-call-tool-response",
		Args:    cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(schemas.Names(),
			cobra.ShellCompDirectiveNoFileComp),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, name := range schemas.Names() {
					fmt.Fprintln(cmd.OutOrStdout(), name)
				}
				return nil
			}
			if !slices.Contains(schemas.Names(), args[0]) {
				return usageError(unknown("schema", args[0], schemas.Names()))
			}
			doc, err := schemas.Schema(args[0])
			if err != nil {
				return err
			}
			return printBody(cmd.OutOrStdout(), doc)
		}),
	}
}
