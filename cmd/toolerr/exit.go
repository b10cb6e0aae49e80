package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// The exit codes. The help of the root command lists them too.
const (
	exitOther   = 1
	exitUsage   = 2
	exitLoss    = 3
	exitNoError = 4
	exitData    = 65 // EX_DATAERR of sysexits.h
)

// exit is an error with its exit code.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string { return e.err.Error() }
func (e *exit) Unwrap() error { return e.err }

func usage(err error) error                     { return &exit{exitUsage, err} }
func usagef(format string, args ...any) error   { return usage(fmt.Errorf(format, args...)) }
func notDataf(format string, args ...any) error { return &exit{exitData, fmt.Errorf(format, args...)} }

func exitCode(err error) int {
	var e *exit
	if errors.As(err, &e) {
		return e.code
	}
	return exitUsage // cobra's own: about flags and arguments, before a command runs
}

// does makes the RunE of a command, whose errors all have an exit code.
func does(f func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := f(cmd, args)
		var e *exit
		switch {
		case err == nil, errors.As(err, &e):
			return err
		case errors.Is(err, dialect.ErrNotDocument):
			return &exit{exitData, err}
		case errors.Is(err, dialect.ErrNoError):
			return &exit{exitNoError, err}
		case errors.Is(err, dialect.ErrLoss):
			return &exit{exitLoss, err}
		}
		return &exit{exitOther, err}
	}
}
