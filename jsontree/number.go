package jsontree

import (
	"strconv"
	"strings"
)

// far is an exponent that no number of digits in a document can balance.
const far = 1 << 40

// integer parses s, a valid JSON number. It is false if s is not an integer of 64 bits.
func integer(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	if !strings.ContainsAny(s, ".eE") {
		return 0, false
	}
	sign := s[:len(s)-len(strings.TrimPrefix(s, "-"))]
	s = s[len(sign):]
	exponent := int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, _ := strconv.ParseInt(s[i+1:], 10, 64) // that of 64 bits which is the nearest
		exponent = min(max(n, -far), far)
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
	if exponent < 0 || int64(len(trimmed))+exponent > 19 { // 2^63 has 19 digits
		return 0, false
	}
	n, err := strconv.ParseInt(sign+trimmed+strings.Repeat("0", int(exponent)), 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}
