package validate_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/validate"
)

type booking[T any] struct {
	Room  T `validate:"required"`
	Rooms []struct {
		Name string `validate:"required"`
	} `validate:"dive"`
}

// TestInputs checks that violations of other types than the inputs are not classified.
func TestInputs(t *testing.T) {
	type answer struct {
		Room string `validate:"required"`
	}
	dived := booking[string]{Room: "a"}
	dived.Rooms = make([]struct {
		Name string `validate:"required"`
	}, 1)
	anonymous := struct {
		Room string `validate:"required"`
	}{}
	only := func(types ...reflect.Type) []reflect.Type { return types }
	input := only(reflect.TypeFor[int](), nil, reflect.TypeFor[*booking[string]]())
	tests := []struct {
		name   string
		inputs []reflect.Type
		value  any
		known  bool
	}{
		{"no restriction", nil, answer{}, true},
		{"an input", input, booking[string]{}, true},
		{"a pointer to one", input, &booking[string]{}, true},
		{"deep down", input, dived, true},
		{"another type", input, answer{}, false},
		{"the same type of something else", input, booking[int]{}, false},
		{"a type without a name", only(reflect.TypeOf(anonymous)), anonymous, true},
		{"another type, none has a name", only(reflect.TypeFor[struct{ Bell string }]()), anonymous, false},
		{"no input at all", []reflect.Type{}, answer{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := validate.Validator{Inputs: tt.inputs}
			e := v.Classify(t.Context(), fmt.Errorf("x: %w", validator.New().Struct(tt.value)))
			require.Equal(t, tt.known, e != nil)
			if e != nil {
				require.Equal(t, errkit.InvalidInput, e.Kind)
			}
			require.Error(t, v.Struct(tt.value), "Struct is told what the input is")
		})
	}
}
