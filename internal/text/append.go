// Package text appends JSON to a byte slice, without reflection and without allocating once the
// slice has room, cleans text of others, and has the bounds of what is rendered and logged.
//
// Start with [AppendString]. [AppendBody] appends a part of a string, without quotes. The Clean
// functions do the same for text that is not trusted and that a model or a terminal displays;
// see [Clean]. All of the capacity of a slice may be written to, also after the result.
//
//	append.go     strings, members, numbers
//	escape.go     how a text is escaped, and cleaned at the same time
//	automaton.go  the characters of other languages that stay as they are
//	clean.go      what cleaning removes and where it cuts; rendered JSON is cleaned again
//	bound.go      the bounds, and how values that are not appended are cut
//	part.go       parts of a document that are rendered apart
//	log.go        the bounds of a log record
//
// # Compatibility
//
// AppendString writes the bytes that json.Encoder of Go 1.27 writes after SetEscapeHTML(false),
// and AppendFloat those that encoding/json writes for a float64. Every function accepts any
// input: bytes that are not UTF-8 are replaced by U+FFFD.
package text

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// AppendString appends s as a JSON string with its quotes.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = AppendBody(dst, s)
	return append(dst, '"')
}

// Same reports whether AppendString appends the same for both: U+FFFD replaces each byte that is
// not UTF-8, so that two names may become one.
func Same(a, b string) bool {
	for a != "" && b != "" {
		r, n := utf8.DecodeRuneInString(a)
		s, m := utf8.DecodeRuneInString(b)
		if r != s {
			return false
		}
		a, b = a[n:], b[m:]
	}
	return a == b
}

// AppendBody appends s as the body of a JSON string: escaped, without quotes. The bodies of the
// parts of a text are the body of the text, unless a part ends inside a character.
func AppendBody(dst []byte, s string) []byte {
	return appendText(dst, s, 0, escaped)
}

// AppendClean appends Clean(s, max) as a JSON string with its quotes.
func AppendClean(dst []byte, s string, max int) []byte {
	dst = append(dst, '"')
	dst = AppendCleanBody(dst, s, max)
	return append(dst, '"')
}

// AppendCleanBody is [AppendBody] of Clean(s, max).
func AppendCleanBody(dst []byte, s string, max int) []byte {
	return appendText(dst, s, max, cleanedOnce)
}

// AppendCleanNested appends the body of the body of Clean(s, max), for a JSON string in a
// document that is itself in a JSON string. The caller appends the inner quotes, `\"`.
func AppendCleanNested(dst []byte, s string, max int) []byte {
	return appendText(dst, s, max, cleanedNested)
}

// AppendMember appends open, which ends with a quote, then value, and the closing quote:
//
//	dst = text.AppendMember(dst, `,"url":"`, url)
//
//go:noinline
func AppendMember(dst []byte, open, value string) []byte {
	dst = append(dst, open...)
	dst = AppendBody(dst, value)
	return append(dst, '"')
}

// AppendComma appends the comma before element i of a list.
func AppendComma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

// CloseObject ends an object whose members were appended from dst[start:] on, each after a
// comma. The first comma becomes the opening brace; without members the object is {}.
func CloseObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}

// AppendInt appends n.
func AppendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// AppendFloat appends f in the format of encoding/json, which is that of ECMAScript. NaN and the
// infinities, which JSON does not have, become null.
func AppendFloat(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	abs := math.Abs(f)
	if abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// strconv writes e-09, encoding/json e-9. A positive exponent has at least two digits here.
	if n := len(dst); dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// Marshal returns v as JSON, as json.Marshal does, but without HTML escapes.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

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
