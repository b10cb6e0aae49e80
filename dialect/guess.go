package dialect

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// fallback reports whether a kind says so little that a text may refine it.
func fallback(k errkit.Kind) bool {
	switch k {
	case errkit.ExecutionFailed, errkit.Internal, errkit.InvalidRequest, errkit.InvalidInput, errkit.Unknown:
		return true
	}
	return false
}

// pattern is words that stand in a text in this order; the first pattern of the
// table that is found counts.
type pattern struct {
	words string // lower case, separated by " … "
	kind  errkit.Kind
}

var patterns = [...]pattern{
	// What SDKs write before the words of a validator, which may name anything.
	{"validating tool output", errkit.OutputInvalid},
	{"output validation error", errkit.OutputInvalid},
	{`validating "arguments"`, errkit.InvalidInput},
	{"input validation error", errkit.InvalidInput},
	{"input schema validation failed", errkit.InvalidInput},
	{"failed to bind arguments", errkit.InvalidInput},
	// What operating systems say to a gateway of AAI.
	{"-1743", errkit.PermissionDenied}, // macOS, errAEEventNotPermitted
	{"dbus.error.serviceunknown", errkit.AppNotRunning},
	{"dbus.error.accessdenied", errkit.PermissionDenied},
	{"0x80070005", errkit.PermissionDenied}, // COM, E_ACCESSDENIED
	{"0x80040154", errkit.AppNotFound},      // COM, REGDB_E_CLASSNOTREG
	{"0x800401e3", errkit.AppNotRunning},    // COM, MK_E_UNAVAILABLE
	{"0x800706ba", errkit.AppNotRunning},    // COM, RPC_S_SERVER_UNAVAILABLE
	{"rate limit", errkit.RateLimited},
	{"rate-limit", errkit.RateLimited},
	{"ratelimit", errkit.RateLimited},
	{"too many requests", errkit.RateLimited},
	{"429", errkit.RateLimited},
	{"timed out", errkit.Timeout},
	{"timeout", errkit.Timeout},
	{"deadline exceeded", errkit.Timeout},
	{"econnrefused", errkit.Network},
	{"econnreset", errkit.Network},
	{"enotfound", errkit.Network},
	{"connection refused", errkit.Network},
	{"connection reset", errkit.Network},
	{"not reachable", errkit.Network},
	{"failed to connect", errkit.Network},
	{"version … not available", errkit.VersionNotFound},
	{"version … not found", errkit.VersionNotFound},
	{"unknown tool", errkit.ToolNotFound},
	{"tool … not found", errkit.ToolNotFound},
	{"tool … does not exist", errkit.ToolNotFound},
	{"already in terminal", errkit.Conflict},
	{"token … expired", errkit.AuthExpired},
	{"authorization expired", errkit.AuthExpired},
	{"credentials … expired", errkit.AuthExpired},
	{"not found", errkit.NotFound},
	{"does not exist", errkit.NotFound},
	{"expired handle", errkit.NotFound},
	{"handle … expired", errkit.NotFound},
	{"task has expired", errkit.NotFound},
	{"unavailable", errkit.Unavailable},
	{"too large", errkit.TooLarge},
	{"authorization required", errkit.AuthRequired},
	{"authentication required", errkit.Unauthenticated},
	{"authentication failed", errkit.Unauthenticated},
	{"unauthorized", errkit.Unauthenticated},
	{"forbidden", errkit.PermissionDenied},
	{"permission denied", errkit.PermissionDenied},
	{"insufficient permission", errkit.PermissionDenied},
	{"access denied", errkit.PermissionDenied},
	{"context canceled", errkit.Canceled},
	{"invalid", errkit.InvalidInput},
	{"must be", errkit.InvalidInput},
	{"is required", errkit.InvalidInput},
	{"field required", errkit.InvalidInput},
}

// numbered marks the patterns that are numbers and must stand alone.
func numbered(words string) bool {
	return words[0] == '-' || words[0] >= '0' && words[0] <= '9'
}

// in reports whether the words stand in text, which is in lower case, within
// one line.
func (p pattern) in(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if p.inLine(line) {
			return true
		}
	}
	return false
}

func (p pattern) inLine(line string) bool {
	for word := range strings.SplitSeq(p.words, " … ") {
		i := strings.Index(line, word)
		if i < 0 {
			return false
		}
		if numbered(word) && !alone(line, i, i+len(word)) {
			return false
		}
		line = line[i+len(word):]
	}
	return true
}

