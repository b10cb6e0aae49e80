package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// The exit codes, which the help of the root command documents.
const (
	exitFailure     = 1
	exitUsage       = 2
	exitLoss        = 3
	exitUnreachable = 3 // of check
	exitNoError     = 4
	exitData        = 65 // EX_DATAERR of sysexits.h
)

// exitError is an error with an exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func usageError(err error) error                   { return &exitError{exitUsage, err} }
func usageErrorf(format string, args ...any) error { return usageError(fmt.Errorf(format, args...)) }
func dataErrorf(format string, args ...any) error {
	return &exitError{exitData, fmt.Errorf(format, args...)}
}

func exitCode(err error) int {
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	return exitUsage // an error of cobra, which occurs before the command runs
}

// runE returns f as the RunE of a command. It gives each error of f an exit code.
func runE(f func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := f(cmd, args); err != nil {
			return &exitError{exitCodeOf(err), err}
		}
		return nil
	}
}

// untilSignal returns a function that runs f until an interrupt or SIGTERM, which ends its
// context. A second signal ends the program.
func untilSignal(f func(ctx context.Context, cmd *cobra.Command, args []string) error) func(*cobra.Command,
	[]string) error {
	return func(cmd *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop)
		return f(ctx, cmd, args)
	}
}

// exitCodeOf returns the exit code for an error of a command.
func exitCodeOf(err error) int {
	var e *exitError
	switch {
	case errors.As(err, &e):
		return e.code
	case errors.Is(err, dialect.ErrNotDocument):
		return exitData
	case errors.Is(err, dialect.ErrNoError):
		return exitNoError
	case errors.Is(err, dialect.ErrLoss):
		return exitLoss
	}
	return exitFailure
}
