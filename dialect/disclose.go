package dialect

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// A Disclosure is how much of an error that a peer sent is rendered for another reader. It does
// not concern the errors of this program, which have no Peer.
type Disclosure uint8

const (
	// DiscloseActionable withholds what is for the peer's developers: Dev, in documents of another
	// dialect; the details that its protocol neither defines nor leaves to applications
	// ([errkit.Peer], Private); and, in all texts and details, passwords in URLs, tokens, keys,
	// stack traces and SQL statements, for which a text has "[withheld]".
	DiscloseActionable Disclosure = iota
	// DiscloseAll renders everything.
	DiscloseAll
)

// disclosed returns what c discloses of e in a dialect, or nil, which is e itself if that is
// everything, and a loss for each part that it withholds. The losses have no values.
func (c *Codec) disclosed(e *errkit.Error, to Dialect) (*errkit.Error, []Loss) {
	if e == nil {
		e = &nilError
	}
	if e.Peer == nil || c.Disclose != DiscloseActionable {
		return e, nil
	}
	var losses []Loss
	withheld := func(field, at string) { losses = append(losses, Loss{Field: field, Reason: Withheld, From: at}) }
	d := *e
	if !d.Dev.IsZero() {
		dev := d.Dev.Reveal()
		if to == nil || family(d.Peer.Dialect) != family(to.Name()) {
			dev = ""
		}
		if d.Dev = errkit.Dev(leak.Remove(dev)); !d.Dev.Equal(e.Dev) {
			withheld("dev", "")
		}
	}
	public := func(field, s string, isName bool) string {
		shown := leak.Remove(s)
		if shown != s {
			withheld(field, "")
		}
		if shown != s && isName { // for programs: a part of it is of no use
			return ""
		}
		return shown
	}
	d.Message = errkit.Text(public("message", string(d.Message), false))
	d.Hint = errkit.Text(public("hint", string(d.Hint), false))
	d.Code = errkit.Code(public("code", string(d.Code), true))
	d.Ref = public("ref", d.Ref, true)
	if list, found := disclosedFields(d.Fields); found {
		d.Fields = list
		withheld("fields", "")
	}
	if n, found := disclosedNeeds(d.Needs); found {
		d.Needs = n
		withheld("needs", "")
	}
	if leak.Found(d.Peer.Title) || leak.Found(d.Peer.Type) { // which the peer's dialect may render
		p := *d.Peer
		p.Title, p.Type = "", ""
		d.Peer = &p
		withheld("document", "/type")
	}
	private := func(a slog.Attr) bool { return slices.Contains(d.Peer.Private, a.Key) || isPrivate(a) }
	if slices.ContainsFunc(d.Details, private) {
		d.Details = slices.DeleteFunc(slices.Clone(d.Details), func(a slog.Attr) bool {
			found := private(a)
			if found {
				withheld("details", disclosedPointer("/"+pointer.Escape(a.Key)))
			}
			return found
		})
	}
	if losses == nil {
		return e, nil
	}
	shown := d
	return &shown, losses
}

// family returns the name of a dialect without the version or the form, such as "mcp" for
// "mcp-2025-11-25".
func family(name string) string {
	name, _, _ = strings.Cut(name, "-")
	return name
}

// isPrivate reports whether a detail has private text, or has no JSON in which to look for it.
func isPrivate(a slog.Attr) bool {
	doc := append(errkit.AppendDetails([]byte("{"), []slog.Attr{a}, nil), '}')
	root, err := jsontree.Parse(doc, jsontree.Limits{})
	if err != nil {
		return true
	}
	var texts strings.Builder // in one, which may have a stack trace by its lines
	inNames := false
	walkTexts(root, &texts, func(name string) bool {
		inNames = inNames || leak.Found(name)
		return !inNames
	})
	return inNames || leak.Found(texts.String())
}

// disclosedPointer returns a JSON pointer (RFC 6901) without the private text in its names.
func disclosedPointer(at string) string {
	names := strings.Split(at, "/")
	found := false
	for i, name := range names {
		if name = pointer.Unescape(name); leak.Found(name) {
			names[i], found = leak.Withheld, true
		}
	}
	if !found {
		return at
	}
	return strings.Join(names, "/")
}

func disclosedFields(fields []errkit.Field) (list []errkit.Field, found bool) {
	var path, public string // of the field before: a member with many messages has one long path
	for i, f := range fields {
		if f.Path != path {
			path, public = f.Path, disclosedPointer(f.Path)
		}
		f.Path = public
		f.Message = errkit.Text(leak.Remove(string(f.Message)))
		f.Rule, f.Param = leak.Remove(f.Rule), leak.Remove(f.Param)
		if f == fields[i] {
			continue
		}
		if !found {
			list, found = slices.Clone(fields), true
		}
		list[i] = f
	}
	return list, found
}

func disclosedNeeds(needs *errkit.Needs) (_ *errkit.Needs, found bool) {
	eachText(needs, func(s *string) { found = found || leak.Found(*s) })
	if !found {
		return needs, false
	}
	n := *needs
	n.Secrets, n.Scopes = slices.Clone(n.Secrets), slices.Clone(n.Scopes)
	n.Challenges, n.Input, n.Options = slices.Clone(n.Challenges), slices.Clone(n.Input), slices.Clone(n.Options)
	for i := range n.Input {
		n.Input[i].Suggestions = slices.Clone(n.Input[i].Suggestions)
	}
	eachText(&n, func(s *string) { *s = leak.Remove(*s) })
	return &n, true
}

// eachText calls f with each text of the needs. A URL is none: it is for the user, with whatever
// it needs in it.
func eachText(n *errkit.Needs, f func(*string)) {
	if n == nil {
		return
	}
	f((*string)(&n.Reason))
	for i := range n.Secrets {
		f(&n.Secrets[i])
	}
	for i := range n.Scopes {
		f(&n.Scopes[i])
	}
	for i := range n.Challenges {
		f(&n.Challenges[i].ID)
		f((*string)(&n.Challenges[i].Message))
	}
	for i := range n.Input {
		f(&n.Input[i].Name)
		for j := range n.Input[i].Suggestions {
			f(&n.Input[i].Suggestions[j])
		}
	}
	for i := range n.Options {
		o := &n.Options[i]
		f(&o.Label)
		f(&o.Value)
		f(&o.Description)
		f(&o.Field)
	}
}
