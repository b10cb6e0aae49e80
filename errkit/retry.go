package errkit

import "fmt"

// Unspecified is the zero value of [Retry] and [Stage]: the author did not say,
// and the table of package mapping does.
const Unspecified = 0

// Retry says whether the same call may be made again.
type Retry uint8

const (
	Never       Retry = iota + 1 // the same call fails again
	Allowed                      // the same call may be tried again, after RetryAfter if that is set
	AfterAction                  // first somebody must act: authorize, or give input
)

var retryNames = [...]string{Unspecified: "", Never: "never", Allowed: "allowed", AfterAction: "after_action"}

// String returns "never", "allowed", "after_action", or "" for Unspecified.
func (r Retry) String() string {
	if int(r) < len(retryNames) {
		return retryNames[r]
	}
	return fmt.Sprintf("retry(%d)", uint8(r))
}

// MarshalText returns the name; a number that is no Retry is an error.
func (r Retry) MarshalText() ([]byte, error) {
	if int(r) >= len(retryNames) {
		return nil, fmt.Errorf("errkit: unknown retry %d", uint8(r))
	}
	return []byte(retryNames[r]), nil
}

// UnmarshalText reads a name that String returns; any other is an error.
func (r *Retry) UnmarshalText(text []byte) error {
	for i, name := range retryNames {
		if name == string(text) {
			*r = Retry(i)
			return nil
		}
	}
	return fmt.Errorf("errkit: unknown retry %q", text)
}

// Stage says when a call failed. Protocols that answer differently before and
// during the call (OXP 1.0: 400 or 200; MCP: error or result) need it; where it
// is Unspecified the kind decides.
type Stage uint8

const (
	BeforeCall Stage = iota + 1 // before the tool ran
	Execution                   // inside the tool
)

var stageNames = [...]string{Unspecified: "", BeforeCall: "before_call", Execution: "execution"}

// String returns "before_call", "execution", or "" for Unspecified.
func (s Stage) String() string {
	if int(s) < len(stageNames) {
		return stageNames[s]
	}
	return fmt.Sprintf("stage(%d)", uint8(s))
}

// MarshalText returns the name; a number that is no Stage is an error.
func (s Stage) MarshalText() ([]byte, error) {
	if int(s) >= len(stageNames) {
		return nil, fmt.Errorf("errkit: unknown stage %d", uint8(s))
	}
	return []byte(stageNames[s]), nil
}

// UnmarshalText reads a name that String returns; any other is an error.
func (s *Stage) UnmarshalText(text []byte) error {
	for i, name := range stageNames {
		if name == string(text) {
			*s = Stage(i)
			return nil
		}
	}
	return fmt.Errorf("errkit: unknown stage %q", text)
}
