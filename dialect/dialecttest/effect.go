package dialecttest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// invitations are what models and programs repeat a call for: in any dialect, or in those with a name
// that starts with of.
var invitations = [...]struct {
	of    string
	texts []string
}{
	{"", []string{"tried again", "Try again", "Wait before you repeat"}},
	{"", []string{`"retryable":true`, `"retryable": true`, `"can_retry":true`, `"retry":"allowed"`, `"retry_after_ms"`,
		`"retry_after"`, "retryDelay", "RetryInfo", `"class":"reliability"`}},
	{"adcp", []string{`"recovery":"transient"`, `"recovery":"correctable"`, `"code":"SERVICE_UNAVAILABLE"`,
		`"code":"RATE_LIMITED"`, `"code":"CONFLICT"`}},
	{"google", unsafeCodes}, {"a2a", unsafeCodes},
	{"connect", []string{`"code":"unavailable"`, `"code":"aborted"`, `"code":"resource_exhausted"`,
		`"code":"deadline_exceeded"`}},
	{"grpc", []string{"grpc-status: 14\r", "grpc-status: 10\r", "grpc-status: 8\r", "grpc-status: 4\r"}},
}

// unsafeCodes are those of google.rpc that clients repeat a call for.
var unsafeCodes = []string{`"status":"UNAVAILABLE"`, `"status":"ABORTED"`, `"status":"RESOURCE_EXHAUSTED"`,
	`"status":"DEADLINE_EXCEEDED"`}

// invited returns what in a document invites to repeat the call.
func invited(doc dialect.Document) (all []string) {
	body := strings.ReplaceAll(string(doc.Body), `\"`, `"`) // documents inside of strings
	for _, i := range invitations {
		for _, s := range i.texts {
			if strings.HasPrefix(doc.Dialect.Name(), i.of) && strings.Contains(body, s) {
				all = append(all, s)
			}
		}
	}
	if after := doc.Header.Get("Retry-After"); after != "" {
		all = append(all, "Retry-After: "+after)
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
		as := invited(document(e, errkit.EffectUnspecified, errkit.RepeatableUnstated))
		for effect := errkit.EffectUnspecified; effect <= errkit.EffectDone; effect++ {
			for r := errkit.RepeatableUnstated; r <= errkit.RepeatableNo; r++ {
				doc := document(e, effect, r)
				if mapping.MayHaveEffect(effect) && r != errkit.RepeatableYes {
					require.Empty(t, invited(doc), "%s, %s: %s", effect, name, doc.Body)
				} else {
					require.Equal(t, as, invited(doc), "%s, %s: %s", effect, name, doc.Body)
				}
				back := decode(t, &dialect.Codec{Carry: true}, doc)
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
		for _, message := range []errkit.Text{"", "The till burned down."} {
			for _, stage := range []errkit.Stage{errkit.StageUnspecified, errkit.BeforeCall, errkit.Execution} {
				for _, delay := range []time.Duration{0, 2 * time.Second} {
					all = append(all, errkit.Error{Kind: k, Message: message, Stage: stage, RetryAfter: delay, Ref: "r-1"})
				}
			}
		}
	}
	for _, upstream := range []int{429, 500, 502, 503, 504} {
		all = append(all, errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream})
	}
	return append(all,
		errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://a.example"}}}},
		errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/a", Message: "is wrong"}}})
}
