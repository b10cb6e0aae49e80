// Package validate turns the violations that go-playground/validator finds into
// fields of an *errkit.Error: JSON pointers instead of Go names, and sentences
// that tell a person or a model what to change.
//
// Start with [Validator.Struct]; the zero [Validator] works:
//
//	var v validate.Validator
//	err := v.Struct(input) // nil, or an *errkit.Error
//
// Where a handler validates by itself and returns the library's own error,
// [Classifier] makes the best of it; it does not know the Go type, and that type
// alone tells what is embedded, what JSON calls a field and what it hides.
//
// # What is not said
//
// The values themselves. And Go's names, unless JSON uses them too: a rule that
// names another field (eqfield=Pass) names it as JSON does, or not at all where
// JSON hides it.
//
// # What is Internal
//
// What the caller cannot mend: a value that is no struct, a tag that the library
// does not know or that does not fit the field's type, and a field that JSON
// does not read (json:"-").
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
	"github.com/toolerr/toolerr/middleware"
)

// A Validator checks structs. The zero Validator works. It may be used by many
// goroutines at once; it must not be copied or changed after its first use.
type Validator struct {
	// Engine does the work. Nil: one with WithRequiredStructEnabled and names
	// as in JSON, which translations show.
	Engine *validator.Validate

	// Translator, if it is set, gives the messages, with the translations that
	// were registered with Engine; tags without one get the English of this
	// package. What a translation says is public.
	Translator ut.Translator

	// Messages are for tags of your own, and in place of this package's. Each
	// reads as what follows the field's name, such as "must be a known color".
	Messages map[string]errkit.Text

	// Inputs are the types of inputs, structs or pointers to them. If it is set,
	// [Validator.Classify] knows the violations of these types only: one that a
	// handler found in something else, such as the response of a service, is
	// Internal. Nil: every violation is the caller's.
	Inputs []reflect.Type

	start   sync.Once
	engine  *validator.Validate
	plans   sync.Map // reflect.Type to *plan
	guessed plan     // for violations that came without their type
}

// Struct checks s, a struct or a pointer to one, and returns nil or an
// *errkit.Error:
//   - InvalidInput, with a field for each violation, up to 100, in the order of
//     the struct and of the keys of maps;
//   - Internal, for what the caller cannot mend; see the package comment.
//
// The cause is the library's own error.
func (v *Validator) Struct(s any) (err error) {
	// The library panics where a tag is wrong.
	defer func() {
		if p := recover(); p != nil {
			err = (*middleware.Boundary)(nil).Recovered(context.Background(), p)
		}
	}()
	v.start.Do(func() {
		if v.engine = v.Engine; v.engine == nil {
			v.engine = validator.New(validator.WithRequiredStructEnabled())
			v.engine.RegisterTagNameFunc(jsonName)
		}
	})
	if err = v.engine.Struct(s); err == nil {
		return nil
	}
	return v.convert(err, s)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return f.Name
	}
	return name // the library puts the Go name where there is none
}

// Struct checks s with an engine of yours, as [Validator.Struct] does; nil is
// the default one. A Validator that is kept is faster.
func Struct(engine *validator.Validate, s any) error {
	return (&Validator{Engine: engine}).Struct(s)
}

// Classifier is a [middleware.Classifier] of validator.ValidationErrors. It is
// [Validator.Classify] of a new Validator each time; one that is kept remembers
// what it said, and is faster.
func Classifier(_ context.Context, err error) *errkit.Error {
	return new(Validator).classify(err, nil)
}

var errEmpty = errors.New("validate: validator.ValidationErrors without an error")

// Classify is a [middleware.Classifier] of validator.ValidationErrors that a
// handler returned, with the messages of v. Without the Go type the pointers are
// the names that the error has: register a function for JSON names with the
// engine (RegisterTagNameFunc), or better call [Validator.Struct].
func (v *Validator) Classify(_ context.Context, err error) *errkit.Error {
	return v.classify(err, &v.guessed)
}

func (v *Validator) classify(err error, guessed *plan) *errkit.Error {
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
	violations = violations[:min(len(violations), maxFields)]
	e := invalid(len(violations))
	last := guessed.first()
	for i, fe := range violations {
		name := fe.Namespace()
		known := guessed.find(last, name, fe)
		if known == nil {
			p := place{pointer: guess(name), static: !strings.Contains(name, "[")}
			known = &entry{place: p, field: v.field(fe, &p)}
			if v.Translator == nil {
				guessed.keep(name, fe, known)
			}
		}
		e.Fields[i] = known.field
		last = known
	}
	return e
}

// ofInput reports whether a violation is of one of Inputs. The library has the
// root as a name only, without the package, so its field must be there too.
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

// convert turns what the library found in s into an error of ours.
func (v *Validator) convert(err error, s any) error {
	violations, ok := err.(validator.ValidationErrors)
	switch {
	case !ok:
		return &errkit.Error{Err: err}
	case len(violations) == 0:
		return &errkit.Error{Err: errEmpty}
	}
	root := reflect.ValueOf(s)
	for root.Kind() == reflect.Pointer || root.Kind() == reflect.Interface {
		root = root.Elem()
	}
	e := invalid(len(violations))
	e.Err = err
	plan := v.plan(root.Type())
	last := plan.first()
	var places []place // in parallel with Fields, as soon as a map is on the way
	for i, fe := range violations {
		name := fe.StructNamespace()
		known := plan.find(last, name, fe)
		if known == nil {
			p := locate(root, fe)
			known = &entry{place: p, field: v.field(fe, &p)}
			if v.Translator == nil {
				plan.keep(name, fe, known)
			}
		}
		if known.place.hidden {
			return &errkit.Error{Err: fmt.Errorf("validate: a field that JSON does not read: %w", err)}
		}
		e.Fields[i] = known.field
		last = known
		if known.place.inMap && places == nil {
			places = make([]place, len(violations))
			for j := range i {
				places[j] = locate(root, violations[j])
			}
		}
		if places != nil {
			places[i] = known.place
		}
	}
	if places != nil {
		sortByPlace(e.Fields, places)
	}
	if len(e.Fields) > maxFields { // the first ones of the document, which the library walks over in no order
		e.Fields = slices.Clone(e.Fields[:maxFields])
	}
	return e
}

// maxFields bounds the fields of one error: nobody reads more.
const maxFields = 100

// invalid returns an error with n fields, which are still empty. A few of them
// are one allocation with it.
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

// with is an error and the array of its fields.
type with[Fields any] struct {
	err    errkit.Error
	fields Fields
}

// sortByPlace brings fields into the order of the document: the library walks
// over maps in no order.
func sortByPlace(fields []errkit.Field, places []place) {
	order := make([]int, len(fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := comparePlaces(places[a], places[b]); c != 0 {
			return c
		}
		return strings.Compare(fields[a].Rule, fields[b].Rule)
	})
	sorted := make([]errkit.Field, len(fields))
	for i, from := range order {
		sorted[i] = fields[from]
	}
	copy(fields, sorted)
}
