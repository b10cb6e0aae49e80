package dialect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A Disclosure is how much of an error that a peer sent is rendered for another reader. It does
// not concern the errors of this program, which have no Peer.
type Disclosure uint8

const (
	DiscloseUnspecified Disclosure = iota // as DiscloseActionable
	// DiscloseActionable renders what the peer's protocol addresses to its client and the caller
	// can act on. It withholds
	//   - the texts and the needs of server faults: errors whose HTTP status, by its own or in the
	//     table, is 5xx, except those about an unsupported call or, by the table, an application
	//     of the user. Those of the result of a tool, of a JSON-RPC error with a code of an
	//     application, or of a failure that an API states with the HTTP status of a success
	//     ([errkit.Peer], Public), and of an error that the document carries, are for the caller;
	//   - what is for the peer's developers: Dev, in documents of another dialect, and the details
	//     that its protocol neither defines nor leaves to applications ([errkit.Peer], Private);
	//   - in all texts and details the rest after the first line of a stack trace, and passwords,
	//     tokens, keys, SQL statements, private addresses and, unless they are of the result of a
	//     tool, which names the files that it works on, paths. A text has "[withheld]" for them.
	//     What is a part of a value of [Call.Arguments] is not withheld;
	//   - in details the value of a member with the name of a secret, such as db_password, unless
	//     it is a message;
	//   - a DocURL with credentials, such as a parameter with the name of a secret, or of a host
	//     without a domain; that of a server fault unless it is an https URL of a host in a
	//     domain, without a query.
	DiscloseActionable
	// DiscloseNone renders no text of the peer: only the kind and what follows from it, a code
	// that is a name, the paths of fields, authorizations to complete, scopes, delays, and
	// versions and capabilities to negotiate.
	DiscloseNone
	// DiscloseAll renders everything.
	DiscloseAll
)

var disclosures = [...]string{"", "actionable", "none", "all"}

// MarshalText returns "actionable", "none" or "all", and "" for DiscloseUnspecified.
func (d Disclosure) MarshalText() ([]byte, error) {
	if int(d) >= len(disclosures) {
		return nil, fmt.Errorf("dialect: unknown disclosure %d", uint8(d))
	}
	return []byte(disclosures[d]), nil
}

// UnmarshalText sets d to what MarshalText returns. Any other text is an error.
func (d *Disclosure) UnmarshalText(name []byte) error {
	i := slices.Index(disclosures[:], string(name))
	if i < 0 {
		return fmt.Errorf("unknown disclosure %q, want one of %s", name, strings.Join(disclosures[1:], ", "))
	}
	*d = Disclosure(i)
	return nil
}

// Disclosed returns what c discloses of e in a dialect, in response to a call, and a loss with the
// reason [Withheld] for each part that it withholds. It returns e itself if that is everything. A
// nil dialect is another one than that of the peer; a nil e is Internal. The losses have no
// values. What is rendered is disclosed already: Disclosed is for other uses, such as a log for
// users.
func (c *Codec) Disclosed(e *errkit.Error, to Dialect, call Call) (*errkit.Error, []Loss) {
	if e = cmp.Or(e, &nilError); e.Peer == nil || c.Disclose == DiscloseAll {
		return e, nil
	}
	ofTool := e.Peer.Public && e.Peer.Dialect != "http"
	d := disclosing{shown: *e, filter: leak.Filter{Known: textsOf(call.Arguments), Files: ofTool}}
	none, isFault := c.Disclose == DiscloseNone, isServerFault(c.Table, e)
	if none {
		d.withholdTexts()
	} else if isFault {
		d.withholdFault()
	}
	d.withhold("needs", isFault && d.shown.Needs != nil, func() { d.shown.Needs = nil })
	if to == nil || family(e.Peer.Dialect) != family(to.Name()) || none {
		d.withhold("dev", !d.shown.Dev.IsZero(), func() { d.shown.Dev = errkit.Private{} })
	}
	d.filterTexts()
	d.withholdDetails(none)
	if d.losses == nil {
		return e, nil
	}
	return new(d.shown), d.losses
}

