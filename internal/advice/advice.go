// Package advice appends the sentence about whether a call may be repeated, which is for models.
package advice

import (
	"strconv"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/delay"
)

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
		return append(dst, "The same call may be tried again."...)
	case e.Retry == errkit.Never:
		return append(dst, "Do not repeat the same call."...)
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
