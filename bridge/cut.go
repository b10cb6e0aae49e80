package bridge

import (
	"bytes"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
)

// cutError returns the error in a message of JSON-RPC that is longer than what is held, or whose
// rest is not read: with the texts and blocks that arrived, if a dialect reads them.
func (x *Exchange) cutError(doc []byte, m *rpc.Message, event bool) *errkit.Error {
	message := closed(doc)
	isLast := x.isRPC && !m.Done && !m.Batch && !m.Has(rpc.Version) // its version may be the last member
	if isLast {
		message = bytes.Replace(message, []byte("{"), []byte(`{"jsonrpc":"2.0",`), 1)
	}
	e, err := x.decodeSuccess(message, event)
	if err != nil || e == nil || !m.IsRPC() && !isLast || x.hasOtherID() || x.isOfProtocol(e) {
		return x.unknown(doc)
	}
	return e
}

// ends close a message that is cut at a depth: in the message, its result or error, the list of
// blocks, and a block. A last block states that there was more.
var ends = [...]string{"", "}", "}}", `,{"text":"…"}]}}`, `},{"text":"…"}]}}`}

// closed returns a message that is cut with an end: without what has none yet, except for the text
// of a block and the message of an error, of which the whole lines stay: a part of a secret may not
// look like one.
func closed(doc []byte) []byte {
	var s jsontree.Scanner
	var names [len(ends)]string // of the members at hand, by their depth
	whole, end := 0, ""
	for from, to := 0, 0; ; {
		if from, to = s.Find(doc, to); from == to {
			return append(doc[:whole:whole], end...)
		}
		token, depth := doc[from:to], s.Depth
		switch {
		case depth == 0 || depth >= len(ends) || depth > 2 && names[2] != `"content"`: // it stays whole or not at all
		case s.Name:
			names[depth] = string(token)
		case s.Open && (depth == 4 && names[4] == `"text"` || depth == 2 && names[2] == `"message"`):
			whole, end = from+wholeLines(token), [...]string{2: `…"}}`, 4: `…"}]}}`}[depth]
		case !s.Open && s.Kind != ',' && s.Kind != ':' && s.Kind != '[':
			whole, end = to, ends[depth]
		}
	}
}

// wholeLines returns the length of a string that is cut up to its last line break, 1 without one.
func wholeLines(text []byte) int {
	n := bytes.LastIndex(text, []byte(`\n`))
	for n > 0 && text[n-1] == '\\' { // the backslash may be escaped
		n = bytes.LastIndex(text[:n], []byte(`\n`))
	}
	return max(n+len(`\n`), 1)
}
