package all_test

import (
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/leak"
)

// A secret is a text in which a part must not reach another reader.
type secret struct{ class, text, part string }

// plantedSecrets are those of internal/leak that its patterns find.
func plantedSecrets(t *testing.T) (list []secret) {
	for _, name := range []string{"planted.txt", "planted2.txt", "planted4.txt", "planted5.txt"} {
		file, err := os.ReadFile("../../internal/leak/testdata/" + name)
		require.NoError(t, err)
		for line := range strings.Lines(string(file)) {
			class, quoted, _ := strings.Cut(line, " ")
			if class == "#" {
				continue
			}
			var text string
			require.NoError(t, json.Unmarshal([]byte(quoted), &text), line)
			_, rest, _ := strings.Cut(text, "⟦")
			part, _, _ := strings.Cut(rest, "⟧")
			text = strings.NewReplacer("⟦", "", "⟧", "").Replace(text)
			if !strings.Contains(leak.Remove(text), part) {
				list = append(list, secret{class, text, part})
			}
		}
	}
	return list
}

// richErrors have a text in each of their members.
func richErrors() []*errkit.Error {
	return []*errkit.Error{
		{Kind: errkit.InvalidInput, Code: "C1", Message: "M.", Hint: "H.", Ref: "r-1", Dev: errkit.Dev("D."),
			Details: []slog.Attr{slog.String("bell", "b"), slog.Any("list", []string{"l"})},
			Fields:  []errkit.Field{{Path: "/a", Message: "must be set", Rule: "required", Param: "p"}}},
		{Kind: errkit.AuthRequired, Message: "M.", Needs: &errkit.Needs{Reason: "R.", Scopes: []string{"s"},
			Secrets: []string{"KEY"}, Challenges: []errkit.Challenge{{ID: "a", URL: "https://bells.example/a", Message: "M."}}}},
		{Kind: errkit.InputRequired, Message: "M.", Needs: &errkit.Needs{Reason: "R.",
			Input:   []errkit.Input{{Name: "bell", Suggestions: []string{"b"}}},
			Options: []errkit.Option{{Label: "l", Value: "v", Description: "d", Field: "bell"}}}},
		{Kind: errkit.Unavailable, Message: "M.", RetryAfter: time.Second},
		{Kind: errkit.ExecutionFailed, Message: "M.", Hint: "H.", Code: "C1"},
	}
}

// withText yields copies of a JSON value in which one string, or the name of one member, is text.
func withText(v any, text string, yield func()) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			if _, ok := item.(string); ok {
				v[i] = text
				yield()
				v[i] = item
			}
			withText(item, text, yield)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			item := v[name]
			if inner, ok := item.(string); ok {
				v[name] = text
				yield()
				var doc any
				if json.Unmarshal([]byte(inner), &doc) == nil {
					withText(doc, text, func() {
						again, _ := json.Marshal(doc)
						v[name] = string(again)
						yield()
					})
				}
				v[name] = item
			}
			delete(v, name)
			v[text] = item
			yield()
			delete(v, text)
			v[name] = item
			withText(item, text, yield)
		}
	}
}

// A secret in any text of a document, or in the name of a member, reaches no other dialect and no
// report. Excepted are paths: in the result of a tool, and as the pointer of a field, which looks
// the same.
func TestPlantedSecrets(t *testing.T) {
	secrets := plantedSecrets(t)
	require.Greater(t, len(secrets), 400)
	targets := []dialect.Dialect{problem.Dialect{}, mcp.Dialect{}, toolerror.Dialect{}}
	step := 199
	if testing.Short() {
		step = 1499
	}
	documents, translated, leaks := 0, 0, map[string]int{}
	for _, from := range every() {
		for i, e := range richErrors() {
			for _, carry := range []bool{false, true} {
				body, head := (&dialect.Codec{Carry: carry}).Append(nil, from, dialect.Call{ID: json.RawMessage("1")}, e)
				var doc any
				if json.Unmarshal(body, &doc) != nil {
					continue // a stream, or a text
				}
				documents++
				for j := (documents*7 + i) % step; j < len(secrets); j += step {
					s := secrets[j]
					withText(doc, s.text, func() {
						planted, err := json.Marshal(doc)
						require.NoError(t, err)
						in := dialect.Document{Dialect: from, Status: head.Status, Body: planted}
						codec := dialect.Codec{Carry: true, Unread: true}
						e, err := codec.Decode(in)
						if err != nil || e == nil || s.class == "path" && (e.Peer.Public || s.text[0] == '/') {
							return // not a document of the dialect any more, or an exception
						}
						translated++
						for _, to := range targets {
							out, losses, err := codec.Measure(e, to, dialect.Call{ID: json.RawMessage("1")})
							require.NoError(t, err)
							report, _ := json.Marshal(losses)
							all := string(out.Body) + string(report)
							quoted, _ := json.Marshal(s.part)
							if strings.Contains(all, s.part) || strings.Contains(all, strings.Trim(string(quoted), `"`)) {
								if leaks[s.class]++; leaks[s.class] < 3 {
									t.Logf("%s to %s: %s\nfrom %s\n%s", s.class, to.Name(), out.Body, planted, report)
								}
							}
						}
					})
				}
			}
		}
	}
	t.Logf("%d documents, %d translations with %d secrets: %v", documents, translated, len(secrets), leaks)
	require.Empty(t, leaks)
}
