package mcpgoerr

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/pointer"
)

// The methods Require of a request return errors that are only texts: `required argument "a" not
// found`, `argument "a" is not an int`, `item 2 in argument "a" cannot be converted to int`. Such
// a text is about the arguments only if a method returns it for them. The first method for which
// that is so decides what the argument must be: the texts name the type.
var requires = [...]struct {
	argument, item errkit.Text // what an argument must be, and an item of it
	err            func(mcp.CallToolRequest, string) error
}{
	{"must be a string", "", errorOf(mcp.CallToolRequest.RequireString)},
	{"must be an integer", "", errorOf(mcp.CallToolRequest.RequireInt)},
	{"must be a number", "", errorOf(mcp.CallToolRequest.RequireFloat)},
	{"must be true or false", "", errorOf(mcp.CallToolRequest.RequireBool)},
	{"must be a list of strings", "must be a string", errorOf(mcp.CallToolRequest.RequireStringSlice)},
	{"must be a list of integers", "must be an integer", errorOf(mcp.CallToolRequest.RequireIntSlice)},
	{"must be a list of numbers", "must be a number", errorOf(mcp.CallToolRequest.RequireFloatSlice)},
	{"must be a list of true or false", "must be true or false", errorOf(mcp.CallToolRequest.RequireBoolSlice)},
}

func errorOf[T any](method func(mcp.CallToolRequest, string) (T, error)) func(mcp.CallToolRequest, string) error {
	return func(r mcp.CallToolRequest, name string) error {
		_, err := method(r, name)
		return err
	}
}

// ofRequire returns the fault of the arguments that an uncoded error of a method Require reports,
// nil for another error.
func (c *call) ofRequire(err error) (invalid error) {
	errchain.Any(err, func(e error) bool {
		if reflect.TypeOf(e) == plain { // the text of another one need not be read
			if f, ok := c.fieldOf(e.Error()); ok {
				invalid = &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{f}, Err: err}
			}
		}
		return invalid != nil
	})
	return invalid
}

// plain is the type of the errors that fmt.Errorf returns without %w.
var plain = reflect.TypeOf(errors.New(""))

// fieldOf returns the argument that a text of a method Require is about, if the method returns
// this text for the arguments.
func (c *call) fieldOf(text string) (f errkit.Field, ok bool) {
	before, quoted, _ := strings.Cut(text, `argument "`)
	quoted, err := strconv.QuotedPrefix(`"` + quoted)
	if err != nil {
		return f, false
	}
	name, _ := strconv.Unquote(quoted) // a prefix that is quoted
	for _, method := range requires {
		if err := method.err(c.request, name); err == nil || err.Error() != text {
			continue
		}
		f = errkit.Field{Path: "/" + pointer.Escape(name), Message: method.argument, Rule: "type"}
		if before == "required " {
			f.Message, f.Rule = "is required", "required"
		} else if item, ok := strings.CutPrefix(before, "item "); ok {
			f.Path, f.Message = f.Path+"/"+strings.TrimSuffix(item, " in "), method.item
		}
		return f, true
	}
	return f, false
}
