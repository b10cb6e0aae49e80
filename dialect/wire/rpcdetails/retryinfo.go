package rpcdetails

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/delay"
	"github.com/toolerr/toolerr/jsontree"
)

// retryInfo writes the delay.
func (w *writer) retryInfo(s *source) {
	w.duration(1, "retryDelay", delay.FromMilliseconds(delay.Milliseconds(s.RetryAfter)))
}

// retryInfo reads the delay. A server that sends one invites the client to repeat the call.
func (r *reader) retryInfo(d jsontree.Value) bool {
	delay, ok := parseDuration(textOf(d, "retryDelay"))
	if !ok {
		return false
	}
	r.Error.RetryAfter = delay
	if !r.own {
		r.Peer.Retry = errkit.Allowed
	}
	return true
}

// duration writes a google.protobuf.Duration of whole milliseconds: without decimals, or with three (ProtoJSON).
func (w *writer) duration(number int, name string, d time.Duration) {
	seconds, nanos := int64(d/time.Second), int64(d%time.Second)
	start := w.open(number, name)
	if w.binary {
		if seconds > 0 {
			w.integer(1, seconds)
		}
		if nanos > 0 {
			w.integer(2, nanos)
		}
		w.insertLength(start)
		return
	}
	w.dst = strconv.AppendInt(append(w.dst, '"'), seconds, 10)
	if ms := nanos / int64(time.Millisecond); ms > 0 {
		w.dst = append(w.dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	w.dst = append(w.dst, 's', '"')
}

// parseDuration parses a google.protobuf.Duration in ProtoJSON, such as "1.500s". A negative one is 0.
func parseDuration(s string) (time.Duration, bool) {
	s, ok := strings.CutSuffix(s, "s")
	whole, fraction, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if !ok || err != nil || len(fraction) > 9 {
		return 0, false
	}
	nanos, err := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	switch {
	case err != nil:
		return 0, false
	case s[0] == '-':
		return 0, true
	case seconds >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64, true
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}

// appendDuration appends a google.protobuf.Duration (ProtoJSON).
func appendDuration(dst []byte, b string) ([]byte, bool) {
	if !valid(b) {
		return dst, false
	}
	var seconds, nanos int64
	for b != "" {
		var v value
		switch v, b, _ = next(b); v.number {
		case 1:
			seconds = int64(v.n)
		case 2:
			nanos = int64(v.n)
		}
	}
	dst = append(dst, '"')
	if seconds < 0 || nanos < 0 {
		dst, seconds, nanos = append(dst, '-'), -seconds, -nanos
	}
	dst = strconv.AppendInt(dst, seconds, 10)
	if nanos > 0 && nanos < 1e9 {
		fraction := strconv.AppendInt(nil, 1e9+nanos, 10)
		dst = append(append(dst, '.'), fraction[1:]...)
	}
	return append(dst, 's', '"'), true
}
