// Package guess chooses a kind from the text of an error, for documents whose
// structure leaves the kind open: an isError result of MCP has nothing but text.
//
// A guess is weak evidence, and the package returns no more than a kind and the
// rule that suggested it. What follows from that is the caller's part:
//
//   - The guess is used only if the codes, fields, status and headers of the
//     document left the kind open, and only for what [wire.Open] names.
//   - Retry is that of the kind before the guess. The row of the guessed kind in
//     package mapping is not consulted, so that a guess never invites a retry.
//   - Upstream is not set, even if the rule is an HTTP status in the text.
//   - Peer records that the kind was guessed, and the rule.
//
// The patterns are data: see rows.txt. They match whole words, within one clause
// and in any case. Quoted text, addresses, paths and identifiers are not part
// of the prose and do not match, except for codes that the table lists, such as
// ENOENT. What follows "if", "may" or "expected" in a sentence is no evidence.
// Behind "internal server error:" only kinds whose HTTP status is a 5xx are possible.
// Default texts ([errkit.Kind.Text]) and the messages that
// JSON-RPC defines are no evidence, because they replace a missing message.
package guess

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// atFault returns what is open behind words that call the error one of the server.
func atFault(open wire.Open) wire.Open {
	if open&(wire.FailedCall|wire.UnknownCode) != 0 {
		return wire.ServerFault
	}
	return open // no more than before
}

// maxText bounds the bytes of each text that are looked at.
const maxText = 4096

// Kind returns the kind that the texts suggest within what the structure left
// open, and the rule that suggested it, such as `text resembles "rate limit exceeded"`.
// Of several rules the first one in the table decides, whatever the order of
// the texts. It reports false, and [errkit.Internal], if the texts suggest none.
//
// It looks at the first 4096 bytes of each text, takes time linear in their
// length, and allocates nothing after the first call.
func Kind(open wire.Open, texts ...string) (kind errkit.Kind, rule string, ok bool) {
	if open == 0 {
		return 0, "", false
	}
	return patternIndex().kind(open, texts)
}

// kind is Kind with an index.
func (x *index) kind(open wire.Open, texts []string) (kind errkit.Kind, rule string, ok bool) {
	s := search{open: open, index: x, best: len(x.rows)}
	for _, text := range texts {
		s.look(text)
	}
	if s.best == len(x.rows) {
		return 0, "", false
	}
	return x.rows[s.best].kind, x.rows[s.best].rule, true
}

// stderrOf starts the line of an exception of GitPython with what git printed, which is not quoted
// text.
const stderrOf = "stderr: '"

// testRuns are commands that run tests, testMarks what their lines and those of rustc start with:
// what they print names what a program does, not what happened.
var (
	testRuns = [...]string{
		"npm test", "npm run test", "npm t ", "yarn test", "pnpm test", "bun test", "deno test", "go test", "cargo test",
		"dotnet test", "mvn test", "gradle test", "make test", "swift test", "mix test", "pytest", "vitest", "phpunit",
		"jest ", "rspec ",
	}
	testMarks = [...]string{
		"✓", "✕", "✗", "●", "not ok ", "ok ", "--- FAIL", "--- PASS", "=== RUN", "FAIL ", "PASS ", "FAILED test",
		"error[E", "|",
	}
)

// isTestLine reports whether a program that runs tests or a compiler printed a line.
func isTestLine(line string) bool {
	mayBe := line != "" && (line[0] >= utf8.RuneSelf || strings.IndexByte("no-=FPe|", line[0]) >= 0) // most are not
	return mayBe && slices.ContainsFunc(testMarks[:], func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// mayRunTests reports whether a text has a part that each of testRuns has one of.
func mayRunTests(text string) bool {
	rest := text
	for n := strings.IndexByte(rest, 's'); n >= 0; n = strings.IndexByte(rest, 's') {
		if n > 0 && rest[n-1] == 'e' && strings.HasPrefix(rest[n+1:], "t") || strings.HasPrefix(rest[n+1:], "pec ") {
			return true
		}
		rest = rest[n+1:]
	}
	return strings.IndexByte(text, 'p') >= 0 && (strings.Contains(text, "pm t ") || strings.Contains(text, "phpunit"))
}

// withoutTests returns the text up to the first command that runs tests. If that ends with a
// quotation mark, its line belongs to the text.
func withoutTests(text string) string {
	if !mayRunTests(text) {
		return text
	}
	for _, run := range testRuns {
		if before, after, ok := strings.Cut(text, run); ok {
			end := len(before) + len(run)
			if first, _ := utf8.DecodeRuneInString(after); strings.ContainsRune("\"'`”’»“」", first) {
				line, _, _ := strings.Cut(after, "\n")
				end += len(line)
			}
			text = text[:end]
		}
	}
	return text
}

// look searches a text line by line. Lines in code fences are quoted text, and
// so are lines that start with ">", and what programs that run tests print.
func (s *search) look(text string) {
	if len(text) > maxText {
		text = text[:maxText]
		text = text[:strings.LastIndexAny(text, " \n")+1] // without the word that was cut
	}
	text = strings.TrimSpace(withoutTests(text))
	s.whole = strings.IndexByte(text, '\n') < 0
	open, fenced := s.open, false
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		line = strings.TrimPrefix(strings.TrimSpace(line), stderrOf)
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced, strings.HasPrefix(line, ">"), slices.Contains(s.index.defaults[len(line)%64], line), isTestLine(line):
		default:
			s.line(line)
		}
	}
	s.open = open // one text leaves less open than another
}
