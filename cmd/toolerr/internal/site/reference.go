package site

import (
	"encoding/json"
	"strings"

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

// codePages returns the pages of codes. One that differs from another one only in its case has the
// page of the first.
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
