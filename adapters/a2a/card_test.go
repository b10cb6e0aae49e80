package a2aerr_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/errkit"
)

func TestDeclaredErrors(t *testing.T) {
	jammed := &errkit.Error{Kind: errkit.Unavailable, Code: "jammed", Message: "The bell is jammed.",
		DocURL: "https://bells.example.com/errors#jammed", Dev: errkit.Dev("clapper")}
	card, err := json.Marshal(a2aerr.DeclaredErrors(map[string][]error{"ring": {jammed, errkit.NotFound}, "list": nil}))
	require.NoError(t, err)
	require.JSONEq(t, `{"uri":"urn:toolerr:errors","description":"The errors that the skills declare.",
		"params":{"ring":[{"kind":"unavailable","code":"jammed","message":"The bell is jammed.",
		"doc_url":"https://bells.example.com/errors#jammed"},{"kind":"not_found"}],"list":[]}}`, string(card))
}
