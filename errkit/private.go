package errkit

import (
	"fmt"
	"io"
	"log/slog"
)

// Private is text for developers. Every fmt verb, encoding and log attribute prints it as "[private]", and errkit.Text(p)
// does not compile. Only [Private.Reveal] returns the text.
type Private struct {
	p *string // a pointer, so that fmt prints an address where it cannot call Format: in unexported fields
}

// Dev returns s as text for developers. The zero Private is the empty text.
func Dev(s string) Private {
	if s == "" {
		return Private{}
	}
	return Private{&s}
}

// Devf formats text for developers as [fmt.Sprintf] does.
func Devf(format string, args ...any) Private { return Dev(fmt.Sprintf(format, args...)) }

// Reveal returns the text, for logs and for members that a protocol defines for developers.
func (p Private) Reveal() string {
	if p.p == nil {
		return ""
	}
	return *p.p
}

// IsZero reports whether the text is empty.
func (p Private) IsZero() bool { return p.p == nil }

// Equal reports whether p and q have the same text.
func (p Private) Equal(q Private) bool { return p.Reveal() == q.Reveal() }

// Format prints "[private]" for every verb.
func (Private) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, hidden) }

// String returns "[private]".
func (Private) String() string { return hidden }

// MarshalText returns "[private]", for JSON keys, XML and other text encodings.
func (Private) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON returns "[private]" as a JSON string.
func (Private) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// LogValue returns "[private]". Only the log value of an [Error] contains the text of its Dev.
func (Private) LogValue() slog.Value { return slog.StringValue(hidden) }
