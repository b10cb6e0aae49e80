package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/schemas"
)

// TestFindSchema checks that the schema of each fixture is found, except for parts, which are documents of other schemas, too.
func TestFindSchema(t *testing.T) {
	exceptions := map[string]string{
		"oxp-validation-error-response/least": "oxp-server-error-response", // both have only a message
		"problem-details/least":               "",                          // it has no members
		"connect-end-of-stream/least":         "aai-app-error-response",    // which has any members in error
		"connect-end-of-stream/full":          "aai-app-error-response",
	}
	for _, name := range schemas.Names() {
		if slices.Contains(parts, name) {
			continue
		}
		files, err := filepath.Glob(filepath.Join("..", "..", "schemas", "testdata", "valid", name, "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			fixture := name + "/" + strings.TrimSuffix(filepath.Base(file), ".json")
			t.Run(fixture, func(t *testing.T) {
				doc, err := os.ReadFile(file)
				require.NoError(t, err)
				want, ok := exceptions[fixture]
				if !ok {
					want = name
				}
				got, err := findSchema(doc)
				require.Equal(t, want, got)
				require.Equal(t, want == "", err != nil)
			})
		}
	}
}
