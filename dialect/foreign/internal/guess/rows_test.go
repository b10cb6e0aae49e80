package guess

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

var rows = patternIndex().rows

// opens are the places where text is evidence, with the kinds that it may
// choose from there.
var opens = []struct {
	name   string
	open   wire.Open
	allows func(errkit.Kind) bool
}{
	{"is error", wire.FailedCall, func(errkit.Kind) bool { return true }},
	{"unknown", wire.UnknownCode, func(k errkit.Kind) bool { return k != errkit.InvalidInput }},
	{"fault", wire.ServerFault, func(k errkit.Kind) bool { return mapping.Default().Row(k).HTTP >= 500 }},
	{"network", wire.NetworkFault, func(k errkit.Kind) bool { return k == errkit.Timeout }},
	{"unknown name", wire.UnknownName, kindsOf(errkit.ToolNotFound, errkit.VersionNotFound, errkit.NotFound,
		errkit.AuthExpired, errkit.OutputInvalid)},
	{"resource", wire.UnknownResource, kindsOf(errkit.FailedPrecondition)},
	{"OXP 400", wire.BadRequest, kindsOf(errkit.ToolNotFound, errkit.VersionNotFound, errkit.RequirementMissing,
		errkit.AuthRequired,
		errkit.AuthExpired, errkit.Unauthenticated, errkit.UnsupportedVersion, errkit.Unavailable)},
	{"invalid_token", wire.InvalidToken, kindsOf(errkit.AuthExpired, errkit.Unauthenticated)},
	{"HTTP 400", wire.BadCall, func(k errkit.Kind) bool {
		return k != errkit.InvalidInput && mapping.Default().Row(k).HTTP < 500 || k == errkit.Unsupported
	}},
}

func kindsOf(kinds ...errkit.Kind) func(errkit.Kind) bool {
	return func(k errkit.Kind) bool {
		for _, allowed := range kinds {
			if k == allowed {
				return true
			}
		}
		return false
	}
}

// never are the kinds that no text suggests: they are what is known without it,
// or what the protocol's own code says.
var never = kindsOf(errkit.Internal, errkit.Unknown, errkit.ExecutionFailed, errkit.Malformed, errkit.InvalidRequest,
	errkit.MethodNotFound, errkit.MethodNotAllowed)

func TestRowsStayInTheirScope(t *testing.T) {
	for i := range rows {
		r := &rows[i]
		require.NotZero(t, r.refines, r.words)
		require.False(t, never(r.kind), r.words)
		for _, o := range opens {
			if r.refines&o.open != 0 {
				require.True(t, o.allows(r.kind), "%s: %s suggests %s", o.name, r.words, r.kind.String())
			}
		}
	}
}

// The list of patterns is closed: a kind that is added after lastKind is decoded from codes only.
func TestEveryKindHasARow(t *testing.T) {
	const lastKind = errkit.AuthConfigInvalid
	for _, k := range errkit.Kinds() {
		if never(k) || k > lastKind {
			continue
		}
		found := false
		for i := range rows {
			found = found || rows[i].kind == k
		}
		require.True(t, found, k.String())
	}
}

// Each row decides its example wherever it counts, and no row is hidden by one
// above it.
func TestRowsDecideTheirExamples(t *testing.T) {
	for i := range rows {
		r := &rows[i]
		example := example(t, r.words)
		for _, o := range opens {
			kind, rule, ok := Kind(o.open, example)
			if r.refines&o.open == 0 {
				require.NotEqual(t, ruleOf(r.words), rule, "%s: %s", o.name, example)
				continue
			}
			require.True(t, ok, "%s: %s in %s", o.name, r.words, example)
			require.Equal(t, ruleOf(r.words), rule, "%s: %s", o.name, example)
			require.Equal(t, r.kind.String(), kind.String())
		}
	}
}

// Each mask hides what a row would misread.
func TestMasksHideTheirExamples(t *testing.T) {
	unmasked := newIndex(0)
	for _, words := range masks() {
		example := example(t, words)
		_, without, ok := unmasked.kind(wire.FailedCall, []string{example})
		require.True(t, ok, "%s hides nothing in %s", words, example)
		_, rule, _ := Kind(wire.FailedCall, example)
		require.NotEqual(t, without, rule, example)
	}
}

// Gateways of AAI write the default message of a code before the text of a
// failed call.
func TestDefaultMessagesOfAAI(t *testing.T) {
	for _, c := range mapping.AAICodes() {
		if never(c.Kind) || c.Kind == errkit.InvalidInput { // its message is one of JSON-RPC, almost
			continue
		}
		kind, _, ok := Kind(wire.FailedCall, c.Message+": bells")
		require.True(t, ok, c.Message)
		require.Equal(t, c.Kind.String(), kind.String(), c.Message)
	}
}

