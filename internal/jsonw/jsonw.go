// Package jsonw appends JSON to a byte slice, without reflection and without allocating once the slice has room.
//
// Start with [AppendString]. [AppendBody] appends a part of a string, without quotes, and [AppendNested] a part of a string
// in a JSON document that is itself in a JSON string. The Clean functions do the same for text that is not trusted and that
// a model or a terminal displays; see [Clean]. All of the capacity of a slice may be written to, also after the result.
//
// # Compatibility
//
// AppendString writes the bytes that json.Encoder of Go 1.27 writes after SetEscapeHTML(false), and AppendFloat those that
// encoding/json writes for a float64. Every function accepts any input: bytes that are not UTF-8 are replaced by U+FFFD.
package jsonw

import (
	"math"
	"strconv"
)

// AppendString appends s as a JSON string with its quotes.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = AppendBody(dst, s)
	return append(dst, '"')
}

// AppendBody appends s as the body of a JSON string: escaped, without quotes. The bodies of the parts of a text are the body
// of the text, unless a part ends inside a character.
func AppendBody(dst []byte, s string) []byte {
	return appendText(dst, s, 0, once)
}

// AppendNested appends the body of the body of s, for a JSON string in a document that is itself in a JSON string. The
// caller appends the quotes of the inner string, `\"`.
func AppendNested(dst []byte, s string) []byte {
	return appendText(dst, s, 0, twice)
}

// AppendMember appends open, which ends with a quote, then value, and the closing quote:
//
//	dst = jsonw.AppendMember(dst, `,"url":"`, url)
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

// CloseObject ends an object whose members were appended from dst[start:] on, each after a comma. The first comma becomes
// the opening brace; without members the object is {}.
func CloseObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}

// AppendInt appends n. It is faster than strconv for the most frequent numbers in errors: HTTP statuses, and the codes
// -32999 to -32000 of JSON-RPC.
func AppendInt(dst []byte, n int) []byte {
	switch {
	case n >= 100 && n <= 999:
		return append(dst, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
	case n >= -32999 && n <= -32000:
		n = -32000 - n
		return append(dst, '-', '3', '2', byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// AppendFloat appends f in the format of encoding/json, which is that of ECMAScript. NaN and the infinities, which JSON
// does not have, become null.
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
