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

// The methods Require of a request return errors that are only texts. Such a text is about the arguments only if they have that fault.

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

// fieldOf returns the argument that a text of a method Require is about, if it has that fault.
func (c *call) fieldOf(text string) (f errkit.Field, ok bool) {
	arguments := c.request.GetArguments()
	if m := required.FindStringSubmatch(text); m != nil {
		name, err := strconv.Unquote(m[1])
		_, has := arguments[name]
		return errkit.Field{Path: "/" + pointer.Escape(name), Message: "is required", Rule: "required"}, err == nil && !has
	}
	m := mistyped.FindStringSubmatch(text)
	if m == nil {
		return f, false
	}
	name, err := strconv.Unquote(m[2])
	value, has := arguments[name]
	f = errkit.Field{Path: "/" + pointer.Escape(name), Message: typeSentences[m[3]+m[4]], Rule: "type"}
	if m[1] != "" {
		f.Path += "/" + m[1]
		list, _ := value.([]any)
		i, _ := strconv.Atoi(m[1])
		has = i < len(list)
	}
	return f, err == nil && has
}
