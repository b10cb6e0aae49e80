package strict

import (
	"fmt"
	"math"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// Object is a JSON object with arbitrary member names. Unlike a map it preserves the order of the
// members.
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
		name, err := text.Marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := text.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON decodes the members in order. It returns an error for a duplicate name, and for
// members that V does not declare.
func (o *Object[V]) UnmarshalJSON(doc []byte) error {
	root, err := jsontree.Parse(doc, jsontree.Limits{Depth: math.MaxInt, Bytes: math.MaxInt, Nodes: math.MaxInt})
	if err != nil {
		return err
	}
	if kind := root.Kind(); kind != jsontree.Object {
		return fmt.Errorf("expected an object, got %s", typeNames[kind])
	}
	members := Object[V]{}
	seen := map[string]bool{}
	for name, value := range root.Members() {
		if seen[name] {
			return fmt.Errorf("duplicate member %q", name)
		}
		seen[name] = true
		m := Member[V]{Name: name}
		if err := decode([]byte(value.Raw()), &m.Value); err != nil {
			return fmt.Errorf("member %q: %w", name, err)
		}
		members = append(members, m)
	}
	*o = members
	return nil
}

var typeNames = [...]string{jsontree.Null: "null", jsontree.Bool: "a boolean", jsontree.Number: "a number",
	jsontree.String: "a string", jsontree.Array: "an array"}
