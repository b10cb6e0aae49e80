package explain_test

import (
	"go/parser"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// TestKinds checks that every kind has a text, and that the texts have bounds and a form.
func TestKinds(t *testing.T) {
	means := map[string]bool{}
	for _, k := range errkit.Kinds() {
		t.Run(k.String(), func(t *testing.T) {
			text := explain.Kind(k)
			require.Equal(t, k, text.Kind, "the kind has no text")
			sentences(t, text.Means, 300)
			sentences(t, text.Client, 300)
			sentences(t, text.Model, 200)
			if k.Effect() == errkit.EffectUnknown && mapping.Default().Retry(k, http.StatusServiceUnavailable) ==
				errkit.Allowed {
				require.Contains(t, text.Client, "had no effect", "it may have had one, and the kind invites")
				require.Regexp(t, "only reads", text.Model)
			}
			specification(t, text.Spec)
			require.Contains(t, []errkit.Fault{
				errkit.CallerFault, errkit.UserFault, errkit.ToolFault, errkit.ServerFault, errkit.OperatorFault,
				errkit.UpstreamFault, errkit.UnknownFault,
			}, k.Fault())
			require.False(t, means[text.Means], "another kind has the same text")
			means[text.Means] = true
		})
	}
	require.Equal(t, errkit.Internal, explain.Kind(200).Kind)
}

// An error without an effect has no text by which it may have had one.
func TestErrorWithoutEffect(t *testing.T) {
	for _, k := range errkit.Kinds() {
		text := explain.Error(&errkit.Error{Kind: k, Effect: errkit.EffectNone})
		if mapping.Default().Retry(k, 0) != errkit.Never {
			require.NotRegexp(t, "had (an|no) effect", text.Client+text.Model, k.String())
		}
	}
}

// TestExamples checks that the statement of each kind makes an error of that kind, and fits in a
// line of a page.
func TestExamples(t *testing.T) {
	for _, k := range errkit.Kinds() {
		t.Run(k.String(), func(t *testing.T) {
			text := explain.Kind(k)
			require.Equal(t, k, explain.Sample(k).Kind)
			example := text.Example()
			require.True(t, strings.HasPrefix(example, "return "), example)
			if k != errkit.Internal && k != errkit.InvalidInput { // whose statements name no kind
				require.Contains(t, strings.ToLower(example), "errkit."+strings.ReplaceAll(k.String(), "_", ""),
					"the texts are in the order of the kinds")
			}
			for line := range strings.Lines(example) {
				require.LessOrEqual(t, len(line), 120, line)
			}
		})
	}
}

// TestMembers checks the bounds of the texts of members, and that a name has one meaning.
func TestMembers(t *testing.T) {
	seen := map[string]string{}
	for _, m := range explain.Members() {
		t.Run(m.Name, func(t *testing.T) {
			sentences(t, m.Means, 320)
			specification(t, m.Spec)
			require.NotEmpty(t, m.Where)
			require.LessOrEqual(t, len(m.Where), 130)
			for _, name := range append([]string{m.Name}, m.Aliases...) {
				require.Empty(t, seen[strings.ToLower(name)], name)
				seen[strings.ToLower(name)] = m.Name
				found, ok := explain.LookupMember(strings.ToUpper(name))
				require.True(t, ok)
				require.Equal(t, m.Name, found.Name)
			}
		})
	}
	require.True(t, slices.IsSortedFunc(explain.Members(), func(a, b explain.Member) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	}))
	_, ok := explain.LookupMember("elephant")
	require.False(t, ok)
}

// idioms are words that hide the meaning.
var idioms = regexp.MustCompile(`(?i)\b(say|says|tells?|told|stands?|nobody|somebody|ours|alone|whoever|basically|simply|just|please|etc|via)\b`)

// sentences checks that a text consists of sentences in plain language without markup, at most
// limit bytes.
func sentences(t *testing.T, text string, limit int) {
	t.Helper()
	require.NotEmpty(t, text)
	require.LessOrEqual(t, len(text), limit, text)
	require.True(t, unicode.IsUpper(rune(text[0])) || strings.HasPrefix(text, `"`), text)
	require.True(t, strings.HasSuffix(text, "."), text)
	require.NotRegexp(t, idioms, text)
	require.NotRegexp(t, "[<>`*\n]|  ", text)
	for sentence := range strings.SplitSeq(text, ". ") {
		require.LessOrEqual(t, len(strings.Fields(sentence)), 40, "a sentence that is too long: %s", sentence)
	}
}

func specification(t *testing.T, s explain.Spec) {
	t.Helper()
	require.NotEmpty(t, s.Title)
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	require.Equal(t, "https", u.Scheme)
	require.NotEmpty(t, u.Host)
}

// TestFirst checks that the list is that of the documentation of package errkit, and that each
// statement is a line.
func TestFirst(t *testing.T) {
	text, err := os.ReadFile("../../../../errkit/doc.go")
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(text), "// # The ten kinds that you need first\n//\n")
	list, _, _ = strings.Cut(list, "\n//\n")
	var documented []string
	for _, m := range regexp.MustCompile(`(?m)^//\t(\w+)`).FindAllStringSubmatch(list, -1) {
		documented = append(documented, m[1])
	}
	require.Len(t, documented, 10)
	for i, kind := range explain.First() {
		require.Equal(t, strings.ToLower(documented[i]), strings.ReplaceAll(kind.Kind.String(), "_", ""))
		require.Regexp(t, `^return .*[)}]$`, kind.Line())
		_, err := parser.ParseExpr(strings.TrimPrefix(kind.Line(), "return "))
		require.NoError(t, err, kind.Line())
	}
}
