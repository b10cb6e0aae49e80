package jsonschema_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// FuzzValidate holds that a document which breaks a schema has a field for a fault with a pointer
// as its path, and nothing else.
func FuzzValidate(f *testing.F) {
	s := compile(f, `{"type":"object","required":["a","b/c"],"additionalProperties":false,"minProperties":2,"properties":{
		"a":{"type":"string","minLength":2,"pattern":"^x","format":"email"},
		"b/c":{"oneOf":[{"type":"integer","minimum":1,"multipleOf":2},{"type":"array","items":{"$ref":"#/properties/a"},"uniqueItems":true,"maxItems":3}]},
		"~d":{"enum":["x",1,null]},"e":{"const":{"f":1}},"g":{"anyOf":[{"type":"null"},{"$ref":"#"}]},"h":{"not":{"type":"string"}}},
		"patternProperties":{"^i":{"type":"object","propertyNames":{"maxLength":3},"dependentRequired":{"j":["k"]}}},
		"if":{"required":["e"]},"then":{"required":["h"]}}`)
	for _, doc := range []string{`{}`, `null`, `{"a":"","b/c":[1,1,"x"]}`, `{"a":"xy@b","b/c":3,"~d":2,"x":1}`,
		`{"g":{"g":{"g":7}}}`, `{"ij":{"long":1,"j":1}}`, `{"e":{"f":1},"h":""}`, `{"e":{"f":2}}`} {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return
		}
		err = schemaerr.Validate(s, doc)
		if err == nil {
			return
		}
		require.ErrorIs(t, err, errkit.InvalidInput)
		e, _ := errors.AsType[*errkit.Error](err)
		require.NotEmpty(t, e.Fields)
		for _, field := range e.Fields {
			require.True(t, field.Path == "" || field.Path[0] == '/', "%q", field.Path)
			require.NotEmpty(t, field.Message)
		}
		require.True(t, json.Valid(e.AppendJSON(nil)))
	})
}
