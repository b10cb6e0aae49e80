package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands into a directory",
		Long: `Man writes a manual page for each command into a directory, which it creates. The
date of the pages is SOURCE_DATE_EPOCH, a number of seconds, if it is set.`,
		Example: "  toolerr man ~/.local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // no line on how the pages were made
			preformat(root)
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "toolerr " + version(), Manual: "toolerr"}, args[0])
		}),
	}
}

// preformat marks the indented lines in the help of a command, and of those below it, as preformatted, because the generator
// of pages reads Markdown.
func preformat(cmd *cobra.Command) {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(cmd.Long) {
		indented := strings.HasPrefix(line, "  ")
		if indented != inside {
			b.WriteString("\n")
		}
		if inside = indented; indented {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	cmd.Long = b.String()
	for _, c := range cmd.Commands() {
		preformat(c)
	}
}
