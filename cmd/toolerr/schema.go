package main

import (
	"fmt"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/schemas"
)

func newSchema() *cobra.Command {
	var asJSON, bundle bool
	names := lo.Map(outlines(), func(o outline, _ int) string { return cobra.CompletionWithDesc(o.Name, o.Title) })
	cmd := newCommand("schema", atMost(1), func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && asJSON {
			return printJSON(cmd.OutOrStdout(), outlines())
		}
		if len(args) == 0 {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.Join(schemas.Names(), "\n"))
			return err
		}
		read := schemas.Schema
		if bundle {
			read = schemas.Bundle
		}
		doc, err := read(args[0])
		if err != nil {
			return usageError(unknown("schema", args[0], schemas.Names(), "toolerr schema"))
		}
		return printBody(cmd.OutOrStdout(), doc)
	})
	cmd.ValidArgsFunction = cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	cmd.Flags().BoolVar(&bundle, "bundle", false,
		"include the schema canonical-error if the schema refers to it, for a validator that has no other file")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print the list as JSON, [{"name","title"}]; a schema is JSON`)
	return cmd
}