// alone reports whether line[i:j] is not a part of a longer word or number.
func alone(line string, i, j int) bool {
	word := func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.' && j < len(line)
	}
	return (i == 0 || !word(line[i-1])) && (j == len(line) || !word(line[j]) || line[j] == '.')
}

// maxSearched bounds the bytes of a text in which patterns are looked for.
const maxSearched = 4096

// guess refines a kind that says little by what the texts say: low confidence,
// and marked so.
func (r *reader) guess() {
	if !fallback(r.e.Kind) {
		return
	}
	for _, text := range r.texts {
		if r.disguised(text[:min(len(text), maxSearched)]) {
			return
		}
	}
	if p, ok := find(r.texts); ok && p.kind != r.e.Kind {
		r.guessed(p.kind, "text has %q", p.words)
	}
}

// find returns the first pattern that one of the texts has.
func find(texts []string) (pattern, bool) {
	lower := make([]string, len(texts))
	var seen pairs
	for i, text := range texts {
		lower[i] = seen.lower(text[:min(len(text), maxSearched)])
	}
	for i := range patterns {
		p := &patterns[i]
		if !seen.allOf(p.words) {
			continue
		}
		for _, text := range lower {
			if p.in(text) {
				return *p, true
			}
		}
	}
	return pattern{}, false
}

// pairs is a set of characters side by side. Nearly all patterns have a pair
// that no text at hand has, so nearly none is looked for. Two pairs may share a
// place in it.
type pairs [64]uint64

// lower returns text in lower case, as far as it is ASCII, and adds its pairs.
func (p *pairs) lower(text string) string {
	lower := make([]byte, len(text))
	last := byte('\n')
	for i := range lower {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
		p[last&63] |= 1 << (c & 63)
		last = c
	}
	return string(lower)
}

// allOf reports whether all pairs of the words may be there.
func (p *pairs) allOf(words string) bool {
	for i := 1; i < len(words); i++ {
		a, b := words[i-1], words[i]
		if a < utf8.RuneSelf && b < utf8.RuneSelf && a != ' ' && b != ' ' && p[a&63]&(1<<(b&63)) == 0 {
			return false
		}
	}
	return true
}

func (r *reader) guessed(k errkit.Kind, rule string, args ...any) {
	was := r.peer.Rule
	r.kind(k, rule, args...)
	r.note("low confidence: %s is guessed from a text, after %s", k.String(), was)
	r.peer.Guessed = true
}

var aaiCodes = mapping.AAICodes()

// disguised reads what gateways write into a text in a form of their own: an
// HTTP status, a code of AAI in brackets, a default message of AAI.
func (r *reader) disguised(text string) bool {
	if status, ok := statusIn(text); ok {
		r.guessed(upstreamKind(status), "text names HTTP status %d", status)
		r.e.Upstream = status
		return true
	}
	if code, ok := between(text, " error [", "]"); ok {
		if k, known := r.c.Table.FromAAIString(code); known {
			r.guessed(k, "text names AAI code %s", code)
			r.peer.Code = code
			return true
		}
	}
	plain := strings.TrimPrefix(text, "Error: ")
	for i := range aaiCodes {
		c := &aaiCodes[i]
		if rest, ok := strings.CutPrefix(plain, c.Message); ok && c.Code >= -32014 && (rest == "" || rest[0] == ':') && !fallback(c.Kind) {
			r.guessed(c.Kind, "text starts with the default message of AAI code %d", c.Code)
			return true
		}
	}
	return false
}

// statusIn finds the HTTP status that a text reports of an upstream service.
func statusIn(text string) (int, bool) {
	for _, before := range [...]string{"failed with status ", "API request failed: ", "HTTP ", "status code "} {
		_, rest, ok := strings.Cut(text, before)
		if !ok || len(rest) < 3 {
			continue
		}
		status, err := strconv.Atoi(rest[:3])
		if err != nil || status < 400 || status > 599 || len(rest) > 3 && rest[3] >= '0' && rest[3] <= '9' {
			continue
		}
		return status, true
	}
	return 0, false
}

func between(s, before, after string) (string, bool) {
	_, rest, ok := strings.Cut(s, before)
	if !ok {
		return "", false
	}
	inner, _, ok := strings.Cut(rest, after)
	return inner, ok
}
