package violation

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/errkit"
)

const canary = "hunter2-canary"

// remembered returns everything that a plan contains.
func remembered(p *plan) []*entry {
	var all []*entry
	if known := p.known.Load(); known != nil {
		for _, entries := range *known {
			all = append(all, entries...)
		}
	}
	if e := p.head.next.Load(); e != nil {
		all = append(all, e)
	}
	for _, e := range all {
		if next := e.next.Load(); next != nil {
			all = append(all, next)
		}
	}
	return all
}

type parcel struct {
	To    string            `json:"to" validate:"required"`
	Parts []string          `json:"parts" validate:"dive,min=3"`
	Notes map[string]string `json:"notes" validate:"dive,keys,min=30,endkeys,min=3"`
	Kind  any               `json:"kind" validate:"required"`
}

type sealed struct {
	Word string `json:"word" validate:"eq=open"`
}

func jsonName(f reflect.StructField) string { return f.Tag.Get("json") }

// convert returns the error for what an engine finds in a struct.
func convert(c *Converter, engine *validator.Validate, in any) error {
	all, _ := Of(engine.Struct(in))
	return c.Convert(all, reflect.ValueOf(in))
}

// A plan depends on the type, and does not contain values.
func TestPlanHoldsNoValues(t *testing.T) {
	engine := validator.New()
	engine.RegisterTagNameFunc(jsonName)
	var c Converter
	bad := parcel{Parts: []string{"", ""}, Notes: map[string]string{canary: ""}, Kind: sealed{canary}}
	for range 3 {
		require.Error(t, convert(&c, engine, bad))
		require.NotNil(t, c.Classify(t.Context(), engine.Struct(bad)))
	}
	for _, p := range []*plan{&c.untyped, c.plan(reflect.TypeFor[parcel]())} {
		entries := remembered(p)
		require.NotEmpty(t, entries)
		for _, e := range entries {
			require.NotContains(t, e.name, "[")
			require.NotContains(t, fmt.Sprint(e.name, e.tag, e.actual, e.param, e.place, e.field), canary)
		}
	}
}

// A custom function can return any number of names and parameters.
func TestPlanHasAnEnd(t *testing.T) {
	engine := validator.New()
	var c Converter
	made := 0 // names, all different
	engine.RegisterStructValidation(func(sl validator.StructLevel) {
		made++
		sl.ReportError("", fmt.Sprint("made", made), "", "up", "")
		sl.ReportError("", "Word", "Word", "up", fmt.Sprint(made))
		sl.ReportError("", "Word", "Word", "up", strings.Repeat("long", maxText))
		sl.ReportError("", strings.Repeat("long", maxText), "", "up", "")
	}, sealed{})
	for range maxKept + 100 {
		require.Error(t, convert(&c, engine, sealed{"open"}))
		require.Len(t, c.Classify(t.Context(), engine.Struct(sealed{"open"})).Fields, 4)
	}
	for _, p := range []*plan{&c.untyped, c.plan(reflect.TypeFor[sealed]())} {
		count := 0
		for name, entries := range *p.known.Load() {
			count += len(entries)
			require.Less(t, len(name), maxText)
			for _, e := range entries {
				require.Less(t, len(e.param), maxText)
			}
		}
		require.Equal(t, maxKept, count)
	}
}

// Types with the same name share a plan without confusion.
func TestClassifyTellsTypesApart(t *testing.T) {
	engine := validator.New()
	engine.RegisterTagNameFunc(jsonName)
	text := func() error {
		type bell struct {
			Tone string `json:"tone" validate:"min=2"`
		}
		return engine.Struct(bell{})
	}
	list := func() error {
		type bell struct {
			Tone []int `json:"tone" validate:"min=2"`
		}
		return engine.Struct(bell{})
	}
	renamed := func() error {
		type bell struct {
			Tone string `json:"sound" validate:"min=1"`
		}
		return engine.Struct(bell{})
	}
	tests := []struct {
		name string
		err  error
		want errkit.Field
	}{
		{"a text", text(), errkit.Field{Path: "/tone", Message: "must be at least 2 characters", Rule: "min",
			Param: "2"}},
		{"a list", list(), errkit.Field{Path: "/tone", Message: "must have at least 2 items", Rule: "min",
			Param: "2"}},
		{"another name", renamed(), errkit.Field{Path: "/sound", Message: "must be at least 1 character", Rule: "min",
			Param: "1"}},
	}
	var c Converter
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				for _, tt := range tests {
					if got := c.Classify(t.Context(), tt.err).Fields[0]; got != tt.want {
						t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
					}
				}
			}
		})
	}
	wg.Wait()
	for _, tt := range tests {
		require.Equal(t, tt.want, new(Converter).Classify(t.Context(), tt.err).Fields[0], tt.name)
	}
}

// The library uses a regular expression.
func TestWords(t *testing.T) {
	pattern := regexp.MustCompile(`'[^']*'|\S+`)
	rapid.Check(t, func(t *rapid.T) {
		param := rapid.StringOf(rapid.SampledFrom([]rune("ab' \t\n\u00a0é\\"))).Draw(t, "param")
		var want []string
		for _, w := range pattern.FindAllString(param, -1) {
			want = append(want, strings.ReplaceAll(w, "'", ""))
		}
		require.Equal(t, want, Words(param))
	})
}
