package mapping

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// AppendAdvice appends the sentence of the author of an error, or else, for an error of which the
// author wrote nothing that a model reads, that of its kind. table is the advice of the table for
// the error: no sentence contradicts it.
func AppendAdvice(dst []byte, e *errkit.Error, table errkit.Retry) []byte {
	if e.Retry != errkit.RetryUnspecified || e.RetryAfter > 0 {
		return AppendRetryAdvice(dst, e)
	}
	if e.Message != "" && e.Message != e.Kind.Text() || e.Hint != "" || len(e.Fields) > 0 || asks(e.Needs) {
		return dst
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

// TrimAdvice returns the message of a decoded error without the sentence that AppendAdvice would
// append again: that of its kind, after the default text of the kind.
func TrimAdvice(message string, e *errkit.Error, table errkit.Retry) string {
	fallback := string(e.Kind.Text())
	if len(message) <= len(fallback) || message[:len(fallback)] != fallback || message[len(fallback)] != '\n' {
		return message
	}
	bare := *e
	bare.Message = ""
	var room [128]byte
	if bare.Retry == errkit.RetryUnspecified && bare.RetryAfter <= 0 &&
		string(AppendAdvice(room[:0], &bare, table)) == message[len(fallback)+1:] {
		return fallback
	}
	return message
}

// TrimInternalAdvice returns the text of an internal error, with its reference, without the
// sentence of its kind.
func TrimInternalAdvice(text string) string {
	return strings.TrimSuffix(text, "\n"+errkit.Internal.Advice())
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
