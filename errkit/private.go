package errkit

import (
	"fmt"
	"io"
	"log/slog"
)

// Private is developers' text. It does not print: every fmt verb, a JSON value,
// a JSON key and a log attribute say "[private]", and errkit.Text(p) does not
// compile. [Private.Reveal] is the one way to read it.
type Private struct{ p *string } // a pointer, so that fmt shows an address where it cannot call Format

// Dev makes developers' text. The empty string gives the zero Private.
func Dev(s string) Private {
	if s == "" {
		return Private{}
	}
	return Private{&s}
}

// Devf makes developers' text as [fmt.Sprintf] does.
func Devf(format string, args ...any) Private { return Dev(fmt.Sprintf(format, args...)) }

// Reveal returns the text, for logs and for a protocol's slot for developers.
func (p Private) Reveal() string {
	if p.p == nil {
		return ""
	}
	return *p.p
}

// IsZero reports whether there is no text.
func (p Private) IsZero() bool { return p.p == nil }

// Equal reports whether p and q hold the same text.
func (p Private) Equal(q Private) bool { return p.Reveal() == q.Reveal() }

// Format prints "[private]" for every verb.
func (Private) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, hidden) }

// String returns "[private]".
func (Private) String() string { return hidden }

// MarshalText returns "[private]": JSON keys, XML and other text encodings.
func (Private) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON returns "[private]" as a JSON string.
func (Private) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// LogValue returns "[private]"; the log value of an [Error] reveals its Dev.
func (Private) LogValue() slog.Value { return slog.StringValue(hidden) }
