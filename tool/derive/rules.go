package derive

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/draft"
)

// rule is a rule of the tag validate, such as min=3.
type rule struct{ name, param string }

// ruleSet is a parsed validate tag.
type ruleSet struct {
	rules []rule   // for the value
	keys  *ruleSet // for the keys of a map: the rules between keys and endkeys
	dive  *ruleSet // for the elements: the rules after dive
}

func (r *ruleSet) has(name string) bool {
	return slices.ContainsFunc(r.rules, func(r rule) bool { return r.name == name })
}

// parse parses a validate tag. The validator represents a comma in a parameter as 0x2C.
func parse(tag string) *ruleSet {
	set, _ := parseUntil(strings.Split(tag, ","), "")
	return set
}

// parseUntil parses rules up to the token end, and returns the tokens after it.
func parseUntil(tokens []string, end string) (*ruleSet, []string) {
	set := &ruleSet{}
	for len(tokens) > 0 {
		token := tokens[0]
		tokens = tokens[1:]
		switch {
		case token == end && end != "":
			return set, tokens
		case token == "dive":
			var keys *ruleSet
			if len(tokens) > 0 && tokens[0] == "keys" {
				keys, tokens = parseUntil(tokens[1:], "endkeys")
			}
			set.keys = keys
			set.dive, tokens = parseUntil(tokens, end)
			return set, tokens
		case strings.Contains(token, "|"): // alternatives
		default:
			name, param, _ := strings.Cut(token, "=")
			set.rules = append(set.rules, rule{name, strings.ReplaceAll(param, "0x2C", ",")})
		}
	}
	return set, nil
}

// apply adds the rules to the schema s of values of type t. If the rules include omitempty, the
// zero value is valid whatever the other rules are. omitted reports that encoding/json omits the
// zero value, so that s need not allow it.
func (r *ruleSet) apply(s *jsonschema.Schema, t reflect.Type, omitted bool) error {
	var k jsonschema.Schema // only the keywords of the rules
	for _, rule := range r.rules {
		if err := rule.apply(&k, t); err != nil {
			return err
		}
	}
	scalar := isNumber(t.Kind()) || t.Kind() == reflect.String
	if scalar && !reflect.ValueOf(k).IsZero() && r.has("omitempty") && !omitted {
		var zero jsonschema.Schema
		zero.WithConst(reflect.Zero(t).Interface())
		s.AnyOf = []jsonschema.SchemaOrBool{zero.ToSchemaOrBool(), k.ToSchemaOrBool()}
	} else {
		draft.Overlay(s, k)
	}
	if r.dive != nil {
		return r.applyToElements(s, draft.Indirect(t))
	}
	return nil
}

// applyToElements adds the rules for keys and elements to the schema s of the slice, array or map
// type t.
func (r *ruleSet) applyToElements(s *jsonschema.Schema, t reflect.Type) error {
	if k := t.Kind(); k != reflect.Slice && k != reflect.Array && k != reflect.Map {
		return fmt.Errorf("tag dive: a %s has no elements", t)
	}
	if r.keys != nil && t.Kind() == reflect.Map && t.Key().Kind() == reflect.String {
		var names jsonschema.Schema
		if err := r.keys.apply(&names, t.Key(), false); err != nil {
			return err
		}
		s.WithPropertyNames(names.ToSchemaOrBool())
	}
	e := element(s)
	if e == nil { // the schema of the elements is in $defs; the rules are added beside $ref
		e = &jsonschema.Schema{}
		elements := jsonschema.SchemaOrBool{TypeObject: e}
		if t.Kind() == reflect.Map {
			s.WithAdditionalProperties(elements)
		} else {
			s.WithItems(*new(jsonschema.Items).WithSchemaOrBool(elements))
		}
	}
	removeNull(e)
	if err := r.dive.apply(e, t.Elem(), false); err != nil {
		return err
	}
	if isNilable(t.Elem()) && !r.dive.has("required") {
		addNull(e)
	}
	return nil
}

// formats maps rules to formats of JSON Schema. uri is a uri-reference, because the validator
// also accepts a path.
var formats = map[string]string{
	"email": "email",
	"uuid":  "uuid", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid", "uuid_rfc4122": "uuid",
	"uuid4_rfc4122": "uuid",
	"url":           "uri", "http_url": "uri", "https_url": "uri", "uri": "uri-reference",
	"ipv4": "ipv4", "ip4_addr": "ipv4", "ipv6": "ipv6", "ip6_addr": "ipv6",
}

// words matches the values in the parameter of oneof: words, or strings in single quotes.
var words = regexp.MustCompile(`'[^']*'|\S+`)

