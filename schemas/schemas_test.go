package schemas_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/schemas"
)

func TestNames(t *testing.T) {
	names := schemas.Names()
	require.True(t, slices.IsSorted(names), "%q", names)
	for _, name := range names {
		doc, err := schemas.Schema(name)
		require.NoError(t, err)
		var head struct {
			ID string `json:"$id"`
		}
		require.NoError(t, json.Unmarshal(doc, &head))
		require.Equal(t, "urn:toolerr:schema:"+name, head.ID)
	}
}

func TestSchemaIsACopy(t *testing.T) {
	doc, err := schemas.Schema("problem")
	require.NoError(t, err)
	clear(doc)
	again, err := schemas.Schema("problem")
	require.NoError(t, err)
	require.True(t, json.Valid(again), "a caller could change the embedded file")
}

// TestBundle compiles each bundle without any other schema, which validators can do only if every
// reference is inside.
func TestBundle(t *testing.T) {
	for _, name := range schemas.Names() {
		doc, err := schemas.Bundle(name)
		require.NoError(t, err)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
		require.NoError(t, err, name)
		c := jsonschema.NewCompiler()
		c.UseLoader(jsonschema.SchemeURLLoader{})
		require.NoError(t, c.AddResource("urn:test:"+name, v))
		_, err = c.Compile("urn:test:" + name)
		require.NoError(t, err, name)
	}
	doc, err := schemas.Schema("problem")
	require.NoError(t, err)
	require.NotContains(t, string(doc), `"app_not_running"`, "only canonical-error lists the kinds")
	_, err = schemas.Bundle("no-such")
	require.EqualError(t, err, `schemas: unknown schema "no-such"`)
}

func TestUnknownSchema(t *testing.T) {
	for _, name := range []string{"", "no-such", "../go.mod", "problem.schema.json", "/problem"} {
		_, err := schemas.Schema(name)
		require.EqualError(t, err, fmt.Sprintf("schemas: unknown schema %q", name))
	}
}

func ExampleSchema() {
	doc, err := schemas.Schema("oxp-tool-error")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s struct {
		Title    string
		Required []string
	}
	fmt.Println(json.Unmarshal(doc, &s), s.Title, s.Required)
	// Output: <nil> OXP tool error [message]
}
