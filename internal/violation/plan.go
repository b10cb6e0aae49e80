package violation

import (
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/toolerr/toolerr/errkit"
)

// The limits of a plan, which would otherwise grow without limit for a recursive type, or for
// names of a custom function.
const (
	maxKept = 1000 // entries
	maxText = 512  // bytes of the name, the tag and the parameter of an entry
)

// A plan caches the fields of the violations of one type, or of all types if the type is not
// known. Readers need no lock, because a plan rarely changes after the first violations.
//
// It does not contain values or anything that depends on values, such as keys of maps.
type plan struct {
	known atomic.Pointer[map[string][]*entry] // by name, see entry
	head  entry                               // before the first entry
	write sync.Mutex
	kept  int
	dives bool // the library visits elements of lists or maps in a value of the type
}

// An entry is a violation with its place and its field.
type entry struct {
	name               string // the StructNamespace, or the Namespace if the type is not known
	tag, actual, param string
	kind               reflect.Kind
	typ                reflect.Type

	place place
	field errkit.Field

	next atomic.Pointer[entry] // the entry that was found after it the last time
}

func (e *entry) is(name string, fe Fault) bool {
	return e.name == name && e.tag == fe.Tag() && e.kind == fe.Kind() && e.param == fe.Param() &&
		e.typ == fe.Type() && e.actual == fe.ActualTag()
}

func (c *Converter) plan(t reflect.Type) *plan {
	p, ok := c.plans.Load(t)
	if !ok {
		p, _ = c.plans.LoadOrStore(t, &plan{dives: divesInto(t, false, map[reflect.Type]bool{})})
	}
	return p.(*plan)
}

// find returns the entry of a violation, nil if there is no entry. last is the entry of the
// previous violation, or the head of p. Violations are usually in the same order, so find first
// compares the entry that was found after last before.
func (p *plan) find(last *entry, name string, fe Fault) *entry {
	if e := last.next.Load(); e != nil && e.is(name, fe) {
		return e
	}
	if known := p.known.Load(); known != nil {
		for _, e := range (*known)[name] {
			if e.is(name, fe) {
				last.next.Store(e)
				return e
			}
		}
	}
	return nil
}

// keep adds e, unless it depends on the value.
func (p *plan) keep(name string, fe Fault, e *entry) {
	if !e.place.static || len(name)+len(fe.Tag())+len(fe.Param()) > maxText {
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
	next[name] = append(slices.Clip(next[name]), e)
	p.known.Store(&next)
}