// apply adds the rule to the keywords k for values of type t.
func (r rule) apply(k *jsonschema.Schema, t reflect.Type) error {
	if r.name == "required" { // a required pointer may point to a zero value
		if t.Kind() == reflect.String && formOf(t) == byKind {
			k.MinLength = max(k.MinLength, 1)
		}
		return nil
	}
	t = draft.Indirect(t)
	if formOf(t) != byKind {
		return nil // rules of a time compare it with the current time; other forms differ from the Go value
	}
	switch r.name {
	case "unique":
		if r.param == "" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			k.WithUniqueItems(true)
		}
	case "oneof":
		for _, word := range words.FindAllString(r.param, -1) {
			v, err := r.value(t, strings.Trim(word, "'"))
			if err != nil {
				return err
			}
			k.Enum = append(k.Enum, v)
		}
	default:
		if c, ok := comparisons[r.name]; ok {
			return r.compare(c, k, t)
		}
		if format, ok := formats[r.name]; ok && t.Kind() == reflect.String {
			k.WithFormat(format)
		}
	}
	return nil
}

// A comparison is what a rule that compares bounds.
type comparison struct {
	lower, upper bool // both: the value is equal; none: it is not equal
	open         bool // the bound itself is not allowed
}

// comparisons are the rules that compare a number or a length.
var comparisons = map[string]comparison{
	"min": {lower: true}, "gte": {lower: true}, "gt": {lower: true, open: true},
	"max": {upper: true}, "lte": {upper: true}, "lt": {upper: true, open: true},
	"len": {lower: true, upper: true}, "eq": {lower: true, upper: true}, "ne": {},
}

// compare adds a rule that compares a number, or the length of a string (in characters), slice,
// array or map.
func (r rule) compare(c comparison, k *jsonschema.Schema, t reflect.Type) error {
	switch {
	case t.Kind() == reflect.String && (r.name == "eq" || r.name == "ne"):
		r.equal(k, r.param)
	case isNumber(t.Kind()):
		return r.compareNumber(c, k, t)
	case t.Kind() == reflect.String:
		return r.compareLength(c, &k.MinLength, &k.MaxLength)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return r.compareLength(c, &k.MinItems, &k.MaxItems)
	case t.Kind() == reflect.Map:
		return r.compareLength(c, &k.MinProperties, &k.MaxProperties)
	}
	return nil
}

func (r rule) compareNumber(c comparison, k *jsonschema.Schema, t reflect.Type) error {
	v, err := r.value(t, r.param)
	if err != nil {
		return err
	}
	n := reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()
	lower, upper := &k.Minimum, &k.Maximum
	if c.open {
		lower, upper = &k.ExclusiveMinimum, &k.ExclusiveMaximum
	}
	switch {
	case c.lower == c.upper:
		r.equal(k, v)
	case c.lower:
		tighten(lower, n, math.Max)
	default:
		tighten(upper, n, math.Min)
	}
	return nil
}

func tighten(bound **float64, n float64, tighter func(a, b float64) float64) {
	if *bound != nil {
		n = tighter(**bound, n)
	}
	*bound = &n
}

// equal adds eq or ne. len is the same as eq for numbers.
func (r rule) equal(k *jsonschema.Schema, v any) {
	if r.name != "ne" {
		k.WithConst(v)
		return
	}
	var same jsonschema.Schema
	same.WithConst(v)
	k.WithNot(same.ToSchemaOrBool())
}

func (r rule) compareLength(c comparison, lower *int64, upper **int64) error {
	n, err := strconv.ParseInt(r.param, 0, 64)
	if err != nil {
		return r.bad("an integer")
	}
	least, most := n, n
	if c.open {
		least, most = n+1, n-1
	}
	if c.lower && least < 0 || c.upper && most < 0 {
		return r.bad("a length")
	}
	if c.lower {
		*lower = max(*lower, least)
	}
	if c.upper && (*upper == nil || most < **upper) {
		*upper = &most
	}
	return nil
}

// value converts a parameter to a value of type t.
func (r rule) value(t reflect.Type, param string) (any, error) {
	switch k := t.Kind(); {
	case k == reflect.String:
		return param, nil
	case t == reflect.TypeFor[time.Duration]():
		if d, err := time.ParseDuration(param); err == nil {
			return int64(d), nil
		}
	case k == reflect.Float32 || k == reflect.Float64:
		if f, err := strconv.ParseFloat(param, 64); err == nil {
			return f, nil
		}
		return nil, r.bad("a number")
	}
	if i, err := strconv.ParseInt(param, 0, 64); err == nil {
		return i, nil
	}
	if u, err := strconv.ParseUint(param, 0, 64); err == nil {
		return u, nil
	}
	return nil, r.bad("an integer")
}

func (r rule) bad(want string) error {
	return fmt.Errorf("tag %s=%s: the parameter is not %s", r.name, r.param, want)
}
