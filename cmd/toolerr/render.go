package main

import (
	"encoding/json"

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
		Short: "Say an error in a dialect",
		Long: `Render says an error in a dialect: the body goes to standard output.

What a dialect has no place for is left out. Text on the command line is public,
but for that of --dev.`,
		Example: `  toolerr render --dialect oxp --kind invalid_input --field /b="Must be a number"
  toolerr render --dialect mcp --kind rate_limited --retry-after 2s --id 7
  toolerr render --dialect problem --kind not_found --code no_such_bell --detail bell=front --json`,
		Args: cobra.NoArgs,
		RunE: does(func(cmd *cobra.Command, _ []string) error {
			body, head := codec.Append(nil, to.with(), to.call, &e)
			if !asJSON {
				return printBody(cmd.OutOrStdout(), body)
			}
			return printCompact(cmd.OutOrStdout(), struct {
				Status int             `json:"status"`
				Body   json.RawMessage `json:"body"`
			}{head.Status, body})
		}),
	}
	errorFlags(cmd, &e)
	to.flags(cmd, "dialect", "the dialect to say it in: "+dialectNames)
	cmd.Flags().BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, from which everything public comes back")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"status","body"}`)
	return cmd
}
