// Package lazy makes values when they are first needed. Unlike the variables of a package that
// [sync.OnceValue] initializes, a Value has no code that runs at the start of the program, so that
// the linker leaves out what a program does not use.
package lazy

import (
	"regexp"
	"sync"
)

// A Value is made when it is first needed. The zero Value is ready to use, by many goroutines at
// once.
type Value[T any] struct {
	once  sync.Once
	value T
}

// Get returns the value, which the first call makes.
func (v *Value[T]) Get(make func() T) T {
	v.once.Do(func() { v.value = make() })
	return v.value
}

// A Regexp is compiled when it is first needed.
type Regexp struct {
	Expr     string
	compiled Value[*regexp.Regexp]
}

// Get returns the compiled Expr, and panics if that is no expression, as [regexp.MustCompile]
// does. It is not copied into its callers, each with a closure.
//
//go:noinline
func (r *Regexp) Get() *regexp.Regexp {
	return r.compiled.Get(func() *regexp.Regexp { return regexp.MustCompile(r.Expr) })
}
