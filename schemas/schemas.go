// Package schemas holds the shape of every wire document that this module writes or reads, twice: as strict Go structs,
// and as JSON Schemas (draft 2020-12) that are generated from those structs.
//
// Start with [Schema], which gives a schema by name, or with the struct of a document. Tests take the structs as the
// oracle: what a dialect appends by hand must be, byte for byte, what [Marshal] makes of the struct. To check a document
// from Go use schemas/verify; for the schema of a type of your own use schemas/derive.
//
// # Strict
//
// The members of every struct stand in the order in which they go over the wire. Optional members are left out when they
// are empty; a required member is always there. The structs know the members that their protocol defines and no others:
// [Unmarshal] refuses the rest. Real peers are less strict, so decoding answers is the work of package dialect.
//
// # Tags
//
// Beside json, the tags of a field are those of github.com/swaggest/jsonschema-go (title, description, format, enum,
// const, required, examples ...) and jsonType, which gives the JSON type of a [json.RawMessage]. A blank field carries
// the tags of the struct itself. No code of this package reads them.
//
// # Promise about bytes
//
// A schema keeps its name and its $id. A document that was valid stays valid within one major version.
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
		return nil // an embedded directory can always be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), suffix)
	}
	slices.Sort(names) // with their suffix the files have another order: aai-error-response before aai-error
	return names
}

// Schema returns the JSON Schema of a name that [Names] gives, such as "oxp-call-tool-response"; any other name is an
// error.
func Schema(name string) ([]byte, error) {
	doc, err := files.ReadFile(name + suffix)
	if err != nil {
		return nil, fmt.Errorf("schemas: unknown schema %q", name)
	}
	return doc, nil
}
