// Package advice appends the sentence about what a model does next: whether it may repeat the call, when, and what to change.
package advice

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/delay"
)

// Append appends the sentence of the author of an error, or else, for an error of which the author wrote nothing that a model reads,
// that of its kind. table is the advice of the table of package mapping for the error: no sentence contradicts it.
func Append(dst []byte, e *errkit.Error, table errkit.Retry) []byte {
	if e.Retry != errkit.RetryUnspecified || e.RetryAfter > 0 {
		return AppendRetry(dst, e)
	}
	if e.Message != "" && e.Message != e.Kind.Text() || e.Hint != "" || len(e.Fields) > 0 || asks(e.Needs) {
		return dst
	}
	if int(e.Kind) < len(rows) && rows[e.Kind].retry == table {
		return append(dst, rows[e.Kind].sentence...)
	}
	switch table {
	case errkit.Allowed:
		return append(dst, again...)
	case errkit.Never:
		return append(dst, never...)
	case errkit.AfterAction:
		return append(dst, askUser...)
	}
	return dst
}

// asks reports whether the text for a model has something that a call needs. No text has the names of secrets.
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
	again   = "The same call may be tried again."
	never   = "Do not repeat the same call."
	askUser = "Ask the user before you repeat the call."
)

// rows has the sentence of each kind, which follows the default text of the kind, and the advice of the table for which it is true.
var rows = [...]struct {
	retry    errkit.Retry
	sentence string
}{
	errkit.Internal:           {errkit.Never, never},
	errkit.Unknown:            {errkit.Never, never},
	errkit.ExecutionFailed:    {},
	errkit.UpstreamFailed:     {},
	errkit.OutputInvalid:      {errkit.Never, never},
	errkit.ScriptInvalid:      {errkit.Never, never},
	errkit.Malformed:          {errkit.Never, "Change the call before you repeat it."},
	errkit.InvalidRequest:     {errkit.Never, "Change the call before you repeat it."},
	errkit.MethodNotFound:     {errkit.Never, never},
	errkit.MethodNotAllowed:   {errkit.Never, never},
	errkit.InvalidInput:       {errkit.Never, "Change the input before you repeat the call."},
	errkit.InputRequired:      {errkit.AfterAction, "Ask the user for it before you repeat the call."},
	errkit.TooLarge:           {errkit.Never, "Make the call smaller before you repeat it."},
	errkit.ToolNotFound:       {errkit.Never, "Use another tool."},
	errkit.VersionNotFound:    {errkit.Never, never},
	errkit.AppNotFound:        {errkit.Never, never},
	errkit.NotFound:           {errkit.Never, "Change what the call asks for before you repeat it."},
	errkit.Unauthenticated:    {errkit.AfterAction, askUser},
	errkit.AuthRequired:       {errkit.AfterAction, "Ask the user for the authorization before you repeat the call."},
	errkit.AuthExpired:        {errkit.AfterAction, "Ask the user to authorize the tool again before you repeat the call."},
	errkit.PermissionDenied:   {errkit.Never, never},
	errkit.RequirementMissing: {errkit.AfterAction, askUser},
	errkit.Conflict:           {errkit.Never, "Check the current state and change the call before you repeat it."},
	errkit.FailedPrecondition: {errkit.Never, never},
	errkit.Unsupported:        {errkit.Never, never},
	errkit.UnsupportedVersion: {errkit.Never, never},
	errkit.AppNotRunning:      {errkit.Never, never},
	errkit.RateLimited:        {errkit.Allowed, "Wait before you repeat the same call."},
	errkit.Timeout:            {errkit.Allowed, again},
	errkit.Canceled:           {errkit.Never, never},
	errkit.Network:            {errkit.Allowed, "The same call may be tried again later."},
	errkit.Unavailable:        {errkit.Allowed, "The same call may be tried again later."},
	errkit.ConfigInvalid:      {errkit.Never, never},
	errkit.AuthConfigInvalid:  {errkit.Never, never},
}

// Trim returns the message of a decoded error without the sentence that Append would append again: that of its kind, after the
// default text of the kind.
func Trim(message string, e *errkit.Error, table errkit.Retry) string {
	fallback := string(e.Kind.Text())
	if len(message) <= len(fallback) || message[:len(fallback)] != fallback || message[len(fallback)] != '\n' {
		return message
	}
	bare := *e
	bare.Message = ""
	var room [128]byte
	if bare.Retry == errkit.RetryUnspecified && bare.RetryAfter <= 0 && string(Append(room[:0], &bare, table)) == message[len(fallback)+1:] {
		return fallback
	}
	return message
}

// TrimInternal returns the text of an internal error, with its reference, without the sentence of its kind.
func TrimInternal(text string) string {
	return strings.TrimSuffix(text, "\n"+rows[errkit.Internal].sentence)
}

// AppendRetry appends the sentence about Retry and RetryAfter of e, and nothing if neither is set. It does not use the table
// of package mapping, so that the advice is that of the author of the error.
func AppendRetry(dst []byte, e *errkit.Error) []byte {
	switch {
	case e.RetryAfter > 0 && e.Retry != errkit.Never && e.Retry != errkit.AfterAction:
		n := len(dst)
		dst = AppendSeconds(append(dst, TryAgainIn...), e.RetryAfter)
		if string(dst[n+len(TryAgainIn):]) == "1" {
			return append(dst, " second."...)
		}
		return append(dst, " seconds."...)
	case e.Retry == errkit.Allowed:
		return append(dst, again...)
	case e.Retry == errkit.Never:
		return append(dst, never...)
	case e.Retry == errkit.AfterAction:
		return append(dst, "Try again after that."...)
	}
	return dst
}

// TryAgainIn is the start of the sentence, before the seconds.
const TryAgainIn = "Try again in "

// AppendSeconds appends a delay in seconds, exact to the millisecond, such as "0.5" or "30".
func AppendSeconds(dst []byte, d time.Duration) []byte {
	ms := delay.Milliseconds(d)
	dst = strconv.AppendInt(dst, ms/1000, 10)
	if ms %= 1000; ms != 0 {
		dst = append(dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
		for dst[len(dst)-1] == '0' {
			dst = dst[:len(dst)-1]
		}
	}
	return dst
}
