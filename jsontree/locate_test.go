package jsontree

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type located struct {
	N     int8 `json:"n"`
	Items []struct {
		Q int8
		R *[]bool
	}
	M     map[string]int `json:"m"`
	Grid  []int          `json:"grid"`
	Keys  map[int]string
	Any   any
	F     float32
	B     bool
	Bytes []byte
	Name  string `json:"a/b~c"`
	Dots  struct {
		X int `json:"x.y"`
	} `json:"d.e"`
	inner
}

type inner struct{ Deep []map[string][]int }

func TestLocate(t *testing.T) {
	tests := []struct {
		name string
		doc  string
		want string
	}{
		{"a member", `{"n":"x"}`, "/n"},
		{"a member of an item", `{"items":[{"Q":"x"}]}`, "/items/0/Q"},
		{"a member of a later item", `{"items": [ {"Q" : 1}, {"Q" : 300 } ]}`, "/items/1/Q"},
		{"an item", `{"items":[[]]}`, "/items/0"},
		{"an object", `{"items":{"a":1}}`, "/items"},
		{"an array", `{"n":[1,2]}`, "/n"},
		{"an array in an array", `{"items":[{"R":[[true]]}]}`, "/items/0/R/0"},
		{"a value of a map", `{"m":{"a":1,"b":"x"}}`, "/m/b"},
		{"a value of a map at an odd name", `{"m":{"b~/.":{}}}`, "/m/b~0~1."},
		{"a name of a map", `{"keys":{"1":"a","x":"b"}}`, "/keys/x"},
		{"a name of a map that does not fit", `{"keys":{"99999999999999999999":"b"}}`, "/keys/99999999999999999999"},
		{"a number too large for any", `{"any":{"a":[1e999]}}`, "/any/a/0"},
		{"a number too large for any, and space", `{"any":[1, 1e999 , 2]}`, "/any/1"},
		{"a number too large for any, at the end", `{"any":1e999}`, "/any"},
		{"a number too large", `{"f":1e39}`, "/f"},
		{"a fraction", `{"n":1.5}`, "/n"},
		{"a boolean", `{"n":true,"b":1}`, "/n"},
		{"a number for a boolean", `{"b":1}`, "/b"},
		{"an item of bytes", `{"bytes":[1,300]}`, "/bytes/1"},
		{"a name with a slash", `{"a/b~c":1}`, "/a~1b~0c"},
		{"names with dots", `{"d.e":{"x.y":""}}`, "/d.e/x.y"},
		{"an embedded struct", `{"deep":[{"a":[1,2,"c"]}]}`, "/deep/0/a/2"},
		{"an escaped name", `{"\u006e":"x"}`, "/n"},
		{"the first of two", `{"n":"x","items":[{"Q":"y"}]}`, "/n"},
		{"the root", `[]`, ""},
		{"a scalar", `"x"`, ""},
		{"same type at each offset", `{"any":["a","b"],"n":"c"}`, "/n"},
		{"arrays that open side by side", `{"items":[[[[]]]]}`, "/items/0"},
		{"arrays that open side by side, a name as in the document", `{"grid":[[[]]]}`, "/grid/0"},
		{"arrays that open after white space", `{"grid":[ [ [[], []] ] ]}`, "/grid/0"},
		{"the first of two numbers too large for any", `{"any":[1e999,1e999,1e999]}`, "/any/0"},
	}
	ways := []struct {
		name   string
		decode func(doc string, dst any) error
	}{
		{"Unmarshal", func(doc string, dst any) error { return json.Unmarshal([]byte(doc), dst) }},
		{"Decoder", func(doc string, dst any) error { return json.NewDecoder(strings.NewReader(doc)).Decode(dst) }},
	}
	for _, tt := range tests {
		for _, way := range ways {
			for _, space := range []string{"", " ", "\n\n\n", "\t\t \t\t", strings.Repeat(" ", 12)} {
				t.Run(tt.name+"/"+way.name, func(t *testing.T) {
					doc := space + tt.doc + "\n"
					err := way.decode(doc, new(located))
					var e *json.UnmarshalTypeError
					require.ErrorAs(t, err, &e)
					root, err := Parse([]byte(doc), Limits{})
					require.NoError(t, err)
					got := Locate(root, e)
					require.NotEqual(t, Absent, got.Kind(), "%q: %+v", doc, e)
					require.Equal(t, tt.want, got.Pointer(), "%q: %+v", doc, e)
				})
			}
		}
	}
}

func TestLocateInAnotherDocument(t *testing.T) {
	e := func(value string, offset int64, field string) *json.UnmarshalTypeError {
		return &json.UnmarshalTypeError{Value: value, Offset: offset, Field: field, Type: reflect.TypeFor[int]()}
	}
	const doc = `{"a":"x","b":[1]}` // the text ends at 8, the number at 15
	tests := []struct {
		name string
		why  string
		err  *json.UnmarshalTypeError
		want Kind
	}{
		{"the same place and type", "", e("string", 8, "a"), String},
		{"another type", "the error is about a number", e("number 5", 8, "a"), Absent},
		{"no value ends there", "", e("string", 6, "a"), Absent},
		{"after the end", "", e("string", 99, "a"), Absent},
		{"before the start", "", e("string", -5, "a"), Absent},
		{"another name", "the name of a member is no key of a map", e("string", 2, "a"), Absent},
		{"a key that is another", "", e("number z", 2, "a"), Absent},
		{"an array", "reported after its bracket", e("array", 14, "b"), Array},
		{"the end of an array", "", e("array", 16, "b"), Absent},
	}
	root, err := Parse([]byte(doc), Limits{})
	require.NoError(t, err)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, Locate(root, tt.err).Kind(), tt.why)
			require.Equal(t, Absent, Locate(Value{}, tt.err).Kind())
		})
	}
}
