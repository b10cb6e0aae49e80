package jsonschema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
)

// sentence adds a violation that depends only on its keyword. It does not use the texts of the
// library, which quote the value.
func (c *collector) sentence(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		c.add(at, "type", strings.Join(k.Want, " "), "must be "+typeList(k.Want))
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, v := range k.Want {
			want[i] = constant(v)
		}
		list, text := strings.Join(want, ", "), errkit.Text("must be one of %s")
		if len(want) == 1 {
			text = "must be %s"
		}
		c.add(at, "enum", list, errkit.Textf(text, list))
	case *kind.Const:
		c.add(at, "const", constant(k.Want), errkit.Textf("must be %s", constant(k.Want)))
	case *kind.Format:
		text, ok := formats[k.Want]
		if !ok {
			text = errkit.Textf("must have the format %s", k.Want)
		}
		c.add(at, "format", k.Want, text)
	case *kind.Not:
		c.add(at, "not", "", "has a form that is not allowed")
	case *kind.MinProperties:
		c.number(at, "minProperties", k.Want, "must have at least %s", "property", "properties")
	case *kind.MaxProperties:
		c.number(at, "maxProperties", k.Want, "must have at most %s", "property", "properties")
	case *kind.MinItems:
		c.number(at, "minItems", k.Want, "must have at least %s", "item", "items")
	case *kind.MaxItems:
		c.number(at, "maxItems", k.Want, "must have at most %s", "item", "items")
	case *kind.AdditionalItems:
		c.add(at, "additionalItems", "", errkit.Textf("has %s too many", count(k.Count, "item", "items")))
	case *kind.UniqueItems:
		c.add(at, "uniqueItems", "", errkit.Textf(
			"must not have duplicates; items %d and %d are equal, counted from 0", k.Duplicates[0], k.Duplicates[1]))
	case *kind.Contains:
		c.add(at, "contains", "", "must contain an item of the required form")
	case *kind.MinContains:
		c.number(at, "minContains", k.Want, "must contain at least %s of the required form", "item", "items")
	case *kind.MaxContains:
		c.number(at, "maxContains", k.Want, "must contain at most %s of the required form", "item", "items")
	case *kind.MinLength:
		c.number(at, "minLength", k.Want, "must be at least %s", "character", "characters")
	case *kind.MaxLength:
		c.number(at, "maxLength", k.Want, "must be at most %s", "character", "characters")
	case *kind.Pattern:
		c.add(at, "pattern", k.Want, errkit.Textf("must match the pattern %s", k.Want))
	case *kind.ContentEncoding:
		c.add(at, "contentEncoding", k.Want, errkit.Textf("must be %s", k.Want))
	case *kind.ContentMediaType:
		c.add(at, "contentMediaType", k.Want, errkit.Textf("must be %s", k.Want))
	case *kind.Minimum:
		c.bound(at, "minimum", k.Want, "must be at least %s")
	case *kind.Maximum:
		c.bound(at, "maximum", k.Want, "must be at most %s")
	case *kind.ExclusiveMinimum:
		c.bound(at, "exclusiveMinimum", k.Want, "must be greater than %s")
	case *kind.ExclusiveMaximum:
		c.bound(at, "exclusiveMaximum", k.Want, "must be less than %s")
	case *kind.MultipleOf:
		c.bound(at, "multipleOf", k.Want, "must be a multiple of %s")
	default: // of a third-party vocabulary
		rule := ""
		if k != nil {
			rule = strings.Join(k.KeywordPath(), "/")
		}
		c.add(at, rule, "", "is not valid")
	}
}

func (c *collector) number(at []string, rule string, want int, text errkit.Text, one, many string) {
	c.add(at, rule, strconv.Itoa(want), errkit.Textf(text, count(want, one, many)))
}

// count returns a number with a noun.
func count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (c *collector) bound(at []string, rule string, want *big.Rat, text errkit.Text) {
	c.add(at, rule, decimal(want), errkit.Textf(text, decimal(want)))
}

// decimal returns a number without rounding.
func decimal(r *big.Rat) string {
	if places, exact := r.FloatPrec(); exact {
		return r.FloatString(places)
	}
	return r.RatString()
}

// typeNames has the names of types in sentences.
var typeNames = map[string]string{
	"null":    "null",
	"boolean": "true or false",
	"number":  "a number",
	"integer": "an integer",
	"string":  "a string",
	"array":   "an array",
	"object":  "an object",
}

// typeList returns types for a sentence.
func typeList(types []string) errkit.Text {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = typeNames[t]
	}
	return errkit.Text(strings.Join(words, " or "))
}

// constant returns a value of a schema: a string unchanged, any other value as JSON.
func constant(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("(%T)", v)
	}
	return string(b)
}

// formats has the sentences of the formats of the library.
var formats = map[string]errkit.Text{
	"date":                  "must be a date such as 2006-01-02",
	"date-time":             "must be a time such as 2006-01-02T15:04:05Z",
	"duration":              "must be a duration such as P1DT2H",
	"email":                 "must be an email address",
	"hostname":              "must be a host name",
	"ipv4":                  "must be an IPv4 address",
	"ipv6":                  "must be an IPv6 address",
	"iri":                   "must be an IRI",
	"iri-reference":         "must be an IRI or a relative one",
	"json-pointer":          "must be a JSON pointer such as /a/0",
	"period":                "must be a period such as 2006-01-02T15:04:05Z/P1D",
	"regex":                 "must be a regular expression",
	"relative-json-pointer": "must be a relative JSON pointer such as 1/a",
	"semver":                "must be a semantic version such as 1.2.3",
	"time":                  "must be a time of day such as 15:04:05Z",
	"uri":                   "must be a URI",
	"uri-reference":         "must be a URI or a relative one",
	"uri-template":          "must be a URI template",
	"uuid":                  "must be a UUID",
}

// child returns the member or item of v at a token, nil if v has none.
func child(v any, token string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[token]
	case []any:
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}
