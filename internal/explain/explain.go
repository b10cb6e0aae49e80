// Package explain has the texts that explain errors to people: one for each kind, and one for each member of a document
// that often needs an explanation. They are plain text; `toolerr explain` prints them, and documentation is made of them.
package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// A Text explains a kind.
type Text struct {
	Kind   errkit.Kind
	Means  string // what happened
	Fault  Fault
	Client string // what a client program should do
	Model  string // what a model should be told
	Spec   Spec   // where a specification defines the failure

	example func() error // in examples.go
}

// A Fault names who caused an error, and so who can correct it.
type Fault string

// The faults.
const (
	Caller   Fault = "the caller"
	User     Fault = "the user"
	Tool     Fault = "the tool"
	Server   Fault = "the server"
	Operator Fault = "the operator of the server"
	Upstream Fault = "a service that the tool depends on"
	NotKnown Fault = "not known"
)

// A Spec is a section of a specification.
type Spec struct {
	Title string
	URL   string
}

// Kind returns the text of a kind, and that of errkit.Internal for an unknown kind.
func Kind(k errkit.Kind) Text {
	i := slices.IndexFunc(texts, func(t Text) bool { return t.Kind == k })
	return texts[max(i, 0)]
}

// A Member explains a member of a document, or a header.
type Member struct {
	Name    string
	Aliases []string // other names of the same idea
	Where   string   // the protocols that have it, and its place
	Means   string   // what it means, and what to do with it
	Spec    Spec
}

// Members returns all members, sorted by name.
func Members() []Member {
	return slices.SortedFunc(slices.Values(members), func(a, b Member) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// LookupMember returns the member with a name or alias, in any case.
func LookupMember(name string) (Member, bool) {
	for _, m := range members {
		if strings.EqualFold(m.Name, name) || slices.ContainsFunc(m.Aliases, func(a string) bool { return strings.EqualFold(a, name) }) {
			return m, true
		}
	}
	return Member{}, false
}
