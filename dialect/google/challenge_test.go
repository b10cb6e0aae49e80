package google_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/errkit"
)

// A challenge stays one, whatever its message is: without its URL the user cannot give consent.
func TestChallengeOfDocumentation(t *testing.T) {
	for _, docURL := range []string{"", "https://tickets.example.com/errors#consent"} {
		challenges := []errkit.Challenge{{ID: "docs", URL: "https://tickets.example.com/consent", Message: "Documentation"}}
		e := &errkit.Error{Kind: errkit.AuthRequired, DocURL: docURL, Needs: &errkit.Needs{Challenges: challenges}}
		c := new(dialect.Codec)
		doc, head := c.Append(nil, google.Dialect{}, dialect.Call{}, e)
		got, err := c.Decode(dialect.Document{Dialect: google.Dialect{}, Status: head.Status, Body: doc})
		require.NoError(t, err)
		require.NotNil(t, got.Needs)
		require.Equal(t, challenges, got.Needs.Challenges)
		require.Equal(t, docURL, got.DocURL)
	}
}
