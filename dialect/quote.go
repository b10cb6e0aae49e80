package dialect

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/text"
)

// A text of a peer may be written to instruct the model that reads it. [Codec.Quote] marks where
// it starts and ends, with a word that its author cannot know:
//
//	Upstream says:
//	<quote-5f0c3a9b17d2e684>
//	Bell 7 was not found.
//	</quote-5f0c3a9b17d2e684>
const (
	quoteStart = text.QuoteStart
	quoteEnd   = "\n</quote-"
	wordLen    = 16

	maxBeside = 256 // characters of a text beside the quoted one: the fence, and what a dialect writes before it
)

// Quoted returns e as it is rendered with [Codec.Quote]: what its peer wrote, without details, is
// one quoted text, the Message. Beside it are the kind and what follows from it, and codes, paths
// of fields, URLs and scopes that are short and have few words, of which no more than one tells
// somebody to do something. It returns e itself if c does not quote, or if no peer sent e. What is
// rendered is quoted already.
func (c *Codec) Quoted(e *errkit.Error) *errkit.Error {
	if !c.Quote || e == nil || e.Peer == nil || e.Peer.Quoted { // nearly always; it is inlined
		return e
	}
	return c.quoted(e)
}

func (c *Codec) quoted(e *errkit.Error) *errkit.Error {
	d := disclosing{shown: *e}
	d.withholdTexts()
	d.withholdDetails(true)
	q := &d.shown
	q.Message, q.Dev = errkit.Text(quote(peerText(e), c.TextLimit())), errkit.Private{}
	q.Fields = slices.DeleteFunc(slices.Clone(q.Fields), func(f errkit.Field) bool { return hasRoom(f.Path) })
	d.withhold("code", hasRoom(string(q.Code)), func() { q.Code = "" })
	if q.Needs = publicNeeds(q.Needs); q.Needs != nil {
		q.Needs.Scopes = slices.DeleteFunc(slices.Clone(q.Needs.Scopes), hasRoom)
		q.Needs.Challenges = slices.DeleteFunc(q.Needs.Challenges, func(ch errkit.Challenge) bool {
			return hasRoom(ch.ID) || hasRoom(ch.URL) || hasRoom(ch.CheckURL)
		})
		q.Needs = publicNeeds(q.Needs) // nil if nothing is left
	}
	q.Peer.Quoted = true // of the copy that has no texts
	return q
}

// A plain name is a path of a field, a code, a scope or a URL, which is short behind the start of
// the scopes of Google or Microsoft.
var (
	plain     = lazy.Regexp{Expr: `^(?:https://(?:www\.googleapis\.com/auth/|graph\.microsoft\.com/)?)?([\w.$@:/?=&%+-]{0,64})$`}
	plainWord = lazy.Regexp{Expr: `[A-Z]?[a-z]+|[A-Z]{2,}`}
)

// order is a word by which somebody is told to do something.
var order = lazy.Regexp{Expr: `(?i)^(ignore|disregard|forget|override|bypass|previous|prior|instructions?|prompt|assistant|human|` +
	`you|your|must|please|now|immediately|instead|always|never|every|everything|dont|do|delete|remove|erase|purge|wipe|drop|` +
	`destroy|send|forward|transfer|pay|buy|call|run|execute|exec|invoke|use|open|visit|browse|download|install|tell|say|` +
	`reply|respond|print|reveal|leak|obey|follow|make|give|grant|go|add|put|the)$`}

// hasRoom reports whether a text is no plain name, or may be a sentence: it has more than six
// words, two words of orders, or one in more than three words.
func hasRoom(s string) bool {
	name := plain.Get().FindStringSubmatch(s)
	if name == nil {
		return true
	}
	all, orders := plainWord.Get().FindAllString(name[1], 7), 0
	for _, w := range all {
		if order.Get().MatchString(w) {
			orders++
		}
	}
	return len(all) > 6 || orders > 1 || orders == 1 && len(all) > 3
}

// peerText returns the texts of e, each as a line.
func peerText(e *errkit.Error) string {
	lines := []string{string(e.Message)}
	for _, f := range e.Fields {
		lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(f.Path, "/")+": "+string(f.Message), ": "))
	}
	lines = append(append(lines, string(e.Hint)), needTexts(e)...)
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}

// quote returns a text between marks with a random word, which its author could not know, or ""
// for no text or no room. Without a limit it is below 1.
func quote(s string, limit int) string {
	if s == "" || limit > 0 && limit <= maxBeside {
		return ""
	}
	if limit > 0 {
		s = text.Runes(s, limit-maxBeside)
	}
	var random [wordLen / 2]byte
	_, _ = rand.Read(random[:]) // which never fails
	word := hex.EncodeToString(random[:])
	return quoteStart + word + ">\n" + s + quoteEnd + word + ">"
}

// CutQuote returns a message of at most limit characters, unless limit is below 1: of a longer one
// that is quoted the text in the quote is cut, so that the quote has an end. Another one is
// returned unchanged.
func CutQuote(message string, limit int) string {
	if limit < 1 || len(message) <= limit { // nearly always; it is inlined
		return message
	}
	return cutQuote(message, limit)
}

func cutQuote(message string, limit int) string {
	rest, found := strings.CutPrefix(message, quoteStart)
	if !found || len(rest) < wordLen || utf8.RuneCountInString(message) <= limit {
		return message
	}
	word, inner := rest[:wordLen], rest[wordLen:]
	inner, _, _ = strings.Cut(inner, quoteEnd+word)
	room := limit - len(quoteStart+quoteEnd+">") - 2*wordLen
	if room < len(">\n")+1 {
		return ""
	}
	return quoteStart + word + text.Runes(inner, room) + quoteEnd + word + ">"
}

// unquote removes the marks of a quoted message of a document that this package rendered.
func unquote(e *errkit.Error) {
	rest, found := strings.CutPrefix(string(e.Message), quoteStart)
	if !found || len(rest) < wordLen {
		return
	}
	inner, ok := strings.CutPrefix(rest[wordLen:], ">\n")
	inner, after, closed := strings.Cut(inner, quoteEnd+rest[:wordLen]+">")
	if ok && closed {
		e.Message = errkit.Text(inner + after)
	}
}
