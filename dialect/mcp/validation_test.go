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

// rejectedInputs are the calls of testdata/rejected.json with the fields that are wrong in them.
var rejectedInputs = map[string]string{
	"missing": "/city", "type": "/days", "range": "/days", "enum": "/unit", "unknown": "/color", "nested": "/place/zip",
	"nested, missing": "/place/zip", "item": "/tags/1", "several": "/city /days /place/zip /color /size",
	"none": "/city /days",
}

// rejectedLess are the fields that a text has, where it does not have all of them, or has others.
var rejectedLess = map[string]string{
	// the issues of zod have the path of the object
	"mcp-framework 0.2.22, unknown": "", "mcp-framework 0.2.22, several": "/city /days /place/zip ",
	"tmcp 1.20.0, zod, unknown": "", "tmcp 1.20.0, zod, several": "/city /days /place/zip ",
	"tmcp 1.20.0, valibot, several": "/city /days /place/zip /color",

	// what the servers let pass
	"xmcp 1.1.3, several":      "/city /days /place/zip",
	"Spring AI 2.0.1, several": "/city /place/zip",
	"Arcade 1.32.1, several":   "/city /place/zip /color /size",

	// only the first one
	"Quarkus 1.8.1, several": "/city", "Quarkus 1.8.1, none": "/city", "fastapi-mcp 0.4.0, none": "/city",
	"Gradio 6.31.0, none":        "/city",
	"mcp-golang 0.16.1, several": "/city",
	"mcp-golang 0.16.1, item":    "/tags", // and not its index

	// jsonschema prints the value, and not where it is
	"fastapi-mcp 0.4.0, type": "", "fastapi-mcp 0.4.0, range": "", "fastapi-mcp 0.4.0, enum": "",
	"Gradio 6.31.0, type": "", "Gradio 6.31.0, enum": "", "Gradio 6.31.0, several": "",
	"fastapi-mcp 0.4.0, item": "", "fastapi-mcp 0.4.0, nested": "", "fastapi-mcp 0.4.0, nested, missing": "/zip", "fastapi-mcp 0.4.0, several": "",
}

// The same of SDKs whose servers interop/texts does not run: what they wrote once. Those of Rust
// print the errors of serde, which do not say where in the input they are.
func TestTextsOfOtherSDKs(t *testing.T) {
	file, err := os.ReadFile("testdata/rejected.json")
	require.NoError(t, err)
	var servers map[string]map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(file, &servers))
	require.Len(t, servers, 18)
	for server, texts := range servers {
		require.NotEmpty(t, texts, server)
		for call, document := range texts {
			name := server + ", " + call
			t.Run(name, func(t *testing.T) {
				e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: document})
				require.NoError(t, err)
				require.Equal(t, errkit.InvalidInput.String(), e.Kind.String(), "%s", e.Error())
				want, less := rejectedLess[name]
				if !less {
					want = rejectedInputs[call]
				}
				if strings.HasPrefix(server, "rmcp") || strings.HasPrefix(server, "rust") {
					want = ""
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
