// Package schemas defines every document that this module renders or decodes, as strict Go structs and as JSON Schemas
// (draft 2020-12), which are generated from the structs.
//
// [Schema] returns a schema by name. Tests use the structs as a reference: the bytes that a dialect appends must equal
// the output of [Marshal] for the struct. To validate a document in Go use schemas/verify; to generate the schema of
// another Go type use schemas/derive.
//
// # Strictness
//
// Struct fields are in wire order. Optional members are omitted when they are empty, and required members are always
// present. The structs declare only the members that the protocol defines: [Unmarshal] rejects any other member. Package
// dialect is the lenient decoder for documents of real peers.
//
// # Tags
//
// Besides json, fields have the tags of github.com/swaggest/jsonschema-go (title, description, format, enum, const,
// required, examples and so on) and jsonType, which lists the JSON types of a [json.RawMessage]. The tags of a blank
// field apply to the struct. Only the generator reads these tags.
//
// # Compatibility
//
// The name and the $id of a schema do not change. Within a major version, a valid document stays valid.
package schemas

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:generate go run ./gen

//go:embed *.schema.json
var files embed.FS

const suffix = ".schema.json"

// Names returns the names of all schemas, sorted.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // unreachable: the directory is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), suffix)
	}
	slices.Sort(names) // file names sort differently: "aai-error-response.schema.json" is before "aai-error.schema.json"
	return names
}

// Schema returns the JSON Schema with the given name, such as "oxp-call-tool-response". It returns an error if name is
// not one of [Names].
func Schema(name string) ([]byte, error) {
	doc, err := files.ReadFile(name + suffix)
	if err != nil {
		return nil, fmt.Errorf("schemas: unknown schema %q", name)
	}
	return doc, nil
}
