package validate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A mapKey is a key that may be in the name of a violation.
type mapKey struct {
	value   reflect.Value
	printed string // as the library prints it
}

// An index has the keys of a map by their printed form.
type index struct {
	keys    map[string][]mapKey
	lengths map[int]bool // of the printed keys
}

// indexes has the index of each map with violations, by its address, so that a search for a key takes constant time.
type indexes map[uintptr]*index

func (all indexes) of(v reflect.Value) *index {
	if known := all[v.Pointer()]; known != nil {
		return known
	}
	x := &index{make(map[string][]mapKey, v.Len()), map[int]bool{}}
	for it := v.MapRange(); it.Next(); {
		k := it.Key()
		printed := fmt.Sprintf("%v", k)
		x.keys[printed] = append(x.keys[printed], mapKey{k, printed})
		x.lengths[len(printed)] = true
	}
	for _, same := range x.keys {
		slices.SortFunc(same, func(a, b mapKey) int { // maps are iterated in random order
			return strings.Compare(keyName(a.value, a.printed), keyName(b.value, b.printed))
		})
	}
	all[v.Pointer()] = x
	return x
}

// before returns the keys with which names, the text after an opening bracket, may start, the shortest first.
func (x *index) before(names string) (keys []mapKey) {
	for end := range len(names) {
		if names[end] == ']' && x.lengths[end] {
			keys = append(keys, x.keys[names[:end]]...)
		}
	}
	return keys
}
