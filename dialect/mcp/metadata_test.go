package mcp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// The metadata of an authorization is a document for clients: nobody is asked to visit it.
func TestMetadataIsNoPage(t *testing.T) {
	render := func(d mcp.Dialect, e *errkit.Error) string {
		out, _ := new(dialect.Codec).Append(nil, d, dialect.Call{ID: []byte("1")}, e)
		return string(out)
	}
	const metadata = "https://tower.example/.well-known/oauth-protected-resource"
	e := &errkit.Error{Kind: errkit.AuthRequired,
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: metadata}}}}
	for name, d := range map[string]mcp.Dialect{
		"text":               {},
		"a rejected call":    {Revision: mcp.Revision20251125, URLElicitation: true},
		"a result that asks": {Revision: mcp.Revision20260728, URLElicitation: true},
	} {
		out := render(d, e)
		require.Contains(t, out, `Authorization metadata: `+metadata, name)
		require.NotContains(t, out, "Visit", name)
		require.NotContains(t, out, `"mode":"url"`, name)
	}
	page := e.Needs.Challenges[0]
	page.URL = "https://tower.example/sign-in?resource=" + metadata + "#" + metadata
	e.Needs.Challenges = append(e.Needs.Challenges, page)
	out := render(mcp.Dialect{Revision: mcp.Revision20260728, URLElicitation: true}, e)
	require.Contains(t, out, `"url":"`+page.URL)
	require.NotContains(t, out, `"url":"`+metadata)
}
