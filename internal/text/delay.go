package text

import (
	"math"
	"time"
)

// Delays are converted to and from the units of the protocols. Every conversion rounds up: a
// client never waits less than the error asks for.

const longest = math.MaxInt64 / int64(time.Millisecond) // the milliseconds that a Duration can hold

// Milliseconds returns d in milliseconds, rounded up; 0 if d is not positive.
func Milliseconds(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return min(int64((d-1)/time.Millisecond)+1, longest)
}

// Seconds returns d in seconds, rounded up; 0 if d is not positive.
func Seconds(d time.Duration) int64 { return (Milliseconds(d) + 999) / 1000 }

// FromMilliseconds returns the delay of ms milliseconds: 0 if ms is negative, the longest
// Duration if it does not fit.
func FromMilliseconds(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), longest)) * time.Millisecond
}

// FromSeconds returns the delay of s seconds, bounded as in [FromMilliseconds].
func FromSeconds(s uint64) time.Duration {
	return FromMilliseconds(int64(min(s, math.MaxInt64/1000)) * 1000)
}
