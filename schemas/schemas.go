// Package schemas, for adapters, has a JSON Schema (draft 2020-12) of every document that this
// module renders or decodes.
//
// [Schema] returns a schema by name. A schema allows only the members that the protocol defines;
// package dialect is the lenient decoder for documents of real peers. To validate a document in Go
// use schemas/verify; to generate the schema of a Go type use tool/derive.
//
// # Compatibility
//
// The name and the $id of a schema do not change. Within a major version, a valid document stays
// valid.
package schemas

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:generate go run ../lab/schemagen

//go:embed *.schema.json
var files embed.FS

const suffix = ".schema.json"

// CanonicalID is the $id of the schema of canonical JSON, to which the schemas of documents that
// can carry an error or have a kind refer.
const CanonicalID = "urn:toolerr:schema:canonical-error"

// Names returns the names of all schemas, sorted.
func Names() []string {
	entries, _ := files.ReadDir(".") // it is embedded
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), suffix)
	}
	// file names sort differently: "aai-error-response.schema.json" is before
	// "aai-error.schema.json"
	slices.Sort(names)
	return names
}

// Schema returns the JSON Schema with the given name, such as "oxp-call-tool-response". It may
// refer to the schema with the $id [CanonicalID]. Schema returns an error if name is not one of
// [Names].
func Schema(name string) ([]byte, error) {
	doc, err := files.ReadFile(name + suffix)
	if err != nil {
		return nil, fmt.Errorf("schemas: unknown schema %q", name)
	}
	return doc, nil
}

// Bundle returns the schema with the given name and, if it refers to it, the schema of canonical
// JSON as a definition: a document that validators can use without another one. The references do
// not change (JSON Schema Core 2020-12 §9.3, Compound Documents). The errors are those of
// [Schema].
func Bundle(name string) ([]byte, error) {
	doc, err := Schema(name)
	if err != nil || name == canonical || !bytes.Contains(doc, []byte(CanonicalID)) {
		return doc, err
	}
	inner, _ := Schema(canonical) // it is embedded
	const start = "\n  \"$defs\": {\n"
	def := "    \"" + canonical + "\": " + strings.ReplaceAll(strings.TrimSpace(string(inner)), "\n", "\n    ")
	if before, after, ok := strings.Cut(string(doc), start); ok {
		return []byte(before + start + def + ",\n" + after), nil
	}
	return []byte(strings.TrimSuffix(string(doc), "\n}\n") + "," + start + def + "\n  }\n}\n"), nil
}

const canonical = "canonical-error"
