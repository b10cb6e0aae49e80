package dialecttest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDocuments checks that there are documents, and that the laws can recognize their texts.
func TestDocuments(t *testing.T) {
	require.Greater(t, len(unrelated), 20)
	require.Contains(t, unrelated, `["`+canary+`"]`)
	for heading, part := range map[string]string{"suspicious": canary, "shapes": "@"} {
		all := documents(heading)
		require.NotEmpty(t, all, heading)
		for _, doc := range all {
			require.Contains(t, doc, part, heading)
		}
	}
}
