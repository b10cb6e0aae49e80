package main

import (
	"fmt"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// choice is a pflag.Value that sets dst to one of several named values.
type choice[T any] struct {
	dst   *T
	what  string // describes the values in help and errors, such as "dialect"
	names []string
	help  []string                     // describes each name in completions; may be nil
	parse func(name string) (T, error) // Set replaces its errors by one that suggests similar names
	given string                       // the name that was set
}

// option is a named value of a choice.
type option[T any] struct {
	name  string
	value T
	help  string // describes the value in completions
}

// newChoice returns a choice between options.
func newChoice[T any](dst *T, what string, options []option[T]) *choice[T] {
	return &choice[T]{
		dst: dst, what: what,
		names: lo.Map(options, func(o option[T], _ int) string { return o.name }),
		help:  lo.Map(options, func(o option[T], _ int) string { return o.help }),
		parse: func(name string) (v T, err error) {
			for _, o := range options {
				if o.name == name {
					return o.value, nil
				}
			}
			return v, fmt.Errorf("unknown %s %q", what, name)
		},
	}
}

func (c *choice[T]) String() string { return c.given }
func (c *choice[T]) Type() string   { return strings.ToUpper(c.what) }

func (c *choice[T]) Set(name string) error {
	v, err := c.parse(name)
	if err != nil {
		return unknown(c.what, name, c.names)
	}
	*c.dst, c.given = v, name
	return nil
}

// addTo adds c to the flags of a command, with shell completion.
func (c *choice[T]) addTo(cmd *cobra.Command, name, help string, required bool) {
	cmd.Flags().Var(c, name, help)
	complete(cmd, name, described(c.names, c.help)...)
	if required {
		must(cmd.MarkFlagRequired(name))
	}
}

// complete sets the values that the shell completes for a flag. Without values the shell does not complete anything,
// not even file names.
func complete(cmd *cobra.Command, name string, values ...cobra.Completion) {
	must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// described returns names with the descriptions that shells show beside them.
func described(names, help []string) []cobra.Completion {
	return lo.Map(names, func(name string, i int) cobra.Completion {
		if i < len(help) && help[i] != "" {
			return cobra.CompletionWithDesc(name, help[i])
		}
		return name
	})
}

// must panics if err is not nil. It is for cobra functions that fail only if the flag is not defined.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

var dialectNames = strings.Join(all.Names(), ", ")

func dialectChoice(dst *dialect.Dialect) *choice[dialect.Dialect] {
	return &choice[dialect.Dialect]{dst: dst, what: "dialect", names: all.Names(), help: all.Titles(), parse: all.Parse}
}

func kindChoice(dst *errkit.Kind) *choice[errkit.Kind] {
	return &choice[errkit.Kind]{dst: dst, what: "kind", names: kindNames(), help: kindHelp(), parse: parseKind}
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

func formatChoice(dst *toolerror.Format) *choice[toolerror.Format] {
	return newChoice(dst, "format", []option[toolerror.Format]{
		{"markdown", toolerror.Markdown, "content blocks for users"},
		{"json", toolerror.JSON, "content blocks for programs"},
		{"both", toolerror.Both, "content blocks for users and programs"},
	})
}

func kindNames() []string {
	var names []string
	for _, k := range errkit.Kinds() {
		names = append(names, k.String())
	}
	return names
}

// kindHelp returns the default text of each kind.
func kindHelp() []string {
	return lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) string { return string(k.Text()) })
}

func parseKind(name string) (k errkit.Kind, err error) {
	err = k.UnmarshalText([]byte(name))
	return k, err
}
