package errkit

import "fmt"

// A Retry is whether the same call may be repeated.
type Retry uint8

const (
	RetryUnspecified Retry = iota // that of the kind in the table of package mapping
	Never                         // the same call would fail again
	Allowed                       // the same call may be repeated, after RetryAfter if it is set
	AfterAction                   // the same call may be repeated after an action of the user, such as an authorization
)

var retryNames = [...]string{RetryUnspecified: "", Never: "never", Allowed: "allowed", AfterAction: "after_action"}

// String returns "never", "allowed", "after_action", or "" for RetryUnspecified.
func (r Retry) String() string {
	if int(r) < len(retryNames) {
		return retryNames[r]
	}
	return fmt.Sprintf("retry(%d)", uint8(r))
}

// MarshalText returns the name. An unknown Retry is an error.
func (r Retry) MarshalText() ([]byte, error) {
	if int(r) >= len(retryNames) {
		return nil, fmt.Errorf("errkit: unknown retry %d", uint8(r))
	}
	return []byte(retryNames[r]), nil
}

// UnmarshalText sets r to the Retry with this name. Any other text is an error.
func (r *Retry) UnmarshalText(text []byte) error {
	for i, name := range retryNames {
		if name == string(text) {
			*r = Retry(i)
			return nil
		}
	}
	return fmt.Errorf("errkit: unknown retry %q", text)
}

// A Stage is when a call failed. Some protocols render failures before and during the execution of a tool differently (OXP
// 1.0: status 400 or 200; MCP: error or result).
type Stage uint8

const (
	StageUnspecified Stage = iota // that of the kind in the table of package mapping
	BeforeCall                    // before the tool ran
	Execution                     // while the tool ran
)

var stageNames = [...]string{StageUnspecified: "", BeforeCall: "before_call", Execution: "execution"}

// String returns "before_call", "execution", or "" for StageUnspecified.
func (s Stage) String() string {
	if int(s) < len(stageNames) {
		return stageNames[s]
	}
	return fmt.Sprintf("stage(%d)", uint8(s))
}

// MarshalText returns the name. An unknown Stage is an error.
func (s Stage) MarshalText() ([]byte, error) {
	if int(s) >= len(stageNames) {
		return nil, fmt.Errorf("errkit: unknown stage %d", uint8(s))
	}
	return []byte(stageNames[s]), nil
}

// UnmarshalText sets s to the Stage with this name. Any other text is an error.
func (s *Stage) UnmarshalText(text []byte) error {
	for i, name := range stageNames {
		if name == string(text) {
			*s = Stage(i)
			return nil
		}
	}
	return fmt.Errorf("errkit: unknown stage %q", text)
}