// isServerFault reports whether the texts of a peer's error are about a fault of the peer, on
// which no caller can act.
func isServerFault(t *mapping.Table, e *errkit.Error) bool {
	kind, peer := e.Kind, e.Peer
	if peer.Guessed && peer.Coarse == errkit.Internal {
		kind = peer.Coarse
	}
	if peer.Public || peer.Carried || kind == errkit.Unsupported || kind.Fault() == errkit.UserFault && e.Status < 500 {
		return false
	}
	return t.Status(&errkit.Error{Kind: kind, Status: e.Status}) >= 500
}

// A disclosing is a copy of a peer's error, of which parts are withheld.
type disclosing struct {
	shown  errkit.Error // shares its Peer and its lists with the error
	filter leak.Filter
	losses []Loss
}

// withhold removes a part that is there.
func (d *disclosing) withhold(field string, found bool, remove func()) {
	if found {
		d.lose(field, "")
		remove()
	}
}

// lose is not copied into its many callers, which would be a third of this file in a program.
//
//go:noinline
func (d *disclosing) lose(field, at string) {
	d.losses = append(d.losses, Loss{Field: field, Reason: Withheld, From: at})
}

// withholdFault removes the texts of a server fault.
func (d *disclosing) withholdFault() {
	e := &d.shown
	d.withhold("message", e.Message != "", func() { e.Message = "" })
	d.withhold("hint", e.Hint != "", func() { e.Hint = "" })
	d.withhold("fields", len(e.Fields) > 0, func() { e.Fields = nil })
	d.withhold("doc_url", !publicPage.Get().MatchString(e.DocURL), func() { e.DocURL = "" })
}

// publicPage is the URL of a page of a public website, or "": a host by its name in a domain, and
// no query.
var publicPage = lazy.Regexp{Expr: `^(https://([\w-]+\.)+[A-Za-z][\w-]*(/[^?]*)?)?$`}

// isPrivateLink reports whether the URL of a page has credentials, or a host without a domain.
func isPrivateLink(link string) bool {
	u, err := url.Parse(link)
	if err != nil || u.User != nil || !strings.ContainsAny(u.Host, ".]") && u.Hostname() != "localhost" {
		return link != ""
	}
	link, err = url.QueryUnescape(link)
	return err != nil || leak.SecretParameter.Get().MatchString(link)
}

// programName is a name in a program, such as a code or a capability. It has no room for another
// text.
var programName = lazy.Regexp{Expr: `^[A-Za-z][A-Za-z0-9._/-]{0,63}$`}

// withholdTexts removes all texts but names.
func (d *disclosing) withholdTexts() {
	e := &d.shown
	d.withhold("message", e.Message != "", func() { e.Message = "" })
	d.withhold("hint", e.Hint != "", func() { e.Hint = "" })
	d.withhold("doc_url", e.DocURL != "", func() { e.DocURL = "" })
	d.withhold("code", e.Code != "" && !programName.Get().MatchString(string(e.Code)), func() { e.Code = "" })
	d.withhold("ref", e.Ref != "", func() { e.Ref = "" })
	hasText := func(f errkit.Field) bool { return f != errkit.Field{Path: f.Path} }
	d.withhold("fields", slices.ContainsFunc(e.Fields, hasText), func() {
		e.Fields = slices.Clone(e.Fields)
		for i := range e.Fields {
			e.Fields[i] = errkit.Field{Path: e.Fields[i].Path}
		}
	})
	hasMessage := func(c errkit.Challenge) bool { return c.Message != "" }
	if n := e.Needs; n != nil {
		private := n.Reason != "" || len(n.Secrets) > 0 || n.WantsInput() || slices.ContainsFunc(n.Challenges, hasMessage)
		d.withhold("needs", private, func() { e.Needs = publicNeeds(n) })
	}
	d.withholdType()
}

