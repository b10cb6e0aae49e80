package probe

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// responseID returns the id of a response of JSON-RPC 2.0, as JSON: "null" for one to a request
// that the server could not read. It reports false for another message.
func responseID(message []byte) (id string, ok bool) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
	}
	if json.Unmarshal(message, &m) != nil || m.Method != nil {
		return "", false
	}
	return cmp.Or(string(m.ID), "null"), true
}

// isResponse reports whether a message is the response to the request with an id, or one to a
// request that the server could not read.
func isResponse(message []byte, id string) bool {
	got, ok := responseID(message)
	return ok && (id == "" || got == id || got == "null")
}

// stringsIn returns the strings in a JSON document, names included.
func stringsIn(doc []byte) (all []string) {
	var v any
	if json.Unmarshal(doc, &v) != nil {
		return nil
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				all = append(all, name)
				walk(v[name])
			}
		}
	}
	walk(v)
	return all
}
