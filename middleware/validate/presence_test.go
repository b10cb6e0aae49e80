package validate_test

import (
	"context"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/validate"
)

func TestValidate(t *testing.T) {
	type item struct {
		Count int `json:"count" validate:"required,max=5"`
	}
	type input struct {
		Name  string         `json:"name" validate:"required"`
		Times int            `json:"times" validate:"required,max=10"`
		Items []item         `json:"items" validate:"dive"`
		Sizes map[string]int `json:"sizes" validate:"omitempty,dive,keys,required,endkeys,required,max=3"`
	}
	valid := input{Name: "a", Times: 1}
	pointer := &valid
	tests := []struct {
		name     string
		why      string
		input    any
		all      []string // paths and rules of the fields
		presence []string // the same, with WithPresence
	}{
		{name: "valid", input: valid},
		{name: "pointer", input: pointer},
		{name: "pointer to a pointer", input: &pointer},
		{name: "nil pointer", why: "there is nothing to check", input: (*input)(nil)},
		{name: "nil", why: "there is nothing to check", input: nil},
		{name: "not a struct", why: "it has no tags", input: []int{6}},
		{name: "no structs", why: "there is nothing to check", input: []*item{nil}},
		{name: "structs in a slice", why: "a body may be a list", input: []item{{6}, {1}, {0}},
			all: []string{"/0/count max", "/2/count required"}, presence: []string{"/0/count max"}},
		{name: "in an array, by a pointer", input: &[2]*item{{6}, nil},
			all: []string{"/0/count max"}, presence: []string{"/0/count max"}},
		{name: "in a map", why: "a key is escaped in a pointer", input: map[string]item{"a/b": {6}, "c": {1}},
			all: []string{"/a~1b/count max"}, presence: []string{"/a~1b/count max"}},
		{name: "zero values", why: "0 is a value, an empty string is not",
			input:    input{Items: []item{{}}, Sizes: map[string]int{"a": 0}},
			all:      []string{"/name required", "/times required", "/items/0/count required", "/sizes/a required"},
			presence: []string{"/name required"}},
		{name: "other rules", input: input{Name: "a", Times: 11, Items: []item{{6}}, Sizes: map[string]int{"a": 4}},
			all:      []string{"/times max", "/items/0/count max", "/sizes/a max"},
			presence: []string{"/times max", "/items/0/count max", "/sizes/a max"}},
	}
	fields := func(err error) (all []string) {
		if err != nil {
			require.ErrorIs(t, err, errkit.InvalidInput)
			for _, f := range errkit.From(err).Fields {
				all = append(all, f.Path+" "+f.Rule)
			}
		}
		return all
	}
	var v validate.Validator
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.all, fields(v.Validate(t.Context(), tt.input)), tt.why)
			require.Equal(t, tt.presence, fields(v.Validate(validate.WithPresence(t.Context()), tt.input)), tt.why)
		})
	}
}

// TestValidateUsesEngine checks that the rules of an application apply with WithPresence, too.
func TestValidateUsesEngine(t *testing.T) {
	type input struct {
		Bell string `json:"bell" validate:"front"`
	}
	engine := validator.New(validator.WithRequiredStructEnabled())
	require.NoError(t, engine.RegisterValidation("front",
		func(f validator.FieldLevel) bool { return f.Field().String() == "front" }))
	v := validate.Validator{Engine: engine}
	for _, ctx := range []context.Context{t.Context(), validate.WithPresence(t.Context())} {
		require.NoError(t, v.Validate(ctx, input{"front"}))
		require.ErrorIs(t, v.Validate(ctx, input{"back"}), errkit.InvalidInput)
	}
	type ofGin struct {
		Bell string `json:"bell" binding:"required"`
	}
	engine = validator.New()
	engine.SetTagName("binding") // as the engine of gin has it
	v = validate.Validator{Engine: engine}
	require.ErrorIs(t, v.Validate(t.Context(), ofGin{}), errkit.InvalidInput)
	require.ErrorIs(t, v.Validate(t.Context(), []ofGin{{"front"}, {}}), errkit.InvalidInput)
}
