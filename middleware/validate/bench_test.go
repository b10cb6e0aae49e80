package validate_test

import (
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/middleware/validate"
)

type account struct {
	Mail string `json:"email" validate:"required,email"`
	Age  int    `json:"age" validate:"min=18"`
	Role string `json:"role" validate:"oneof=reader writer"`
	Name string `json:"name"`
}

var noAccount = account{Mail: "nobody", Age: 7, Role: "king"}

// The cost of three messages: by this package, by the translations of the library, and that of
// the validation alone.
func BenchmarkStruct(b *testing.B) {
	engine := validator.New(validator.WithRequiredStructEnabled())
	tr := translator(b, engine)
	v := validate.Validator{Engine: engine}
	require.Error(b, v.Struct(&noAccount))
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = engine.Struct(&noAccount)
		}
	})
	b.Run("find and say", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = v.Struct(&noAccount)
		}
	})
	b.Run("find and translate", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = engine.Struct(&noAccount).(validator.ValidationErrors).Translate(tr)
		}
	})
}
