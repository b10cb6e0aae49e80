package mapping

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// An A2ACode is a code of JSON-RPC errors in A2A.
type A2ACode struct {
	Code    int
	Reason  string // of ErrorInfo, in the domain a2a-protocol.org; "" for a code of JSON-RPC
	Message string // the default message
	RPC     RPCCode
	Kind    errkit.Kind // what the code is decoded as
}

// A2AServerError is the code of errors that A2A has no code for, outside of the range that A2A
// reserves (A2A 1.0 §9.5).
const A2AServerError = -32000

// A2ACodes returns every code that A2A defines, including those of JSON-RPC.
func A2ACodes() []A2ACode { return slices.Clone(a2aCodes) }

var a2aCodes = readTable[A2ACode]("a2a")

// The codes about a task, which no row of a table may have: a client would give up a task that
// exists.
const (
	a2aTaskNotFound      = -32001
	a2aTaskNotCancelable = -32002
)

// LookupA2ACode returns the code of A2A, and false if A2A does not define it.
func LookupA2ACode(code int64) (A2ACode, bool) {
	return find(a2aCodes, func(c *A2ACode) bool { return int64(c.Code) == code })
}

// LookupA2AReason returns the code with a reason, and false if A2A does not define it.
func LookupA2AReason(reason string) (A2ACode, bool) {
	return find(a2aCodes, func(c *A2ACode) bool { return c.Reason == reason && reason != "" })
}

// FromA2A returns the kind of a code of A2A; Unknown, false for an unknown code.
func (t *Table) FromA2A(code int64) (errkit.Kind, bool) {
	if c, ok := LookupA2ACode(code); ok {
		return c.Kind, true
	}
	return t.changed(func(r *Row) bool { return int64(r.A2A) == code })
}

// An a2aState is the state of a task whose call failed or waits for the caller (A2A 1.0 §4.1.3,
// TaskState), in column A2AState.
type a2aState struct {
	Name, Legacy string      // in A2A 1.0 without A2AStatePrefix, and in A2A 0.3
	Kind         errkit.Kind // what the state is decoded as
}

var a2aStates = []a2aState{
	{"FAILED", "failed", errkit.ExecutionFailed},
	{"REJECTED", "rejected", errkit.PermissionDenied},
	{"CANCELED", "canceled", errkit.Canceled},
	{"INPUT_REQUIRED", "input-required", errkit.InputRequired},
	{"AUTH_REQUIRED", "auth-required", errkit.AuthRequired},
}

// A2AStatePrefix is what the names of states have before those of column A2AState.
const A2AStatePrefix = "TASK_STATE_"

// A2ALegacyState returns the name in A2A 0.3 of a state of column A2AState, such as
// "input-required".
func A2ALegacyState(state string) string {
	if s, ok := find(a2aStates, func(s *a2aState) bool { return s.Name == state }); ok {
		return s.Legacy
	}
	return a2aStates[0].Legacy
}

// FromA2AState returns the kind of a state of a task, as A2A 1.0 or 0.3 names it; Unknown, false
// for a state of a task that did not fail.
func (*Table) FromA2AState(state string) (errkit.Kind, bool) {
	name, current := strings.CutPrefix(state, A2AStatePrefix)
	s, ok := find(a2aStates, func(s *a2aState) bool { return state == s.Legacy || current && name == s.Name })
	if !ok {
		return errkit.Unknown, false
	}
	return s.Kind, true
}

// allowedByA2A reports whether an error may have a code: one that A2A defines, but not for tasks,
// or one outside of the range that it reserves.
func allowedByA2A(code int) bool {
	c, defined := LookupA2ACode(int64(code))
	if defined {
		return c.Code != a2aTaskNotFound && c.Code != a2aTaskNotCancelable
	}
	return code == A2AServerError || code < -32768 || code > A2AServerError
}
