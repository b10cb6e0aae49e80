package main

import (
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
	given   string // the name that was set
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
	for _, o := range c.options {
		if o.name == name {
			*c.dst, c.given = o.value, name
			return nil
		}
	}
	return unknown(c.what, name, lo.Map(c.options, func(o option[T], _ int) string { return o.name }))
}

// addTo adds c to the flags of a command, with shell completion.
func (c *choice[T]) addTo(cmd *cobra.Command, name, help string, required bool) {
	cmd.Flags().Var(c, name, help)
	names := lo.Map(c.options, func(o option[T], _ int) cobra.Completion { return described(o.name, o.help) })
	must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
	if required {
		must(cmd.MarkFlagRequired(name))
	}
}

// completeNothing makes the shell complete nothing for flags, not even file names.
func completeNothing(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
}

// described returns a name with the description that shells show beside it.
func described(name, help string) cobra.Completion {
	if help == "" {
		return name
	}
	return cobra.CompletionWithDesc(name, help)
}

// must panics if err is not nil. It is for functions that fail only if a flag is not defined, or a
// name is not from a list.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

var dialectNames = strings.Join(all.Names(), ", ")

func dialectChoice(dst *dialect.Dialect) *choice[dialect.Dialect] {
	return newChoice(dst, "dialect", lo.Map(all.Rows(), func(row all.Row, _ int) option[dialect.Dialect] {
		return option[dialect.Dialect]{row.Dialect.Name(), row.Dialect, row.Title}
	}))
}

func kindChoice(dst *errkit.Kind) *choice[errkit.Kind] {
	return newChoice(dst, "kind", lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) option[errkit.Kind] {
		return option[errkit.Kind]{k.String(), k, string(k.Text())}
	}))
}

func retryChoice(dst *errkit.Retry) *choice[errkit.Retry] {
	return newChoice(dst, "retry", []option[errkit.Retry]{
		{"allowed", errkit.Allowed, "the same call may be repeated"},
		{"never", errkit.Never, "the same call fails again or does harm"},
		{"after_action", errkit.AfterAction, "after the user or the caller did something"},
	})
}

func stageChoice(dst *errkit.Stage) *choice[errkit.Stage] {
	return newChoice(dst, "stage", []option[errkit.Stage]{
		{"before_call", errkit.BeforeCall, "the tool did not run"},
		{"execution", errkit.Execution, "the tool ran"},
	})
}

func effectChoice(dst *errkit.Effect) *choice[errkit.Effect] {
	return newChoice(dst, "effect", []option[errkit.Effect]{
		{"none", errkit.EffectNone, "nothing happened"},
		{"unknown", errkit.EffectUnknown, "it may have happened"},
		{"partial", errkit.EffectPartial, "a part of it happened"},
		{"done", errkit.EffectDone, "it happened"},
	})
}

func repeatableChoice(dst *errkit.Repeatable) *choice[errkit.Repeatable] {
	return newChoice(dst, "repeatable", []option[errkit.Repeatable]{
		{"yes", errkit.RepeatableYes, "the call only reads, or is idempotent"},
		{"no", errkit.RepeatableNo, "each call has an effect of its own"},
	})
}

func formatChoice(dst *toolerror.Format) *choice[toolerror.Format] {
	return newChoice(dst, "format", []option[toolerror.Format]{
		{"markdown", toolerror.Markdown, "content blocks for users"},
		{"json", toolerror.JSON, "content blocks for programs"},
		{"both", toolerror.Both, "content blocks for users and programs"},
	})
}

func kindNames() []string {
	return lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) string { return k.String() })
}

func disclosureChoice(dst *dialect.Disclosure) *choice[dialect.Disclosure] {
	return newChoice(dst, "disclosure", []option[dialect.Disclosure]{
		{"actionable", dialect.DiscloseActionable, "what the caller can act on, without private text (default)"},
		{"none", dialect.DiscloseNone, "no text"},
		{"all", dialect.DiscloseAll, "everything, also private text"},
	})
}
