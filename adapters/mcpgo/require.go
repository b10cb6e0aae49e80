package mcpgoerr

import (
	"errors"
	"reflect"
	"regexp"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/pointer"
)

// The methods Require of a request return errors that are only texts. Such a text is about the arguments only if the method returns it for
// them.

// required and mistyped are the forms of these texts.
var (
	required = regexp.MustCompile(`^required argument ("(?:[^"\\]|\\.)*") not found$`)
	mistyped = regexp.MustCompile(`^(?:item (\d{1,6}) in )?argument ("(?:[^"\\]|\\.)*") (?:is not an?|cannot be converted to) (string|int|float64|bool)( slice)?$`)
)

// typeSentences say what an argument must be.
var typeSentences = map[string]errkit.Text{
	"string": "must be a string", "int": "must be an integer", "float64": "must be a number", "bool": "must be true or false",
	"string slice": "must be a list of strings", "int slice": "must be a list of integers",
	"float64 slice": "must be a list of numbers", "bool slice": "must be a list of true or false",
}

// ofRequire returns the fault of the arguments that an error of a method Require reports, nil for another error.
func (c *call) ofRequire(err error) *errkit.Error {
	var field errkit.Field
	coded, found := false, false
	errchain.Any(err, func(e error) bool {
		switch e.(type) {
		case *errkit.Error, errkit.Kind:
			coded = true
		}
		if reflect.TypeOf(e) == plain && !found { // the text of another one need not be read
			field, found = c.fieldOf(e.Error())
		}
		return coded
	})
	if coded || !found {
		return nil
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{field}, Err: err}
}

// plain is the type of the errors that fmt.Errorf returns without %w.
var plain = reflect.TypeOf(errors.New(""))

// fieldOf returns the argument that a text of a method Require is about, if the method returns this text for the arguments.
func (c *call) fieldOf(text string) (f errkit.Field, ok bool) {
	if m := required.FindStringSubmatch(text); m != nil {
		name, err := strconv.Unquote(m[1])
		return errkit.Field{Path: "/" + pointer.Escape(name), Message: "is required", Rule: "required"}, err == nil && c.fails("string", name, text)
	}
	m := mistyped.FindStringSubmatch(text)
	if m == nil {
		return f, false
	}
	name, err := strconv.Unquote(m[2])
	f = errkit.Field{Path: "/" + pointer.Escape(name), Message: typeSentences[m[3]+m[4]], Rule: "type"}
	kind := m[3] + m[4]
	if m[1] != "" {
		f.Path += "/" + m[1]
		f.Message = typeSentences[m[3]]
		kind = m[3] + " slice"
	}
	return f, err == nil && c.fails(kind, name, text)
}

// fails reports whether the method Require of a type returns an error with this text.
func (c *call) fails(kind, name, text string) bool {
	var err error
	switch r := c.request; kind {
	case "string":
		_, err = r.RequireString(name)
	case "int":
		_, err = r.RequireInt(name)
	case "float64":
		_, err = r.RequireFloat(name)
	case "bool":
		_, err = r.RequireBool(name)
	case "string slice":
		_, err = r.RequireStringSlice(name)
	case "int slice":
		_, err = r.RequireIntSlice(name)
	case "float64 slice":
		_, err = r.RequireFloatSlice(name)
	case "bool slice":
		_, err = r.RequireBoolSlice(name)
	}
	return err != nil && err.Error() == text
}
