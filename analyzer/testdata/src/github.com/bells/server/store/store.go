// Package store is a package of the module under test: its errors are known by facts.
package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
)

var ErrNotFound = errors.New("there is no such bell")

type InputError struct {
	Field  string
	Reason string
}

func (e *InputError) Error() string { return e.Field + " " + e.Reason }

// HiddenError has a cause, which its text does not contain.
type HiddenError struct {
	Message string
	Err     error
}

func (e *HiddenError) Error() string { return e.Message }

// ShownError has a cause, which its text contains.
type ShownError struct{ Err error }

func (e *ShownError) Error() string { return "the store failed: " + e.Err.Error() }

func Load(id string) error {
	_, err := os.ReadFile(id)
	return err
}

func Find(id string) error {
	if id == "" {
		return errors.New("id is required")
	}
	if id != "front" {
		return fmt.Errorf("%w: %q", ErrNotFound, id)
	}
	return nil
}

func Times(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, &InputError{"times", "is not a number"}
	}
	return n, nil
}

func Hidden(id string) error {
	if err := Load(id); err != nil {
		return &HiddenError{"The bell could not be loaded.", err}
	}
	return nil
}

func Shown(id string) error {
	if err := Load(id); err != nil {
		return &ShownError{err}
	}
	return nil
}

// Described returns the text of an error.
func Described(err error) string { return "failed: " + err.Error() }

type Bells interface {
	Ring(ctx context.Context, id string) error
	Valid() error
}
