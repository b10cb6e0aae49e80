package jsontree

import (
	"math"
	"strconv"
	"strings"
)

// integer parses s, a valid JSON number. It is false if s is not an integer of 64 bits.
func integer(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	if !strings.ContainsAny(s, ".eE") {
		return 0, false
	}
	s, negative := strings.CutPrefix(s, "-")
	exponent := int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exponent = saturated(s[i+1:])
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	exponent -= int64(len(fraction))
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, true
	}
	trimmed := strings.TrimRight(digits, "0")
	exponent += int64(len(digits) - len(trimmed))
	if exponent < 0 || int64(len(trimmed))+exponent > 19 { // 19 digits are less than 2^64
		return 0, false
	}
	n, _ := strconv.ParseUint(trimmed, 10, 64)
	for ; exponent > 0; exponent-- {
		n *= 10
	}
	switch {
	case negative && n <= -math.MinInt64:
		return -int64(n), true
	case !negative && n <= math.MaxInt64:
		return int64(n), true
	}
	return 0, false
}

// saturated parses the exponent s. One that no number of digits in a document can balance is cut to a large value.
func saturated(s string) int64 {
	const far = 1 << 40
	s = strings.TrimPrefix(s, "+")
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err == nil && n > -far && n < far:
		return n
	case s[0] == '-':
		return -far
	}
	return far
}
