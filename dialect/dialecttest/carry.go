package dialecttest

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
)

// requireAgreement checks that what a codec carries agrees with the members that it renders,
// whatever the bounds of the sender are.
func requireAgreement(t *testing.T, d dialect.Dialect) {
	for _, call := range append(calls(), dialect.Call{ID: []byte("1"), Method: "prompts/get"}) {
		for _, v := range samples.Values() {
			for _, most := range []int{0, 10, -1} {
				codec := dialect.Codec{Carry: true, MaxText: most}
				doc := render(&codec, d, call, v.Error)
				if bytes.Equal(doc.Body, render(&dialect.Codec{MaxText: most}, d, call, v.Error).Body) {
					continue // there is no room for it, as in headers
				}
				e := decode(t, new(dialect.Codec), doc)
				require.True(t, e.Peer.Carried, "%s, %+v: what is carried is ignored: %v: %s", v.Name, call,
					e.Peer.Evidence, doc.Body)
			}
		}
	}
}

// contradicted are the errors that are carried, beside the members of others.
var contradicted = []errkit.Error{
	{Kind: errkit.RateLimited, Message: "The bell is busy.", Retry: errkit.Allowed, RetryAfter: 2 * time.Second},
	{
		Kind: errkit.RateLimited, Message: "The bell is busy.", Hint: "Ring later.", Retry: errkit.Allowed,
		RetryAfter: 2 * time.Second,
		Fields:     []errkit.Field{{Path: "/times", Message: "is too many"}},
		Needs:      &errkit.Needs{Challenges: []errkit.Challenge{{ID: "1", URL: "https://bells.example/sign-in"}}},
	},
}

// requireContradiction checks that a carried error which is not that of the other members is
// ignored, with a note: a reader of the document sees these.
func requireContradiction(t *testing.T, d dialect.Dialect, sent errkit.Error) {
	tests := []struct {
		name   string
		change func(e *errkit.Error)
	}{
		{"kind", func(e *errkit.Error) { e.Kind = errkit.AppNotFound }},
		{"message", func(e *errkit.Error) { e.Message = "The bell is broken." }},
		{"no message", func(e *errkit.Error) { e.Message = "" }},
		{"hint", func(e *errkit.Error) { e.Hint = "Give up." }},
		{"fields", func(e *errkit.Error) { e.Fields = []errkit.Field{{Path: "/times", Message: "is too few"}} }},
		{"retry", func(e *errkit.Error) { e.Retry, e.RetryAfter = errkit.Never, 0 }},
		{"challenge", func(e *errkit.Error) {
			e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://evil.example"}}}
		}},
	}
	codec := dialect.Codec{Carry: true}
	doc := render(&codec, d, dialect.Call{}, &sent)
	carried := func(e *errkit.Error) string { return string(e.AppendJSON(nil)) }
	if !bytes.Contains(doc.Body, []byte(carried(&sent))) {
		// in a string
		carried = func(e *errkit.Error) string { return strings.Trim(strconv.Quote(string(e.AppendJSON(nil))), `"`) }
	}
	if !bytes.Contains(doc.Body, []byte(carried(&sent))) {
		return // it is encoded, as in base64
	}
	visible := render(new(dialect.Codec), d, dialect.Call{}, &sent)
	if bytes.Contains(visible.Body, []byte(carried(&sent))) {
		return // the canonical JSON is itself a member of the dialect
	}
	seen := func(doc dialect.Document) string {
		doc.Header = nil // only the members of the body count
		return samples.Canonical(t, decode(t, new(dialect.Codec), doc))
	}
	for _, tt := range tests {
		other := sent
		tt.change(&other)
		if seen(visible) == seen(render(new(dialect.Codec), d, dialect.Call{}, &other)) {
			continue // there is no other member for it
		}
		body := bytes.Replace(doc.Body, []byte(carried(&sent)), []byte(carried(&other)), 1)
		e := decode(t, &dialect.Codec{Unread: true}, dialect.Document{Dialect: d, Status: doc.Status, Body: body})
		if e.Peer.Carried && samples.Canonical(t, e) == samples.Canonical(t, &sent) {
			continue // there is another copy, which agrees
		}
		require.False(t, e.Peer.Carried, "%s: a carried error wins over the other members: %s", tt.name, body)
		require.Equal(t, seen(visible), samples.Canonical(t, e), "%s: %s", tt.name, body)
		require.NotEmpty(t, e.Peer.Evidence, "%s: there is no note about the carried error", tt.name)
		require.NotEmpty(t, e.Peer.Unread, "%s: the carried error is lost", tt.name)
	}
}
