package dialecttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

func checkLoss(t *testing.T, d dialect.Dialect) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		call.Repeatable = errkit.RepeatableUnstated // as Normalize has it
		codec := dialect.Codec{NoGuess: true, Carry: rapid.Bool().Draw(t, "carry")}
		out, losses, err := codec.Measure(e, d, call)
		require.NoError(t, err)
		was, is := fieldsOf(t, &codec, e), fieldsOf(t, &codec, decode(t, &codec, out))
		for field, from := range was {
			if field == "details" && call.URI != "" && from == "" {
				continue // the URI of the call may be decoded as a detail
			}
			lost := slices.ContainsFunc(losses,
				func(l dialect.Loss) bool { return l.Field == field && l.Reason != dialect.Ambiguous })
			require.Equal(t, lost, from != is[field], "%s: %s became %s: losses %+v: %s", field, from, is[field],
				losses, out.Body)
		}
		for _, l := range losses {
			require.Equal(t, l.Reason == dialect.Ambiguous, l.From == l.To && l.Field != "dev", "%+v", l)
		}
	})
}

// fieldsOf returns the members of the normalized error by the names of losses.
func fieldsOf(t require.TestingT, c *dialect.Codec, e *errkit.Error) map[string]string {
	n := c.Normalize(e)
	n.RetryAfter = e.RetryAfter // one that the effect removes is lost
	b, err := n.MarshalJSON()
	require.NoError(t, err)
	var doc map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(b, &doc))
	fields := map[string]string{"retry_after": string(doc["retry_after_ms"]), "details": tokens(t, doc["details"])}
	for _, name := range []string{"kind", "code", "status", "message", "hint", "doc_url", "fields", "needs", "retry",
		"effect", "stage", "upstream", "ref"} {
		fields[name] = string(doc[name])
	}
	return fields
}

// tokens returns the content of a JSON document, in order and however its strings are escaped; ""
// for none.
func tokens(t require.TestingT, doc []byte) string {
	if len(doc) == 0 {
		return ""
	}
	var list []json.Token
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return fmt.Sprintf("%#v", list)
		}
		require.NoError(t, err)
		list = append(list, token)
	}
}

func checkCarry(t *testing.T, d dialect.Dialect) {
	codec := dialect.Codec{Carry: true, Disclose: dialect.DiscloseAll} // names may look like a path
	if !carries(d) {
		for _, k := range errkit.Kinds() { // an error for which it carries anything would be an error that it may lose
			require.False(t, isCarried(samples.Canaries(k), d), "Carry changes the document of %s only", k.String())
		}
		return
	}
	requireAgreement(t, d)
	for _, sent := range contradicted {
		requireContradiction(t, d, sent)
	}
	routes := append(all.Dialects(), d)
	rapid.Check(t, func(t *rapid.T) {
		e, call := cleaned(t, samples.AnyError(t)), samples.AnyCall(t)
		if _, narrowed := mapping.Default().Narrow(e, call.Repeatable); narrowed {
			e.RetryAfter = 0 // which nothing renders
		}
		first := requireCarried(t, &codec, e, d, call)
		second := requireCarried(t, &codec, first, rapid.SampledFrom(routes).Draw(t, "via"), call)
		requireCarried(t, &codec, second, d, call)
	})
}

// cleaned returns e with cleaned texts, as they are carried.
func cleaned(t require.TestingT, e *errkit.Error) *errkit.Error {
	clean := &errkit.Error{}
	require.NoError(t, json.Unmarshal(text.CleanJSON(e.AppendJSON(nil), 0), clean))
	clean.Dev = e.Dev
	return clean
}

// carries reports whether Carry changes the document of a plain error.
func carries(d dialect.Dialect) bool {
	return isCarried(&errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no bell."}, d)
}

// isCarried reports whether Carry changes the document of an error.
func isCarried(e *errkit.Error, d dialect.Dialect) bool {
	with, _ := (&dialect.Codec{Carry: true}).Append(nil, d, dialect.Call{}, e)
	without, _ := new(dialect.Codec).Append(nil, d, dialect.Call{}, e)
	return !bytes.Equal(with, without)
}

// requireCarried renders e in a dialect, and returns what is decoded from the document, which
// must have the same public fields. Only the names of secrets may be lost, if that is reported.
func requireCarried(t require.TestingT, c *dialect.Codec, e *errkit.Error, to dialect.Dialect,
	call dialect.Call) *errkit.Error {
	out, losses, err := c.Measure(e, to, call)
	require.NoError(t, err, to.Name())
	back := decode(t, c, out)
	want, got := *c.Bounded(e, call), *back
	for _, l := range losses {
		if l.Field == "needs" && hasSecrets(e) && !hasSecrets(back) {
			want.Needs, got.Needs = withoutSecrets(e), withoutSecrets(back)
			continue
		}
		require.Equal(t, dialect.Withheld, l.Reason, "%s: %+v", to.Name(), l)
	}
	require.Equal(t, tokens(t, []byte(samples.Canonical(t, &want))), tokens(t, []byte(samples.Canonical(t, &got))),
		"%s: %s", to.Name(), out.Body)
	return back
}

func hasSecrets(e *errkit.Error) bool { return e.Needs != nil && len(e.Needs.Secrets) > 0 }

// withoutSecrets returns the needs of e without the names of secrets, or nil if there are no
// others.
func withoutSecrets(e *errkit.Error) *errkit.Needs {
	if e.Needs == nil {
		return nil
	}
	n := *e.Needs
	if n.Secrets = nil; n.IsZero() {
		return nil
	}
	return &n
}
