package site

import (
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
)

// A codePage is what `toolerr explain --json` has about a code.
type codePage struct {
	Code, Name, Note string
	URL              string `json:"doc_url"`
	Meanings         []struct{ In, Name, Kind, Note string }
	Kinds            []struct{ Kind, Means, Client, Model string } // of the meanings
	Renderings       []struct {
		Dialect, When string
		Kinds         []string
	}
	Collisions []struct{ Who, Meaning string }
}

// codePages returns the pages of codes. One that differs from another one only in its case has the page of the first.
func codePages(read func() ([]byte, error)) (pages []codePage, err error) {
	if read == nil {
		return nil, nil
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	var all []codePage
	known := map[string]bool{}
	err = json.Unmarshal(text, &all)
	for _, c := range all {
		if !known[c.URL] && len(c.Meanings) > 0 {
			pages = append(pages, c)
		}
		known[c.URL] = true
	}
	return pages, err
}

// Path returns the path of its page.
func (c codePage) Path() string { return strings.TrimPrefix(c.URL, explain.Site) }

// Protocol reports whether it is a code of a protocol, not only of APIs.
func (c codePage) Protocol() bool { return len(c.Renderings) > 0 }

// summary returns the first kind that it decodes to, and who sends it.
func (c codePage) summary() string { return c.Meanings[0].Kind + " (" + c.Meanings[0].In + ")" }

// A rulePage is a rule of check, with what an author changes in each language.
type rulePage struct {
	*check.Rule
	Requests, Remedies [][2]string // the name and the text
}

// ruleOf returns the page of a rule, whose lists are those of its explanation.
func ruleOf(r *check.Rule) rulePage {
	_, requests, _ := strings.Cut(r.Explain(), "Requests:\n")
	requests, remedies, _ := strings.Cut(requests, "Remedy:\n")
	rows := func(text string) (list [][2]string) {
		for line := range strings.Lines(text) {
			if name, what, ok := strings.Cut(strings.TrimSpace(line), "  "); ok && line[0] == ' ' {
				list = append(list, [2]string{name, strings.TrimSpace(what)})
			}
		}
		return list
	}
	return rulePage{r, rows(requests), rows(remedies)}
}
