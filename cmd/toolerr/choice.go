package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// A choice is a pflag.Value that sets dst to the value of one of several options.
type choice[T any] struct {
	dst     *T
	what    string // describes the values in help and errors, such as "dialect"
	options []option[T]
	mean    func(name string) string // what a name that is not one of the options means, or nil
	exact   bool                     // what a name means is accepted; else it is suggested
	listing string                   // the command that lists the options, if they are many
	given   string                   // the name that was set
}

// An option is a named value of a choice.
type option[T any] struct {
	name  string
	value T
	help  string // describes the value in completions
}

func newChoice[T any](dst *T, what string, options []option[T]) *choice[T] {
	return &choice[T]{dst: dst, what: what, options: options}
}

func (c *choice[T]) String() string { return c.given }
func (c *choice[T]) Type() string   { return strings.ToUpper(c.what) }

func (c *choice[T]) Set(name string) error {
	if c.set(name) {
		return nil
	}
	if c.mean != nil {
		switch meant := c.mean(name); {
		case meant != "" && c.exact && c.set(meant):
			return nil
		case meant != "" && !c.exact:
			return fmt.Errorf("unknown %s %s, did you mean %q?", c.what, clipped(name), meant)
		}
	}
	return unknown(c.what, name, lo.Map(c.options, func(o option[T], _ int) string { return o.name }), c.listing)
}

// set sets the value with a name, and reports whether there is one.
func (c *choice[T]) set(name string) bool {
	o, ok := lo.Find(c.options, func(o option[T]) bool { return o.name == name })
	if ok {
		*c.dst, c.given = o.value, name
	}
	return ok
}

// addTo adds c to the flags of a command, with shell completion.
func (c *choice[T]) addTo(cmd *cobra.Command, name, help string, required bool) {
	cmd.Flags().Var(c, name, help)
	names := lo.Map(c.options, func(o option[T], _ int) string { return cobra.CompletionWithDesc(o.name, o.help) })
	lo.Must0(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
	if required {
		lo.Must0(cmd.MarkFlagRequired(name))
	}
}

// dialectNames are what help has in place of the names of all dialects.
const dialectNames = "mcp, problem, oxp, grpc ...; toolerr help dialects lists all"

func dialectChoice(dst *dialect.Dialect) *choice[dialect.Dialect] {
	c := newChoice(dst, "dialect", lo.Map(all.Rows(), func(row all.Row, _ int) option[dialect.Dialect] {
		return option[dialect.Dialect]{row.Dialect.Name(), row.Dialect, row.Title}
	}))
	c.mean, c.exact, c.listing = meantDialect, true, "toolerr help dialects"
	return c
}

// spellings are what people call dialects, besides their names.
var spellings = map[string]string{
	"openai":                   "openai-responses",
	"claude":                   "anthropic",
	"vertex":                   "gemini",
	"vercel":                   "ai-sdk",
	"rfc7807":                  "problem",
	"problem+json":             "problem",
	"application/problem+json": "problem",
	"aip193":                   "google",
	"agent2agent":              "a2a",
}

// meantDialect returns the name of the dialect that people call so: in any case, and with other
// separators.
func meantDialect(name string) string {
	same := func(s string) bool { return foldWords(s) == foldWords(name) }
	for _, row := range all.ForPeople() {
		if n := row.Dialect.Name(); same(n) || same(row.Short) {
			return n
		}
	}
	return spellings[foldWords(name)]
}

// foldWords is text.Fold without spaces.
func foldWords(s string) string { return strings.ReplaceAll(normalize(s), " ", "") }

// printDialects prints the names of the dialects, in the groups in which people look for them.
func printDialects(w io.Writer) error {
	tab := columns(w)
	title := ""
	others := lo.Filter(all.Rows(), func(row all.Row, _ int) bool { return row.Group.String() == "" })
	for _, row := range append(all.ForPeople(), others...) {
		if t := cmp.Or(row.Group.String(), "Others"); t != title {
			title = t
			fmt.Fprintf(tab, "%s:\n", title)
		}
		fmt.Fprint(tab, rowOf(row.Dialect.Name(), row.Title))
	}
	return tab.Flush()
}

func kindChoice(dst *errkit.Kind) *choice[errkit.Kind] {
	c := newChoice(dst, "kind", lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) option[errkit.Kind] {
		return option[errkit.Kind]{k.String(), k, string(k.Text())}
	}))
	c.mean, c.listing = meantKind, "toolerr table"
	return c
}

// meantKind returns the name of the only kind that an HTTP status or a code means, else "".
func meantKind(name string) string {
	page := codePageOf(name)
	if n, err := strconv.Atoi(name); err == nil && n >= 400 && n <= 599 {
		return errkit.FromStatus(n).String()
	}
	if kinds := page.kinds(); len(kinds) == 1 {
		return kinds[0].String()
	}
	return ""
}

var retries = []option[errkit.Retry]{
	{"allowed", errkit.Allowed, "the same call may be repeated"},
	{"never", errkit.Never, "the same call fails again or does harm"},
	{"after_action", errkit.AfterAction, "after the user or the caller did something"},
}

var stages = []option[errkit.Stage]{
	{"before_call", errkit.BeforeCall, "the tool did not run"},
	{"execution", errkit.Execution, "the tool ran"},
}

var effects = []option[errkit.Effect]{
	{"none", errkit.EffectNone, "nothing happened"},
	{"unknown", errkit.EffectUnknown, "it may have happened"},
	{"partial", errkit.EffectPartial, "a part of it happened"},
	{"done", errkit.EffectDone, "it happened"},
}

var repeatables = []option[errkit.Repeatable]{
	{"yes", errkit.RepeatableYes, "the call only reads, or is idempotent"},
	{"no", errkit.RepeatableNo, "each call has an effect of its own"},
}

var formats = []option[toolerror.Format]{
	{"markdown", toolerror.Markdown, "content blocks for users"},
	{"json", toolerror.JSON, "content blocks for programs"},
	{"both", toolerror.Both, "content blocks for users and programs"},
}

func kindNames() []string {
	return lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) string { return k.String() })
}

var disclosures = []option[dialect.Disclosure]{
	{"actionable", dialect.DiscloseActionable, "what the caller can act on, without private text (default)"},
	{"none", dialect.DiscloseNone, "no text"},
	{"all", dialect.DiscloseAll, "everything, also private text"},
}
