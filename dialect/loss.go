package dialect

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A Reason is the way in which a translation lost something.
type Reason string

const (
	Dropped   Reason = "dropped"   // the field is gone
	Narrowed  Reason = "narrowed"  // the field is less exact
	Invented  Reason = "invented"  // the dialect requires a value that the error does not have
	Folded    Reason = "folded"    // the field remains only inside a text
	Ambiguous Reason = "ambiguous" // the kind is a guess from a text, or its code stands for several kinds
	// text for developers, for which the dialect has no place, or what [Codec.Disclose] withholds
	// of a peer's error
	Withheld Reason = "withheld"
)

// A Loss is one field that a translation lost.
type Loss struct {
	// kind, code, status, message, hint, doc_url, fields, needs, retry, retry_after, effect,
	// stage, upstream, details, ref, dev, document
	Field  string `json:"field"`
	Reason Reason `json:"why"`
	// the value before: a text, or canonical JSON; "" for no value, and if it is withheld; for
	// document, and details that are withheld, a JSON pointer
	From string `json:"from"`
	To   string `json:"to"` // the value after
}

// losses compares an error with the one that was decoded from its document.
func (c *Codec) losses(in, back *errkit.Error, out Document, call Call) []Loss {
	var losses []Loss
	texts := textsOf(out.Body)
	if in.Peer != nil && in.Peer.Guessed && in.Peer.Coarse != in.Kind {
		losses = append(losses, Loss{"kind", Ambiguous, in.Peer.Coarse.String(), in.Kind.String()})
	}
	before, after := c.members(in, call.Repeatable), c.members(back, call.Repeatable)
	for i := range before {
		from, to := before[i].value, after[i].value
		field := before[i].field
		if from == to || field == "details" && (sameJSON(from, to) || from == "" && isURI(back, call)) {
			if field == "kind" && len(losses) == 0 && c.ambiguous(in.Kind, out.Dialect, back.Peer) {
				losses = append(losses, Loss{field, Ambiguous, from, to})
			}
			continue
		}
		losses = append(losses, Loss{field, reasonOf(field, from, to, texts, before[i].texts), from, to})
	}
	if !in.Dev.Equal(back.Dev) {
		losses = append(losses, Loss{Field: "dev", Reason: Withheld})
	}
	return losses
}

// unread returns a loss for each member of the decoded document that no rule used. What the
// output has in the same place, such as the type of a problem, is not lost.
func (c *Codec) unread(p *errkit.Peer, out Document) (losses []Loss) {
	if p == nil || len(p.Unread) == 0 {
		return nil
	}
	before, _ := jsontree.ParseText(p.Raw, jsontree.Limits{})
	after, _ := jsontree.Parse(out.Body, jsontree.Limits{})
	for _, at := range p.Unread {
		if v := before.At(at); v.Kind() == jsontree.Absent || !sameJSON(v.Raw(), after.At(at).Raw()) {
			if c.Disclose != DiscloseAll {
				at = new(disclosing).pointer(at)
			}
			losses = append(losses, Loss{Field: "document", Reason: Dropped, From: at})
		}
	}
	return losses
}

// lostDelays returns a loss for each value of Retry-After that does not count.
func lostDelays(h http.Header) (losses []Loss) {
	for _, f := range header.RetryAfterFaults(h, time.Now) {
		losses = append(losses, Loss{Field: "retry_after", Reason: Dropped, From: f.Name + ": " + f.Value})
	}
	return losses
}

// sameJSON reports whether two documents are equal in content and order, however their strings
// are escaped.
func sameJSON(a, b string) bool {
	one, two := json.NewDecoder(strings.NewReader(a)), json.NewDecoder(strings.NewReader(b))
	one.UseNumber()
	two.UseNumber()
	for {
		x, err := one.Token()
		y, err2 := two.Token()
		if err != nil || err2 != nil || x != y {
			return err == io.EOF && err2 == io.EOF
		}
	}
}

// ambiguous reports whether a kind was decoded correctly although the dialect has one code for
// several kinds.
func (c *Codec) ambiguous(k errkit.Kind, d Dialect, peer *errkit.Peer) bool {
	if peer != nil && (peer.Carried || peer.Exact) {
		return false
	}
	r, ok := d.(RoundTripper)
	return ok && !r.RoundTrips(c.Table, k)
}

// isURI reports whether the only detail is the URI of the call, which is not a part of the error.
func isURI(back *errkit.Error, call Call) bool {
	return len(back.Details) == 1 && back.Details[0].Key == "uri" && back.Details[0].Value.String() == call.URI
}

func reasonOf(field, from, to, all string, parts []string) Reason {
	misses := slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(all, p) })
	switch {
	case from == "":
		return Invented
	case field == "message" && strings.Contains(to, from), to == "" && strings.Join(parts, "") != "" && !misses:
		return Folded
	case to == "":
		return Dropped
	}
	return Narrowed
}

// A member is one field of an error in comparable form.
type member struct {
	field string
	value string   // "" for no value
	texts []string // a text that contains all of these contains the field
}

