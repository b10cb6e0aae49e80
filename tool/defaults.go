package tool

import (
	"fmt"
	"net/url"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/jsontree"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// defaults are the default values in a schema, of the members of objects, by properties, items and additionalProperties.
// Nil means that it has no defaults.
type defaults struct {
	properties []property
	items      *defaults // of each item of an array
	others     *defaults // of each member that is not in properties
}

// A property is a member that has a default or contains some.
type property struct {
	name   string
	value  string // JSON; "": no default
	inside *defaults
}

// findDefaults returns the defaults in a schema, and checks each against the schema of its member.
func findDefaults(c *jsonschema.Compiler, schema jsontree.Value) (*defaults, error) {
	if schema.Kind() != jsontree.Object {
		return nil, nil
	}
	var d defaults
	for name, s := range schema.Member("properties").Members() {
		inside, err := findDefaults(c, s)
		if err != nil {
			return nil, err
		}
		value := s.Member("default")
		if value.Kind() != jsontree.Absent {
			if err := checkDefault(c, s, value); err != nil {
				return nil, err
			}
		}
		if inside != nil || value.Kind() != jsontree.Absent {
			d.properties = append(d.properties, property{name, value.Raw(), inside})
		}
	}
	var err error
	if d.items, err = findDefaults(c, schema.Member("items")); err != nil {
		return nil, err
	}
	if d.others, err = findDefaults(c, schema.Member("additionalProperties")); err != nil {
		return nil, err
	}
	if d.properties == nil && d.items == nil && d.others == nil {
		return nil, nil
	}
	return &d, nil
}

func checkDefault(c *jsonschema.Compiler, schema, value jsontree.Value) error {
	fragment := url.URL{Fragment: schema.Pointer()}
	part, err := c.Compile(schemaURL + fragment.String())
	if err == nil {
		err = schemaerr.Validate(part, value.Any())
	}
	if err != nil {
		return fmt.Errorf("the default at %s is not valid: %w", schema.Pointer(), explained(err))
	}
	return nil
}

// appendTo appends v and adds the defaults of the members that its objects do not have. It adds no object that contains
// nothing but defaults, and no defaults inside of a default.
func (d *defaults) appendTo(dst []byte, v jsontree.Value) []byte {
	switch {
	case d == nil:
	case v.Kind() == jsontree.Array && d.items != nil:
		dst = append(dst, '[')
		for e := range v.Elements() {
			dst = append(d.items.appendTo(dst, e), ',')
		}
		return closed(dst, ']')
	case v.Kind() == jsontree.Object:
		dst = append(dst, '{')
		for name, m := range v.Members() {
			dst = append(jsonw.AppendString(dst, name), ':')
			dst = append(d.member(name).appendTo(dst, m), ',')
		}
		for _, p := range d.properties {
			if p.value != "" && v.Member(p.name).Kind() == jsontree.Absent {
				dst = append(jsonw.AppendString(dst, p.name), ':')
				dst = append(append(dst, p.value...), ',')
			}
		}
		return closed(dst, '}')
	}
	return append(dst, v.Raw()...)
}

func (d *defaults) member(name string) *defaults {
	for _, p := range d.properties {
		if p.name == name {
			return p.inside
		}
	}
	return d.others
}

// closed ends an array or object, in place of the comma after its last item.
func closed(dst []byte, end byte) []byte {
	if last := len(dst) - 1; dst[last] == ',' {
		dst[last] = end
		return dst
	}
	return append(dst, end)
}
