// Package strict has every document that the module renders or decodes as a strict Go struct, from
// which lab/schemagen generates the JSON Schemas of package schemas. Tests use the structs as a
// reference: the bytes that a dialect appends must equal the output of [Marshal] for the struct.
//
// Struct fields are in wire order. Optional members are omitted when they are empty, and required
// members are always present. The structs declare only the members that the protocol defines:
// [Unmarshal] rejects any other member.
//
// Besides json, fields have the tags of github.com/swaggest/jsonschema-go (title, description,
// format, enum, const, required, examples and so on) and jsonType, which lists the JSON types of
// a [json.RawMessage]. The tags of a blank field apply to the struct. Only the generator reads
// these tags.
package strict
