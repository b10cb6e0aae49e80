// Package godebug is the part of internal/godebug that the standard library needs in the playground
// of the static site. A browser sets no GODEBUG, so that each setting has its default.
package godebug

// A Setting is one of GODEBUG.
type Setting struct{ name string }

// New returns the setting with a name.
func New(name string) *Setting { return &Setting{name} }

// Name returns the name.
func (s *Setting) Name() string { return s.name }

// Value returns the value that was set: none.
func (s *Setting) Value() string { return "" }

// String returns the setting as GODEBUG has it.
func (s *Setting) String() string { return s.name + "=" }

// IncNonDefault counts the uses of another value than the default, which has none.
func (s *Setting) IncNonDefault() {}
