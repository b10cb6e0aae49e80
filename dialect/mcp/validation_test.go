package mcp_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// wrongInputs are the calls of interop/texts with the fields that are wrong in them.
var wrongInputs = map[string]string{
	"missing": "/pitch", "type": "/pitch", "two": "/pitch /city", "range": "/pitch", "enum": "/tone",
	"nested": "/entities/0/entityType", "nested, missing": "/entities/0/entityType", "unknown": "/country",
}

// lessInputs are the fields that a text has, where it does not have all of them.
var lessInputs = map[string]string{
	"go-sdk, two":             "/pitch",    // only the first one
	"go-sdk, nested":          "/entities", // it names the schema of the items, and no item
	"go-sdk, nested, missing": "/entities",

	"mcp-go, two":             "/city /pitch",
	"TypeScript v2, AJV, two": "/city /pitch",
	// additionalProperties without its name
	"TypeScript v2, AJV, unknown": "",

	// jsonschema prints the value, and not where it is
	"Python v1, jsonschema, type":            "",
	"Python v1, jsonschema, two":             "/city",
	"Python v1, jsonschema, range":           "",
	"Python v1, jsonschema, enum":            "",
	"Python v1, jsonschema, nested":          "",
	"Python v1, jsonschema, nested, missing": "/entityType",
}

// The texts with which the SDKs reject an input are read as fields: a model repairs its call by
// them. interop/texts writes the file, with the servers of the SDKs.
func TestTextsOfSDKs(t *testing.T) {
	file, err := os.ReadFile("testdata/validation.json")
	require.NoError(t, err)
	var servers map[string]map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(file, &servers))
	require.Len(t, servers, 10)
	for server, texts := range servers {
		require.Len(t, texts, len(wrongInputs), server)
		for call, document := range texts {
			name := server + ", " + call
			t.Run(name, func(t *testing.T) {
				e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: document})
				require.NoError(t, err)
				if strings.HasPrefix(server, "Python v") && server != "Python v1, jsonschema" && call == "unknown" {
					require.Nil(t, e, "the SDK ignores it")
					return
				}
				require.Equal(t, errkit.InvalidInput.String(), e.Kind.String(), "%s", e.Error())
				want, less := lessInputs[name]
				if !less {
					want = wrongInputs[call]
				}
				var paths []string
				for _, f := range e.Fields {
					require.NotEmpty(t, f.Message, f.Path)
					paths = append(paths, f.Path)
				}
				require.Equal(t, want, strings.Join(paths, " "), "%s", e.Error())
			})
		}
	}
}
