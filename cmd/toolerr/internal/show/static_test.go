package show

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	small "github.com/toolerr/toolerr/lab/sitebuild/template"
)

// TestStaticTemplates checks that the pages of the static site, whose templates are those of
// lab/sitebuild, are those of html/template.
func TestStaticTemplates(t *testing.T) {
	static := small.Must(small.New("").Funcs(functions).ParseFS(sources, "*.html"))
	const hostile = `<script>alert("a")</script>' onload='b' javascript:&amp;` + "`\x00\n"
	e := &errkit.Error{
		Kind: errkit.InvalidInput, Message: hostile, Hint: hostile, Code: hostile, Ref: hostile, Upstream: 422, Retry: errkit.AfterAction,
		RetryAfter: time.Second, Effect: errkit.EffectUnknown, Fields: []errkit.Field{{Path: "/" + hostile, Message: hostile}},
		Details: []slog.Attr{slog.String(hostile, hostile)},
		Needs: &errkit.Needs{UserID: true, Secrets: []string{hostile}, Scopes: []string{hostile}, Reason: hostile,
			Challenges: []errkit.Challenge{{URL: "javascript:" + hostile, Message: hostile}},
			Input:      []errkit.Input{{Name: hostile, Suggestions: []string{hostile, hostile}}},
			Options:    []errkit.Option{{Label: hostile, Value: hostile}}},
		Peer: &errkit.Peer{Dialect: hostile, Guessed: true, Unread: []string{hostile}},
	}
	from := origin{Name: hostile, Title: hostile, Evidence: []string{hostile}}
	for name, data := range map[string]any{
		"card":       newCard(e, from, `{"a": "`+"<b>"+`"}`),
		"renderings": renderings(new(dialect.Codec), e, dialect.Call{ID: []byte("1")}, Names()),
	} {
		var got strings.Builder
		require.NoError(t, static.ExecuteTemplate(&got, name, data))
		want := string(execute(name, data))
		require.Contains(t, want, "&lt;script&gt;")
		require.Equal(t, strings.ReplaceAll(want, "&#43;", "+"), got.String(), "html/template escapes + for UTF-7")
	}
}
