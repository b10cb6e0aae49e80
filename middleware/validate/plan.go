package validate

import (
	"maps"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
)

// maxKept bounds what is kept of one type: a type that leads back to itself has
// no end of names.
const maxKept = 1000

// A plan remembers what the violations of one type are called. It changes while
// a program meets new ones, and never after that; so readers take no lock.
type plan struct {
	known atomic.Pointer[map[string][]entry] // by StructNamespace
	write sync.Mutex
	kept  int
}

// An entry is one violation: what it is, and what it becomes.
type entry struct {
	tag, actual, param string
	kind               reflect.Kind
	typ                reflect.Type

	place place
	field errkit.Field
}

func (v *Validator) plan(t reflect.Type) *plan {
	if p, ok := v.plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := v.plans.LoadOrStore(t, new(plan))
	return p.(*plan)
}

func (p *plan) find(fe validator.FieldError) *entry {
	known := p.known.Load()
	if known == nil {
		return nil
	}
	entries := (*known)[fe.StructNamespace()]
	for i := range entries {
		if e := &entries[i]; e.tag == fe.Tag() && e.kind == fe.Kind() && e.param == fe.Param() &&
			e.typ == fe.Type() && e.actual == fe.ActualTag() {
			return e
		}
	}
	return nil
}

// keep remembers e, unless the value, and not the type alone, made it.
func (p *plan) keep(fe validator.FieldError, e *entry) {
	if !e.place.static {
		return
	}
	p.write.Lock()
	defer p.write.Unlock()
	if p.kept >= maxKept || p.find(fe) != nil {
		return
	}
	p.kept++
	next := map[string][]entry{}
	if known := p.known.Load(); known != nil {
		next = maps.Clone(*known)
	}
	e.tag, e.actual, e.param, e.kind, e.typ = fe.Tag(), fe.ActualTag(), fe.Param(), fe.Kind(), fe.Type()
	name := fe.StructNamespace()
	next[name] = append(next[name][:len(next[name]):len(next[name])], *e)
	p.known.Store(&next)
}
