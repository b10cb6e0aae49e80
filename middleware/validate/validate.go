// Package validate validates structs by their tags with go-playground/validator, and converts the violations into an
// *errkit.Error with a field for each: a JSON pointer in place of Go names, and a sentence.
//
//	var v validate.Validator
//	err := v.Struct(input) // nil, or an *errkit.Error
//
// [Validator.Validate] is for [middleware.Boundary.Validate]. [Validator.Classify] and [Classifier] are for handlers that
// call the library themselves and return its error. That error does not have the Go type of the struct, without which JSON
// names and embedded structs are not known, so its fields are less exact.
//
// # Public text
//
// Messages do not quote values. They name other fields, such as that of the rule eqfield=Pass, by their JSON names only, and
// not at all if they have none.
//
// # Internal errors
//
// The error is Internal if the caller cannot correct it: a value that is not a struct, a tag that is unknown or does not
// apply to the type of its field, or a violation in a field that encoding/json ignores (json:"-").
package validate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// A Validator validates structs. The zero Validator is ready to use. It must not be copied or changed after its first use,
// and is safe for concurrent use.
type Validator struct {
	// Engine is the validator of the library. Nil: one with WithRequiredStructEnabled and with JSON names.
	Engine *validator.Validate

	// Translator translates the messages, with the translations that are registered with Engine. They are public. A tag
	// without a translation has the message of this package. Nil: no translation.
	Translator ut.Translator

	// Messages are the messages of custom tags, or replace those of this package. A message follows the name of the field,
	// such as "must be a known color".
	Messages map[string]errkit.Text

	// Inputs are the types of the inputs of calls: structs or pointers to structs. [Validator.Classify] does not classify
	// violations of other types, such as that of the response of a service, which are then Internal. Nil: all types.
	Inputs []reflect.Type

	start   sync.Once
	engine  *validator.Validate
	plans   sync.Map // reflect.Type to *plan
	untyped plan     // for violations whose Go type is not known
	present sync.Map // reflect.Type to *Validator, for WithPresence
}

// Struct validates s, a struct or a pointer to one. It returns nil or an *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of [errkit.Bounded], in the order of the struct and
//     of the keys of maps;
//   - InvalidInput if keys of maps are long (more than 256 bytes) and have many values, because the library would repeat the
//     key for each violation;
//   - Internal, if the caller cannot correct the error; see the package comment.
//
// [errors.As] finds the error of the library in the cause. The text of the cause is the start of its text.
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
	if root.Kind() == reflect.Struct && v.plan(root.Type()).dives(root.Type()) {
		if err := tooLong(root); err != nil {
			return err
		}
	}
	if err = v.engine.Struct(s); err == nil {
		return nil
	}
	return v.convert(err, root)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return f.Name
	}
	return name // for "", the library uses the Go name
}

// Struct validates s with an engine, as [Validator.Struct] does; nil means the default engine. It is faster to reuse a
// Validator.
func Struct(engine *validator.Validate, s any) error {
	return (&Validator{Engine: engine}).Struct(s)
}

// Classifier is a [middleware.Classifier] of validator.ValidationErrors. It calls [Validator.Classify] of a new Validator. It
// is faster to reuse a Validator, which caches messages.
func Classifier(_ context.Context, err error) *errkit.Error {
	return new(Validator).classify(err, nil)
}

var errEmpty = errors.New("validate: validator.ValidationErrors without an error")

// Classify is a [middleware.Classifier] of validator.ValidationErrors, with the messages of v. As the Go type is not known,
// pointers consist of the names in the error: call RegisterTagNameFunc of the engine, or better [Validator.Struct].
//
// A struct that a handler validates may be something else than the input of the call, such as the configuration. The errors of another
// struct are classified, too, unless Inputs is set.
func (v *Validator) Classify(_ context.Context, err error) *errkit.Error {
	return v.classify(err, &v.untyped)
}

