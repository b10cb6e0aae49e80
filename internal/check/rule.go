package check

import (
	"fmt"
	"slices"
)

// A Category is what a rule is about.
type Category string

// The categories.
const (
	Spec    Category = "SPEC"    // what a specification requires
	Model   Category = "MODEL"   // what a model needs to take the right next step
	Leak    Category = "LEAK"    // what must stay private
	Retry   Category = "RETRY"   // whether a repetition helps
	Auth    Category = "AUTH"    // credentials
	Hygiene Category = "HYGIENE" // robustness
)

// A Level is the requirement level of a rule, RFC 2119.
type Level string

// The levels.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
)

// A Rule is a sentence about the answers of a server, and the function that finds the answers which break it.
type Rule struct {
	ID       string // protocol/section/number, such as mcp/tools-error-handling/2
	Category Category
	Level    Level
	Text     string   // one sentence
	Source   string   // the specification with its section
	Dialects []string // the names of the dialects that it applies to; nil: all
	Probes   []Probe  // the exchanges that it judges; nil: all
	Fault    string   // an example of a server that breaks it

	// Judge calls found for each exchange that breaks the rule.
	Judge func(xs []*Exchange, found Found)
}

// Found records that an exchange breaks a rule, and how.
type Found func(x *Exchange, format string, args ...any)

// Applies reports whether the rule is about a dialect.
func (r *Rule) Applies(dialect string) bool {
	return r.Dialects == nil || slices.Contains(r.Dialects, dialect)
}

func (r *Rule) probes(p Probe) bool { return r.Probes == nil || slices.Contains(r.Probes, p) }

// Each makes a Judge from a function that judges one exchange: it returns what is wrong with it, or "".
func Each(wrong func(x *Exchange) string) func([]*Exchange, Found) {
	return func(xs []*Exchange, found Found) {
		for _, x := range xs {
			if what := wrong(x); what != "" {
				found(x, "%s", what)
			}
		}
	}
}

// EachAnswer is Each for the exchanges that were answered.
func EachAnswer(wrong func(x *Exchange) string) func([]*Exchange, Found) {
	return Each(func(x *Exchange) string {
		if x.Failure != nil {
			return ""
		}
		return wrong(x)
	})
}

// EachError is Each for the answers that are errors.
func EachError(wrong func(x *Exchange) string) func([]*Exchange, Found) {
	return EachAnswer(func(x *Exchange) string {
		if x.Err == nil {
			return ""
		}
		return wrong(x)
	})
}

// Check returns an error if a rule is not complete.
func (r *Rule) Check() error {
	switch {
	case r.ID == "" || r.Text == "" || r.Source == "" || r.Fault == "" || r.Judge == nil:
		return fmt.Errorf("check: rule %q is not complete", r.ID)
	case !slices.Contains([]Category{Spec, Model, Leak, Retry, Auth, Hygiene}, r.Category):
		return fmt.Errorf("check: rule %s: category %q", r.ID, r.Category)
	case r.Level != Must && r.Level != Should:
		return fmt.Errorf("check: rule %s: level %q", r.ID, r.Level)
	}
	return nil
}
