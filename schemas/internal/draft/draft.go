// Package draft lets github.com/swaggest/jsonschema-go, which speaks draft-07, write JSON Schema 2020-12: definitions
// stand in $defs, and their names need no escaping.
package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/swaggest/jsonschema-go"
)

// URI is the $schema of draft 2020-12.
const URI = "https://json-schema.org/draft/2020-12/schema"

// Option is an option of the reflector.
type Option = func(*jsonschema.ReflectContext)

// Reflect returns the schema of a sample's type, with its definitions in $defs.
func Reflect(r *jsonschema.Reflector, sample any, options ...Option) (jsonschema.Schema, error) {
	defs := map[string]jsonschema.Schema{}
	options = append([]Option{
		jsonschema.DefinitionsPrefix("#/$defs/"),
		jsonschema.CollectDefinitions(func(name string, s jsonschema.Schema) { defs[name] = s }),
		jsonschema.InterceptDefName(func(t reflect.Type, _ string) string { return defName(t) }),
		jsonschema.SkipEmbeddedMapsSlices,
	}, options...)
	s, err := r.Reflect(sample, options...)
	if err != nil {
		return s, err
	}
	if len(defs) > 0 {
		s.WithExtraPropertiesItem("$defs", defs)
	}
	return s, nil
}

// defName names the definition of a type. The name of a generic type holds brackets, dots and slashes, which a
// reference would have to escape: Page[example.com/shop.Item] is PageItem.
func defName(t reflect.Type) string {
	name, args, _ := strings.Cut(t.Name(), "[")
	for arg := range strings.FieldsFuncSeq(args, func(r rune) bool { return strings.ContainsRune("[],", r) }) {
		arg = arg[strings.LastIndexAny(arg, "./")+1:]
		if arg != "" {
			name += strings.ToUpper(arg[:1]) + arg[1:]
		}
	}
	return name
}

// Indent returns s as it stands in a file: indented, <, > and & as they are, and with a newline at the end.
func Indent(s jsonschema.Schema) ([]byte, error) {
	doc, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write schema: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		return nil, fmt.Errorf("write schema: %w", err)
	}
	return append(b.Bytes(), '\n'), nil
}

// Indirect follows the pointers of a type.
func Indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Merge lays the keywords of a JSON fragment over s, which has none of them yet.
func Merge(s *jsonschema.Schema, fragment string) error {
	var f jsonschema.Schema
	if err := json.Unmarshal([]byte(fragment), &f); err != nil {
		return fmt.Errorf("fragment %s: %w", fragment, err)
	}
	to, from := reflect.ValueOf(s).Elem(), reflect.ValueOf(&f).Elem()
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			if !to.Field(i).IsZero() {
				return fmt.Errorf("fragment %s: %s is there already", fragment, from.Type().Field(i).Name)
			}
			to.Field(i).Set(from.Field(i))
		}
	}
	return nil
}