// withholdType removes the title and the type of a problem.
func (d *disclosing) withholdType() {
	d.shown.Peer = new(*d.shown.Peer)
	d.shown.Peer.Title, d.shown.Peer.Type = "", ""
}

// publicNeeds returns the needs without texts: authorizations to complete, scopes and the user id.
func publicNeeds(n *errkit.Needs) *errkit.Needs {
	if n == nil || len(n.Challenges) == 0 && len(n.Scopes) == 0 && !n.UserID {
		return nil
	}
	public := &errkit.Needs{UserID: n.UserID, Scopes: n.Scopes, Challenges: slices.Clone(n.Challenges)}
	for i := range public.Challenges {
		public.Challenges[i].Message = ""
	}
	return public
}

// filterTexts removes what is private in texts.
func (d *disclosing) filterTexts() {
	e := &d.shown
	public := func(field, s string, isName bool) string {
		shown := d.filter.Remove(s)
		if shown != s {
			d.lose(field, "")
		}
		if shown != s && isName { // for programs: a part of it is of no use
			return ""
		}
		return shown
	}
	e.Message = errkit.Text(public("message", string(e.Message), false))
	e.Hint = errkit.Text(public("hint", string(e.Hint), false))
	e.Code = errkit.Code(public("code", string(e.Code), true))
	e.Ref = public("ref", e.Ref, true)
	e.DocURL = public("doc_url", e.DocURL, true)
	d.withhold("doc_url", isPrivateLink(e.DocURL), func() { e.DocURL = "" })
	if !e.Dev.IsZero() {
		e.Dev = errkit.Dev(public("dev", e.Dev.Reveal(), false))
	}
	if list, found := d.fields(e.Fields); found {
		e.Fields = list
		d.lose("fields", "")
	}
	if n, found := d.needs(e.Needs); found {
		e.Needs = n
		d.lose("needs", "")
	}
	// The peer's dialect may render these.
	if d.filter.Found(e.Peer.Title) || d.filter.Found(e.Peer.Type) || leak.SecretParameter.Get().MatchString(e.Peer.Type) {
		d.withholdType()
		d.lose("document", "/type")
	}
}

// withholdDetails removes the details that are private, and those with a text if no text is
// public. Of others it removes the secrets.
func (d *disclosing) withholdDetails(none bool) {
	e := &d.shown
	shown := make([]slog.Attr, 0, len(e.Details))
	for _, a := range e.Details {
		root, err := jsontree.Parse(detail(a), jsontree.Limits{})
		isPrivate := err != nil || none && !isNegotiated(e.Kind, root.FirstMember()) || slices.Contains(e.Peer.Private, a.Key) && !none
		public, hasSecret := d.appendPublic(nil, root, root.FirstMember())
		if hasSecret {
			a = slog.Any(a.Key, json.RawMessage(public))
			root, _ = jsontree.Parse(detail(a), jsontree.Limits{})
		}
		if isPrivate = isPrivate || d.isPrivate(root); isPrivate || hasSecret {
			d.lose("details", d.pointer("/"+pointer.Escape(a.Key)))
		}
		if !isPrivate {
			shown = append(shown, a)
		}
	}
	e.Details = shown
}

// isNegotiated reports whether a client negotiates with the server by a detail, which has no room
// for another text: versions of the protocol, and capabilities that it has to declare (MCP
// 2026-07-28, -32021 and -32022).
func isNegotiated(k errkit.Kind, detail jsontree.Value) bool {
	negotiated, key := &versions, detail.Name()
	switch {
	case k == errkit.Unsupported && key == "requiredCapabilities":
		negotiated = &capabilities
	case k != errkit.UnsupportedVersion || key != "supported" && key != "requested":
		return false
	}
	return len(detail.Raw()) <= 1024 && negotiated.Get().MatchString(detail.Raw())
}

