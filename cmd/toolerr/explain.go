package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/internal/explain"
	"github.com/toolerr/toolerr/mapping"
)

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain KIND|CODE|STATUS|MEMBER",
		Short: "Explain a kind, a code, an HTTP status or a member of a document",
		Long: `Explain prints what a failure means, who caused it, what a client should do, what a
model should be told, the Go statement that makes it, and the specification. After
that it prints tables. For a kind: its rendering in each dialect, what decodes to
it, and where its code does not round-trip. For a code or an HTTP status: its
meaning in each dialect, and the kinds that are rendered with it. For a member of a
document, such as isError, or a header: the schemas that have it.

A code is a JSON-RPC code, or a name such as RATE_LIMITED.

Exit code 1: there is no such name.`,
		Example: `  toolerr explain rate_limited
  toolerr explain -32011
  toolerr explain 429
  toolerr explain NETWORK_ERROR
  toolerr explain isError`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(explainable(), cobra.ShellCompDirectiveNoFileComp),
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
	code := codePageOf(name)
	if len(code.Meanings) > 0 || len(code.Renderings) > 0 {
		return code, nil
	}
	if p := memberPageOf(name); p.Means != "" || len(p.InSchemas) > 0 {
		return p, nil
	}
	names := slices.Concat(kindNames(), codeNames(), memberNames())
	similar := slices.ContainsFunc(nearest(name, names), func(c candidate) bool { return c.similar })
	switch {
	case code.Note != "":
		return nil, fmt.Errorf("unknown name %s: %s", clipped(name), "t"+strings.TrimSuffix(code.Note[1:], "."))
	case !similar || isInteger(name):
		return nil, fmt.Errorf("unknown name %s; toolerr table lists the kinds", clipped(name))
	}
	return nil, unknown("name", name, names)
}

// isInteger reports whether a name is a number of which no other one is a misspelling, such as an HTTP status.
func isInteger(name string) bool {
	n, err := strconv.Atoi(name)
	return err == nil && n >= 0 && n < 1000
}

// explainable returns the names with a page, for completion.
func explainable() []cobra.Completion {
	codes := codeNames()
	return slices.Concat(
		described(kindNames(), kindHelp()),
		described(codes, lo.Map(codes, func(code string, _ int) string {
			if status, err := strconv.Atoi(code); err == nil && http.StatusText(status) != "" {
				return "HTTP " + http.StatusText(status)
			}
			return "a code"
		})),
		described(memberNames(), lo.Map(explain.Members(), func(m explain.Member, _ int) string { return m.Where })),
	)
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
	for _, c := range adcp.Codes() {
		names = append(names, c.Code)
	}
	for _, c := range mapping.RPCCodes() {
		names = append(names, c.String(), c.Connect())
	}
	for _, c := range mapping.A2ACodes() {
		names = append(names, strconv.Itoa(c.Code), c.Reason)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" }) // codes of JSON-RPC have no reason
	for _, r := range mapping.Default().Rows() {
		names = append(names, strconv.Itoa(r.HTTP))
	}
	return lo.Uniq(append(names, mapping.NeedsInput))
}

// isIdentifier reports whether the name of an MCP code is an identifier, not a description.
func isIdentifier(name string) bool {
	return name != "" && !strings.Contains(name, " ")
}
