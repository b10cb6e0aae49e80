package derive

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/violation"
)

// rule is a rule of the tag validate, such as min=3.
type rule struct {
	name, param string
	any         []rule // the value has one of these; name and param are empty
}

// ruleSet is a parsed validate tag.
type ruleSet struct {
	rules []rule   // for the value
	keys  *ruleSet // for the keys of a map: the rules between keys and endkeys
	dive  *ruleSet // for the elements: the rules after dive, and their text
	text  string
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
			text := strings.Join(tokens, ",")
			set.dive, tokens = parseUntil(tokens, end)
			set.dive.text = text
			return set, tokens
		case token == "":
		case aliases[token] != "":
			tokens = append([]string{aliases[token]}, tokens...)
		case strings.Contains(token, "|"):
			alternatives, _ := parseUntil(strings.Split(token, "|"), "")
			set.rules = append(set.rules, rule{any: alternatives.rules})
		default:
			name, param, _ := strings.Cut(token, "=")
			param = strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param)
			set.rules = append(set.rules, rule{name: name, param: param})
		}
	}
	return set, nil
}

// aliases are rules that are alternatives.
var aliases = map[string]string{
	"ip": "ipv4|ipv6", "ip_addr": "ip4_addr|ip6_addr", "iscolor": "hexcolor|rgb|rgba|hsl|hsla|cmyk",
}

// omits are the rules after which no other one applies to a zero value.
var omits = []string{"omitempty", "omitzero", "omitnil"}

// apply adds the rules to the schema s of values of type t. If the rules include omitempty, the
// zero value is valid whatever the other rules are. omitted reports that encoding/json omits the
// zero value, so that s need not allow it.
func (r *ruleSet) apply(s *jsonschema.Schema, t reflect.Type, omitted bool) error {
	var k, optional jsonschema.Schema // only the keywords of the rules: of all values, and of those that are not zero
	to := &k
	scalar := isNumber(t.Kind()) || t.Kind() == reflect.String || t.Kind() == reflect.Bool
	for _, rule := range r.rules {
		if slices.Contains(omits[:2], rule.name) && scalar && !omitted {
			to = &optional
		}
		if err := rule.apply(to, t); err != nil {
			return err
		}
	}
	if !reflect.ValueOf(optional).IsZero() {
		var zero jsonschema.Schema
		zero.WithConst(reflect.Zero(t).Interface())
		add(&k, jsonschema.Schema{AnyOf: []jsonschema.SchemaOrBool{zero.ToSchemaOrBool(), optional.ToSchemaOrBool()}})
	}
	add(s, k)
	if r.dive != nil {
		return r.applyToElements(s, jsonfield.Deref(t))
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
	e := cmp.Or(element(s), new(jsonschema.Schema)) // of a []byte, whose JSON has no elements, the rules are only checked
	e.RemoveType(jsonschema.Null)
	if err := r.dive.apply(e, t.Elem(), false); err != nil {
		return err
	}
	if isNilable(t.Elem()) && acceptsZero(t.Elem(), r.dive.text) {
		addNull(e)
	}
	return nil
}

// apply adds the rule to the keywords k for values of type t.
func (r rule) apply(k *jsonschema.Schema, t reflect.Type) error {
	if r.name == "required" { // a required pointer may point to a zero value
		switch {
		case t.Kind() == reflect.Interface:
			k.WithNot(jsonschema.Null.ToSchemaOrBool())
		case t.Kind() == reflect.String && formOf(t) == byKind:
			k.MinLength = max(k.MinLength, 1)
		}
		return nil
	}
	t = jsonfield.Deref(t)
	c, compares := comparisons[r.name]
	switch formOf(t) {
	case byKind:
	case asBytes:
		if compares {
			return r.compareLength(c, &k.MinLength, &k.MaxLength, 4)
		}
		return nil
	default:
		return nil // rules of a time compare it with the current time; other forms differ from the Go value
	}
	exact, kind := r.name+"="+r.param, ""
	if isNumber(t.Kind()) {
		kind = "number "
	}
	switch {
	case table()[exact] != "" && t.Kind() == reflect.String:
		add(k, keywords(exact, ""))
	case table()[kind+r.name] != "" && (kind != "" || t.Kind() == reflect.String):
		add(k, keywords(kind+r.name, r.param))
	case compares:
		return r.compare(c, k, t)
	}
	switch r.name {
	case "":
		return r.applyAny(k, t)
	case "ne", "noneof":
		of := map[string]string{"ne": "eq", "noneof": "oneof"}[r.name]
		var not jsonschema.Schema
		if err := (rule{name: of, param: r.param}).apply(&not, t); err != nil || reflect.ValueOf(not).IsZero() {
			return err
		}
		add(k, jsonschema.Schema{Not: new(not.ToSchemaOrBool())})
	case "unique":
		if r.param == "" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			k.WithUniqueItems(true)
		}
	case "oneof":
		for _, word := range violation.Words(r.param) {
			v, err := r.value(t, word)
			if err != nil {
				return err
			}
			k.Enum = append(k.Enum, v)
		}
	}
	return nil
}

