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

// TestFindSchema checks that the schema of each fixture is found, except for parts, which are
// documents of other schemas, too.
func TestFindSchema(t *testing.T) {
	exceptions := map[string]string{
		"oxp-validation-error-response/least": "oxp-server-error-response", // both have only a message
		"problem-details/least":               "",                          // it has no members
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

// TestFindSchemaInvalid checks that a document that is not valid has the schema that describes
// most of it.
func TestFindSchemaInvalid(t *testing.T) {
	for doc, want := range map[string]string{
		`{"error":{"code":404,"message":"nope","status":"NOT_FOUND"}}`:                  "google-error-response",
		`{"error":{"code":404,"message":"nope","status":"NOT_FOUND","details":[7]}}`:    "google-error-response",
		`{"type":"about:blank","title":"Not Found","status":404,"kind":"no","retry":7}`: "problem",
	} {
		got, err := findSchema([]byte(doc))
		require.NoError(t, err)
		require.Equal(t, want, got, doc)
	}
}
