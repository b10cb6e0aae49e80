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

// An Effect is what a call did before it failed. It narrows the advice of the kind: a call that
// may have taken effect must not be repeated, unless it is repeatable. See package mapping.
type Effect uint8

const (
	EffectUnspecified Effect = iota // not stated
	EffectNone                      // nothing happened: the call failed before it did anything
	EffectUnknown                   // it may have happened: sent, and no answer came
	EffectPartial                   // a part of it happened
	EffectDone                      // it happened, and only the answer failed
)

var effectNames = [...]string{EffectUnspecified: "", EffectNone: "none", EffectUnknown: "unknown",
	EffectPartial: "partial", EffectDone: "done"}

// String returns "none", "unknown", "partial", "done", or "" for EffectUnspecified.
func (e Effect) String() string { return nameOf(effectNames[:], e, "effect") }

// MarshalText returns the name. An unknown Effect is an error.
func (e Effect) MarshalText() ([]byte, error) { return marshalName(effectNames[:], e, "effect") }

// UnmarshalText sets e to the Effect with this name. Any other text is an error.
func (e *Effect) UnmarshalText(name []byte) error {
	return unmarshalName(effectNames[:], e, "effect", name)
}

// Repeatable is whether making a call twice has the effect of making it once. It is a fact about
// the call, not about its failure.
type Repeatable uint8

const (
	RepeatableUnstated Repeatable = iota // programs treat it as RepeatableNo
	RepeatableYes                        // the call only reads, or is idempotent (RFC 9110 §9.2.1, §9.2.2)
	RepeatableNo                         // each call has an effect of its own
)

var repeatableNames = [...]string{RepeatableUnstated: "", RepeatableYes: "yes", RepeatableNo: "no"}

// String returns "yes", "no", or "" for RepeatableUnstated.
func (r Repeatable) String() string { return nameOf(repeatableNames[:], r, "repeatable") }

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
