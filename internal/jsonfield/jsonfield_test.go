package jsonfield_test

//lint:file-ignore SA5008 this file tests invalid tags

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/jsontree"
)

type (
	one  struct{ A, B int }
	two  struct{ B, C int }
	tagB struct {
		X int `json:"B"`
	}
	Exported    struct{ D int }
	text        string
	Text        string
	generic     [1]int
	page[T any] struct {
		Items []T `json:"items"`
		one
	}
	viaOne struct{ one }
	again  struct{ one }
	self   struct {
		*self
		A int
	}
)

// TestOf compares the result with the members that encoding/json encodes.
func TestOf(t *testing.T) {
	tests := []struct {
		name string
		why  string
		v    any
	}{
		{"plain", "", one{}},
		{"names", "", struct {
			A int `json:"a"`
			B int `json:",omitzero"`
			C int `json:"-"`
			D int `json:"-,"`
			E int `json:"e.f"`
			F int `json:"a/b~c"`
			G int `json:"bad\"name"`
			H int `json:"\\"`
			I int `json:"ü"`
			J int `json:"omitempty"`
			K int `json:" "`
		}{B: 1}},
		{"names that are not valid", "versions of Go differ", struct {
			A int `json:"bad'name,omitempty"`
			B int `json:"'quoted'"`
			C int `json:"back\\\\slash"`
			D int `json:"🔔"`
			E int `json:"tab\tname"`
			F int `json:"\x01"`
			G int `json:"_start-of'it"`
			H int `json:"1'st"`
			I int `json:"x²'y"`
			J int `json:"a\xffb"`
		}{A: 1}},
		{"unexported", "", struct {
			a int
			B int
		}{a: 1}},
		{"embedded", "", struct{ Exported }{}},
		{"embedded, unexported", "its exported fields are members", struct{ one }{}},
		{"embedded by pointer", "", struct{ *Exported }{&Exported{}}},
		{"embedded with a name", "", struct {
			Exported `json:"base"`
		}{}},
		{"embedded with a name, unexported", "", struct {
			one `json:"base"`
		}{}},
		{"embedded and left out", "", struct {
			Exported `json:"-"`
		}{}},
		{"embedded, not a struct", "", struct{ Text }{}},
		{"embedded, not a struct, unexported", "", struct{ text }{}},
		{"embedded array", "", struct{ generic }{}},
		{"embedded interface", "", struct{ error }{}},
		{"two of one name", "both go", struct {
			one
			two
		}{}},
		{"two of one name, one tagged", "the tag wins", struct {
			one
			tagB
		}{}},
		{"nearer", "", struct {
			one
			B int
		}{}},
		{"one type twice at one depth", "it meets itself", struct {
			viaOne
			again
		}{}},
		{"one type twice, nearer once", "", struct {
			viaOne
			one
		}{}},
		{"generic", "", page[one]{}},
		{"itself", "", self{self: &self{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := json.Marshal(tt.v)
			require.NoError(t, err)
			doc, err := jsontree.Parse(b, jsontree.Limits{})
			require.NoError(t, err)
			var want, got []string
			for name := range doc.Members() {
				want = append(want, name)
			}
			typ := reflect.TypeOf(tt.v)
			for _, f := range jsonfield.Of(typ).All {
				got = append(got, f.Name)
				require.Equal(t, typ.FieldByIndex(f.Index).Type, f.Type)
			}
			require.Equal(t, want, got, tt.why)
		})
	}
	require.Empty(t, jsonfield.Of(nil).All)
	require.Empty(t, jsonfield.Of(reflect.TypeFor[int]()).All)
}

func TestQuoted(t *testing.T) {
	type T struct {
		A int      `json:",string"`
		B *bool    `json:"b,omitempty,string"`
		C []int    `json:",string"`
		D int      `json:"string"`
		E struct{} `json:",string"`
	}
	var quoted []string
	for _, f := range jsonfield.Of(reflect.TypeFor[T]()).All {
		if f.Quoted {
			quoted = append(quoted, f.Name)
		}
	}
	require.Equal(t, []string{"A", "b"}, quoted)
}
