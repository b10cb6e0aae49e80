package dialecttest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// texts calls f with every string of a document, and of the documents inside its strings, except
// those of the canonical JSON of e, which is for programs.
func texts(t require.TestingT, doc dialect.Document, e *errkit.Error, f func(string)) {
	canonical := samples.Canonical(t, e)
	var walk func(jsontree.Value)
	walk = func(v jsontree.Value) {
		switch v.Kind() {
		case jsontree.String:
			s, _ := v.Text()
			if inner, ok := v.Embedded(); ok && inner.Kind() == jsontree.Object {
				walk(inner)
				return
			}
			f(s)
		case jsontree.Object:
			if strings.ReplaceAll(v.Raw(), `\ufffd`, "\ufffd") == canonical {
				return
			}
		}
		for m := v.FirstChild(); m.Kind() != jsontree.Absent; m = m.Next() {
			walk(m)
		}
	}
	root, err := jsontree.Parse(doc.Body, jsontree.Limits{})
	if err != nil { // a document that is not JSON is lines of text, which may be percent-encoded, as header fields are
		for line := range strings.Lines(string(doc.Body)) {
			line = strings.TrimRight(line, "\r\n")
			if decoded, err := url.PathUnescape(line); err == nil {
				line = decoded
			}
			f(line)
		}
		return
	}
	walk(root)
}

// hostile has what must not reach a terminal or a model. Texts for them have a mark in addition,
// by which they are found in a document; identifiers, which are for programs, do not.
const (
	mark    = "MARK"
	hostile = "\x00\x1b[31mred\x1b[0m\x7f \u009b31m \u202ereversed\u202c \u2066x\u2069 \xff\xfe"
)

// withTexts returns an error all of whose texts and identifiers are the same.
func withTexts(k errkit.Kind, text errkit.Text, id string) *errkit.Error {
	return &errkit.Error{
		Kind: k, Code: errkit.Code(id), Message: text, Hint: text, Ref: id,
		Fields: []errkit.Field{{Path: "/" + id, Message: text, Rule: id, Param: id}, {Path: "/b", Message: text}},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: id, URL: "https://example.com/" + id, Message: text}},
			Input:      []errkit.Input{{Name: id, Suggestions: []string{string(text)}}}, Reason: text,
			Options: []errkit.Option{{Label: string(text), Value: id, Description: string(text), Field: id}},
		},
	}
}

func checkClean(t *testing.T, d dialect.Dialect) {
	var codec dialect.Codec
	for _, k := range errkit.Kinds() {
		for _, call := range calls() {
			e := withTexts(k, mark+hostile, hostile)
			doc := render(&codec, d, call, e)
			require.True(t, utf8.Valid(doc.Body))
			found := false
			texts(t, doc, e, func(s string) {
				if !strings.Contains(s, mark) {
					return
				}
				found = true
				for _, r := range s {
					control := r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f
					direction := r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
					if control || direction {
						require.Fail(t, fmt.Sprintf("%s: %U in %q", k.String(), r, s))
					}
				}
			})
			require.True(t, found, "%s: no public text in %s", k.String(), doc.Body)
		}
	}
}

func checkLimit(t *testing.T, d dialect.Dialect) {
	tests := []struct {
		name string
		max  int
		text int // characters of each text
		want int // the longest text in the document
	}{
		{"short enough", 50, 50, 50},
		{"one too many", 50, 51, 50},
		{"one character", 1, 3, 1},
		{"by default", 0, 16_385, 16_384},
		{"no limit", -1, 20_000, 20_000},
	}
	for _, tt := range tests {
		for _, k := range []errkit.Kind{errkit.NotFound, errkit.InvalidInput, errkit.AuthRequired,
			errkit.InputRequired, errkit.ToolNotFound} {
			e := withTexts(k, errkit.Text(strings.Repeat("é", tt.text)), "b")
			codec := dialect.Codec{MaxText: tt.max}
			doc := render(&codec, d, dialect.Call{}, e)
			longest := 0
			texts(t, doc, e, func(s string) {
				for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != 'é' && r != '…' }) {
					longest = max(longest, utf8.RuneCountInString(run))
				}
			})
			require.LessOrEqual(t, longest, tt.want, "%s: %s", tt.name, k.String())
			inHeaders := tt.want > 50 && !json.Valid(doc.Body)
			// others may be rendered with shorter texts only, and headers have less room
			if k == errkit.NotFound && !inHeaders {
				require.Equal(t, tt.want, longest, tt.name)
			}
		}
	}
	if carries(d) {
		codec := dialect.Codec{MaxText: 5, Carry: true}
		e := withTexts(errkit.InvalidInput, errkit.Text(strings.Repeat("é", 50)), "b")
		back := decode(t, &codec, render(&codec, d, dialect.Call{}, e))
		require.Equal(t, samples.Canonical(t, e), samples.Canonical(t, back), "the carried error was cut")
	}
}

func checkPrivate(t *testing.T, d dialect.Dialect) {
	stages := []errkit.Stage{errkit.StageUnspecified, errkit.BeforeCall, errkit.Execution}
	for i, k := range errkit.Kinds() {
		for j, call := range calls() {
			for _, carry := range []bool{false, true} {
				e := samples.Canaries(k)
				e.Stage = stages[(i+j)%len(stages)] // each with each kind and each call
				requirePrivate(t, render(&dialect.Codec{Carry: carry}, d, call, e))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		requirePrivate(t, render(&codec, d, samples.AnyCall(t), samples.AnyError(t)))
	})
}

// requirePrivate checks that a document has no private text, but for one Dev that is decoded as
// Dev.
func requirePrivate(t require.TestingT, doc dialect.Document) {
	body, encoded := string(doc.Body), encodedTexts(doc.Body)
	for _, text := range []string{body, encoded} {
		require.NotContains(t, text, samples.ErrCanary)
		require.NotContains(t, text, samples.PrivateCanary)
	}
	switch n := max(strings.Count(body, samples.DevCanary), strings.Count(encoded, samples.DevCanary)); n {
	case 0:
	case 1:
		var codec dialect.Codec
		e := decode(t, &codec, doc)
		require.Equal(t, samples.DevCanary, e.Dev.Reveal(), "Dev is decoded as something else: %s", body)
		require.NotContains(t, samples.Canonical(t, e), samples.DevCanary)
	default:
		require.Fail(t, fmt.Sprintf("Dev is in the document %d times: %s", n, body))
	}
}

// base64Text is a text that may be base64, with or without padding.
var base64Text = regexp.MustCompile(`[A-Za-z0-9+/]{8,}`)

// encodedTexts returns what is in base64 in a document.
func encodedTexts(body []byte) string {
	var all strings.Builder
	for _, text := range base64Text.FindAll(body, -1) {
		decoded, _ := base64.RawStdEncoding.AppendDecode(nil, text)
		all.Write(decoded)
		all.WriteByte('\n')
	}
	return all.String()
}
