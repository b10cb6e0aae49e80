// Package draft lets github.com/swaggest/jsonschema-go, which speaks draft-07, write JSON Schema 2020-12: definitions
// stand in $defs, and their names need no escaping.
package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

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
		jsonschema.InterceptDefName(func(t reflect.Type, _ string) string { return Name(t) }),
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

// Name names the definition of a type. The name of a generic type holds brackets, dots and slashes, which a reference
// would have to escape: Page[example.com/shop.Item] is PageItem.
func Name(t reflect.Type) string {
	name, args, _ := strings.Cut(t.Name(), "[")
	for arg := range strings.FieldsFuncSeq(args, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./", r)
	}) {
		arg = arg[strings.LastIndexAny(arg, "-./")+1:]
		first, size := utf8.DecodeRuneInString(arg)
		if unicode.IsLetter(first) { // a type in a function also has a number, which the compiler chooses
			name += string(unicode.ToUpper(first)) + arg[size:]
		}
	}
	return name
}

// Indent returns s as it stands in a file: indented, and with a newline at the end.
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

// Indirect follows the pointers of a type, and gives up on one that leads back to itself: that is still a pointer.
func Indirect(t reflect.Type) reflect.Type {
	for n := 0; t.Kind() == reflect.Pointer && n < 100; n++ {
		t = t.Elem()
	}
	return t
}

// Overlay sets in s every keyword that k has.
func Overlay(s *jsonschema.Schema, k jsonschema.Schema) {
	to, from := reflect.ValueOf(s).Elem(), reflect.ValueOf(k)
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
}