// applyAny adds alternatives, unless the keywords of one are not known.
func (r rule) applyAny(k *jsonschema.Schema, t reflect.Type) error {
	var all []jsonschema.SchemaOrBool
	for _, one := range r.any {
		var s jsonschema.Schema
		if err := one.apply(&s, t); err != nil {
			return err
		}
		if reflect.ValueOf(s).IsZero() {
			return nil
		}
		all = append(all, s.ToSchemaOrBool())
	}
	add(k, jsonschema.Schema{AnyOf: all})
	return nil
}

// once are the keywords of which a schema has one, so that another one is in its allOf.
var once = []string{"Pattern", "Not", "AnyOf", "Format", "Enum", "Const"}

// add adds keywords to s, and replaces the other ones.
func add(s *jsonschema.Schema, k jsonschema.Schema) {
	s.AllOf = append(slices.Clone(s.AllOf), k.AllOf...)
	k.AllOf = nil
	to, from := reflect.ValueOf(s).Elem(), reflect.ValueOf(k)
	for i := range from.NumField() {
		switch {
		case from.Field(i).IsZero():
		case slices.Contains(once, from.Type().Field(i).Name) && !to.Field(i).IsZero():
			var one jsonschema.Schema
			reflect.ValueOf(&one).Elem().Field(i).Set(from.Field(i))
			s.AllOf = append(s.AllOf, one.ToSchemaOrBool())
		default:
			to.Field(i).Set(from.Field(i))
		}
	}
}

// A comparison is what a rule that compares bounds.
type comparison struct {
	lower, upper bool // both: the value is equal
	open         bool // the bound itself is not allowed
}

// comparisons are the rules that compare a number or a length.
var comparisons = map[string]comparison{
	"min": {lower: true}, "gte": {lower: true}, "gt": {lower: true, open: true},
	"max": {upper: true}, "lte": {upper: true}, "lt": {upper: true, open: true},
	"len": {lower: true, upper: true}, "eq": {lower: true, upper: true},
}

// compare adds a rule that compares a number, or the length of a string (in characters), slice,
// array or map.
func (r rule) compare(c comparison, k *jsonschema.Schema, t reflect.Type) error {
	switch {
	case t.Kind() == reflect.Bool && r.name == "eq":
		v, err := r.value(t, r.param)
		k.WithConst(v)
		return err
	case isNumber(t.Kind()):
		return r.compareNumber(c, k, t)
	case t.Kind() == reflect.String:
		return r.compareLength(c, &k.MinLength, &k.MaxLength, 1)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return r.compareLength(c, &k.MinItems, &k.MaxItems, 1)
	case t.Kind() == reflect.Map:
		return r.compareLength(c, &k.MinProperties, &k.MaxProperties, 1)
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
	case c.lower && c.upper:
		k.WithConst(v)
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

// compareLength adds bounds of a length. The JSON of a []byte has size 4, characters for up to 3
// bytes; of others it is 1.
func (r rule) compareLength(c comparison, lower *int64, upper **int64, size int64) error {
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
	if size == 4 {
		least, most = (least+2)/3*4, (most+2)/3*4
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
	case k == reflect.Bool:
		if b, err := strconv.ParseBool(param); err == nil {
			return b, nil
		}
		return nil, r.bad("a boolean")
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