// detail returns the JSON object that has a detail as its only member.
func detail(a slog.Attr) []byte {
	return append(errkit.AppendDetails([]byte("{"), []slog.Attr{a}, nil), '}')
}

// versions is JSON of versions of a protocol, such as "2025-11-25", "1.0" or "v2", or of a list of
// them. It has no room for another text.
var versions = lazy.Regexp{Expr: `^(\[\]|\[?(` + version + `,)*` + version + `\]?)$`}

const version = `("v?[0-9][0-9.-]{0,15}"|[0-9.]{1,16})`

// capabilities is JSON of an object of capabilities, which are objects of capabilities or flags.
var capabilities = lazy.Regexp{Expr: `^\{(` + capability + `\{(` + capability + `\{(` + capability + `\{\}),?)*\}),?)*\}),?)*\}$`}

const capability = `"[A-Za-z][A-Za-z0-9._/-]{0,63}":(true|false|`

// family returns the name of a dialect without the version or the form, such as "mcp" for
// "mcp-2025-11-25".
func family(name string) string {
	name, _, _ = strings.Cut(name, "-")
	return name
}

// isPrivate reports whether a detail has private text.
func (d *disclosing) isPrivate(detail jsontree.Value) (found bool) {
	var texts strings.Builder // in one, which may have a stack trace by its lines
	walkTexts(detail, &texts, func(v jsontree.Value) bool {
		found = found || d.filter.Found(v.Name())
		return !found && !media.Get().MatchString(v.Raw())
	})
	return found || d.filter.Found(texts.String())
}

// media is a block of content of MCP with a picture or a sound, which have no text.
var media = lazy.Regexp{Expr: `^\{("type":"(image|audio)",?|"data":"[A-Za-z0-9+/=]*",?|` +
	`"mimeType":"(image|audio)/[\w.+-]{1,32}",?)+\}$`}

// appendPublic appends a value of a detail with [leak.Withheld] in the place of each secret, and
// reports whether it has one.
func (d *disclosing) appendPublic(dst []byte, parent, v jsontree.Value) (_ []byte, hasSecret bool) {
	if d.isSecret(parent, v) {
		return text.AppendString(dst, leak.Withheld), true
	}
	if document, ok := v.Embedded(); ok {
		if public, found := d.appendPublic(nil, v, document); found {
			return text.AppendString(dst, string(public)), true
		}
	}
	inner, brackets := v.FirstMember(), "{}"
	if v.Kind() == jsontree.Array {
		inner, brackets = v.FirstElement(), "[]"
	}
	if inner.Kind() == jsontree.Absent {
		return append(dst, v.Raw()...), false
	}
	for open := brackets[0]; inner.Kind() != jsontree.Absent; inner, open = inner.Next(), ',' {
		if dst = append(dst, open); v.Kind() == jsontree.Object {
			dst = append(text.AppendString(dst, inner.Name()), ':')
		}
		found := false
		dst, found = d.appendPublic(dst, v, inner)
		hasSecret = hasSecret || found
	}
	return append(dst, brackets[1]), hasSecret
}

// isSecret reports whether a member is a secret by its name. That of an element is the name of the
// list, that of a member with the name "value" is beside it, or is that of the object.
func (d *disclosing) isSecret(parent, v jsontree.Value) bool {
	names := [...]string{v.Name(), "", ""}
	if parent.Kind() == jsontree.Array || strings.EqualFold(names[0], "value") {
		names = [...]string{parent.Name(), parent.Member("name").Scalar(), parent.Member("key").Scalar()}
	}
	isCount := v.Kind() == jsontree.Number && strings.EqualFold(names[0], "pass") && counts.Get().MatchString(parent.Raw())
	return !isCount && slices.ContainsFunc(names[:], func(name string) bool { return d.filter.IsSecret(name, v.Scalar()) })
}

// counts is JSON with another number of the results of tests than that of "pass".
var counts = lazy.Regexp{Expr: `(?i)"(fail\w*|skip\w*|passe[ds]|pending|todo|total|errors|warnings|tests)":\s*\d`}

