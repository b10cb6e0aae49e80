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
	cmd := newCommand("render", atMost(0), func(cmd *cobra.Command, _ []string) error {
		doc, head := codec.Append(nil, to.configured(), to.call, &e)
		if !asJSON {
			return printBody(cmd.OutOrStdout(), doc)
		}
		return printCompact(cmd.OutOrStdout(), struct {
			Status int  `json:"status"`
			Body   body `json:"body"`
		}{head.Status, doc})
	})
	errorFlags(cmd, &e)
	to.flags(cmd, "dialect", "the dialect of the output: "+dialectNames)
	cmd.Flags().BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, so that all public fields round-trip")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"status","body"}`)
	return cmd
}
