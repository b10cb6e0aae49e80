package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check"
)

// The examples of a body are in the order of their values: a run with the same seed sends the same
// requests.
func TestOrderOfExamples(t *testing.T) {
	const doc = `{"openapi":"3.1.0","paths":{"/bells":{"post":{"requestBody":{"content":{"application/json":{
		"schema":{"type":"object"},"example":{"bell":0},
		"examples":{"d":{"value":{"bell":4}},"a":{"value":{"bell":1}},"c":{"value":{"bell":3}},"b":{"value":{"bell":2}}}}}}}}}}`
	first, err := check.ReadTools([]byte(doc))
	require.NoError(t, err)
	require.Len(t, first[0].Examples, 5)
	for range 20 {
		again, err := check.ReadTools([]byte(doc))
		require.NoError(t, err)
		require.Equal(t, first[0].Examples, again[0].Examples)
	}
}