// pointer returns a JSON pointer (RFC 6901), or one to nothing if there is private text in it.
func (d *disclosing) pointer(at string) string {
	found := func(name string) bool { return d.filter.Found(pointer.Unescape(name)) }
	if found(strings.TrimPrefix(at, "/")) || slices.ContainsFunc(strings.Split(at, "/"), found) { // or a text with slashes
		return "/" + leak.Withheld
	}
	return at
}

// heading is the end of a text whose stack or key goes on in the next text.
var heading = lazy.Regexp{Expr: `(Traceback \(most recent call last\):?|File "[^"\n]+", line \d+, in .+|` +
	`-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----|goroutine \d+ \[[^\]\n]*\]:)\s*$`}

func (d *disclosing) fields(fields []errkit.Field) (list []errkit.Field, found bool) {
	goesOn := false         // a stack or a key, one line in each field
	var path, public string // of the field before: a member with many messages has one long path
	list = slices.Clone(fields)
	for i, f := range fields {
		if f.Path != path {
			path, public = f.Path, d.pointer(f.Path)
		}
		f.Path = public
		at := text.ShortPath(public)
		message, name := string(f.Message), at[strings.LastIndexByte(at, '/')+1:]+": "
		shown := d.filter.Remove(message)
		n := min(len(shown), 1024) // a text has both in one line; what is private behind a name is at the start
		start, rest := d.filter.Remove(name+shown[:n]), shown[n:]
		if strings.HasSuffix(start, leak.Withheld) { // to the end of the word
			rest = rest[strings.IndexAny(rest+" ", " \n"):]
		}
		if f.Message = errkit.Text(strings.TrimPrefix(start, name) + rest); goesOn {
			f.Message = ""
		}
		goesOn = goesOn || string(f.Message) != message && heading.Get().MatchString(message)
		f.Rule, f.Param = d.filter.Remove(f.Rule), d.filter.Remove(f.Param)
		found = found || f != fields[i]
		list[i] = f
	}
	return list, found
}

func (d *disclosing) needs(needs *errkit.Needs) (_ *errkit.Needs, found bool) {
	eachText(needs, func(s *string) { found = found || d.filter.Found(*s) })
	if !found {
		return needs, false
	}
	n := *needs
	n.Secrets, n.Scopes = slices.Clone(n.Secrets), slices.Clone(n.Scopes)
	n.Challenges, n.Input, n.Options = slices.Clone(n.Challenges), slices.Clone(n.Input), slices.Clone(n.Options)
	for i := range n.Input {
		n.Input[i].Suggestions = slices.Clone(n.Input[i].Suggestions)
	}
	eachText(&n, func(s *string) { *s = d.filter.Remove(*s) })
	return &n, true
}

// eachText calls f with each text of the needs. Not with the URL of a website, which is for the
// user, with whatever it needs in its query.
func eachText(n *errkit.Needs, f func(*string)) {
	if n == nil {
		return
	}
	f((*string)(&n.Reason))
	lists := [][]string{n.Secrets, n.Scopes}
	for i := range n.Challenges {
		f(&n.Challenges[i].ID)
		f((*string)(&n.Challenges[i].Message))
		for _, link := range [...]*string{&n.Challenges[i].URL, &n.Challenges[i].CheckURL} {
			u, err := url.Parse(*link)
			isPage := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.User == nil && !strings.ContainsAny(*link, " \n\"")
			if !isPage || (&leak.Filter{Files: true}).Found(u.Path) {
				f(link)
			}
		}
	}
	for i := range n.Input {
		f(&n.Input[i].Name)
		lists = append(lists, n.Input[i].Suggestions)
	}
	for _, list := range lists {
		for i := range list {
			f(&list[i])
		}
	}
	for i := range n.Options {
		o := &n.Options[i]
		for _, s := range [...]*string{&o.Label, &o.Value, &o.Description, &o.Field} {
			f(s)
		}
	}
}
