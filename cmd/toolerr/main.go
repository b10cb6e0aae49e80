// Command toolerr renders errors of tool calls in every tool protocol, decodes them, translates
// them between protocols, and reports what a translation loses.
//
//	toolerr render --dialect oxp --kind not_found --message "There is no bell with this id."
//	toolerr translate --to mcp --status 422 < body
//	toolerr explain 429
//
// Bodies are written to standard output, everything else to standard error. `toolerr --help` lists
// the commands and the exit codes.
package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	root := newRoot()
	root.SetArgs(codesLast(args))
	cmd, err := root.ExecuteC()
	if err == nil {
		return 0
	}
	code := exitCode(err)
	if code == exitUsage {
		err = fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath())
	}
	printError(os.Stderr, err)
	return code
}

func newRoot() *cobra.Command {
	root := newCommand("toolerr", cobra.ArbitraryArgs, withoutCommand)
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true // run prints errors, in one line
	root.DisableFlagsInUseLine = true
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetHelpCommand(newHelp())
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Look at an error:", []*cobra.Command{newDecode(), newExplain(), newTranslate(), newRender(), newTable(),
			newValidate(), newSchema()}},
		{"Serve tools that fail:", []*cobra.Command{newServe()}},
		{"Check a server:", []*cobra.Command{newCheck()}},
		{"Front a server that you cannot change:", []*cobra.Command{newProxy()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
			c.Flags().VisitAll(func(f *pflag.Flag) { // of most flags the shell completes nothing, not even file names
				if !strings.Contains(f.Usage, "FILE") && !strings.Contains(f.Usage, "DIR") {
					_ = c.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions) // it may have one
				}
			})
		}
	}
	root.AddCommand(newVersion(), newMan())
	root.InitDefaultCompletionCmd()
	// Without a shell, the default of cobra prints the help and exits with 0.
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.RunE = runE(func(cmd *cobra.Command, _ []string) error {
			return usageErrorf("missing shell, want one of %s", strings.Join(commandNames(cmd), ", "))
		})
	}
	return root
}

// withoutCommand prints the help for a command line without arguments. An argument is an unknown
// command.
func withoutCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return usageError(unknown("command", args[0], commandNames(cmd), "toolerr help"))
}

func commandNames(parent *cobra.Command) []string {
	return lo.FilterMap(parent.Commands(), func(c *cobra.Command, _ int) (string, bool) {
		return c.Name(), c.IsAvailableCommand()
	})
}

var negative = regexp.MustCompile(`^-[0-9]+$`)

// codesLast moves the codes among the arguments of explain, such as -32011, after "--", so that
// they are not parsed as flags.
func codesLast(args []string) []string {
	if len(args) == 0 || args[0] != "explain" {
		return args
	}
	var rest []string
	if dashes := slices.Index(args, "--"); dashes >= 0 {
		args, rest = args[:dashes], args[dashes+1:]
	}
	codes, others := lo.FilterReject(args, func(arg string, _ int) bool { return negative.MatchString(arg) })
	return slices.Concat(others, []string{"--"}, codes, rest)
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// versionOf returns the version of the module that contains the command, with the revision that it
// was built from if it is not a version, and the version of Go.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return "(devel)"
	}
	v := lo.CoalesceOrEmpty(info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v == "(devel)" {
			v += " " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return v + " " + info.GoVersion
}

func newVersion() *cobra.Command {
	return newCommand("version", atMost(0), func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "toolerr", version())
		return err
	})
}

// indented are consecutive lines that start with two spaces.
var indented = regexp.MustCompile(`(?m)^  .*(?:\n  .*)*`)

func newMan() *cobra.Command {
	return newCommand("man", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		root := cmd.Root()
		root.DisableAutoGenTag = true // no line on how the pages were made
		for _, c := range append(root.Commands(), root) {
			c.Long = indented.ReplaceAllString(c.Long, "\n```\n$0\n```\n") // the generator reads Markdown
		}
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return err
		}
		header := &doc.GenManHeader{Section: "1", Source: "toolerr " + version(), Manual: "toolerr"}
		return doc.GenManTree(root, header, args[0])
	})
}
