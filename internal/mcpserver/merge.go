package mcpserver

import (
	"encoding/json"

	"github.com/toolerr/toolerr/jsontree"
)

// MergeInput returns the arguments of a tool with the values that the user entered. Values whose names the schema does not have
// are left out if it allows no others, because the tool would reject them. A text is decoded if the schema has another type: the
// inputs of a form are texts.
func MergeInput(arguments json.RawMessage, schema any, values map[string]any) json.RawMessage {
	all := map[string]json.RawMessage{}
	if !absent(arguments) && json.Unmarshal(arguments, &all) != nil {
		return arguments
	}
	s, _ := parseSchema(schema)
	closed, _ := s.Member("additionalProperties").Bool()
	closed = !closed && s.Member("additionalProperties").Kind() == jsontree.Bool
	if s.Member("additionalProperties").Kind() == jsontree.Object { // such as {"not":{}}, which SDKs infer
		closed = s.Member("additionalProperties").Member("not").Kind() == jsontree.Object
	}
	for name, value := range values {
		property := s.Member("properties").Member(name)
		if closed && property.Kind() == jsontree.Absent {
			continue
		}
		raw, err := json.Marshal(value)
		if err != nil {
			continue
		}
		if text, ok := value.(string); ok && !mayBeText(property) && json.Valid([]byte(text)) {
			raw = json.RawMessage(text)
		}
		all[name] = raw
	}
	merged, err := json.Marshal(all)
	if err != nil {
		return arguments
	}
	return merged
}

// mayBeText reports whether a schema allows a string.
func mayBeText(schema jsontree.Value) bool {
	t := schema.Member("type")
	if t.Kind() == jsontree.Array {
		for el := range t.Elements() {
			if el.Is("string") {
				return true
			}
		}
		return false
	}
	return t.Kind() == jsontree.Absent || t.Is("string")
}

// TextOf returns a value that the user entered as the argument of a prompt, which is a text.
func TextOf(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	raw, _ := json.Marshal(value) // it was decoded from JSON
	return string(raw)
}
