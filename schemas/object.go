package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Object is a JSON object with arbitrary member names. Unlike a map it preserves the order of the members.
type Object[V any] []Member[V]

// Member is one member of an [Object].
type Member[V any] struct {
	Name  string
	Value V
}

// MarshalJSON writes the members in order.
func (o Object[V]) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := encode(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := encode(m.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON decodes the members in order. It returns an error for a duplicate name, and for members that V does not
// declare.
func (o *Object[V]) UnmarshalJSON(doc []byte) error {
	dec := json.NewDecoder(bytes.NewReader(doc))
	if t, err := dec.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return fmt.Errorf("expected an object, got %s", typeOf(t))
	}
	members := Object[V]{}
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		name := t.(string) // in an object the decoder returns names and values alternately
		if seen[name] {
			return fmt.Errorf("duplicate member %q", name)
		}
		seen[name] = true
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		m := Member[V]{Name: name}
		if err := decode(raw, &m.Value); err != nil {
			return fmt.Errorf("member %q: %w", name, err)
		}
		members = append(members, m)
	}
	*o = members
	return nil
}

// typeOf describes the JSON type of the value that begins with t.
func typeOf(t json.Token) string {
	switch t.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case json.Delim:
		return "an array"
	}
	return "a number"
}
