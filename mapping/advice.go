package mapping

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// AppendAdvice appends the sentence about repeating the call that failed with e: that of the
// effect of the call, or of the author of the error, or else, for an error of which the author
// wrote nothing that a model reads, that of its kind. No sentence contradicts [Table.Narrow],
// whose retry e may have.
func (t *Table) AppendAdvice(dst []byte, e *errkit.Error, r errkit.Repeatable) []byte {
	if MayHaveEffect(e.Effect) && r != errkit.RepeatableYes && e.Retry != errkit.Allowed {
		return t.appendEffectAdvice(dst, e, r)
	}
	n, retry := len(dst), t.RetryOf(e)
	dst = appendAdvice(dst, e, retry)
	isOpen := retry == errkit.RetryUnspecified && e.Kind == errkit.UpstreamFailed && (e.Peer == nil || !e.Peer.Guessed)
	if len(dst) == n && e.Effect == errkit.EffectUnknown && e.Retry == errkit.RetryUnspecified &&
		(isOpen || retry == errkit.Allowed) {
		dst = append(dst, mayRepeat...) // in any words of the author: the call may be made twice
	}
	return dst
}

func (t *Table) appendEffectAdvice(dst []byte, e *errkit.Error, r errkit.Repeatable) []byte {
	bare := *e
	bare.Retry = errkit.RetryUnspecified
	of := t.RetryOf(&bare)
	if narrow, _ := t.Narrow(&bare, r); e.Retry != errkit.RetryUnspecified && e.Retry != narrow {
		bare.Retry, of = e.Retry, e.Retry // the author's own
	}
	s, more := effectAdvice(e, of, r)
	if dst = append(dst, s...); !more {
		return dst
	}
	bare.RetryAfter = 0
	return bytes.TrimRight(appendAdvice(append(dst, ' '), &bare, of), " ")
}

// appendAdvice appends the sentence of the author of an error, or else that of its kind. table is
// the retry of the error in the table.
func appendAdvice(dst []byte, e *errkit.Error, table errkit.Retry) []byte {
	if e.Retry != errkit.RetryUnspecified || e.RetryAfter > 0 {
		if e.Retry != errkit.Never && e.Retry != errkit.AfterAction {
			dst = appendNothingDone(dst, e)
		}
		return AppendRetryAdvice(dst, e)
	}
	if e.Message != "" && e.Message != e.Kind.Text() || e.Hint != "" || len(e.Fields) > 0 || asks(e.Needs) {
		return dst
	}
	if table == errkit.Allowed {
		dst = appendNothingDone(dst, e)
	}
	if defaultTable.row(e.Kind).Retry == table {
		return append(dst, e.Kind.Advice()...)
	}
	switch table {
	case errkit.Allowed:
		return append(dst, mayRepeat...)
	case errkit.Never:
		return append(dst, doNotRepeat...)
	case errkit.AfterAction:
		return append(dst, askFirst...)
	}
	return dst
}

// appendNothingDone appends what precedes an invitation to repeat a call that had no effect.
func appendNothingDone(dst []byte, e *errkit.Error) []byte {
	if e.Effect != errkit.EffectNone {
		return dst
	}
	return append(dst, nothingDone...)
}

// asks reports whether the text for a model has something that a call needs. No text has the names
// of secrets.
func asks(n *errkit.Needs) bool {
	if n == nil {
		return false
	}
	public := *n
	public.Secrets = nil
	return !public.IsZero()
}

// The sentences for a Retry.
const (
	mayRepeat   = "The same call may be tried again."
	doNotRepeat = "Do not repeat the same call."
	askFirst    = "Ask the user before you repeat the call."
)

// TrimAdvice removes from the message of a decoded error the sentence that AppendAdvice would
// append again: that of the effect, which it sets unless the document states one, or that of the
// kind after the default text of the kind. table is the retry of the error in the table.
func TrimAdvice(e *errkit.Error, table errkit.Retry) {
	message, effect := TrimEffect(string(e.Message), table)
	fallback := string(e.Kind.Text())
	line, isDefault := strings.CutPrefix(message, fallback)
	if line, more := strings.CutPrefix(line, "\n"); isDefault && more {
		stated := effect
		if rest, found := strings.CutPrefix(line, nothingDone); found {
			line, stated = rest, errkit.EffectNone
		}
		bare := errkit.Error{Kind: e.Kind, Hint: e.Hint, Fields: e.Fields, Needs: e.Needs, Retry: e.Retry,
			RetryAfter: e.RetryAfter}
		var room [128]byte
		if bare.Retry == errkit.RetryUnspecified && bare.RetryAfter <= 0 &&
			string(appendAdvice(room[:0], &bare, table)) == line {
			message, effect = fallback, stated
		}
	}
	e.Message, e.Effect = errkit.Text(message), cmp.Or(e.Effect, effect)
}

// AppendRetryAdvice appends the sentence about Retry and RetryAfter of e, and nothing if neither
// is set. It does not use the table, so that the advice is that of the author of the error.
func AppendRetryAdvice(dst []byte, e *errkit.Error) []byte {
	switch {
	case e.RetryAfter > 0 && e.Retry != errkit.Never && e.Retry != errkit.AfterAction:
		n := len(dst)
		dst = AppendSeconds(append(dst, TryAgainIn...), e.RetryAfter)
		if string(dst[n+len(TryAgainIn):]) == "1" {
			return append(dst, " second."...)
		}
		return append(dst, " seconds."...)
	case e.Retry == errkit.Allowed:
		return append(dst, mayRepeat...)
	case e.Retry == errkit.Never:
		return append(dst, doNotRepeat...)
	case e.Retry == errkit.AfterAction && strings.HasPrefix(string(e.Message), text.QuoteStart) && !asks(e.Needs):
		return append(dst, askFirst...) // "that" would be what a peer wrote
	case e.Retry == errkit.AfterAction:
		return append(dst, "Try again after that."...)
	}
	return dst
}

// TryAgainIn is the start of the sentence, before the seconds.
const TryAgainIn = "Try again in "

// AppendSeconds appends a delay in seconds, exact to the millisecond, such as "0.5" or "30".
func AppendSeconds(dst []byte, d time.Duration) []byte {
	ms := text.Milliseconds(d)
	dst = strconv.AppendInt(dst, ms/1000, 10)
	if ms %= 1000; ms != 0 {
		dst = append(dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
		for dst[len(dst)-1] == '0' {
			dst = dst[:len(dst)-1]
		}
	}
	return dst
}
