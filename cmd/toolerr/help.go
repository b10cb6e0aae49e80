package main

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"
)

// helpTexts has a section for each command: its usage and a line about it, and then the rest of
// its help and its examples. The sections of $inputs, which several commands have, and of $words
// in the mapping table follow.
//
//go:embed help.txt
var helpTexts string

// newCommand returns the command whose help is in a section of help.txt. Each error of run gets an
// exit code.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	usage, rest, _ := strings.Cut(helpOf(name), "\n")
	short, rest, _ := strings.Cut(rest, "\n")
	long, examples, _ := strings.Cut(rest, "\nExamples:\n")
	long = strings.ReplaceAll(strings.Trim(long, "\n"), "$inputs", strings.TrimSpace(helpOf("$inputs")))
	return &cobra.Command{Use: name + usage, Short: short, Long: long, Example: strings.TrimRight(examples, "\n"),
		Args: args, RunE: runE(run)}
}

// atMost returns the check that a command has at most n arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usageErrorf("unexpected argument %s", clipped(args[n]))
		}
		return nil
	}
}

// helpOf returns the section of help.txt that starts with a name.
func helpOf(name string) string {
	_, section, _ := strings.Cut(helpTexts, "## "+name)
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// newHelp returns the help command. Unlike the one of cobra it returns a usage error for an
// unknown command.
func newHelp() *cobra.Command {
	return newCommand("help", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		root := cmd.Root()
		if len(args) == 1 && args[0] == "dialects" {
			return printDialects(cmd.OutOrStdout())
		}
		topic, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return usageError(unknown("command", strings.Join(args, " "), commandNames(root), "toolerr help"))
		}
		topic.InitDefaultHelpFlag()
		return topic.Help()
	})
}
