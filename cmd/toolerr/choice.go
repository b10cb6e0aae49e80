package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// choice is a flag whose values have names.
type choice[T any] struct {
	to    *T
	what  string // what is chosen, for the help and for errors
	names []string
	parse func(name string) (T, bool)
	given string
}

func (c *choice[T]) String() string { return c.given }
func (c *choice[T]) Type() string   { return strings.ToUpper(c.what) }

func (c *choice[T]) Set(name string) error {
	v, ok := c.parse(name)
	if !ok {
		return unknown(c.what, name, c.names)
	}
	*c.to, c.given = v, name
	return nil
}

// flag adds the choice to a command, where the shell completes its names.
func (c *choice[T]) flag(cmd *cobra.Command, name, help string, required bool) {
	cmd.Flags().Var(c, name, help)
	complete(cmd, name, c.names...)
	if required {
		must(cmd.MarkFlagRequired(name))
	}
}

// complete lets the shell complete the values of a flag; without any it offers nothing, not even files.
func complete(cmd *cobra.Command, name string, values ...string) {
	must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// must is for errors that a flag without a definition gives, which every run of the command would show.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

var dialectNames = strings.Join(dialect.Names(), ", ")

func dialects(to *dialect.Dialect) *choice[dialect.Dialect] {
	return &choice[dialect.Dialect]{to: to, what: "dialect", names: dialect.Names(), parse: func(name string) (dialect.Dialect, bool) {
		d, err := dialect.Parse(name)
		return d, err == nil
	}}
}

func kinds(to *errkit.Kind) *choice[errkit.Kind] {
	return &choice[errkit.Kind]{to: to, what: "kind", names: kindNames(), parse: kindOf}
}

func retries(to *errkit.Retry) *choice[errkit.Retry] {
	return &choice[errkit.Retry]{to: to, what: "retry", names: []string{"allowed", "never", "after_action"}, parse: func(name string) (r errkit.Retry, ok bool) {
		err := r.UnmarshalText([]byte(name))
		return r, err == nil && r != errkit.Unspecified
	}}
}

func stages(to *errkit.Stage) *choice[errkit.Stage] {
	return &choice[errkit.Stage]{to: to, what: "stage", names: []string{"before_call", "execution"}, parse: func(name string) (s errkit.Stage, ok bool) {
		err := s.UnmarshalText([]byte(name))
		return s, err == nil && s != errkit.Unspecified
	}}
}

func formats(to *dialect.Format) *choice[dialect.Format] {
	return &choice[dialect.Format]{to: to, what: "format", names: []string{"markdown", "json", "both"}, parse: dialect.ParseFormat}
}

func kindNames() []string {
	var names []string
	for _, k := range errkit.Kinds() {
		names = append(names, k.String())
	}
	return names
}

func kindOf(name string) (k errkit.Kind, ok bool) {
	err := k.UnmarshalText([]byte(name))
	return k, err == nil
}