func (v *Validator) classify(err error, untyped *plan) *errkit.Error {
	violations, ok := errors.AsType[validator.ValidationErrors](err)
	if !ok {
		return nil
	}
	if len(violations) == 0 {
		return &errkit.Error{Err: errEmpty}
	}
	if !v.ofInput(violations[0]) {
		return nil
	}
	e := invalid(min(len(violations), maxFields))
	if _, bare := err.(validator.ValidationErrors); bare {
		e.Err = &failure{violations} // whose text is bounded
	}
	violations = violations[:len(e.Fields)]
	last := untyped.first()
	for i, fe := range violations {
		name := fe.Namespace()
		known := untyped.find(last, name, fe)
		if known == nil {
			p := place{pointer: namespacePointer(name), static: !strings.Contains(name, "[")}
			known = &entry{place: p, field: v.field(fe, &p)}
			if v.Translator == nil {
				untyped.keep(name, fe, known)
			}
		}
		e.Fields[i] = known.field
		last = known
	}
	return errkit.Bounded(e, limit.Text)
}

// ofInput reports whether a violation may be of one of Inputs. The library has the name of the struct without its package,
// so the struct must also have the field.
func (v *Validator) ofInput(fe validator.FieldError) bool {
	return v.Inputs == nil || slices.ContainsFunc(v.Inputs, func(t reflect.Type) bool {
		if t == nil || deref(t).Kind() != reflect.Struct {
			return false
		}
		t = deref(t)
		path := fe.StructNamespace()
		if t.Name() != "" {
			rest, ok := strings.CutPrefix(path, t.Name()+".")
			if !ok {
				return false
			}
			path = rest
		}
		if end := strings.IndexAny(path, ".["); end >= 0 {
			path = path[:end]
		}
		_, has := t.FieldByName(path)
		return has
	})
}

// convert returns the *errkit.Error for an error of the library about root.
func (v *Validator) convert(err error, root reflect.Value) error {
	violations, ok := err.(validator.ValidationErrors)
	switch {
	case !ok:
		return &errkit.Error{Err: err}
	case len(violations) == 0:
		return &errkit.Error{Err: errEmpty}
	}
	e := invalid(min(len(violations), maxFields))
	e.Err = &failure{violations}
	plan := v.plan(root.Type())
	last := plan.first()
	keys := indexes{}
	var places []place // of all violations, if there are any in a map
	for i, fe := range violations {
		if i == maxFields && places == nil { // they are in the order of the struct
			break
		}
		name := fe.StructNamespace()
		known := plan.find(last, name, fe)
		if known == nil {
			known = &entry{place: locate(root, fe, keys)}
			if known.place.static || places == nil && !known.place.inMap {
				known.field = v.field(fe, &known.place)
			}
			if v.Translator == nil {
				plan.keep(name, fe, known)
			}
		}
		if known.place.hidden {
			return &errkit.Error{Err: fmt.Errorf("validate: a field that encoding/json ignores: %w", e.Err)}
		}
		last = known
		if known.place.inMap && places == nil {
			places = make([]place, 0, len(violations))
			for _, before := range violations[:i] {
				places = append(places, locate(root, before, keys))
			}
		}
		if places != nil {
			places = append(places, known.place)
		} else {
			e.Fields[i] = known.field
		}
	}
	for i, from := range order(places, violations) { // the first violations in the document
		if i == len(e.Fields) {
			break
		}
		e.Fields[i] = v.field(violations[from], &places[from])
	}
	return errkit.Bounded(e, limit.Text)
}

// maxFields is the number of violations that are converted: one more than an error may have, so that the error notes that
// others are left out.
const maxFields = limit.Fields + 1

// invalid returns an error with n empty fields. Up to three fields are allocated together with the error.
func invalid(n int) (e *errkit.Error) {
	switch n {
	case 1:
		both := new(with[[1]errkit.Field])
		e, both.err.Fields = &both.err, both.fields[:]
	case 2:
		both := new(with[[2]errkit.Field])
		e, both.err.Fields = &both.err, both.fields[:]
	case 3:
		both := new(with[[3]errkit.Field])
		e, both.err.Fields = &both.err, both.fields[:]
	default:
		e = &errkit.Error{Fields: make([]errkit.Field, n)}
	}
	e.Kind = errkit.InvalidInput
	return e
}

// A with is an error and an array of fields.
type with[Fields any] struct {
	err    errkit.Error
	fields Fields
}

// order returns the indexes of the violations in the order of the document. The library visits maps in random order.
func order(places []place, violations validator.ValidationErrors) []int {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := comparePlaces(places[a], places[b]); c != 0 {
			return c
		}
		return strings.Compare(violations[a].Tag(), violations[b].Tag())
	})
	return order
}
