package errkit

import (
	"fmt"
	"slices"
)

// A Retry is whether the same call may be repeated.
type Retry uint8

const (
	RetryUnspecified Retry = iota // that of the kind in the table of package mapping
	Never                         // the same call would fail again
	Allowed                       // the same call may be repeated, after RetryAfter if it is set
	AfterAction                   // the same, after an action of the user, such as an authorization
)

var retryNames = [...]string{RetryUnspecified: "", Never: "never", Allowed: "allowed", AfterAction: "after_action"}

// String returns "never", "allowed", "after_action", or "" for RetryUnspecified.
func (r Retry) String() string { return nameOf(retryNames[:], r, "retry") }

// MarshalText returns the name. An unknown Retry is an error.
func (r Retry) MarshalText() ([]byte, error) { return marshalName(retryNames[:], r, "retry") }

// UnmarshalText sets r to the Retry with this name. Any other text is an error.
func (r *Retry) UnmarshalText(name []byte) error {
	return unmarshalName(retryNames[:], r, "retry", name)
}

// A Stage is when a call failed. Some protocols render failures before and during the execution
// of a tool differently (OXP 1.0: status 400 or 200; MCP: error or result).
type Stage uint8

const (
	StageUnspecified Stage = iota // that of the kind in the table of package mapping
	BeforeCall                    // before the tool ran
	Execution                     // while the tool ran
)

var stageNames = [...]string{StageUnspecified: "", BeforeCall: "before_call", Execution: "execution"}

// String returns "before_call", "execution", or "" for StageUnspecified.
func (s Stage) String() string { return nameOf(stageNames[:], s, "stage") }

// MarshalText returns the name. An unknown Stage is an error.
func (s Stage) MarshalText() ([]byte, error) { return marshalName(stageNames[:], s, "stage") }

// UnmarshalText sets s to the Stage with this name. Any other text is an error.
func (s *Stage) UnmarshalText(name []byte) error {
	return unmarshalName(stageNames[:], s, "stage", name)
}

// nameOf returns the name of a value, or a text such as "retry(42)" for one without a name.
func nameOf[T ~uint8](names []string, v T, what string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", what, uint8(v))
}

func marshalName[T ~uint8](names []string, v T, what string) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("errkit: unknown %s %d", what, uint8(v))
	}
	return []byte(names[v]), nil
}

func unmarshalName[T ~uint8](names []string, v *T, what string, name []byte) error {
	i := slices.Index(names, string(name))
	if i < 0 {
		return fmt.Errorf("errkit: unknown %s %q", what, name)
	}
	*v = T(i)
	return nil
}
