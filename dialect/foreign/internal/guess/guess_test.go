package guess_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

// everything leaves all kinds open.
const everything = wire.FailedCall | wire.UnknownCode | wire.ServerFault | wire.NetworkFault | wire.UnknownName | wire.BadRequest

func TestKind(t *testing.T) {
	tests := []struct {
		name, why string
		open      wire.Open
		texts     []string
		want      errkit.Kind
		rule      string
	}{
		{"no text", "", wire.FailedCall, nil, none, ""},
		{"the zero Open", "the structure named the kind", wire.Open(0), []string{"timed out"}, none, ""},
		{"an unknown Open", "no row counts there", 1 << 7, []string{"timed out"}, none, ""},
		{"the second text", "", wire.FailedCall, []string{"Oops", "timed out"}, errkit.Timeout,
			`text resembles "timed out"`},
		{"two rows", "the first row decides, whatever the order of the texts", wire.FailedCall,
			[]string{"timed out", "rate limited"}, errkit.RateLimited, `text resembles "rate limited"`},
		{"two rows, one in scope", "", wire.ServerFault, []string{"timed out", "rate limited"}, errkit.Timeout,
			`text resembles "timed out"`},
		{"a gap", "the rule shows that something is between", wire.FailedCall,
			[]string{"You exceeded the secondary rate limit"}, errkit.RateLimited,
			`text resembles "exceeded … rate limit"`},
		{"a status", "", wire.FailedCall, []string{"HTTP 409"}, errkit.Conflict, "text has HTTP status 409"},
		{"a class of statuses", "", wire.FailedCall, []string{"HTTP 418"}, errkit.UpstreamFailed,
			"text has HTTP status 4xx"},
		{"a status of a caller, in a fault", "the fault is the server's", wire.ServerFault, []string{"HTTP 409"}, none,
			""},
		{"two statuses", "the second one is that of a server behind it", wire.FailedCall,
			[]string{"HTTP 503: the tower responded with HTTP 401"}, errkit.Unavailable, "text has HTTP status 503"},
		{"a status and a phrase", "GitHub sends 403 for rate limits", wire.FailedCall,
			[]string{"403 Forbidden: API rate limit exceeded"}, errkit.RateLimited,
			`text resembles "rate limit exceeded"`},
		{"a status and a clearer phrase", "", wire.FailedCall, []string{"HTTP 401: token expired"}, errkit.AuthExpired,
			`text resembles "token expired"`},
		{"two lines", "words of a pattern are in one line", wire.FailedCall, []string{"rate\nlimited"}, none, ""},
		{"the second line", "", wire.FailedCall, []string{"Oops\r\nrate limited\r\n"}, errkit.RateLimited,
			`text resembles "rate limited"`},
		{"a default text and more", "the other line is evidence", wire.FailedCall,
			[]string{"The tool failed.\nConnection refused"}, errkit.Network, `text resembles "connection refused"`},
		{"a default text without its full stop", "it is the author's own then", wire.FailedCall,
			[]string{"Permission denied"}, errkit.PermissionDenied, `text resembles "permission denied"`},
		{"a code fence", "a quotation", wire.FailedCall, []string{"Build broke\n```\nconnection refused\n```\nSorry"},
			none, ""},
		{"after a code fence", "", wire.FailedCall, []string{"Build broke\n```\nx\n```\nconnection refused"},
			errkit.Network, `text resembles "connection refused"`},
		{"a quoted line", "", wire.FailedCall, []string{"> connection refused\nBuild broke"}, none, ""},
		{"an apostrophe", "it quotes nothing", wire.FailedCall, []string{"The user's file isn't here: file not found"},
			errkit.NotFound, `text resembles "not found"`},
		{"a typographic apostrophe", "", wire.FailedCall, []string{"That page doesn’t exist"}, errkit.NotFound,
			`text resembles "doesn't exist"`},
		{"an unclosed quotation mark", "it quotes nothing", wire.FailedCall, []string{`5" pipe: connection refused`},
			errkit.Network, `text resembles "connection refused"`},
		{"an escaped quotation mark", "the quotation goes on", wire.FailedCall,
			[]string{`said "a \" connection refused"`}, none, ""},
		{"after an argument of Python", "the mark that ends it opens no quotation", wire.FailedCall,
			[]string{`(1045, "Bell jammed"). The note says "connection refused".`}, none, ""},
		{"emphasis", "", wire.FailedCall, []string{"**Error:** connection **refused**"}, errkit.Network,
			`text resembles "connection refused"`},
		{"a hyphen", "a word of its own", wire.FailedCall, []string{"non-timed out-of-band"}, none, ""},
		{"another script", "a letter on either side makes another word", wire.FailedCall, []string{"ünauthorized"},
			none, ""},
		{"beyond the bound", "", wire.FailedCall, []string{strings.Repeat("x ", 2048) + "connection refused"}, none,
			""},
		{"cut by the bound", "a part of a word is no word", wire.FailedCall,
			[]string{strings.Repeat("x ", 2045) + "timed outlaws"}, none, ""},
		{"not UTF-8", "", wire.FailedCall, []string{"\xff connection refused \xff"}, errkit.Network,
			`text resembles "connection refused"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kind, rule, ok := guess.Kind(tt.open, tt.texts...)
			require.Equal(t, tt.want != none, ok, "%s %s", rule, tt.why)
			require.Equal(t, tt.rule, rule, tt.why)
			if ok {
				require.Equal(t, tt.want.String(), kind.String(), tt.why)
			} else {
				require.Zero(t, kind)
			}
		})
	}
}

// What replaces a missing message must not change the kind of its code.
func TestDefaultTextsAreNoEvidence(t *testing.T) {
	texts := []string{"Parse error", "Invalid Request", "Invalid request", "Method not found", "Invalid params",
		"Invalid parameters", "Internal error", "Server error"}
	for _, k := range errkit.Kinds() {
		texts = append(texts, string(k.Text()))
	}
	for _, text := range texts {
		_, rule, ok := guess.Kind(everything, text)
		require.False(t, ok, "%s: %s", text, rule)
		_, rule, ok = guess.Kind(everything, text+"\nThe same call may be tried again.", text)
		require.False(t, ok, "%s: %s", text, rule)
	}
}

// found are the sentences in one line whose kind is found.
func found() (all []sentence) {
	for _, s := range kinds {
		if kind, _, ok := guess.Kind(s.open, s.text); ok && kind == s.want && !strings.Contains(s.text, "\n") {
			all = append(all, s)
		}
	}
	return all
}

// neutral are sentences that suggest nothing and leave the next one as it is.
var neutral = []string{
	"The bell jammed.", "We looked at it for a while;", "Sorry about that!",
	"See https://example.com/not-found for more.",
	"The report has 429 rows.", "It is Tuesday.", `The note says "connection refused".`, "Ünïcödé is fine.", "该工具失败了。",
}

func TestProseAroundChangesNothing(t *testing.T) {
	for _, s := range found() {
		if s.text == "Timeout" { // counts only as the whole text
			continue
		}
		for i, n := range neutral {
			other := neutral[(i+1)%len(neutral)]
			for _, text := range []string{n + " " + s.text + ".", s.text + ". " + n,
				other + "  " + n + "\n" + s.text + ".\n\n" + other, n + " " + s.text + ". " + n + " " + other} {
				kind, rule, ok := guess.Kind(s.open, text)
				require.True(t, ok, text)
				require.Equal(t, s.want.String(), kind.String(), "%s: %s", text, rule)
			}
		}
	}
}

func TestQuotedTextIsNoEvidence(t *testing.T) {
	marks := []struct{ open, close string }{{`"`, `"`}, {"`", "`"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"\n> ", "\n"},
		{"\n```\n", "\n```\n"}}
	for _, s := range found() {
		for _, m := range marks {
			if strings.ContainsAny(s.text, "`") || strings.Contains(s.text, m.open) || strings.Contains(s.text,
				m.close) {
				continue
			}
			text := "The bell jammed while it read " + m.open + s.text + m.close + " to us."
			_, rule, ok := guess.Kind(everything, text)
			require.False(t, ok, "%s: %s", text, rule)
		}
	}
}

