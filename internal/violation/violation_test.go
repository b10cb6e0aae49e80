package violation

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"
)

// The library is recognized by these methods. If a new version has others, the error is Internal:
// mend Fault.
func TestFaultIsTheLibrarysInterface(t *testing.T) {
	want, got := map[string]reflect.Type{}, map[string]reflect.Type{}
	for m := range reflect.TypeFor[validator.FieldError]().Methods() {
		want[m.Name] = m.Type
	}
	delete(want, "Error")     // of an error
	delete(want, "Translate") // needs the translator of the library
	for m := range faultType.Methods() {
		got[m.Name] = m.Type
	}
	require.Equal(t, want, got)
}

type errorsOf []error

func (errorsOf) Error() string { return "errors" }

type texts []string

func (texts) Error() string { return "texts" }

func TestOf(t *testing.T) {
	engine := validator.New()
	err := engine.Struct(struct {
		A string `validate:"required"`
		B int    `validate:"min=3"`
	}{})
	all, ok := Of(err)
	require.True(t, ok)
	var c Converter
	tests := []struct {
		name string
		err  error
		want int // violations; -1: it is another error
	}{
		{"the library's", err, 2},
		{"wrapped", fmt.Errorf("input: %w", err), 2},
		{"joined", errors.Join(errors.New("first"), err), 2},
		{"converted", c.Convert(all, reflect.Value{}), 2},
		{"empty", validator.ValidationErrors{}, 0},
		{"nil slice", validator.ValidationErrors(nil), 0},
		{"nil", nil, -1},
		{"a list of errors", errorsOf{err.(validator.ValidationErrors)[0]}, -1},
		{"a list of texts", texts{"A"}, -1},
		{"about the Go type", engine.Struct(7), -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, ok := Of(tt.err)
			require.Equal(t, tt.want >= 0, ok)
			if ok {
				require.Equal(t, tt.want, all.Len())
			}
		})
	}
	library, ok := errors.AsType[validator.ValidationErrors](c.Convert(all, reflect.Value{}))
	require.True(t, ok)
	require.Equal(t, err, library)
}
