package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Object is a JSON object whose member names the protocol leaves open. It keeps the members in order, as a map would
// not.
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

// UnmarshalJSON reads the members in order. A name that stands twice is an error, as are members that V does not have.
func (o *Object[V]) UnmarshalJSON(doc []byte) error {
	dec := json.NewDecoder(bytes.NewReader(doc))
	if t, err := dec.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return fmt.Errorf("not an object but %s", kindOf(t))
	}
	members := Object[V]{}
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		name := t.(string) // inside an object the decoder gives names and values in turn
		if seen[name] {
			return fmt.Errorf("member %q stands twice", name)
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

// kindOf names the JSON type of a value by its first token.
func kindOf(t json.Token) string {
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
