package jsonschema

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

//go:embed sentences.txt
var sentencesText string

// sentences has the sentences of sentences.txt by their group and their name.
var sentences = sync.OnceValue(func() map[string]map[string][]errkit.Text {
	return rows.Sentences[errkit.Text](sentencesText)
})

// first returns the sentence of a name, "" for none.
func first(group, name string) errkit.Text {
	if all := sentences()[group][name]; all != nil {
		return all[0]
	}
	return ""
}

// sentence adds a violation that depends only on its keyword. It does not use the texts of the
// library, which quote the value.
func (c *collector) sentence(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case nil:
		c.add(at, "", "", "is not valid")
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
	case *kind.Format:
		c.add(at, "format", k.Want,
			cmp.Or(first("formats", k.Want), errkit.Textf("must have the format %s", k.Want)))
	case *kind.Not:
		c.add(at, "not", "", "has a form that is not allowed")
	case *kind.AdditionalItems:
		c.add(at, "additionalItems", "", errkit.Textf("has %s too many", count(strconv.Itoa(k.Count), "item", "items")))
	case *kind.UniqueItems:
		c.add(at, "uniqueItems", "", errkit.Textf(
			"must not have duplicates; items %d and %d are equal, counted from 0", k.Duplicates[0], k.Duplicates[1]))
	default:
		c.keyword(at, k)
	}
}

// keyword adds a violation of a keyword of sentences.txt, or of one of a third-party vocabulary.
func (c *collector) keyword(at []string, k jsonschema.ErrorKind) {
	rule, param, text := strings.Join(k.KeywordPath(), "/"), "", errkit.Text("is not valid")
	words := sentences()["keywords"][rule]
	if v := reflect.Indirect(reflect.ValueOf(k)); words != nil && v.Kind() == reflect.Struct {
		if want := v.FieldByName("Want"); want.IsValid() {
			param = constant(want.Interface())
		}
		shown := param
		if len(words) == 3 {
			shown = count(param, words[1], words[2])
		}
		text = errkit.Text(strings.Replace(string(words[0]), "%s", shown, 1))
	}
	c.add(at, rule, param, text)
}

// count returns a number with a noun.
func count(n string, one, many errkit.Text) string {
	if n == "1" {
		many = one
	}
	return n + " " + string(many)
}

// decimal returns a number without rounding.
func decimal(r *big.Rat) string {
	if places, exact := r.FloatPrec(); exact {
		return r.FloatString(places)
	}
	return r.RatString()
}

// typeList returns types for a sentence.
func typeList(types []string) errkit.Text {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = string(first("types", t))
	}
	return errkit.Text(strings.Join(words, " or "))
}

// constant returns a value of a schema: a string and a limit unchanged, any other value as JSON.
func constant(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case *big.Rat:
		return decimal(v)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("(%T)", v)
	}
	return string(b)
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
