package mapping

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// MayHaveEffect reports whether a call that failed with this effect took effect, or may have.
func MayHaveEffect(e errkit.Effect) bool {
	return e >= errkit.EffectUnknown && e <= errkit.EffectDone
}

// Narrow returns the retry of an error for a call that is repeatable or not, and whether the
// effect of the call decides it, in place of the kind. It is the one place that resolves kind,
// retry, effect and repeatable: a call that may have taken effect may be repeated only after a
// check, and one that has taken effect not at all, unless the call is repeatable. The effect takes
// an invitation away and never adds one, and the author's own Retry wins.
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

// RPCOf returns the code of an error: that of its kind, or of its peer, if that is a code of the
// same kind that no kind has by itself, such as [RPCAlreadyExists]. It is [RPCUnknown] in place of
// one that clients repeat by themselves, such as [RPCUnavailable], if the outcome of the call is
// unclear.
func (t *Table) RPCOf(e *errkit.Error) RPCCode {
	code := t.RPC(e.Kind, e.Upstream)
	switch code {
	case RPCUnavailable, RPCDeadlineExceeded, RPCResourceExhausted, RPCAborted:
		if IsOutcomeUnclear(e) {
			return RPCUnknown
		}
	}
	for _, exact := range [...]RPCCode{RPCAlreadyExists, RPCOutOfRange, RPCDataLoss} {
		if e.Peer != nil && rpcCodes[exact].Kind == e.Kind && exact.isOf(e.Peer) {
			return exact
		}
	}
	return code
}

// isOf reports whether a peer sent a code.
func (c RPCCode) isOf(p *errkit.Peer) bool {
	isNumber := p.Dialect == "grpc" || p.Dialect == "google" // a google.rpc.Status
	return p.Code == c.String() || p.Code == c.Connect() || isNumber && p.Code == strconv.Itoa(int(c))
}

// nothingDone precedes an invitation to repeat a call that had no effect.
const nothingDone = "Nothing was done. "

// effectRows has the sentences for calls that are not repeatable, and the effect that each states.
// The last two precede the advice of a kind that does not invite; the others are in place of an
// invitation.
var effectRows = [...]struct {
	text   string
	effect errkit.Effect
}{
	{"This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, " +
		"ask the user.", errkit.EffectUnknown},
	{"This call may already have taken effect. Check first. Repeat it only if it did not.", errkit.EffectUnknown},
	{"This call has taken effect, at least in part. Do not repeat it.", errkit.EffectPartial},
	{"The tool ran, but its result cannot be used. Do not repeat the call.", errkit.EffectDone}, // output_invalid
	{"This call may have taken effect: check that first.", errkit.EffectUnknown},
	{"This call has taken effect, at least in part.", errkit.EffectPartial},
}

// effectAdvice returns the sentence about the effect of a call that is not repeatable, and whether
// the advice of its kind, whose retry is of, follows it.
func effectAdvice(e *errkit.Error, of errkit.Retry, r errkit.Repeatable) (sentence string, more bool) {
	row := 0
	switch unknown := e.Effect == errkit.EffectUnknown; {
	case e.Kind == errkit.OutputInvalid && e.Effect == errkit.EffectDone:
		row = 3
	case unknown && (of == errkit.AfterAction || of == errkit.Never):
		row = 4
	case of == errkit.AfterAction:
		row = 5
	case !unknown:
		row = 2
	case r == errkit.RepeatableNo:
		row = 1
	}
	return effectRows[row].text, row > 3
}

// AppendEffectLine appends a separator and the sentence about the effect of a call, if nothing may
// invite to repeat it ([IsOutcomeUnclear]) because of that effect. It is for dialects that have no
// sentence for other advice.
func (t *Table) AppendEffectLine(dst []byte, separator string, e *errkit.Error, r errkit.Repeatable) []byte {
	if !IsOutcomeUnclear(e) || r == errkit.RepeatableYes {
		return dst
	}
	bare := *e
	bare.Retry = errkit.RetryUnspecified
	s, _ := effectAdvice(e, t.RetryOf(&bare), r)
	return append(append(dst, separator...), s...)
}

// TrimEffect returns a text without the sentence about the effect of the call in its last line,
// and the effect that it states. A sentence before the advice of a kind that does not invite stays
// in the text of another kind, whose retry is table.
func TrimEffect(message string, table errkit.Retry) (rest string, effect errkit.Effect) {
	start := 0
	if strings.IndexByte(message, '\n') >= 0 { // which is faster, and most texts have one line
		start = strings.LastIndexByte(message, '\n') + 1
	}
	for i := range effectRows {
		row := &effectRows[i]
		switch after, ok := strings.CutPrefix(message[start:], row.text); {
		case !ok, i > 3 && table != errkit.Never && table != errkit.AfterAction:
		case after == "":
			return message[:max(start-1, 0)], row.effect
		case i > 3 && after[0] == ' ':
			return message[:start] + after[1:], row.effect
		}
	}
	return message, errkit.EffectUnspecified
}
