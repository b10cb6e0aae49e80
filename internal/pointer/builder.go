package pointer

import "github.com/toolerr/toolerr/internal/limit"

// A Builder builds a pointer of any number of tokens of any length in bounded memory. The zero Builder is the pointer of
// the root.
type Builder struct {
	start []byte // the first limit.Path bytes
	end   []byte // the last bytes of what follows, at least limit.Path of them if there are as many
}

// Add appends a reference token, which is not escaped yet.
func (p *Builder) Add(token string) {
	p.write("/")
	p.Extend(token)
}

// Extend appends to the last token.
func (p *Builder) Extend(token string) {
	if len(token) > 2*limit.Path { // what is left out here is in the middle of the pointer
		p.escape(limit.Head(token, limit.Path))
		token = limit.Tail(token, limit.Path)
	}
	p.escape(token)
}

func (p *Builder) escape(token string) {
	done := 0
	for i := range len(token) {
		switch token[i] {
		case '~':
			p.write(token[done:i])
			p.write("~0")
			done = i + 1
		case '/':
			p.write(token[done:i])
			p.write("~1")
			done = i + 1
		}
	}
	p.write(token[done:])
}

func (p *Builder) write(s string) {
	if room := limit.Path - len(p.start); room > 0 {
		n := min(room, len(s))
		p.start = append(p.start, s[:n]...)
		s = s[n:]
	}
	p.end = append(p.end, s...)
	if n := len(p.end) - limit.Path; n > 3*limit.Path {
		p.end = p.end[:copy(p.end, p.end[n:])]
	}
}

// String returns the pointer, or its start and its end if it is longer than limit.Path.
func (p *Builder) String() string { return limit.ShortPath(string(p.start) + string(p.end)) }
