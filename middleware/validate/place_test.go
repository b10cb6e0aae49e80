package validate_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/validate"
)

type (
	Base struct {
		ID     string `json:"id" validate:"required"`
		Secret string `json:"-"`
	}
	item struct {
		Sku  string `json:"sku" validate:"required"`
		Size *int   `json:"size" validate:"omitnil,min=1"`
	}
	page[T any] struct {
		Items []T `json:"items" validate:"dive"`
	}
	key   struct{ a, b int }
	level int
	node  struct {
		Name string `json:"name" validate:"required"`
		Next *node  `json:"next"`
	}
)

func (k key) String() string               { return fmt.Sprintf("%d].%d", k.a, k.b) }
func (k key) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d/%d", k.a, k.b), nil }

func (l level) String() string { return "level" + strings.Repeat("!", int(l)) }

func TestPaths(t *testing.T) {
	tests := []struct {
		name string
		why  string
		in   any
		want []string
	}{
		{name: "a JSON name", in: struct {
			Mail string `json:"email_address" validate:"email"`
		}{canary}, want: []string{"/email_address must be an email address"}},
		{name: "no JSON name", in: struct {
			Mail string `validate:"email"`
		}{canary}, want: []string{"/Mail must be an email address"}},
		{name: "an odd JSON name", in: struct {
			A string `json:"a.b/c~d" validate:"email"`
		}{canary}, want: []string{"/a.b~1c~0d must be an email address"}},
		{name: "a pointer to a struct", in: &Base{}, want: []string{"/id is required"}},
		{name: "embedded", why: "encoding/json ignores Base", in: struct{ Base }{}, want: []string{"/id is required"}},
		{name: "embedded by pointer", in: struct{ *Base }{&Base{}}, want: []string{"/id is required"}},
		{name: "embedded by a nil pointer", in: struct {
			*Base `validate:"required"`
		}{}, want: []string{" is required"}},
		{name: "embedded with a name", in: struct {
			Base `json:"base"`
		}{}, want: []string{"/base/id is required"}},
		{name: "embedded in embedded", in: struct{ Outer }{}, want: []string{"/id is required"}},
		{name: "nested", in: struct {
			In struct {
				A int `json:"a" validate:"gte=1"`
			} `json:"in"`
		}{}, want: []string{"/in/a must be at least 1"}},
		{name: "slices", in: struct {
			Items []item `json:"items" validate:"dive"`
		}{make([]item, 2)}, want: []string{"/items/0/sku is required", "/items/1/sku is required"}},
		{name: "ten and more", why: "2 comes before 10", in: struct {
			M map[string][]item `json:"m" validate:"dive,dive"`
		}{map[string][]item{"k": make([]item, 11)}}, want: []string{
			"/m/k/0/sku is required", "/m/k/1/sku is required", "/m/k/2/sku is required", "/m/k/3/sku is required",
			"/m/k/4/sku is required", "/m/k/5/sku is required",
			"/m/k/6/sku is required", "/m/k/7/sku is required", "/m/k/8/sku is required", "/m/k/9/sku is required",
			"/m/k/10/sku is required"}},
		{name: "a matrix", in: struct {
			M [][]int `json:"m" validate:"dive,dive,max=1"`
		}{[][]int{{0}, {0, 2}}}, want: []string{"/m/1/1 must be at most 1"}},
		{name: "odd keys", in: struct {
			M map[string]item `json:"m" validate:"dive"`
		}{map[string]item{"a.b]": {}, "": {}, "/": {}, "~": {}, "[0]": {}, "a].Sku[": {}, "é": {}}}, want: []string{
			"/m//sku is required", "/m/~1/sku is required", "/m/[0]/sku is required", "/m/a.b]/sku is required",
			"/m/a].Sku[/sku is required", "/m/~0/sku is required", "/m/é/sku is required"}},
		{name: "keys with a common prefix", why: "the bracket may be a part of the key", in: struct {
			M map[string]map[string]int `json:"m" validate:"dive,dive,min=1"`
		}{map[string]map[string]int{"a": {"b": 1}, "a][b": {"c": 0}}}, want: []string{"/m/a][b/c must be at least 1"}},
		{name: "integer keys", in: struct {
			M map[int8]item `json:"m" validate:"dive"`
		}{map[int8]item{-7: {}}}, want: []string{"/m/-7/sku is required"}},
		{name: "keys that print otherwise", in: struct {
			M map[level]item `json:"m" validate:"dive"`
		}{map[level]item{2: {}}}, want: []string{"/m/2/sku is required"}},
		{name: "keys that are structs", in: struct {
			M map[key]item `json:"m" validate:"dive"`
		}{map[key]item{{1, 2}: {}}}, want: []string{"/m/1~12/sku is required"}},
		{name: "the key of a map", in: struct {
			M map[string]int `json:"m" validate:"dive,keys,min=3,endkeys,min=3"`
		}{map[string]int{"ab": 5}}, want: []string{"/m/ab has a name that must be at least 3 characters"}},
		{name: "the value of a map", in: struct {
			M map[string]int `json:"m" validate:"dive,keys,min=2,endkeys,min=3"`
		}{map[string]int{"ab": 1}}, want: []string{"/m/ab must be at least 3"}},
		{name: "key and value of one type", in: struct {
			M map[string]string `json:"m" validate:"dive,keys,min=3,endkeys,min=5"`
		}{map[string]string{"ab": "abcd"}},
			want: []string{"/m/ab has a name that must be at least 3 characters",
				"/m/ab must be at least 5 characters"}},
		{name: "not a number", why: "NaN is not equal to itself", in: struct {
			M map[string]float64 `json:"m" validate:"dive,min=1"`
		}{map[string]float64{"k": math.NaN()}}, want: []string{"/m/k must be at least 1"}},
		{name: "a nil in a map", in: struct {
			M map[string]*int `json:"m" validate:"dive,required"`
		}{map[string]*int{"k": nil}}, want: []string{"/m/k is required"}},
		{name: "an interface", in: struct {
			V any `json:"v" validate:"required"`
		}{item{}}, want: []string{"/v/sku is required"}},
		{name: "a nil interface", in: struct {
			V any `json:"v" validate:"min=3"`
		}{}, want: []string{"/v is required"}},
		{name: "a nil pointer", why: "it violates every rule", in: struct {
			V *string `json:"v" validate:"email"`
		}{}, want: []string{"/v is required"}},
		{name: "generic", why: "its name has brackets and dots", in: page[item]{make([]item, 1)},
			want: []string{"/items/0/sku is required"}},
		{name: "generic over generic", in: page[page[item]]{[]page[item]{{make([]item, 1)}}},
			want: []string{"/items/0/items/0/sku is required"}},
		{name: "a type that leads to itself", in: node{"a", &node{"b", &node{}}},
			want: []string{"/next/next/name is required"}},
		{name: "the order of the struct", in: struct {
			Z string            `json:"z" validate:"required"`
			M map[string]string `json:"m" validate:"dive,required"`
			A string            `json:"a" validate:"required"`
		}{M: map[string]string{"b": "", "a": ""}},
			want: []string{"/z is required", "/m/a is required", "/m/b is required", "/a is required"}},
	}
	var kept validate.Validator
	plain := validator.New(validator.WithRequiredStructEnabled())
	blank := validator.New(validator.WithRequiredStructEnabled(), validator.WithTagNameFuncBlankOmit())
	blank.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 5 { // again, from what is known; and maps walk in another order
				require.Equal(t, tt.want, fieldsOf(t, kept.Struct(tt.in)), tt.why)
			}
			require.Equal(t, tt.want, fieldsOf(t, validate.Struct(plain, tt.in)), "without names")
			require.Equal(t, tt.want, fieldsOf(t, validate.Struct(blank, tt.in)), "with names that may be blank")
		})
	}
}

type Outer struct{ Base }

// The names of RegisterTagNameFunc are those of fields without a json tag.
func TestNamesOfTheEngine(t *testing.T) {
	type item struct {
		Sku   string `form:"sku" validate:"required"`
		Count int    `form:"n" json:"count" validate:"min=1"`
	}
	type input struct {
		Name  string          `form:"name" validate:"required"`
		Inner item            `form:"inner"`
		Items []item          `form:"items" validate:"dive"`
		ByKey map[string]item `form:"by_key" validate:"dive"`
		Plain string          `validate:"required"`
	}
	engine := validator.New(validator.WithRequiredStructEnabled())
	engine.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("form") })
	e := errkit.From(validate.Struct(engine, input{Items: []item{{}}, ByKey: map[string]item{"a.b]": {}}}))
	var paths []string
	for _, f := range e.Fields {
		paths = append(paths, f.Path)
	}
	require.Equal(t, []string{"/name", "/inner/sku", "/inner/count", "/items/0/sku", "/items/0/count",
		"/by_key/a.b]/sku", "/by_key/a.b]/count", "/Plain"}, paths)
}
