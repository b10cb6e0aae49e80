package bench

import (
	"context"
	"reflect"
	"testing"

	"github.com/go-playground/locales/en"
	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"
	entranslations "github.com/go-playground/validator/v10/translations/en"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/validate"
)

type booking struct {
	Mail  string `json:"mail" validate:"required,email"`
	Seats int    `json:"seats" validate:"min=1"`
	Class string `json:"class" validate:"oneof=economy business"`
}

// validateTasks produce messages for three violations: from the error of the validator
// (work=convert), and from the struct (work=struct).
func validateTasks() []task {
	engine := validator.New(validator.WithRequiredStructEnabled())
	engine.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("json") })
	locale := en.New()
	translator, _ := ut.New(locale, locale).GetTranslator("en")
	must(entranslations.RegisterDefaultTranslations(engine, translator))
	bad := booking{Mail: "invalid", Seats: 0, Class: "king"}
	returned := engine.Struct(&bad)
	violations := returned.(validator.ValidationErrors)
	v := &validate.Validator{Engine: engine}
	ctx := context.Background()

	var err error
	fields := func(t *testing.T, _ []byte) {
		e := errkit.From(err)
		require.Len(t, e.Fields, 3)
		require.Equal(t, "/seats", e.Fields[1].Path)
		require.NotEmpty(t, e.Fields[1].Message)
	}
	var translated map[string]string
	texts := func(t *testing.T, _ []byte) { require.Len(t, translated, 3) }
	return []task{
		{"work=convert", []implementation{
			{"toolerr", func() []byte { err = v.Classify(ctx, returned); return nil }, fields},
			{"Translate", func() []byte { translated = violations.Translate(translator); return nil }, texts},
		}},
		{"work=struct", []implementation{
			{"toolerr", func() []byte { err = v.Struct(&bad); return nil }, fields},
			{"Translate", func() []byte {
				translated = engine.Struct(&bad).(validator.ValidationErrors).Translate(translator)
				return nil
			}, texts},
			{"find-only", func() []byte { err = engine.Struct(&bad); return nil },
				func(t *testing.T, _ []byte) { require.Error(t, err) }},
		}},
	}
}

func BenchmarkValidate(b *testing.B) { run(b, validateTasks()) }

func TestValidate(t *testing.T) { once(t, validateTasks()) }
