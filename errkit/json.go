package errkit

import "github.com/toolerr/toolerr/internal/limit"

// MarshalJSON returns the canonical JSON of the public fields. It never fails. The error is [Bounded], with texts of up to
// 16,384 characters.
//
// It has a value receiver, so that a copy of an Error is encoded in the same way.
func (e Error) MarshalJSON() ([]byte, error) { return Bounded(&e, limit.Text).AppendJSON(nil), nil }

// MarshalText returns the public text, for encodings that would otherwise have all fields, including the cause: XML, YAML,
// and the keys of JSON objects.
func (e Error) MarshalText() ([]byte, error) { return []byte(e.text()), nil }
