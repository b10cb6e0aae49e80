// Command toolerr says errors of tool calls in every tool protocol, reads them back, and tells what a translation could
// not carry.
//
//	toolerr render --dialect oxp --kind not_found --message "There is no bell with this id."
//	toolerr translate --from oxp --to mcp --status 422 < body
//
// Bodies go to standard output, everything else to standard error. `toolerr --help` lists the commands and the exit
// codes.
package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	root := newRoot()
	root.SetArgs(codesLast(args))
	cmd, err := root.ExecuteC()
	if err == nil {
		return 0
	}
	code, line := exitCode(err), oneLine(strings.TrimPrefix(err.Error(), "dialect: "))
	if code == exitUsage {
		line += fmt.Sprintf(" (see %s --help)", cmd.CommandPath())
	}
	fmt.Fprintln(os.Stderr, paint(os.Stderr, red, "toolerr:"), line)
	return code
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "toolerr",
		Short: "Say errors of tool calls in every tool protocol, and read them back",
		Long: `toolerr says the failure of a tool call in OXP, MCP, AAI, toolError:v1 and
RFC 9457, reads it back from any of them, and tells what a translation could
not carry.

Bodies go to standard output, everything else to standard error.

Exit codes:
  0   done
  1   the document is not valid (validate), the name is unknown (explain), or
      anything else went wrong
  2   wrong usage: an unknown flag, a missing one, a bad value
  3   --strict, and the translation loses something; the body is there
  4   the document holds no error, so there is nothing to translate
  65  the input is not a document of the dialect`,
		Args:          cobra.ArbitraryArgs,
		RunE:          does(wantCommand),
		Version:       version(),
		SilenceErrors: true, // run prints them, in one line
		SilenceUsage:  true,

		DisableFlagsInUseLine: true,
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newRender(),
		newDecode(),
		newTranslate(),
		newTable(),
		newExplain(),
		newSchema(),
		newValidate(),
		newServe(),
	)
	root.InitDefaultCompletionCmd() // cobra's own, which without a shell prints its help as if that were right
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.RunE = does(func(cmd *cobra.Command, _ []string) error {
			return usagef("no shell: one of %s", strings.Join(commandNames(cmd), ", "))
		})
	}
	return root
}

// newHelp is the help command that, unlike cobra's own, takes an unknown command as wrong usage.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		RunE: does(func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usage(unknown("command", strings.Join(args, " "), commandNames(root)))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		}),
	}
}

// wantCommand answers a command line without a command that we know.
func wantCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("no command: one of %s", strings.Join(commandNames(cmd), ", "))
	}
	return usage(unknown("command", args[0], commandNames(cmd)))
}

func commandNames(parent *cobra.Command) []string {
	var names []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

var negative = regexp.MustCompile(`^-[0-9]+$`)

// codesLast moves codes such as -32011 behind the flags, for explain: where they stand they would be flags.
func codesLast(args []string) []string {
	if len(args) == 0 || args[0] != "explain" {
		return args
	}
	var others, codes []string
	for i, arg := range args {
		switch {
		case arg == "--":
			return append(append(append(others, "--"), codes...), args[i+1:]...)
		case negative.MatchString(arg):
			codes = append(codes, arg)
		default:
			others = append(others, arg)
		}
	}
	if codes == nil {
		return args
	}
	return append(append(others, "--"), codes...)
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
