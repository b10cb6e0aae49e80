package errkit

import "github.com/toolerr/toolerr/internal/limit"

// MarshalJSON returns the canonical JSON: the public parts, absent members omitted, of an error that is [Bounded] with
// texts of up to 16,384 characters. It never fails.
//
// It has a value receiver, so that an Error that was copied leaks nothing either.
func (e Error) MarshalJSON() ([]byte, error) { return Bounded(&e, limit.Text).AppendJSON(nil), nil }

// MarshalText returns the public text, for encodings that would otherwise print every field, including the cause: XML,
// YAML, and the keys of JSON objects.
func (e Error) MarshalText() ([]byte, error) { return []byte(e.text()), nil }
