package patterns

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPatterns(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"at the start", "Invalid date", "invalid"},
		{"at the end", "the date is INVALID", "invalid"},
		{"inside a word", "ReadTimeout", "timeout"},
		{"the first of the table", "invalid: rate limit reached", "rate limit"},
		{"two words", "Tool ring was not found", "tool … not found"},
		{"two words, the second on another line", "Tool ring\nwas not found", "not found"},
		{"a part of a word", "Barstool 7 not found", "not found"},
		{"a part of a word, at its end", "Toolbox 7 not found", "not found"},
		{"a part of a word in capitals", "BARSTOOL 7 NOT FOUND", "not found"},
		{"a part of a word, then the word", "Barstool of the tool 7 not found", "tool … not found"},
		{"a part of a conversion", "Conversion rate for XYZ not found", "not found"},
		{"the plural", "The tools ring and dong were not found", "tool … not found"},
		{"camelCase", "toolName: accessTokenExpired", "token … expired"},
		{"snake_case", "tool_ring not found", "tool … not found"},
		{"a wrapper", "Error executing tool get_user: User 42 not found", "not found"},
		{"a wrapper with quotes", "Error calling tool 'fetch': Client error '404 Not Found' for url 'x'", "not found"},
		{"a wrapper, and a tool", "Error executing tool run: Tool ring not found", "tool … not found"},
		{"a wrapper alone", "Error executing tool ring, not found", "tool … not found"},
		{"a validator", "1 validation error for call[fetch]\ntimeout\n  Input should be a valid integer", "validation error"},
		{"a validator of several", "2 validation errors for fetch\ntimeout\n  Field required", "validation error"},
		{"two words in the wrong order", "not found: the tool", "not found"},
		{"the first word twice", "tool tool was not found", "tool … not found"},
		{"a number alone", "status 429", "429"},
		{"a number before a full stop", "It was 429.", "429"},
		{"a number after one", "It was .429 x", ""},
		{"a number in a number", "14290 times", ""},
		{"a number that stands alone the second time", "4290 and 429", ""},
		{"a number that stands alone on the second line", "4290\n429", "429"},
		{"quotes", `Error validating "arguments": x`, `validating "arguments"`},
		{"beyond what is looked at", strings.Repeat(" ", maxSearched-6) + "invalid", ""},
		{"nothing", "There is no bell with this id.", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if p := look([]string{"", tt.text, "x"}).pattern(); p != nil {
				got = p.words()
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// slowly looks for a pattern in the obvious way.
func slowly(p *pattern, text string) bool {
	lower := []byte(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	start := 0
	for line := range strings.SplitSeq(string(lower), "\n") {
		for i := range line {
			before, after, ok := line[:i], "", strings.HasPrefix(line[i:], p.first)
			if !ok || p.then != "" && !own(text[start:start+len(line)], i, i+len(p.first)) {
				continue
			}
			after = line[i+len(p.first):]
			if strings.Contains(after, p.then) && (!p.numbered() || alone(before, after)) {
				return true
			}
			break
		}
		start += len(line) + 1
	}
	return false
}

func TestLookFindsWhatIsThere(t *testing.T) {
	words := []string{" ", "\n", "4", "x", ".", "ü", "-", "A", "tool tool", "not", "HTTP 429"}
	for i := range patterns {
		p := &patterns[i]
		words = append(words, p.first, p.then, strings.ToUpper(p.first), p.first[:len(p.first)/2], p.first[1:])
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words"), "")
		found := look([]string{text})
		for i := range patterns {
			require.Equal(t, slowly(&patterns[i], text), found&(1<<i) != 0, "%q in %q", patterns[i].words(), text)
		}
	})
}

// Every pattern is found where nothing else stands, so none has a character in
// upper case or a first word that only looks alike.
func TestPatternsAreFound(t *testing.T) {
	for i := range patterns {
		p := &patterns[i]
		require.NotZero(t, look([]string{p.first + " " + p.then})&(1<<i), p.words())
		require.Equal(t, "text has "+strconv.Quote(p.words()), p.rule())
	}
	for i, d := range disguises {
		require.NotZero(t, look([]string{d})&(1<<(len(patterns)+i)), d)
	}
}
