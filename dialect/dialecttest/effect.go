package dialecttest

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/mapping"
)

//go:embed invitations.txt
var invitationsText string

// invited returns what in a document invites to repeat the call, each after a line feed.
func invited(doc dialect.Document) (all string) {
	body := strings.ReplaceAll(string(doc.Body), `\"`, `"`) // documents inside of strings
	for of, s := range rows.All(invitationsText) {
		if strings.HasPrefix(doc.Dialect.Name(), of) && strings.Contains(body, s) {
			all += "\n" + s
		}
	}
	if after := doc.Header.Get("Retry-After"); after != "" {
		all += "\nRetry-After: " + after
	}
	return all
}

// checkEffect checks that nothing which is rendered for a call that may have taken effect invites
// to repeat it, unless it is repeatable, and that no invitation is lost otherwise.
func checkEffect(t *testing.T, d dialect.Dialect) {
	codec := dialect.Codec{}
	document := func(e errkit.Error, effect errkit.Effect, r errkit.Repeatable) dialect.Document {
		e.Effect = effect
		return render(&codec, d, dialect.Call{ID: json.RawMessage("1"), Repeatable: r}, &e)
	}
	for _, e := range effectErrors() {
		name := string(e.AppendJSON(nil))
		last := document(e, errkit.EffectUnspecified, errkit.RepeatableUnstated)
		as := invited(last)
		all, back := as, decode(t, &dialect.Codec{Carry: true}, last)
		for effect := errkit.EffectUnspecified; effect <= errkit.EffectDone; effect++ {
			for r := errkit.RepeatableUnstated; r <= errkit.RepeatableNo; r++ {
				doc := document(e, effect, r)
				if !reflect.DeepEqual(last, doc) { // many are the same
					last, all, back = doc, invited(doc), decode(t, &dialect.Codec{Carry: true}, doc)
				}
				if mapping.MayHaveEffect(effect) && r != errkit.RepeatableYes {
					require.Empty(t, all, "%s, %s: %s", effect, name, doc.Body)
				} else {
					got := all
					if effect == errkit.EffectUnknown && !strings.HasPrefix(as, "\ntried again") { // of a call that is repeatable
						got = strings.TrimPrefix(got, "\ntried again")
					}
					require.Equal(t, as, got, "%s, %s: %s", effect, name, doc.Body)
				}
				require.False(t, mapping.MayHaveEffect(back.Effect) && !mapping.MayHaveEffect(effect), "%s", doc.Body)
				require.False(t, back.Effect == errkit.EffectNone && mapping.MayHaveEffect(effect) &&
					r != errkit.RepeatableYes, "%s", doc.Body)
			}
		}
	}
}

// effectErrors returns errors of all kinds whose authors leave the retry to the kind.
func effectErrors() (all []errkit.Error) {
	for _, k := range errkit.Kinds() {
		for _, text := range []errkit.Text{"", "The till burned down."} {
			for _, stage := range []errkit.Stage{errkit.StageUnspecified, errkit.BeforeCall, errkit.Execution} {
				for _, delay := range []time.Duration{0, 2 * time.Second} {
					all = append(all, errkit.Error{Kind: k, Message: text, Stage: stage, RetryAfter: delay, Ref: "r-1"})
				}
			}
		}
	}
	for _, upstream := range []int{429, 500, 502, 503, 504} {
		all = append(all, errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream})
	}
	return append(all,
		errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "http://a"}}}},
		errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/a", Message: "is wrong"}}})
}
