// Package foreign is a package of another module.
package foreign

import (
	"errors"
	"fmt"
	"os"
)

type Error struct{ Query string }

func (e *Error) Error() string { return "foreign: " + e.Query }

var ErrClosed = errors.New("closed")

func Open(name string) error {
	if _, err := os.Stat(name); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	return nil
}

// Check returns texts of its author only.
func Check(n int) error {
	if n < 0 {
		return fmt.Errorf("foreign: %d is less than 0", n)
	}
	return ErrClosed
}

// Describe returns the text of its argument.
func Describe(err error) string { return "failed: " + err.Error() }

type Store interface{ Get(id string) error }
