// Package jsonw appends JSON to a byte slice, without reflection and without allocating once the slice has room.
//
// Start with [AppendString]. Where one string is made of several pieces, write the quotes yourself and the pieces with
// [AppendBody]; where a whole JSON document stands inside a JSON string, write its strings with [AppendNested]. The
// Clean forms do the same with text that comes from elsewhere and must be fit for a model or a terminal; see [Clean].
// All of the room that a slice has may be written to, also where the result ends before.
//
// # Promise about bytes
//
// AppendString writes what json.Encoder writes after SetEscapeHTML(false), byte for byte, and AppendFloat what
// encoding/json writes for a float64. Every function works on any input: text that is not UTF-8 is repaired.
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

// AppendBody appends s as it stands between the quotes of a JSON string. The bodies of several pieces one after the
// other are the body of the whole, provided that no piece ends inside a character.
func AppendBody(dst []byte, s string) []byte {
	return appendText(dst, s, 0, once)
}

// AppendNested appends s as it stands in a JSON string of a document that itself stands in a JSON string: it is the
// body of the body of s. The quotes of the inner string, `\"`, are the caller's.
func AppendNested(dst []byte, s string) []byte {
	return appendText(dst, s, 0, twice)
}

// AppendInt appends n. It is faster than strconv for the numbers that errors mostly have: an HTTP status, and the codes of
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

// AppendFloat appends f in the form of encoding/json, which is that of ECMAScript. NaN and the infinities, which JSON
// cannot say, are null.
func AppendFloat(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	abs := math.Abs(f)
	if abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// strconv pads a one-digit exponent, JSON's writers do not: e-09 is e-9. A positive one has two digits here.
	if n := len(dst); dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
