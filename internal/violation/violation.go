// Package violation converts the errors of go-playground/validator into errors of package errkit.
// It does not import the library: it knows these errors by their methods, so that a program that
// does not validate tags does not link the library either. Package middleware/validate has the
// engine.
package violation

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/text"
)

// A Fault is one violation: a FieldError of the library, which documents the methods.
type Fault interface {
	Tag() string
	ActualTag() string
	Namespace() string
	StructNamespace() string
	Field() string
	StructField() string
	Value() any
	Param() string
	Kind() reflect.Kind
	Type() reflect.Type
}

var faultType = reflect.TypeFor[Fault]()

// Faults are all violations of a value: the ValidationErrors of the library.
type Faults struct{ list reflect.Value } // a slice of an interface type with the methods of Fault

// Of returns the violations in the chain of an error.
func Of(err error) (all Faults, ok bool) {
	errchain.Any(err, func(e error) bool {
		all, ok = of(e)
		return ok
	})
	return all, ok
}

func of(err error) (Faults, bool) {
	if f, ok := err.(*failure); ok {
		return f.Faults, true
	}
	t := reflect.TypeOf(err)
	if t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Interface || !t.Elem().Implements(faultType) {
		return Faults{}, false
	}
	return Faults{reflect.ValueOf(err)}, true
}

// Len returns the number of violations.
func (f Faults) Len() int { return f.list.Len() }

// At returns the violation at an index.
func (f Faults) At(i int) Fault { return f.list.Index(i).Interface().(Fault) }

// A Converter converts violations. The zero Converter is ready to use. It must not be copied or
// changed after its first use, and is safe for concurrent use.
type Converter struct {
	Messages  map[string]errkit.Text             // of tags, see validate.Validator
	Inputs    []reflect.Type                     // see validate.Validator
	Translate func(Fault) (text string, ok bool) // nil: no translation

	plans   sync.Map // reflect.Type to *plan
	untyped plan     // for violations whose Go type is not known
}

var errEmpty = errors.New("validate: validator.ValidationErrors without an error")

// Classify is a middleware.Classifier of violations, see validate.Validator.
func (c *Converter) Classify(_ context.Context, err error) *errkit.Error {
	all, ok := Of(err)
	if !ok || all.Len() > 0 && !c.ofInput(all.At(0)) {
		return nil
	}
	var cause error // nil: err
	if _, bare := of(err); bare {
		cause = &failure{all} // whose text is bounded
	}
	return c.convert(all, cause, reflect.Value{})
}

// ofInput reports whether a violation may be of one of Inputs. The library has the name of the
// struct without its package, so the struct must also have the field.
func (c *Converter) ofInput(f Fault) bool {
	return c.Inputs == nil || slices.ContainsFunc(c.Inputs, func(t reflect.Type) bool {
		if t == nil || jsonfield.Deref(t).Kind() != reflect.Struct {
			return false
		}
		t = jsonfield.Deref(t)
		names, named := f.StructNamespace(), true
		if t.Name() != "" {
			names, named = strings.CutPrefix(names, t.Name()+".")
		}
		first, _ := cutName(names)
		_, has := t.FieldByName(first)
		return named && has
	})
}

// Convert returns the error for the violations of root, the struct that was validated. The text of
// its cause is bounded.
func (c *Converter) Convert(all Faults, root reflect.Value) *errkit.Error {
	return c.convert(all, &failure{all}, root)
}

// convert returns the error for violations of root, which is invalid if it is not known.
func (c *Converter) convert(faults Faults, cause error, root reflect.Value) *errkit.Error {
	n := faults.Len()
	if n == 0 {
		return &errkit.Error{Err: errEmpty}
	}
	e := invalid(min(n, maxFields))
	e.Err = cause
	plan, keys := &c.untyped, indexes(nil)
	if root.IsValid() {
		plan, keys = c.plan(root.Type()), indexes{}
	}
	known := &plan.head
	var all []*located // if there are any in a map
	for i := range n {
		if i == maxFields && all == nil { // they are in the order of the struct
			break
		}
		f := faults.At(i)
		known = c.entry(plan, known, f, root, keys)
		if known.place.hidden {
			return &errkit.Error{Err: fmt.Errorf("validate: a field that encoding/json ignores: %w", cause)}
		}
		if known.place.inMap && all == nil {
			all = make([]*located, 0, n)
			for before := range i {
				all = append(all, &located{locate(root, faults.At(before), keys), faults.At(before)})
			}
		}
		if all != nil {
			all = append(all, &located{known.place, f})
		} else {
			e.Fields[i] = known.field
		}
	}
	slices.SortFunc(all, (*located).compare) // the library visits maps in random order
	for i := range all[:min(len(all), len(e.Fields))] {
		e.Fields[i] = c.field(all[i].Fault, &all[i].place)
	}
	return errkit.Bounded(e, text.MaxText)
}

// entry returns the entry of a violation of root. last is that of the previous one, or the head of
// the plan.
func (c *Converter) entry(p *plan, last *entry, f Fault, root reflect.Value, keys indexes) *entry {
	name := f.Namespace()
	if root.IsValid() {
		name = f.StructNamespace()
	}
	if known := p.find(last, name, f); known != nil {
		return known
	}
	e := &entry{place: locate(root, f, keys)}
	if !e.place.inMap {
		e.field = c.field(f, &e.place)
	}
	if c.Translate == nil {
		p.keep(name, f, e)
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
type failure struct{ Faults }

// Error returns a line for each violation, up to a limit.
func (f *failure) Error() string {
	var b strings.Builder
	for i := range f.Len() {
		if b.Len() > text.MaxCause/2 {
			fmt.Fprintf(&b, "(%d more)", f.Len()-i)
			break
		}
		one := f.At(i)
		fmt.Fprintf(&b, "Key: '%s' Error:Field validation for '%s' failed on the '%s' tag\n",
			text.Middle(one.Namespace(), text.MaxPath), text.Middle(one.Field(), text.MaxPath),
			text.Middle(one.Tag(), text.MaxPath))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// As sets target to the error of the library, for [errors.As].
func (f *failure) As(target any) bool {
	to := reflect.ValueOf(target)
	ok := to.Kind() == reflect.Pointer && to.Type().Elem() == f.list.Type()
	if ok {
		to.Elem().Set(f.list)
	}
	return ok
}
