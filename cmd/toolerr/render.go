package main

import (
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

func newRender() *cobra.Command {
	var (
		to     target
		e      errkit.Error
		codec  dialect.Codec
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "render --dialect D --kind K",
		Short: "Render an error in a dialect",
		Long: `Render writes an error in a dialect to standard output.

Fields that the dialect does not support are omitted. All text on the command line
is public, except that of --dev.`,
		Example: `  toolerr render --dialect oxp --kind invalid_input --field /b="Must be a number"
  toolerr render --dialect mcp --kind rate_limited --retry-after 2s --id 7
  toolerr render --dialect problem --kind not_found --code no_such_bell --detail bell=front --json`,
		Args: cobra.NoArgs,
		RunE: runE(func(cmd *cobra.Command, _ []string) error {
			doc, head := codec.Append(nil, to.configured(), to.call, &e)
			if !asJSON {
				return printBody(cmd.OutOrStdout(), doc)
			}
			return printCompact(cmd.OutOrStdout(), struct {
				Status int  `json:"status"`
				Body   body `json:"body"`
			}{head.Status, doc})
		}),
	}
	errorFlags(cmd, &e)
	to.flags(cmd, "dialect", "the dialect of the output: "+dialectNames)
	cmd.Flags().BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, so that all public fields round-trip")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"status","body"}`)
	return cmd
}