// members returns the fields of the normalized error.
func (c *Codec) members(e *errkit.Error, r errkit.Repeatable) []member {
	n := c.normalize(e, r)
	n.RetryAfter = e.RetryAfter // a delay that the effect removes is lost
	var doc map[string]json.RawMessage
	_ = json.Unmarshal(n.AppendJSON(nil), &doc)
	text := func(name string) string {
		var s string
		if json.Unmarshal(doc[name], &s) != nil {
			return string(doc[name])
		}
		return s
	}
	return []member{
		{"kind", text("kind"), nil},
		{"code", text("code"), []string{text("code")}},
		{"status", text("status"), nil},
		{"message", text("message"), []string{text("message")}},
		{"hint", text("hint"), []string{text("hint")}},
		{"doc_url", text("doc_url"), []string{text("doc_url")}},
		{"fields", text("fields"), fieldTexts(n)},
		{"needs", text("needs"), needTexts(n)},
		{"retry", text("retry"), []string{string(mapping.AppendRetryAdvice(nil, e))}},
		{"retry_after", text("retry_after_ms"), delayTexts(n)},
		{"effect", text("effect"), nil},
		{"stage", text("stage"), nil},
		{"upstream", text("upstream"), nil},
		{"details", text("details"), nil},
		{"ref", text("ref"), []string{text("ref")}},
	}
}

func fieldTexts(e *errkit.Error) (parts []string) {
	for _, f := range e.Fields {
		parts = append(parts, f.Path[strings.LastIndexByte(f.Path, '/')+1:], string(f.Message), f.Rule, f.Param)
	}
	return parts
}

func needTexts(e *errkit.Error) (parts []string) {
	if e.Needs == nil {
		return nil
	}
	eachText(e.Needs, func(s *string) { parts = append(parts, *s) })
	if e.Needs.UserID {
		parts = append(parts, "user_id")
	}
	for _, ch := range e.Needs.Challenges {
		parts = append(parts, ch.URL, ch.CheckURL)
	}
	return parts
}

func delayTexts(e *errkit.Error) []string {
	if e.RetryAfter <= 0 {
		return nil
	}
	return []string{mapping.TryAgainIn + string(mapping.AppendSeconds(nil, e.RetryAfter)) + " second"}
}

// textsOf returns every string and number of a document, and of the documents inside its strings,
// each as a line, except what is carried and the DocURL; "" if it is not JSON.
func textsOf(doc []byte) string {
	root, _ := jsontree.Parse(doc, jsontree.Limits{})
	var b strings.Builder
	walkTexts(root, &b, func(v jsontree.Value) bool {
		name := v.Name()
		return name != CarryMember && name != MetaKey && name != DocKey
	})
	return b.String()
}

// walkTexts adds every string and number of a document, and of the documents inside its strings,
// to texts, each as a line. It leaves out the members and elements that enter does not report.
func walkTexts(v jsontree.Value, texts *strings.Builder, enter func(jsontree.Value) bool) {
	if v.Kind() == jsontree.String || v.Kind() == jsontree.Number {
		texts.WriteString(v.Scalar())
		texts.WriteByte('\n')
		// The escapes double with each document around a document: few fit inside each other.
		v, _ = v.Embedded()
	}
	for inner := v.FirstChild(); inner.Kind() != jsontree.Absent; inner = inner.Next() {
		if enter(inner) {
			walkTexts(inner, texts, enter)
		}
	}
}

// Translate decodes a document, renders its error in another dialect, and reports what that lost.
// Loss is measured: the rendered document is decoded and compared, and each member of the input
// that no rule used is listed, unless the output has the same in the same place. A value of
// Retry-After that is not valid is lost.
//
// The returned document has its status and headers. If the document in is a success, the error is
// [ErrNoError]. With Strict, any loss but what is withheld is [ErrLoss]; the document is returned
// too.
func (c *Codec) Translate(in Document, to Dialect, call Call) (Document, []Loss, error) {
	listing := *c
	listing.Unread = true
	e, err := listing.decode(in) // what does not fit the bounds is a loss
	if err != nil {
		return Document{}, nil, err
	}
	return c.render(e, to, call, lostDelays(in.Header)...)
}

// Measure renders e in a dialect and reports what that lost, as [Codec.Translate] does.
func (c *Codec) Measure(e *errkit.Error, to Dialect, call Call) (Document, []Loss, error) {
	return c.render(e, to, call)
}

// render renders an error and measures the loss, beside what was lost before.
func (c *Codec) render(e *errkit.Error, to Dialect, call Call, before ...Loss) (Document, []Loss, error) {
	if e == nil {
		return Document{}, nil, ErrNoError
	}
	e, withheld := c.Disclosed(e, to, call)
	body, head := c.Append(nil, to, call, e)
	out := Document{Dialect: to, Status: head.Status, Header: http.Header{}, Body: body}
	out.Header.Set("Content-Type", head.ContentType)
	if head.RetryAfter > 0 {
		out.Header.Set("Retry-After", head.RetryAfterSeconds())
	}
	exact := *c
	exact.NoGuess = true
	back, err := to.Decode(&exact, out)
	switch {
	case err != nil:
		return Document{}, nil, fmt.Errorf("dialect: %s does not decode its own output: %w", to.Name(), err)
	case back == nil:
		return Document{}, nil, fmt.Errorf("dialect: %s decodes its own output as a success", to.Name())
	}
	unquote(back)
	losses := slices.Concat(c.losses(e, back, out, call), withheld, c.unread(e.Peer, out), before)
	if c.Strict {
		for _, l := range losses {
			if l.Reason != Withheld {
				return out, losses, fmt.Errorf("%w: %s", ErrLoss, l.Field)
			}
		}
	}
	return out, losses, nil
}
