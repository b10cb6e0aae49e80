package validate

import (
	"maps"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
)

// What is kept of one plan has an end: a type that leads back to itself has none
// of names, and a function of the user's may make names up.
const (
	maxKept = 1000 // violations
	maxText = 512  // bytes of the names and the tag of one
)

// A plan remembers what the violations of one type become, or those of all types
// where nobody knows the type. It changes while a program meets new ones, and
// hardly after that; so readers take no lock. A nil plan remembers nothing.
//
// It holds neither values nor what depends on them: no keys of maps, no elements
// of lists.
type plan struct {
	known atomic.Pointer[map[string][]*entry] // by name, see entry
	head  entry                               // the one before the first
	write sync.Mutex
	kept  int

	once sync.Once
	maps bool // see dives
}

// An entry is one violation: what it is, and what it becomes.
type entry struct {
	name               string // the StructNamespace, or the Namespace where nobody knows the type
	tag, actual, param string
	kind               reflect.Kind
	typ                reflect.Type

	place place
	field errkit.Field

	next atomic.Pointer[entry] // the one that came after it the last time
}

func (e *entry) is(name string, fe validator.FieldError) bool {
	return e.name == name && e.tag == fe.Tag() && e.kind == fe.Kind() && e.param == fe.Param() &&
		e.typ == fe.Type() && e.actual == fe.ActualTag()
}

func (v *Validator) plan(t reflect.Type) *plan {
	if p, ok := v.plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := v.plans.LoadOrStore(t, new(plan))
	return p.(*plan)
}

// first is what find takes as last for the first violation.
func (p *plan) first() *entry {
	if p == nil {
		return nil
	}
	return &p.head
}

// find returns what a violation becomes, or nil if it is not known. Violations
// of one type mostly come in one order: what came after the last one before is
// looked at first.
func (p *plan) find(last *entry, name string, fe validator.FieldError) *entry {
	if p == nil {
		return nil
	}
	if e := last.next.Load(); e != nil && e.is(name, fe) {
		return e
	}
	known := p.known.Load()
	if known == nil {
		return nil
	}
	for _, e := range (*known)[name] {
		if e.is(name, fe) {
			last.next.Store(e)
			return e
		}
	}
	return nil
}

// keep remembers e, unless the value, and not the type alone, made it.
func (p *plan) keep(name string, fe validator.FieldError, e *entry) {
	if p == nil || !e.place.static || len(name)+len(fe.Tag())+len(fe.Param()) > maxText {
		return
	}
	p.write.Lock()
	defer p.write.Unlock()
	if p.kept >= maxKept || p.find(new(entry), name, fe) != nil {
		return
	}
	p.kept++
	next := map[string][]*entry{}
	if known := p.known.Load(); known != nil {
		next = maps.Clone(*known)
	}
	e.name, e.tag, e.actual, e.param, e.kind, e.typ = name, fe.Tag(), fe.ActualTag(), fe.Param(), fe.Kind(), fe.Type()
	next[name] = append(next[name][:len(next[name]):len(next[name])], e)
	p.known.Store(&next)
}
