package check

import (
	_ "embed"
	"regexp"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/rows"
)

// languages are those of remedies. A rule without a row for one has the row of the last.
var languages = []string{"Go", "TypeScript", "Python", "other"}

// remedyText has lines with the start of the IDs of rules, a language, and what an author changes.
//
//go:embed remedies.txt
var remedyText string

// remedy returns what an author changes who uses a language, from the row with the longest start
// of the ID.
func (r *Rule) remedy(language string) (text string) {
	longest := 0
	for _, f := range rows.Cells(remedyText) {
		n := len(f[0])
		if f[1] == language && n > longest && strings.HasPrefix(r.ID+"/", f[0]+"/") {
			longest, text = n, f[2]
		}
	}
	if text == "" && language != "other" {
		return r.remedy("other")
	}
	return text
}

// A cause is who can mend a finding, with the language of the server, as far as is known.
type cause struct{ Name, Language string }

const thisServer = "this server"

// causeText has lines with the name of an SDK or a router, its language, a probe, and a regular
// expression of the answers by which it is recognized; and after "-" the start of the IDs of the
// rules that it breaks by itself, a probe or "*", and a regular expression of the answers that do.
//
//go:embed causes.txt
var causeText string

// causes finds out who can mend the findings of a run.
type causes struct {
	language string
	rows     [][]string // name, language, "-", rules, probe, pattern
}

// newCauses recognizes the SDK and the router by the answers of a run.
func newCauses(xs []*probe.Exchange) *causes {
	c := &causes{language: "other"}
	known := map[string]bool{}
	for _, f := range rows.Cells(causeText) {
		switch {
		case f[2] == "":
			if known[f[0]] {
				c.rows = append(c.rows, f)
			}
		case lo.SomeBy(xs, func(x *probe.Exchange) bool { return answers(x, f[2], f[3]) }):
			if known[f[0]] = true; c.language == "other" {
				c.language = f[1]
			}
		}
	}
	return c
}

// of returns the cause of a finding.
func (c *causes) of(r *Rule, x *probe.Exchange) cause {
	for _, f := range c.rows {
		if strings.HasPrefix(r.ID, f[3]) && answers(x, f[4], f[5]) {
			return cause{f[0], f[1]}
		}
	}
	return cause{thisServer, c.language}
}

// answers reports whether an exchange is one of a probe, and its answer matches a pattern: the
// headers and the body, or why there was none.
func answers(x *probe.Exchange, name, pattern string) bool {
	if name != "*" && string(x.Probe) != name && string(x.After) != name {
		return false
	}
	text := string(x.Body)
	if x.Failure != nil {
		text = x.Failure.Error()
	}
	for name := range x.Header {
		text += "\n" + name + ": " + x.Header.Get(name)
	}
	return regexp.MustCompile(pattern).MatchString(text)
}
