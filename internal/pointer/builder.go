package pointer

import (
	"strings"

	"github.com/toolerr/toolerr/internal/text"
)

// A Builder builds a pointer of any number of tokens of any length in bounded memory. The zero
// Builder is the pointer of the root.
type Builder struct {
	start []byte // the first text.MaxPath bytes
	end   []byte // the last bytes of what follows, at least text.MaxPath of them if there are as many
}

// Add appends a reference token, which is not escaped yet.
func (p *Builder) Add(token string) {
	p.write("/")
	p.Extend(token)
}

// Extend appends to the last token.
func (p *Builder) Extend(token string) {
	if len(token) > 2*text.MaxPath { // what is left out here is in the middle of the pointer
		p.Extend(text.Head(token, text.MaxPath))
		token = text.Tail(token, text.MaxPath)
	}
	for {
		n := strings.IndexAny(token, "~/")
		if n < 0 {
			p.write(token)
			return
		}
		p.write(token[:n])
		if token[n] == '~' { // a Replacer allocates
			p.write("~0")
		} else {
			p.write("~1")
		}
		token = token[n+1:]
	}
}

// write is not copied into its callers, and theirs.
//
//go:noinline
func (p *Builder) write(s string) {
	if room := text.MaxPath - len(p.start); room > 0 {
		n := min(room, len(s))
		p.start = append(p.start, s[:n]...)
		s = s[n:]
	}
	p.end = append(p.end, s...)
	if n := len(p.end) - text.MaxPath; n > 3*text.MaxPath {
		p.end = p.end[:copy(p.end, p.end[n:])]
	}
}

// String returns the pointer, or its start and its end if it is longer than text.MaxPath.
func (p *Builder) String() string { return text.ShortPath(string(p.start) + string(p.end)) }
