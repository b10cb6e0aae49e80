package mcperr

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// A typed tool's input is validated by the SDK, which tells what is wrong by a
// text with the value in it, and of several things one. The text only says that
// something is wrong; what it is, is found out here.

const invalidArguments = `validating "arguments": `

// invalidInput returns what is wrong with the call's arguments.
func (c *call) invalidInput(context.Context) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	if args := c.arguments(); len(args) > 0 && !isObject(args) {
		e.Fields = []errkit.Field{{Message: "must be an object", Rule: "type", Param: "object"}}
	}
	return e
}

// misfit returns what is wrong with arguments that the schema allows and the
// input type does not: a number that overflows, a time that is none. The SDK
// returns the decoder's error as it is. A handler may return one too, of other
// JSON that it read: then its place is not in the arguments.
func (c *call) misfit(err error) *errkit.Error {
	wrong, ok := err.(*json.UnmarshalTypeError)
	if !ok {
		return nil
	}
	path, ok := locate(c.arguments(), wrong.Field)
	if !ok {
		return nil
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: path, Message: "has a value that does not fit", Rule: "type"}}}
}

// locate returns the JSON pointer of a place that a decoder names with dots, if
// it is in the document.
func locate(doc json.RawMessage, dotted string) (string, bool) {
	if dotted == "" {
		return "", false
	}
	var pointer strings.Builder
	for name := range strings.SplitSeq(dotted, ".") {
		var object map[string]json.RawMessage
		var array []json.RawMessage
		if json.Unmarshal(doc, &object) == nil {
			inner, ok := object[name]
			if !ok {
				return "", false
			}
			doc = inner
		} else if i, err := strconv.Atoi(name); err == nil && json.Unmarshal(doc, &array) == nil && i >= 0 && i < len(array) {
			doc = array[i]
		} else {
			return "", false
		}
		pointer.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return pointer.String(), true
}

func isObject(doc json.RawMessage) bool {
	return strings.HasPrefix(strings.TrimLeft(string(doc), " \t\r\n"), "{")
}

// validate checks the input of a typed tool beyond its schema.
func (c *call) validate(input any) error {
	if c.Validate == nil {
		return nil
	}
	return c.Validate(input)
}
