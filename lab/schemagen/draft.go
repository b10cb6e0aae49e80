package main

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

// This file generates JSON Schema 2020-12 with github.com/swaggest/jsonschema-go, which implements
// draft-07. It moves definitions to $defs, and names them so that references need no escaping.

// draftURI is the $schema of draft 2020-12.
const draftURI = "https://json-schema.org/draft/2020-12/schema"

// option is an option of the reflector.
type option = func(*jsonschema.ReflectContext)

// draftOf returns the schema of the type of sample, with definitions in $defs.
func draftOf(r *jsonschema.Reflector, sample any, options ...option) (jsonschema.Schema, error) {
	defs := map[string]jsonschema.Schema{}
	options = append([]option{
		jsonschema.DefinitionsPrefix("#/$defs/"),
		jsonschema.CollectDefinitions(func(name string, s jsonschema.Schema) { defs[name] = s }),
		jsonschema.InterceptDefName(func(t reflect.Type, _ string) string { return definitionName(t) }),
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

// definitionName returns the name of the definition of t. In the name of a generic type it drops
// brackets and package paths, which a reference would have to escape: Page[example.com/shop.Item]
// becomes PageItem.
func definitionName(t reflect.Type) string {
	name, args, _ := strings.Cut(t.Name(), "[")
	for arg := range strings.FieldsFuncSeq(args, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./", r)
	}) {
		arg = arg[strings.LastIndexAny(arg, "-./")+1:]
		first, size := utf8.DecodeRuneInString(arg)
		if unicode.IsLetter(first) { // otherwise the number that the compiler adds to a type declared in a function
			name += string(unicode.ToUpper(first)) + arg[size:]
		}
	}
	return name
}

// indent returns s as indented JSON with a trailing newline.
func indent(s jsonschema.Schema) ([]byte, error) {
	doc, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode schema: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		return nil, fmt.Errorf("encode schema: %w", err)
	}
	return append(b.Bytes(), '\n'), nil
}

// overlay copies every keyword that is set in k to s.
func overlay(s *jsonschema.Schema, k jsonschema.Schema) {
	to, from := reflect.ValueOf(s).Elem(), reflect.ValueOf(k)
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
}
