// Package explain has the texts that explain errors to people: one for each kind, and one for each
// member of a document that often needs an explanation. They are plain text; `toolerr explain`
// prints them, and documentation is made of them.
package explain

import (
	_ "embed"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A Text explains a kind.
type Text struct {
	Kind   errkit.Kind
	Means  string // what happened
	Client string // what a client program should do
	Model  string // what a model should be told
	Spec   Spec   // where a specification defines the failure
}

// A Spec is a section of a specification.
type Spec struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Kind returns the text of a kind, and that of errkit.Internal for an unknown kind.
func Kind(k errkit.Kind) Text {
	t := Text{Kind: known(k)}
	for name, body := range Sections(kindsText) {
		if name == t.Kind.String() {
			p := paragraphs(body)
			t.Means, t.Client, t.Model, t.Spec = p[0], p[1], p[2], specOf(p[3])
		}
	}
	return t
}

//go:embed kinds.md
var kindsText string

//go:embed members.md
var membersText string

// Sections returns the sections of a text, each with the line that it starts with after "## ".
func Sections(text string) iter.Seq2[string, string] {
	return func(yield func(head, body string) bool) {
		for section := range strings.SplitSeq(strings.TrimPrefix(text, "## "), "\n## ") {
			head, body, _ := strings.Cut(section, "\n")
			if !yield(head, strings.TrimSpace(body)) {
				return
			}
		}
	}
}

// paragraphs returns the paragraphs of a text, each in one line.
func paragraphs(text string) []string {
	return strings.Split(strings.NewReplacer("\n\n", "\n", "\n", " ").Replace(text), "\n")
}

// specOf returns the specification of a link in Markdown.
func specOf(link string) Spec {
	title, url, _ := strings.Cut(strings.Trim(link, "[)"), "](")
	return Spec{title, url}
}

// Error returns the text of an error: that of its kind, with other advice if the error has a retry
// or an effect of its own.
func Error(e *errkit.Error) Text {
	t, advice := Kind(e.Kind), Advice(e, errkit.RepeatableUnstated)
	if bare := bareOf(e); bare.Retry == errkit.RetryUnspecified && bare.Effect == errkit.EffectUnspecified {
		return t
	}
	switch advice {
	case "":
		t.Client, t.Model = "Give the message to the model. Nothing was done.", "Read the message. Nothing was done."
	case e.Kind.Advice():
	default:
		t.Client, t.Model = advice, advice
	}
	return t
}

// Advice returns the sentence about repeating a call that failed with an error, "" for none. It is read
// apart from the message of the error, to which "that" refers.
func Advice(e *errkit.Error, r errkit.Repeatable) string {
	advice := string(mapping.Default().AppendAdvice(nil, bareOf(e), r))
	return strings.Replace(advice, "Try again after that.", "Ask the user before you repeat the call.", 1)
}

// bareOf returns what decides on the advice of an error, without a retry that is that of its kind.
func bareOf(e *errkit.Error) *errkit.Error {
	bare := &errkit.Error{Kind: e.Kind, Upstream: e.Upstream, Retry: e.Retry, RetryAfter: e.RetryAfter, Effect: e.Effect}
	if bare.Retry == mapping.Default().Retry(e.Kind, e.Upstream) {
		bare.Retry = errkit.RetryUnspecified
	}
	return bare
}

// Example returns the Go statement that makes an error of the kind.
func (t Text) Example() string { return statements()[t.Kind] }

// Sample returns a copy of the error of a kind in its Example, without the cause.
func Sample(k errkit.Kind) *errkit.Error {
	e := *errkit.From(examples[known(k)])
	e.Err = nil
	return &e
}

// known returns a kind, and errkit.Internal for an unknown one.
func known(k errkit.Kind) errkit.Kind {
	if int(k) >= len(examples) {
		return errkit.Internal
	}
	return k
}

//go:embed kinds.go
var source string

// statements returns the statement that returns each of the examples, from their source. Because
// the examples are code, they compile.
var statements = sync.OnceValue(func() (all [len(examples)]string) {
	for i, example := range strings.Split(source, "\n\terrkit.")[1:] { // the kinds are in their order
		_, value, _ := strings.Cut(strings.TrimSuffix(example, "\n}\n"), ":")
		value, comment, _ := strings.Cut(value, " // ")
		statement := "return " + strings.TrimSuffix(strings.TrimSpace(value), ",")
		if comment != "" {
			statement += " // " + comment
		}
		all[i] = strings.ReplaceAll(statement, "\n\t", "\n")
	}
	return all
})

// First returns the ten kinds that an author of tools needs first.
func First() []Text {
	return []Text{
		Kind(errkit.InvalidInput), Kind(errkit.NotFound), Kind(errkit.PermissionDenied), Kind(errkit.AuthRequired),
		Kind(errkit.FailedPrecondition), Kind(errkit.Conflict), Kind(errkit.RateLimited), Kind(errkit.Unavailable),
		Kind(errkit.UpstreamFailed), Kind(errkit.Internal),
	}
}

// Line returns the statement of Example in one line, without a comment.
func (t Text) Line() string {
	statement, _, _ := strings.Cut(t.Example(), " //")
	return strings.NewReplacer("{ ", "{", ", }", "}").Replace(strings.Join(strings.Fields(statement), " "))
}

// Site is the URL of the pages that `make site` writes.
const Site = "https://toolerr.github.io/toolerr/"

// URL returns the address of the page of the kind.
func (t Text) URL() string { return t.List() + mapping.Default().Row(t.Kind).Problem + "/" }

// List returns the address of the page of all kinds.
func (t Text) List() string { return Site + "problems/" }

// CodeURL returns the address of the page of a code.
func CodeURL(code string) string {
	return Site + "codes/" + strings.ToLower(strings.ReplaceAll(code, ":", "_")) + "/"
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
var Members = sync.OnceValue(func() (members []Member) {
	for title, body := range Sections(membersText) {
		names := strings.Split(title, ", ")
		if p := paragraphs(body); len(p) == 3 { // not the title of the text
			members = append(members, Member{names[0], names[1:], p[0], p[1], specOf(p[2])})
		}
	}
	return members
})

// LookupMember returns the member with a name or alias, in any case.
func LookupMember(name string) (Member, bool) {
	for _, m := range Members() {
		if strings.EqualFold(m.Name, name) || slices.ContainsFunc(m.Aliases,
			func(a string) bool { return strings.EqualFold(a, name) }) {
			return m, true
		}
	}
	return Member{}, false
}
