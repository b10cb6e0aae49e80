// Package guess chooses a kind from the text of an error, for documents whose
// structure leaves the kind open: an isError result of MCP has nothing but text.
//
// A guess is weak evidence, and the package returns no more than a kind and the
// rule that suggested it. What follows from that is the caller's part:
//
//   - The guess is used only if the codes, fields, status and headers of the
//     document left the kind open, and only for what [Open] names.
//   - Retry is that of the kind before the guess. The row of the guessed kind in
//     package mapping is not consulted, so that a guess never invites a retry.
//   - Upstream is not set, even if the rule is an HTTP status in the text.
//   - Peer records that the kind was guessed, and the rule.
//
// The patterns are data: see rows.go. They match whole words, within one clause
// and in any case. Quoted text, addresses, paths and identifiers are not part
// of the prose and do not match, except for codes that the table lists, such as
// ENOENT. What follows "if", "may" or "expected" in a sentence is no evidence.
// Behind "internal server error:" only kinds whose HTTP status is a 5xx are possible.
// Default texts ([errkit.Kind.Text]) and the messages that
// JSON-RPC defines are no evidence, because they replace a missing message.
package guess

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// Open is what the structure of a document left open: the kinds that a text may
// choose from. The zero Open is [Nothing].
type Open uint16

// The places where text is evidence.
const (
	// IsError is a tool execution error without a code: isError in MCP,
	// success:false in OXP, code 0. Every kind of a failed call is possible.
	IsError Open = 1 << iota
	// Unknown is an error with a code that its protocol does not define. Like
	// IsError, but the text never makes it a fault of the input.
	Unknown
	// Fault is a fault of the server, such as HTTP 500 or -32603. Only kinds
	// whose HTTP status is a 5xx are possible.
	Fault
	// Network is NETWORK_ERROR of toolError:v1, which covers timeouts.
	Network
	// UnknownName is -32602 in MCP: the name of a tool, a version of a tool or
	// a resource may be unknown, a session over, or the output invalid, instead
	// of the arguments.
	UnknownName
	// OXP400 is HTTP 400 in OXP without missing_requirements: tool, version,
	// credentials, a requirement or the protocol version, or the server is
	// unavailable (OXP 1.0, Call Tool, Server Errors). Other APIs send 400 for
	// wrong credentials, too.
	OXP400
	// Resource is -32002, an unknown resource in MCP 2025-11-25 and a server that
	// is not initialized in the Language Server Protocol.
	Resource

	// HTTP400 is HTTP 400 of an API: what is wrong with the request, or another fault of the caller.
	HTTP400

	// Token is invalid_token of OAuth, which covers tokens that expired (RFC 6750 §3.1).
	Token

	// Nothing is open: the structure named the kind.
	Nothing Open = 0
)

// atFault returns what is open behind words that call the error one of the server.
func (o Open) atFault() Open {
	if o&(IsError|Unknown) != 0 {
		return Fault
	}
	return o // no more than before
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
func Kind(open Open, texts ...string) (kind errkit.Kind, rule string, ok bool) {
	if open == Nothing {
		return 0, "", false
	}
	return patternIndex().kind(open, texts)
}

// kind is Kind with an index.
func (x *index) kind(open Open, texts []string) (kind errkit.Kind, rule string, ok bool) {
	s := search{open: open, index: x, best: len(rows)}
	for _, text := range texts {
		s.look(text)
	}
	if s.best == len(rows) {
		return 0, "", false
	}
	return rows[s.best].kind, x.rules[s.best], true
}

// stderrOf starts the line of an exception of GitPython with what git printed, which is not quoted text.
const stderrOf = "stderr: '"

// look searches a text line by line. Lines in code fences are quoted text, and
// so are lines that start with ">".
func (s *search) look(text string) {
	if len(text) > maxText {
		text = text[:maxText]
		text = text[:strings.LastIndexAny(text, " \n")+1] // without the word that was cut
	}
	text = strings.TrimSpace(text)
	s.whole = strings.IndexByte(text, '\n') < 0
	defer func(open Open) { s.open = open }(s.open) // one text leaves less open than another
	fenced := false
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		line = strings.TrimPrefix(strings.TrimSpace(line), stderrOf)
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced, strings.HasPrefix(line, ">"), s.index.defaults[line]:
		default:
			s.line(line)
		}
	}
}
