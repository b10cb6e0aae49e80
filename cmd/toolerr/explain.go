package main

import (
	"io"
	"strconv"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/mapping"
)

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain KIND|CODE",
		Short: "Explain a kind or a code in every dialect",
		Long: `For a kind, explain prints its rendering in each dialect, what decodes to it, and
where its code does not round-trip. For a code, it prints the meaning of the code
in each dialect, and the kinds that are rendered with it. A code is a JSON-RPC
code, an HTTP status, or a name such as RATE_LIMITED.

Exit code 1: there is no such kind or code.`,
		Example: `  toolerr explain rate_limited
  toolerr explain -32011
  toolerr explain 429
  toolerr explain NETWORK_ERROR`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(append(kindNames(), codeNames()...), cobra.ShellCompDirectiveNoFileComp),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			p, err := pageOf(args[0])
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(cmd.OutOrStdout(), p)
			}
			return p.print(cmd.OutOrStdout())
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// page is the explanation of a name.
type page interface{ print(w io.Writer) error }

func pageOf(name string) (page, error) {
	if k, err := parseKind(name); err == nil {
		return kindPageOf(k)
	}
	p := codePageOf(name)
	if len(p.Meanings) == 0 && len(p.Renderings) == 0 {
		return nil, unknown("kind or code", name, append(kindNames(), codeNames()...))
	}
	return p, nil
}

// codeNames returns all codes of all dialects.
func codeNames() []string {
	var names []string
	for _, c := range mapping.MCPCodes() {
		names = append(names, strconv.Itoa(c.Code))
		if isIdentifier(c.Name) {
			names = append(names, c.Name)
		}
	}
	for _, c := range mapping.AAICodes() {
		names = append(names, strconv.Itoa(c.Code), c.Type)
	}
	for _, c := range append(mapping.AAIStringCodes(), mapping.ToolErrorCodes()...) {
		names = append(names, c.Code)
	}
	for _, r := range mapping.Default().All() {
		names = append(names, strconv.Itoa(r.HTTP))
	}
	return lo.Uniq(append(names, mapping.NeedsInput))
}

// isIdentifier reports whether the name of an MCP code is an identifier, not a description.
func isIdentifier(name string) bool {
	return name != "" && !strings.Contains(name, " ")
}
