package mapping

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// MayHaveEffect reports whether a call that failed with this effect took effect, or may have.
func MayHaveEffect(e errkit.Effect) bool {
	return e >= errkit.EffectUnknown && e <= errkit.EffectDone
}

// Narrow returns the retry of an error for a call that is repeatable or not, and whether the effect
// of the call decides it, in place of the kind. It is the one place that resolves kind, retry,
// effect and repeatable: a call that may have taken effect may be repeated only after a check, and
// one that has taken effect not at all, unless the call is repeatable. The effect takes an
// invitation away and never adds one, and the author's own Retry wins.
func (t *Table) Narrow(e *errkit.Error, r errkit.Repeatable) (retry errkit.Retry, narrowed bool) {
	retry = t.RetryOf(e)
	own := e.Retry != errkit.RetryUnspecified && e.Retry <= errkit.AfterAction
	if own || !MayHaveEffect(e.Effect) || r == errkit.RepeatableYes {
		return retry, false
	}
	switch {
	case retry == errkit.Never || retry == errkit.AfterAction:
		return retry, true
	case e.Effect == errkit.EffectUnknown:
		return errkit.AfterAction, true
	}
	return errkit.Never, true
}

// IsOutcomeUnclear reports whether nothing that is rendered of e may invite to repeat the call,
// because the call took effect, or may have: e has the retry of [Table.Narrow].
func IsOutcomeUnclear(e *errkit.Error) bool {
	return MayHaveEffect(e.Effect) && (e.Retry == errkit.Never || e.Retry == errkit.AfterAction)
}

// RPCOf returns the code of an error, [RPCUnknown] in place of one that clients repeat by
// themselves, such as [RPCUnavailable], if the outcome of the call is unclear.
func (t *Table) RPCOf(e *errkit.Error) RPCCode {
	code := t.RPC(e.Kind, e.Upstream)
	switch code {
	case RPCUnavailable, RPCDeadlineExceeded, RPCResourceExhausted, RPCAborted:
		if IsOutcomeUnclear(e) {
			return RPCUnknown
		}
	}
	return code
}

// nothingDone precedes an invitation to repeat a call that had no effect.
const nothingDone = "Nothing was done. "

// effectRows has the sentences for calls that are not repeatable, and the effect that each states.
var effectRows = [...]struct {
	text   string
	effect errkit.Effect
}{
	{"This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, " +
		"ask the user.", errkit.EffectUnknown},
	{"This call may already have taken effect. Check first. Repeat it only if it did not.", errkit.EffectUnknown},
	{"This call has taken effect, at least in part. Do not repeat it.", errkit.EffectPartial},
	{"The tool ran, but its result cannot be used. Do not repeat the call.", errkit.EffectDone}, // output_invalid
}

// effectAdvice returns the sentence that the effect of a call has in place of that of its kind, whose
// retry is of; "" if the kind does not invite to repeat the call, and its own sentence applies.
func effectAdvice(e *errkit.Error, of errkit.Retry, r errkit.Repeatable) string {
	row := 0
	switch {
	case e.Kind == errkit.OutputInvalid && e.Effect == errkit.EffectDone:
		row = 3
	case r == errkit.RepeatableYes, of == errkit.AfterAction, of == errkit.Never && e.Effect == errkit.EffectUnknown:
		return ""
	case e.Effect != errkit.EffectUnknown:
		row = 2
	case r == errkit.RepeatableNo:
		row = 1
	}
	return effectRows[row].text
}

// AppendEffectLine appends a separator and the sentence about the effect of a call, if nothing may
// invite to repeat it ([IsOutcomeUnclear]) because of that effect. It is for dialects that have no
// sentence for other advice.
func (t *Table) AppendEffectLine(dst []byte, separator string, e *errkit.Error, r errkit.Repeatable) []byte {
	if !IsOutcomeUnclear(e) {
		return dst
	}
	bare := *e
	bare.Retry = errkit.RetryUnspecified
	if s := effectAdvice(e, t.RetryOf(&bare), r); s != "" {
		dst = append(append(dst, separator...), s...)
	}
	return dst
}

// trimEffect returns a text without its last line, if that is a sentence about the effect of the
// call, and the effect that it states.
func trimEffect(message string) (rest string, effect errkit.Effect) {
	start := strings.LastIndexByte(message, '\n') + 1
	last := message[start:]
	rest = message[:max(start-1, 0)]
	for i := range effectRows {
		if row := &effectRows[i]; row.text == last {
			return rest, row.effect
		}
	}
	return message, errkit.EffectUnspecified
}
