package violation

import (
	"reflect"
	"testing"

	"github.com/go-playground/locales/en"
	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"
	entranslations "github.com/go-playground/validator/v10/translations/en"
	"github.com/stretchr/testify/require"
)

// BenchmarkConvert compares the conversion with the Translate method of the library.
func BenchmarkConvert(b *testing.B) {
	in := struct {
		Mail string `json:"email" validate:"required,email"`
		Age  int    `json:"age" validate:"min=18"`
		Role string `json:"role" validate:"oneof=reader writer"`
	}{"nobody", 7, "king"}
	engine := validator.New(validator.WithRequiredStructEnabled())
	tr, ok := ut.New(en.New(), en.New()).GetTranslator("en")
	require.True(b, ok)
	require.NoError(b, entranslations.RegisterDefaultTranslations(engine, tr))
	err := engine.Struct(&in)
	violations, ok := err.(validator.ValidationErrors)
	require.True(b, ok)
	require.Len(b, violations, 3)
	var c Converter
	all, ok := Of(err)
	require.True(b, ok)
	b.Run("convert", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = c.Convert(all, reflect.ValueOf(in))
		}
	})
	b.Run("translate", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = violations.Translate(tr)
		}
	})
}