// Behind words that call the error one of the server, its text leaves no more open than before,
// and other texts as much.
func TestFaults(t *testing.T) {
	for _, words := range faults {
		first, _, _ := strings.Cut(strings.TrimPrefix(words, "^ "), " $")
		clause, _, _ := strings.Cut(strings.ReplaceAll(first, "?", ""), "|")
		for _, o := range opens {
			plain, _, before := Kind(o.open, "The request timed out")
			kind, _, ok := Kind(o.open, clause+": The request timed out")
			require.Equal(t, before, ok, "%s: %s", o.name, clause)
			require.Equal(t, plain.String(), kind.String(), "%s: %s", o.name, clause)
		}
		for _, open := range []wire.Open{wire.FailedCall, wire.UnknownCode} {
			_, rule, ok := Kind(open, clause+": the user does not exist")
			require.False(t, ok, "%s: %s", clause, rule)
			kind, _, ok := Kind(open, clause+": x", "The user does not exist")
			require.True(t, ok, clause)
			require.Equal(t, errkit.NotFound.String(), kind.String(), clause)
		}
	}
}

// reasonPhrases are the statuses with their phrases, as they are in the file.
func reasonPhrases() (all []string) {
	Groups(statusText, func(head, patterns []string) {
		if head[0] == "reason" {
			all = append(all, patterns...)
		}
	})
	return all
}

func TestLeadsAndReasons(t *testing.T) {
	for _, l := range patternIndex().leads {
		example := example(t, l.words)
		_, rule, ok := Kind(wire.FailedCall, example)
		require.True(t, ok, example)
		require.Contains(t, rule, "HTTP status", example)
	}
	for _, words := range reasonPhrases() {
		phrase := strings.NewReplacer("?", "", "|", " ").Replace(words)
		if strings.Contains(words, "|") {
			phrase, _, _ = strings.Cut(words, "|")
		}
		text := strings.Replace(phrase, "xx", "18", 1)
		_, rule, ok := Kind(wire.FailedCall, text)
		require.True(t, ok, text)
		require.NotEmpty(t, rule)
	}
}

// As many tokens are kept as a pattern may look at: a mask before it, itself, and for a lead the
// status with its reason phrase.
func TestPatternsAreShort(t *testing.T) {
	tokensOf := func(words string) (n int) {
		for e := range strings.SplitSeq(words, " ") {
			switch e {
			case "^":
			case "...":
				n += maxGap
			default:
				n++
			}
		}
		return n
	}
	var longest, mask, phrase int
	for i := range rows {
		longest = max(longest, tokensOf(rows[i].words))
	}
	for _, words := range masks() {
		mask = max(mask, tokensOf(words))
	}
	for _, words := range reasonPhrases() {
		phrase = max(phrase, tokensOf(words)-1)
	}
	for _, l := range patternIndex().leads {
		longest = max(longest, tokensOf(l.words)+maxFillers+1+phrase+1)
	}
	require.Less(t, mask+longest, ahead)
}

// Patterns are in the form that the comment of row describes.
func TestPatternsAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	var all []string
	for _, w := range hedges.words {
		if w.text != "" { // a free slot
			all = append(all, w.text)
		}
	}
	for i := range rows {
		all = append(all, rows[i].words)
	}
	all = append(all, masks()...)
	for _, l := range patternIndex().leads {
		all = append(all, l.words)
	}
	all = append(all, faults[:]...)
	for _, words := range all {
		require.False(t, seen[words], "twice: %s", words)
		seen[words] = true
		elements := strings.Split(words, " ")
		for i, e := range elements {
			require.NotEmpty(t, e, words)
			switch e {
			case "^":
				require.Zero(t, i, words)
			case "$", "$$":
				require.Equal(t, len(elements)-1, i, words)
			case ":":
				require.Positive(t, i, words)
				require.Less(t, i, len(elements)-1, words)
				require.False(t, strings.HasSuffix(elements[i+1], "?"), words)
			}
			for w := range strings.SplitSeq(strings.TrimSuffix(e, "?"), "|") {
				require.NotEmpty(t, w, words)
			}
		}
		first := strings.TrimPrefix(words, "^ ")
		require.NotContains(t, []string{"_", "...", ":", "$", "$$"}, strings.Split(first, " ")[0], words)
		require.False(t, strings.HasSuffix(strings.Split(first, " ")[0], "?"), words)
	}
}

// Every head of rows.txt has a kind and places that exist.
func TestRowsFile(t *testing.T) {
	Groups(rowsText, func(head, _ []string) {
		require.GreaterOrEqual(t, len(head), 2, head)
		require.NoError(t, new(errkit.Kind).UnmarshalText([]byte(head[0])), head)
		for _, place := range head[1:] {
			require.Contains(t, scopes, place, head)
		}
	})
	require.NotContains(t, shared(rowsText), "<", "a list of words that does not exist")
}
