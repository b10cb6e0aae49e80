// Package validate, for applications, validates structs by their tags with
// go-playground/validator, and converts the violations into an *errkit.Error with a field for
// each: a JSON pointer in place of Go names, and a sentence.
//
//	var v validate.Validator
//	err := v.Struct(input) // nil, or an *errkit.Error
//
// [Validator.Validate] is for [middleware.Boundary.Validate]. [Validator.Classify] and
// [Classifier] are for handlers that call the library themselves and return its error. That error
// does not have the Go type of the struct, without which JSON names and embedded structs are not
// known, so its fields are less exact.
//
// # Public text
//
// Messages do not quote values. They name other fields, such as that of the rule eqfield=Pass, by
// their JSON names only, and not at all if they have none.
//
// # Internal errors
//
// The error is Internal if the caller cannot correct it: a value that is not a struct, a tag that
// is unknown or does not apply to the type of its field, or a violation in a field that
// encoding/json ignores (json:"-").
package validate

import (
	"context"
	"reflect"
	"strings"
	"sync"

	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/violation"
	"github.com/toolerr/toolerr/middleware"
)

// A Validator validates structs. The zero Validator is ready to use. It must not be copied or
// changed after its first use, and is safe for concurrent use.
type Validator struct {
	// Engine is the validator of the library. Nil: one with WithRequiredStructEnabled and with
	// JSON names.
	Engine *validator.Validate

	// Translator translates the messages, with the translations that are registered with Engine.
	// They are public. A tag without a translation has the message of this package. Nil: no
	// translation.
	Translator ut.Translator

	// Messages are the messages of custom tags, or replace those of this package. A message
	// follows the name of the field, such as "must be a known color".
	Messages map[string]errkit.Text

	// Inputs are the types of the inputs of calls: structs or pointers to structs.
	// [Validator.Classify] does not classify violations of other types, such as that of the
	// response of a service, which are then Internal. Nil: all types.
	Inputs []reflect.Type

	start   sync.Once
	engine  *validator.Validate
	ready   sync.Once
	own     violation.Converter
	present sync.Map // reflect.Type to *Validator, for WithPresence
}

// converter returns the converter of the violations.
func (v *Validator) converter() *violation.Converter {
	v.ready.Do(func() {
		v.own.Messages, v.own.Inputs = v.Messages, v.Inputs
		if v.Translator != nil {
			v.own.Translate = v.translate
		}
	})
	return &v.own
}

// translate returns the translation of a violation. Without one the library returns the text of
// the error.
func (v *Validator) translate(f violation.Fault) (text string, ok bool) {
	fe, ok := f.(validator.FieldError)
	if ok {
		text = fe.Translate(v.Translator)
	}
	return text, ok && text != fe.Error()
}

// Struct validates s, a struct or a pointer to one. It returns nil or an *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of [errkit.Bounded], in
//     the order of the struct and of the keys of maps;
//   - InvalidInput if keys of maps are long (more than 256 bytes) and have many values, because
//     the library would repeat the key for each violation;
//   - TooLarge for more than a million values in lists and maps with the rule dive, because the
//     library keeps each violation;
//   - Internal, if the caller cannot correct the error; see the package comment.
//
// [errors.As] finds the error of the library in the cause. The text of the cause is the start of
// its text.
func (v *Validator) Struct(s any) (err error) {
	// The library panics if a tag is not valid.
	defer func() {
		if p := recover(); p != nil {
			err = (*middleware.Boundary)(nil).HandlePanic(context.Background(), p)
		}
	}()
	v.start.Do(func() {
		if v.engine = v.Engine; v.engine == nil {
			v.engine = validator.New(validator.WithRequiredStructEnabled())
			v.engine.RegisterTagNameFunc(jsonName)
		}
	})
	root := reflect.ValueOf(s)
	for root.Kind() == reflect.Pointer || root.Kind() == reflect.Interface {
		root = root.Elem()
	}
	if root.Kind() == reflect.Struct {
		if err := v.converter().TooLarge(root); err != nil {
			return err
		}
	}
	if err = v.engine.Struct(s); err == nil {
		return nil
	}
	violations, ok := violation.Of(err)
	if !ok {
		return &errkit.Error{Err: err}
	}
	return v.converter().Convert(violations, root)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return f.Name
	}
	return name // for "", the library uses the Go name
}

// Struct validates s with an engine, as [Validator.Struct] does; nil means the default engine. It
// is faster to reuse a Validator.
func Struct(engine *validator.Validate, s any) error {
	return (&Validator{Engine: engine}).Struct(s)
}

// Classifier is a [middleware.Classifier] of validator.ValidationErrors. It calls
// [Validator.Classify] of a new Validator. It is faster to reuse a Validator, which caches
// messages.
func Classifier(ctx context.Context, err error) *errkit.Error {
	return new(Validator).Classify(ctx, err)
}

// Classify is a [middleware.Classifier] of validator.ValidationErrors, with the messages of v. As
// the Go type is not known, pointers consist of the names in the error: call RegisterTagNameFunc
// of the engine, or better [Validator.Struct].
//
// A struct that a handler validates may be something else than the input of the call, such as the
// configuration. The errors of another struct are classified, too, unless Inputs is set.
func (v *Validator) Classify(ctx context.Context, err error) *errkit.Error {
	return v.converter().Classify(ctx, err)
}

// tags is the validator of [Input].
var tags Validator

// Input checks the decoded input of a call by b.Validate, or, if b or b.Validate is nil, by its
// validate tags. It is for adapters: one that decodes inputs imports this package, so that tags
// are never ignored.
func Input(ctx context.Context, b *middleware.Boundary, input any) error {
	if b == nil || b.Validate == nil {
		return tags.Validate(ctx, input)
	}
	return b.Validate(ctx, input)
}
