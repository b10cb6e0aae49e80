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
	"github.com/toolerr/toolerr/internal/limit"
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
	present sync.Map // reflect.Type to *Validator, for inputs whose members are present
}

// Struct checks s, a struct or a pointer to one, and returns nil or an
// *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of
//     [errkit.Bounded], in the order of the struct and of the keys of maps;
//   - InvalidInput for names in maps of more than 256 bytes with dozens of values
//     in each, for the library would repeat the name for each violation;
//   - Internal, for what the caller cannot mend; see the package comment.
//
// The cause has the library's own error, for [errors.As]. Its text is the
// beginning of that.
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
	e := invalid(min(len(violations), maxFields))
	if _, bare := err.(validator.ValidationErrors); bare {
		e.Err = &failure{violations} // whose text has a bound
	}
	violations = violations[:len(e.Fields)]
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
	return errkit.Bounded(e, limit.Text)
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
	var places []place // of all violations, as soon as a map is on the way
	for i, fe := range violations {
		if i == maxFields && places == nil { // they came in the order of the struct
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
			return &errkit.Error{Err: fmt.Errorf("validate: a field that JSON does not read: %w", e.Err)}
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
	for i, from := range order(places, violations) { // the first ones of the document
		if i == len(e.Fields) {
			break
		}
		e.Fields[i] = v.field(violations[from], &places[from])
	}
	return errkit.Bounded(e, limit.Text)
}

// maxFields is how many violations are looked at: one more than an error may
// have, so that it reports that there are more.
const maxFields = limit.Fields + 1

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

// order returns the order of the document: the library walks over maps in no
// order.
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