// In single quotation marks an apostrophe followed by a space ends the quote,
// as it does for a reader, so texts with apostrophes are left out.
// What programs that run tests print names what a program does, not what happened to the call.
func TestOutputOfTestsIsNoEvidence(t *testing.T) {
	for _, text := range []string{
		"npm test failed: returns 404 when the user is not found",
		"Command failed: npm test\n  the bell: request timed out\n",
		"Command failed with exit code 1: go test ./...\n--- FAIL: TestRing (0.00s)\n    ring_test.go:7: rate limit exceeded",
		"Tests failed\n  ✕ returns 404 when the user is not found (12 ms)\n  ✓ times out",
		"Tests failed\nFAIL src/ring.test.js > permission denied for guests",
		"1 failed\nFAILED tests/test_ring.py::test_not_found - AssertionError: the bell was not found",
		"TAP version 13\nnot ok 1 - rate limit exceeded after 5 calls",
	} {
		_, rule, ok := guess.Kind(wire.FailedCall, text)
		require.False(t, ok, "%s: %s", text, rule)
	}
	for text, want := range map[string]errkit.Kind{
		"Command timed out after 120s: npm test":                       errkit.Timeout,
		"Command \"npm test\" timed out":                               errkit.Timeout,
		"The user was not found.\nRun npm test to see why.":            errkit.NotFound,
		"✕ returns 404 when it is not found\nError: permission denied": errkit.PermissionDenied,
	} {
		k, _, _ := guess.Kind(wire.FailedCall, text)
		require.Equal(t, want.String(), k.String(), text)
	}
}

func TestSingleQuotedTextIsNoEvidence(t *testing.T) {
	for _, s := range found() {
		if strings.ContainsAny(s.text, "'’‘") {
			continue
		}
		for _, text := range []string{"The bell jammed while it read '" + s.text + "' to us.",
			"The bell jammed while it read ‘" + s.text + "’ to us."} {
			_, rule, ok := guess.Kind(everything, text)
			require.False(t, ok, "%s: %s", text, rule)
		}
	}
}

