// Package validate validates structs by their tags with go-playground/validator, and converts the
// violations into an *errkit.Error with a field for each: a JSON pointer in place of Go names,
// and a sentence.
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
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/text"
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
	plans   sync.Map // reflect.Type to *plan
	untyped plan     // for violations whose Go type is not known
	present sync.Map // reflect.Type to *Validator, for WithPresence
}

// Struct validates s, a struct or a pointer to one. It returns nil or an *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of [errkit.Bounded], in
//     the order of the struct and of the keys of maps;
//   - InvalidInput if keys of maps are long (more than 256 bytes) and have many values, because
//     the library would repeat the key for each violation;
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
	if root.Kind() == reflect.Struct && v.plan(root.Type()).dives {
		if err := tooLong(root); err != nil {
			return err
		}
	}
	err = v.engine.Struct(s)
	switch violations, ok := err.(validator.ValidationErrors); {
	case err == nil:
		return nil
	case !ok:
		return &errkit.Error{Err: err}
	default:
		return v.convert(violations, &failure{violations}, root)
	}
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

var errEmpty = errors.New("validate: validator.ValidationErrors without an error")

// Classify is a [middleware.Classifier] of validator.ValidationErrors, with the messages of v. As
// the Go type is not known, pointers consist of the names in the error: call RegisterTagNameFunc
// of the engine, or better [Validator.Struct].
//
// A struct that a handler validates may be something else than the input of the call, such as the
// configuration. The errors of another struct are classified, too, unless Inputs is set.
func (v *Validator) Classify(_ context.Context, err error) *errkit.Error {
	violations, ok := errors.AsType[validator.ValidationErrors](err)
	if !ok || len(violations) > 0 && !v.ofInput(violations[0]) {
		return nil
	}
	var cause error // nil: err
	if _, bare := err.(validator.ValidationErrors); bare {
		cause = &failure{violations} // whose text is bounded
	}
	return v.convert(violations, cause, reflect.Value{})
}

// ofInput reports whether a violation may be of one of Inputs. The library has the name of the
// struct without its package, so the struct must also have the field.
func (v *Validator) ofInput(fe validator.FieldError) bool {
	return v.Inputs == nil || slices.ContainsFunc(v.Inputs, func(t reflect.Type) bool {
		if t == nil || jsonfield.Deref(t).Kind() != reflect.Struct {
			return false
		}
		t = jsonfield.Deref(t)
		names, named := fe.StructNamespace(), true
		if t.Name() != "" {
			names, named = strings.CutPrefix(names, t.Name()+".")
		}
		first, _ := cutName(names)
		_, has := t.FieldByName(first)
		return named && has
	})
}

// convert returns the error for violations of root, which is invalid if it is not known.
func (v *Validator) convert(violations validator.ValidationErrors, cause error, root reflect.Value) *errkit.Error {
	if len(violations) == 0 {
		return &errkit.Error{Err: errEmpty}
	}
	e := invalid(min(len(violations), maxFields))
	e.Err = cause
	plan, keys := &v.untyped, indexes(nil)
	if root.IsValid() {
		plan, keys = v.plan(root.Type()), indexes{}
	}
	known := &plan.head
	var all []located // if there are any in a map
	for i, fe := range violations {
		if i == maxFields && all == nil { // they are in the order of the struct
			break
		}
		known = v.entry(plan, known, fe, root, keys)
		if known.place.hidden {
			return &errkit.Error{Err: fmt.Errorf("validate: a field that encoding/json ignores: %w", cause)}
		}
		if known.place.inMap && all == nil {
			all = make([]located, 0, len(violations))
			for _, before := range violations[:i] {
				all = append(all, located{locate(root, before, keys), before})
			}
		}
		if all != nil {
			all = append(all, located{known.place, fe})
		} else {
			e.Fields[i] = known.field
		}
	}
	slices.SortStableFunc(all, located.compare) // the library visits maps in random order
	for i := range all[:min(len(all), len(e.Fields))] {
		e.Fields[i] = v.field(all[i].FieldError, &all[i].place)
	}
	return errkit.Bounded(e, text.MaxText)
}

// entry returns the entry of a violation of root. last is that of the previous one, or the head of
// the plan.
func (v *Validator) entry(p *plan, last *entry, fe validator.FieldError, root reflect.Value, keys indexes) *entry {
	name := fe.Namespace()
	if root.IsValid() {
		name = fe.StructNamespace()
	}
	if known := p.find(last, name, fe); known != nil {
		return known
	}
	e := &entry{place: locate(root, fe, keys)}
	if !e.place.inMap {
		e.field = v.field(fe, &e.place)
	}
	if v.Translator == nil {
		p.keep(name, fe, e)
	}
	return e
}

// maxFields is the number of violations that are converted: one more than an error may have, so
// that the error notes that others are left out.
const maxFields = text.MaxFields + 1

// invalid returns an error with n empty fields, of which up to three are allocated together with
// it.
func invalid(n int) *errkit.Error {
	both := new(struct {
		err    errkit.Error
		fields [3]errkit.Field
	})
	both.err = errkit.Error{Kind: errkit.InvalidInput, Fields: append(both.fields[:0], make([]errkit.Field, n)...)}
	return &both.err
}

// A failure is the error of the library with a bounded text. The text of the library has the
// complete path of each violation.
type failure struct{ violations validator.ValidationErrors }

// Error returns a line for each violation, up to a limit.
func (f *failure) Error() string {
	var b strings.Builder
	for i, fe := range f.violations {
		if b.Len() > text.MaxCause/2 {
			fmt.Fprintf(&b, "(%d more)", len(f.violations)-i)
			break
		}
		fmt.Fprintf(&b, "Key: '%s' Error:Field validation for '%s' failed on the '%s' tag\n",
			text.Middle(fe.Namespace(), text.MaxPath), text.Middle(fe.Field(), text.MaxPath),
			text.Middle(fe.Tag(), text.MaxPath))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// As sets target to the error of the library, for [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(*validator.ValidationErrors)
	if ok {
		*to = f.violations
	}
	return ok
}
