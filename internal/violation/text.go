package violation

import (
	"cmp"
	_ "embed"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/rows"
)

const unknown errkit.Text = "is not valid"

//go:embed messages.txt
var messagesText string

// messages has the sentences of messages.txt by the group and the tag.
var messages = sync.OnceValue(func() map[string]map[string][]errkit.Text {
	return rows.Sentences[errkit.Text](messagesText)
})

var timeType = reflect.TypeFor[time.Time]()

// field returns the field for a violation at a place.
func (c *Converter) field(fe Fault, p *place) errkit.Field {
	f := errkit.Field{Path: p.path(), Rule: fe.Tag(), Param: fe.Param()}
	r := rule{c: c, fe: fe, parent: p.parent, pointer: f.Path}
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
	if missing(fe) {
		f.Message = "is required"
	}
	if p.key && strings.HasPrefix(string(f.Message), "must ") {
		f.Message = "has a name that " + f.Message
	}
	if own, ok := c.Messages[fe.Tag()]; ok {
		f.Message = own
	} else if translation, ok := r.translated(param); ok {
		f.Message = translation
	}
	return f
}

// missing reports whether the violation is of a nil pointer or interface, which violates all rules
// except those about absence.
func missing(fe Fault) bool {
	_, allowed := messages()["conditions"][fe.ActualTag()]
	return slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Interface, reflect.Invalid}, fe.Kind()) &&
		!allowed && fe.ActualTag() != "isdefault"
}

// A rule is the rule of a violation.
type rule struct {
	c       *Converter
	fe      Fault
	parent  scope
	pointer string
}

// sentence returns the sentence of a tag, and its parameter with JSON names. It is not ok if the
// tag is unknown.
func (r rule) sentence(tag, param string) (text errkit.Text, shown string, ok bool) {
	if own, ok := r.c.Messages[tag]; ok {
		return own, param, true
	}
	all := messages()
	if s, ok := all["sizes"][tag]; ok && tag != "eq" && tag != "ne" || ok && r.items() {
		switch {
		case r.time() && len(s) > 3:
			return "must " + s[3], param, true
		case r.fe.Kind() == reflect.String:
			return "must " + units(s[0], param, "characters", "characters"), param, true
		case r.items():
			return "must " + units(s[1], param, "items", r.unit()), param, true
		}
		return "must " + fill(s[2], param), param, true
	}
	if s, ok := all["lists"][tag]; ok {
		return fill(s[0], strings.Join(Words(param), ", ")), param, true
	}
	if s, ok := all["others"][strings.Replace(tag, "csfield", "field", 1)]; ok {
		name, ok := r.parent.other(param)
		if !ok {
			return fill(s[0], "another field"), "", true
		}
		return fill(s[0], name), name, true
	}
	if s, ok := all["conditions"][tag]; ok {
		and := " " + string(s[1]) + " "
		phrase, shown, ok := r.parent.condition(param, and,
			strings.HasSuffix(tag, "_if") || strings.HasSuffix(tag, "_unless"))
		if !ok {
			bare, _, _ := strings.Cut(string(s[0]), " when ")
			bare, _, _ = strings.Cut(bare, " unless ")
			return errkit.Text(bare), "", true
		}
		if !strings.Contains(phrase, and) { // only one field
			return fill(errkit.Text(strings.Replace(string(s[0]), " are ", " is ", 1)), phrase), shown, true
		}
		return fill(s[0], phrase), shown, true
	}
	switch tag {
	case "validateFn": // its parameter is the name of a Go method
		return unknown, "", true
	case "unique":
		return r.unique(param)
	}
	if s, ok := all["tags"][tag]; ok {
		return fill(s[0], param), param, true
	}
	return "", param, false
}

// fill inserts the parameter of a tag, which is public.
func fill(s errkit.Text, param string) errkit.Text {
	return errkit.Text(strings.Replace(string(s), "%s", cmp.Or(param, `""`), 1))
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

func (r rule) items() bool { return hasItems(r.fe.Kind()) }

// hasItems reports whether a value of kind k has items.
func hasItems(k reflect.Kind) bool {
	return k == reflect.Slice || k == reflect.Array || k == reflect.Map
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
	if t := r.fe.Type(); param != "" && t != nil && r.items() {
		if t = jsonfield.Deref(t.Elem()); t.Kind() == reflect.Struct {
			if name, ok := (scope{object: t}).other(param); ok {
				return errkit.Text("must not have two items with the same " + name), name, true
			}
		}
	}
	return messages()["tags"]["unique"][0], "", true
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

// translated returns the translation of the violation with JSON names in place of Go names. It is
// false if there is no translation, for which the library returns the text of the error.
func (r rule) translated(param string) (errkit.Text, bool) {
	if r.c.Translate == nil {
		return "", false
	}
	text, ok := r.c.Translate(r.fe)
	if !ok || text == "" {
		return "", false
	}
	if given := r.fe.Param(); given != param { // other fields
		if param == "" {
			return "", false
		}
		text = strings.ReplaceAll(text, given, param)
	}
	if goName, name := r.fe.Field(), r.pointer[strings.LastIndexByte(r.pointer, '/')+1:]; name != "" &&
		goName != name {
		text = strings.Replace(text, goName, name, 1)
	}
	return errkit.Text(text), true
}

// word is a word of a parameter in the library: quoted texts may contain spaces.
var word = regexp.MustCompile(`'[^']*'|\S+`)

// Words returns the words of a parameter, without quotes.
func Words(param string) []string {
	all := word.FindAllString(param, -1)
	for i, w := range all {
		all[i] = strings.ReplaceAll(w, "'", "")
	}
	return all
}

// other returns the JSON name of the field that a tag in s names: its path of names, joined by
// dots. It is not ok if there is no such field or encoding/json ignores it.
func (s scope) other(goName string) (string, bool) {
	if s.object == nil {
		return "", false
	}
	first, rest := cutName(goName)
	t := s.object
	if len(s.index) > 0 {
		t = jsonfield.Deref(t.FieldByIndex(s.index).Type)
	}
	if t.Kind() != reflect.Struct {
		return "", false
	}
	sf, ok := t.FieldByName(first)
	if !ok {
		return "", false
	}
	index := append(slices.Clone(s.index), sf.Index...)
	_, name, embedded, ok := s.member(index)
	t = jsonfield.Deref(sf.Type)
	switch {
	case ok:
		s = scope{object: t}
	case embedded:
		s.index = index
	default:
		return "", false
	}
	for strings.HasPrefix(rest, "[") {
		closing := strings.IndexByte(rest, ']')
		if closing < 0 || !hasItems(t.Kind()) {
			return "", false
		}
		t = jsonfield.Deref(t.Elem())
		s = scope{object: t}
		name, rest = name+rest[:closing+1], rest[closing+1:]
	}
	if rest == "" {
		return name, name != ""
	}
	below, ok := s.other(strings.TrimPrefix(rest, "."))
	return strings.TrimPrefix(name+"."+below, "."), ok
}

// condition returns a parameter that lists other fields, or other fields and their values, as a
// phrase, and as a parameter with JSON names.
func (s scope) condition(param, and string, values bool) (phrase, shown string, ok bool) {
	size := 1 // of a field with its value
	if values {
		size = 2
	}
	var parts, shownParts []string
	for part := range slices.Chunk(Words(param), size) {
		name, ok := s.other(part[0])
		if !ok || len(part) < size {
			return "", "", false
		}
		part[0] = name
		parts = append(parts, strings.Join(part, " is "))
		shownParts = append(shownParts, part...)
	}
	return strings.Join(parts, and), strings.Join(shownParts, " "), len(parts) > 0
}