// joined makes one token of the letters and digits of a text.
func joined(text, separator string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r >= unicode.MaxASCII || !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
	return strings.Join(words, separator)
}

func TestIdentifiersAndAddressesAreNoEvidence(t *testing.T) {
	forms := []struct{ before, separator, after string }{
		{"https://example.com/", "/", "?q=timed+out"}, {"https://example.com/?q=", "+", ""},
		{"/var/log/", "/", ".log"},
		{"test_", "_", "_case"}, {"on.", ".", ".done"}, {"x@", "-", ".example.com"}, {"check-", "-", "-v2"},
	}
	for _, s := range found() {
		for _, f := range forms {
			text := "The step " + f.before + joined(s.text, f.separator) + f.after + " jammed"
			_, rule, ok := guess.Kind(everything, text)
			require.False(t, ok, "%s: %s", text, rule)
		}
	}
}

// The case of prose does not count. That of identifiers does: texts with one
// that decides are left out.
func TestCaseFolds(t *testing.T) {
	for _, s := range found() {
		_, rule, _ := guess.Kind(s.open, s.text)
		if code := strings.TrimPrefix(rule, "text has HTTP"); strings.Contains(code, "_") ||
			strings.ToLower(code) != code {
			continue
		}
		for _, text := range []string{strings.ToUpper(s.text), strings.ToLower(s.text)} {
			kind, rule, ok := guess.Kind(s.open, text)
			require.True(t, ok, text)
			require.Equal(t, s.want.String(), kind.String(), "%s: %s", text, rule)
		}
	}
}

// A part of a longer word is not the word.
func TestPartsOfWordsAreNoEvidence(t *testing.T) {
	words := []string{"timed out", "timeout", "rate limited", "unauthorized", "forbidden", "conflict", "not found",
		"too many requests", "connection refused", "ECONNREFUSED", "ENOENT", "429 Too Many Requests", "overloaded"}
	letters := rapid.StringMatching(`[a-zß]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(words).Draw(t, "words")
		text := letters.Draw(t, "before") + strings.ReplaceAll(w, " ", letters.Draw(t, "in")+" ") + letters.Draw(t,
			"after")
		_, rule, ok := guess.Kind(everything, text)
		require.False(t, ok, "%s: %s", text, rule)
	})
}

// hostile are texts that would cost a careless search more than linear time.
func hostile() []string {
	var texts []string
	for _, part := range []string{
		"a ", "'a ", `"a `, "“a ", "‘a ", "`a", "tool ", "tool '", "exceeded ", "exceeded a 'b ", "no ", "invalid a ",
		"http ", "status with ", "429 ", "404 not ",
		"a.", "a-", "a/", "://", "x://", "’", "a’", "\n", "\n```\n", "\xff", "\xe2\x80", "if ", "if. ", "version of ",
		"does ", "* ", "必",
	} {
		texts = append(texts, strings.Repeat(part, 1<<20/len(part)))
	}
	return texts
}

func TestNothingIsAllocated(t *testing.T) {
	for _, s := range append(kinds[:len(kinds):len(kinds)], traps...) {
		require.Zero(t, allocs.Of(func() { guess.Kind(s.open, s.text) }), s.text)
	}
	for _, text := range hostile() {
		require.Zero(t, allocs.Of(func() { guess.Kind(everything, text, text) }), text[:20])
	}
}

// FuzzKind holds Kind to its promises: no panic, a rule with each guess, only
// what is open, and the same answer again.
func FuzzKind(f *testing.F) {
	for _, s := range append(kinds[:len(kinds):len(kinds)], traps...) {
		f.Add(uint8(s.open), s.text, "")
	}
	for _, text := range hostile() {
		f.Add(uint8(everything), text[:200], text[:200])
	}
	f.Fuzz(func(t *testing.T, open uint8, one, two string) {
		kind, rule, ok := guess.Kind(wire.Open(open), one, two)
		require.Equal(t, ok, rule != "")
		again, sameRule, _ := guess.Kind(wire.Open(open), one, two)
		require.Equal(t, kind, again)
		require.Equal(t, rule, sameRule)
		if !ok {
			require.Zero(t, kind)
			return
		}
		_, _, inOne := guess.Kind(wire.Open(open), one)
		_, _, inTwo := guess.Kind(wire.Open(open), two)
		require.True(t, inOne || inTwo)
	})
}

func BenchmarkKind(b *testing.B) {
	prose := strings.Repeat("The bell in the north tower of the old house was rung by nobody on Tuesday, and it jammed. ", 46)[:4096]
	for _, bb := range []struct{ name, text string }{
		{"Short", "Failed to fetch weather data: API rate limit exceeded"},
		{"None", "The bell jammed"},
		{"4KiB", prose},
		{"4KiBAtTheEnd", prose[:4050] + ". Connection refused"},
		{"4KiBHostile", strings.Repeat("exceeded 'a ", 342)[:4096]},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bb.text)))
			for b.Loop() {
				guess.Kind(wire.FailedCall, bb.text)
			}
		})
	}
}
