package validate

import (
	"reflect"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
)

const unknown errkit.Text = "is not valid"

var timeType = reflect.TypeFor[time.Time]()

// field returns the field for a violation at a place.
func (v *Validator) field(fe validator.FieldError, p *place) errkit.Field {
	f := errkit.Field{Path: p.path(), Rule: fe.Tag(), Param: fe.Param()}
	r := rule{v: v, fe: fe, parent: p.parent, pointer: f.Path}
	text, param, ok := r.sentence(fe.Tag(), fe.Param())
	if !ok && fe.ActualTag() != fe.Tag() { // an alias
		text, param, ok = r.sentence(fe.ActualTag(), fe.Param())
	}
	if !ok && strings.Contains(fe.ActualTag(), "|") {
		text, ok = r.either(fe.ActualTag())
		param = ""
	}
	if !ok {
		text = unknown
	}
	f.Message, f.Param = text, param
	if absent(fe) && !allowsAbsence(fe) {
		f.Message = "is required"
	}
	if p.key && strings.HasPrefix(string(f.Message), "must ") {
		f.Message = "has a name that " + f.Message
	}
	if own, ok := v.Messages[fe.Tag()]; ok {
		f.Message = own
	} else if translation, ok := r.translated(param); ok {
		f.Message = translation
	}
	return f
}

// absent reports whether the violation is of a nil pointer or interface, which violates all rules except those about absence.
func absent(fe validator.FieldError) bool {
	switch fe.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Invalid:
		return true
	}
	return false
}

// allowsAbsence reports whether the rule of a violation is about absence.
func allowsAbsence(fe validator.FieldError) bool {
	_, ok := conditions[fe.ActualTag()]
	return ok || fe.ActualTag() == "isdefault"
}

// A rule is the rule of a violation.
type rule struct {
	v       *Validator
	fe      validator.FieldError
	parent  scope
	pointer string
}

// sentence returns the sentence of a tag, and its parameter with JSON names. It is not ok if the tag is unknown.
func (r rule) sentence(tag, param string) (text errkit.Text, shown string, ok bool) {
	if own, ok := r.v.Messages[tag]; ok {
		return own, param, true
	}
	if s, ok := sizes[tag]; ok && tag != "eq" && tag != "ne" || ok && r.items() {
		switch {
		case r.time():
			return s.time, param, true
		case r.fe.Kind() == reflect.String:
			return units(s.text, param, "characters", "characters"), param, true
		case r.items():
			return units(s.items, param, "items", r.unit()), param, true
		}
		return fill(s.number, param), param, true
	}
	if s, ok := lists[tag]; ok {
		return fill(s, strings.Join(words(param), ", ")), param, true
	}
	if s, ok := others[tag]; ok {
		name, ok := r.parent.other(param)
		if !ok {
			return fill(s, "another field"), "", true
		}
		return fill(s, name), name, true
	}
	if c, ok := conditions[tag]; ok {
		phrase, shown, ok := r.parent.condition(param, string(c.and), c.values)
		if !ok {
			return c.bare, "", true
		}
		if !strings.Contains(phrase, string(c.and)) { // only one field
			return fill(errkit.Text(strings.Replace(string(c.text), " are ", " is ", 1)), phrase), shown, true
		}
		return fill(c.text, phrase), shown, true
	}
	switch tag {
	case "validateFn": // its parameter is the name of a Go method
		return sentences[tag], "", true
	case "unique":
		return r.unique(param)
	}
	s, ok := sentences[tag]
	return fill(s, param), param, ok
}

// fill inserts the parameter of a tag, which is public.
func fill(s errkit.Text, param string) errkit.Text {
	before, after, found := strings.Cut(string(s), "%s")
	if !found {
		return s
	}
	if param == "" {
		param = `""`
	}
	return errkit.Text(before + param + after)
}

// units inserts a number, and replaces word by unit, in the singular for 1.
func units(s errkit.Text, param, word, unit string) errkit.Text {
	if param == "1" {
		unit = strings.TrimSuffix(unit, "s")
	}
	if unit != word {
		s = errkit.Text(strings.Replace(string(s), word, unit, 1))
	}
	return fill(s, param)
}

func (r rule) time() bool {
	return r.fe.Kind() == reflect.Struct && r.fe.Type() != nil && r.fe.Type().ConvertibleTo(timeType)
}

func (r rule) items() bool {
	switch r.fe.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return true
	}
	return false
}

// unit returns the noun for the elements of the value.
func (r rule) unit() string {
	switch t := r.fe.Type(); {
	case t == nil:
	case t.Kind() == reflect.Map:
		return "members"
	case t.Kind() != reflect.Array && t.Elem().Kind() == reflect.Uint8:
		return "bytes"
	}
	return "items"
}

// unique returns the sentence of the tag unique, with the field of the items that must be unique.
func (r rule) unique(param string) (errkit.Text, string, bool) {
	if param == "" {
		return sentences["unique"], "", true
	}
	if t := r.fe.Type(); t != nil && r.items() {
		if t = deref(t.Elem()); t.Kind() == reflect.Struct {
			if name, ok := (scope{object: t}).other(param); ok {
				return errkit.Text("must not have two items with the same " + name), name, true
			}
		}
	}
	return sentences["unique"], "", true
}

// either joins the sentences of alternatives.
func (r rule) either(tags string) (errkit.Text, bool) {
	var all []string
	for _, alternative := range strings.Split(tags, "|") {
		tag, param, _ := strings.Cut(alternative, "=")
		text, _, ok := r.sentence(tag, param)
		if !ok {
			return "", false
		}
		if len(all) > 0 {
			text = errkit.Text(strings.TrimPrefix(string(text), "must "))
		}
		all = append(all, string(text))
	}
	return errkit.Text(strings.Join(all, ", or ")), true
}

// translated returns the translation of the violation with JSON names in place of Go names. It is false if there is no
// translation, for which the library returns the text of the error.
func (r rule) translated(param string) (errkit.Text, bool) {
	if r.v.Translator == nil {
		return "", false
	}
	text := r.fe.Translate(r.v.Translator)
	if text == r.fe.Error() || text == "" {
		return "", false
	}
	if given := r.fe.Param(); given != param { // other fields
		if param == "" {
			return "", false
		}
		text = strings.ReplaceAll(text, given, param)
	}
	if goName, name := r.fe.Field(), r.pointer[strings.LastIndexByte(r.pointer, '/')+1:]; name != "" && goName != name {
		text = strings.Replace(text, goName, name, 1)
	}
	return errkit.Text(text), true
}

const space = " \t\n\f\r"

// words splits a parameter as the library does: into words, and quoted texts without their quotes ('[^']*'|\S+).
func words(param string) []string {
	var all []string
	for rest := strings.TrimLeft(param, space); rest != ""; rest = strings.TrimLeft(rest, space) {
		end := strings.IndexAny(rest, space)
		if end < 0 {
			end = len(rest)
		}
		if closing := strings.IndexByte(rest[1:], '\''); rest[0] == '\'' && closing >= 0 {
			end = closing + 2
		}
		all = append(all, strings.ReplaceAll(rest[:end], "'", ""))
		rest = rest[end:]
	}
	return all
}
