package check

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
)

// number returns a number of a schema, or another value without one.
func number(v any, otherwise float64) float64 {
	switch v := v.(type) {
	case json.Number:
		if f, err := v.Float64(); err == nil {
			return f
		}
	case float64:
		return v
	}
	return otherwise
}

// nearest returns the number nearest to another one that the limits of a schema allow.
func nearest(m map[string]any, to float64) float64 {
	least := number(m["minimum"], math.Inf(-1))
	if above := number(m["exclusiveMinimum"], math.Inf(-1)); above >= least {
		least = above + 1
	}
	n := max(to, least)
	most := number(m["maximum"], math.Inf(1))
	if below := number(m["exclusiveMaximum"], math.Inf(1)); below <= most {
		most = below - 1
	}
	n = min(n, most)
	if step := number(m["multipleOf"], 0); step > 0 {
		n = math.Ceil(n/step) * step
		if n > most {
			n -= step
		}
	}
	return n
}

func formatInt(f float64) string { return strconv.FormatFloat(math.Trunc(f), 'f', -1, 64) }

// requiredOf returns the required members of an object's schema.
func requiredOf(m map[string]any) (names []string) {
	list, _ := m["required"].([]any)
	for _, name := range list {
		if name, ok := name.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
