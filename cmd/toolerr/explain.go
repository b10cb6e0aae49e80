package main

import (
	"io"
	"strconv"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/mapping"
)

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain KIND|CODE",
		Short: "Tell what a kind or a code means, in every dialect",
		Long: `Explain tells of a kind how every dialect says it, what is read as it, and where
it does not come back; of a code what it means in every dialect, and which kinds
are said with it. A code is a number of JSON-RPC, an HTTP status or a name such as
RATE_LIMITED.

Exit code 1: there is no such kind or code.`,
		Example: `  toolerr explain rate_limited
  toolerr explain -32011
  toolerr explain 429
  toolerr explain NETWORK_ERROR`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(append(kindNames(), codeNames()...), cobra.ShellCompDirectiveNoFileComp),
		RunE: does(func(cmd *cobra.Command, args []string) error {
			p, err := explain(args[0])
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(cmd.OutOrStdout(), p)
			}
			return p.print(cmd.OutOrStdout())
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object, for programs")
	return cmd
}

// page is what explain tells of one name.
type page interface{ print(w io.Writer) error }

func explain(name string) (page, error) {
	if k, ok := kindOf(name); ok {
		return kindPageOf(k)
	}
	p := codePageOf(name)
	if len(p.Means) == 0 && len(p.Says) == 0 {
		return nil, unknown("kind or code", name, append(kindNames(), codeNames()...))
	}
	return p, nil
}

// codeNames returns every code that has a meaning of its own.
func codeNames() []string {
	var names []string
	for _, c := range mapping.MCPCodes() {
		names = append(names, number(c.Code))
		if nameLike(c.Name) {
			names = append(names, c.Name)
		}
	}
	for _, c := range mapping.AAICodes() {
		names = append(names, number(c.Code), c.Type)
	}
	for _, c := range append(mapping.AAIStrings(), mapping.ToolErrors()...) {
		names = append(names, c.Code)
	}
	for _, r := range mapping.Default().All() {
		names = append(names, number(r.HTTP))
	}
	return lo.Uniq(append(names, mapping.NeedsInput))
}

// nameLike reports whether a name of MCP is one word, which somebody may look up.
func nameLike(name string) bool {
	return name != "" && !lo.Contains([]rune(name), ' ')
}

func number(n int) string { return strconv.Itoa(n) }
