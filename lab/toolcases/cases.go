package toolcases

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// A Case is a call of the tool and its result, the same in every protocol.
type Case struct {
	Name, Why string
	Input     string // JSON
	Output    string // JSON; "": the call fails with Error
	Error     errkit.Error

	// Bytes is set if the input loses its fault when it is decoded into Go maps, such as a
	// repeated member. It is left out where arguments are Go values.
	Bytes bool
	// Range is set if float64 cannot hold a number of the input. It is left out where an SDK
	// rejects it itself.
	Range bool
}

// valid are the required members of an input.
const valid = `"bell":"front","volume":0,"loud":false`

// Cases returns the table.
func Cases() []Case {
	return []Case{
		// Inputs that the tool accepts.
		output("defaults", "an absent member gets its default, a required number may be 0 and a required boolean false", `{`+valid+`}`, `{"rings":1,"mode":"soft","level":0}`),
		output("no default", "a member that is present keeps its value",
			`{`+valid+`,"times":3,"mode":"hard","reason":"fire"}`, `{"rings":3,"mode":"hard","level":0}`),
		output("null for a pointer", "the schema allows it", `{`+valid+`,"reason":null}`,
			`{"rings":1,"mode":"soft","level":0}`),
		output("an item with 0", "a required number may be 0 at every depth",
			`{`+valid+`,"items":[{"sku":"a1","count":0}]}`, `{"rings":1,"mode":"soft","level":0}`),
		output("integer with a point", "1.0 is an integer in JSON Schema; programs whose numbers are doubles write it",
			`{`+valid+`,"times":3.0}`, `{"rings":3,"mode":"soft","level":0}`),
		output("integer with an exponent", "the same", `{`+valid+`,"times":300e-2}`,
			`{"rings":3,"mode":"soft","level":0}`),
		output("escapes", "names are compared after unescaping",
			`{"b\u0065ll":"fr\u006fnt","volume":1e-1,"loud":true}`, `{"rings":1,"mode":"soft","level":0.1}`),

		// Inputs that are not objects, or have other members.
		invalid("empty object", "every required member is named at once", `{}`,
			field("/bell", "is required", "required", ""), field("/loud", "is required", "required", ""),
			field("/volume", "is required", "required", "")),
		invalid("null", "null is the empty object, as no input is", `null`,
			field("/bell", "is required", "required", ""), field("/loud", "is required", "required", ""),
			field("/volume", "is required", "required", "")),
		invalid("several faults", "one error names all, in the order of their places",
			`{"volume":2,"tims":1,"loud":"`+Canary+`","mode":"`+Canary+`"}`,
			field("/bell", "is required", "required", ""),
			field("/loud", "must be true or false", "type", "boolean"),
			field("/mode", "must be one of soft, hard", "enum", "soft, hard"),
			field("/tims", "is not known; did you mean times?", "additionalProperties", ""),
			field("/volume", "must be at most 1", "maximum", "1")),
		invalid("unknown member", "a misspelled optional member would be ignored", `{`+valid+`,"color":"`+Canary+`"}`,
			field("/color", "is not known", "additionalProperties", "")),
		invalid("member in another case", "encoding/json would accept it", `{`+valid+`,"Times":5}`,
			field("/Times", "is not known; did you mean times?", "additionalProperties", "")),
		invalid("Go name", "the JSON name counts", `{`+valid+`,"SKU":"a"}`,
			field("/SKU", "is not known", "additionalProperties", "")),
		invalid("nested unknown member", "objects below are closed too",
			`{`+valid+`,"items":[{"sku":"a","count":1,"note":"`+Canary+`"}]}`,
			field("/items/0/note", "is not known", "additionalProperties", "")),
		invalid("member with ~ and /", "a pointer escapes them (RFC 6901 §3)", `{`+valid+`,"a~/b":1}`,
			field("/a~0~1b", "is not known", "additionalProperties", "")),
		onlyBytes(invalid("repeated member", "which of the two counts is not defined", `{`+valid+`,"bell":"back"}`,
			field("/bell", "must be given once", "duplicate", ""))),
		onlyBytes(invalid("repeated member in any", "values without a type are checked too",
			`{`+valid+`,"any":{"a":[{"b":1,"b":2}]}}`, field("/any/a/0/b", "must be given once", "duplicate", ""))),

		// Values of a wrong type.
		invalid("string for integer", "it is not converted", `{`+valid+`,"times":"3"}`,
			field("/times", "must be an integer", "type", "integer")),
		invalid("fraction for integer", "it is not rounded", `{`+valid+`,"times":1.5}`,
			field("/times", "must be an integer", "type", "integer")),
		invalid("null for integer", "only pointers may be null", `{`+valid+`,"times":null}`,
			field("/times", "must be an integer", "type", "integer")),
		invalid("string for number", "its value is not in the message",
			`{"bell":"front","volume":"`+Canary+`","loud":false}`,
			field("/volume", "must be a number", "type", "number")),
		invalid("number for boolean", "1 is not true", `{"bell":"front","volume":0,"loud":1}`,
			field("/loud", "must be true or false", "type", "boolean")),
		invalid("number for string", "digits are not converted to text", `{"bell":7,"volume":0,"loud":false}`,
			field("/bell", "must be a string", "type", "string")),
		invalid("object for array", "keys that look like indexes do not make an array", `{`+valid+`,"items":{"0":1}}`,
			field("/items", "must be an array", "type", "array")),
		invalid("array for object", "an array has no names", `{`+valid+`,"notes":[1]}`,
			field("/notes", "must be an object", "type", "object")),
		invalid("items of wrong types", "each is named", `{`+valid+`,"items":[{"sku":"a","count":1},7,"`+Canary+`"]}`,
			field("/items/1", "must be an object", "type", "object"),
			field("/items/2", "must be an object", "type", "object")),
		invalid("value of a map", "its key is in the pointer", `{`+valid+`,"notes":{"door":5}}`,
			field("/notes/door", "must be a string", "type", "string")),

		// Values out of bounds.
		invalid("below the minimum", "0 is a value, and its bound is checked", `{`+valid+`,"times":0}`,
			field("/times", "must be at least 1", "minimum", "1")),
		invalid("above the maximum", "the bound is in the message", `{`+valid+`,"times":101}`,
			field("/times", "must be at most 100", "maximum", "100")),
		invalid("above the Go type", "the schema's bound is the one that helps", `{`+valid+`,"times":300}`,
			field("/times", "must be at most 100", "maximum", "100")),
		invalid("below the Go type", "int8 has no -300", `{`+valid+`,"times":-300}`,
			field("/times", "must be at least 1", "minimum", "1")),
		outOfFloat64(invalid("a number that no type holds", "comparing it exactly would cost its size",
			`{`+valid+`,"any":{"x":[1e9999]}}`, field("/any/x/0", "is a number out of range", "range", ""))),
		outOfFloat64(invalid("a number beyond float64", "a member of any type is decoded to float64",
			`{`+valid+`,"any":1e400}`, field("/any", "must be a smaller number", "range", ""))),
		outOfFloat64(invalid("digits without end", "comparing it exactly would cost its size",
			`{`+valid+`,"any":1`+strings.Repeat("0", 2000)+`}`,
			field("/any", "is a number out of range", "range", ""))),
		invalid("empty string", "a required string is not empty", `{"bell":"","volume":0,"loud":false}`,
			field("/bell", "must be at least 1 character", "minLength", "1")),
		invalid("long string", "the length counts characters",
			`{"bell":"`+strings.Repeat("x", 17)+`","volume":0,"loud":false}`,
			field("/bell", "must be at most 16 characters", "maxLength", "16")),
		invalid("many items", "the number of items is the array's fault",
			`{`+valid+`,"items":[{"sku":"a","count":1},{"sku":"a","count":1},{"sku":"a","count":1},{"sku":"a","count":1}]}`, field("/items", "must have at most 3 items", "maxItems", "3")),
		invalid("items in order", "item 2 comes before item 10", `{`+valid+`,"any":1,"items":[1,1,1,1,1,1,1,1,1,1,1]}`,
			itemFaults(11)...),
		invalid("long key", "the rule of names is in the message", `{`+valid+`,"notes":{"123456789":"x"}}`,
			field("/notes/123456789", "has a name that must be at most 8 characters", "max", "8")),
		invalid("faults of an item", "all of them", `{`+valid+`,"items":[{"sku":"","count":10},{"count":1}]}`,
			field("/items/0/count", "must be at most 9", "maximum", "9"),
			field("/items/0/sku", "must be at least 1 character", "minLength", "1"),
			field("/items/1/sku", "is required", "required", "")),

		// Values of a wrong form.
		invalid("enum", "the allowed values are in the message, the value is not", `{`+valid+`,"mode":"`+Canary+`"}`,
			field("/mode", "must be one of soft, hard", "enum", "soft, hard")),
		invalid("time", "an example is in the message", `{`+valid+`,"at":"`+Canary+`"}`,
			field("/at", "must be a time such as 2006-01-02T15:04:05Z", "format", "date-time")),
		invalid("base64", "only the Go type checks it", `{`+valid+`,"blob":"%`+Canary+`"}`,
			field("/blob", "must be base64", "contentEncoding", "base64")),
		invalid("a type that decodes itself", "it returns its own field", `{`+valid+`,"code":"`+Canary+`"}`,
			field("/code", "must be three letters", "code", "")),
		invalid("emails", "each member is named", `{`+valid+`,"from":"`+Canary+`","to":"x"}`,
			field("/from", "must be an email address", "format", "email"),
			field("/to", "must be an email address", "format", "email")),

		// Rules that only the validate tags have.
		invalid("alphanum", "no keyword of a schema expresses it", `{"bell":"`+Canary+`","volume":0,"loud":false}`,
			field("/bell", "must consist of letters from a to z and digits", "alphanum", "")),
		invalid("alphanum of an item", "the index is in the pointer",
			`{`+valid+`,"items":[{"sku":"a1","count":1},{"sku":"`+Canary+`","count":1}]}`,
			field("/items/1/sku", "must consist of letters from a to z and digits", "alphanum", "")),
		invalid("another field", "it is named as in JSON", `{`+valid+`,"from":"a@example.com","to":"a@example.com"}`,
			field("/to", "must not be equal to from", "nefield", "from")),
		invalid("required by another field", "the rule names the other member as in JSON", `{`+valid+`,"mode":"hard"}`,
			field("/reason", "is required when mode is hard", "required_if", "mode hard")),
		invalid("schema and tags", "faults of both are in one error",
			`{"bell":"`+Canary+`","volume":2,"loud":false,"mode":"hard"}`,
			field("/bell", "must consist of letters from a to z and digits", "alphanum", ""),
			field("/reason", "is required when mode is hard", "required_if", "mode hard"),
			field("/volume", "must be at most 1", "maximum", "1")),

		invalid("unknown member and tags", "an unknown member hides no other fault", `{`+valid+`,"mode":"hard","tims":1}`,
			field("/reason", "is required when mode is hard", "required_if", "mode hard"),
			field("/tims", "is not known; did you mean times?", "additionalProperties", "")),

		// Calls that fail after the input was accepted.
		failure("coded error", "its author's text is sent, its cause is not", "fail",
			errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no such bell.",
				Hint: "ids: front,back"}),
		failure("wrapped error", "the default text of the kind", "wrap", errkit.Error{Kind: errkit.Unavailable}),
		failure("input that the function refuses", "at the stage of the execution", "reject",
			errkit.Error{Kind: errkit.InvalidInput,
				Fields: []errkit.Field{field("/bell", "must be a bell of this house", "known", "")}}),
		failure("uncoded error", "its text is only logged", "plain", errkit.Error{Kind: errkit.Internal}),
		failure("panic", "its value is only logged", "panic", errkit.Error{Kind: errkit.Internal}),
		failure("nil pointer", "a runtime error is a panic", "nil", errkit.Error{Kind: errkit.Internal}),
		failure("timeout", "the timeout of the tool", "wait", errkit.Error{Kind: errkit.Timeout}),
		failure("inner cancellation", "the caller has not canceled, so it is the tool's error", "canceled",
			errkit.Error{Kind: errkit.Internal}),
		failure("output without JSON", "NaN", "nan", errkit.Error{Kind: errkit.OutputInvalid}),
		failure("output that breaks its schema", "a bug of the tool", "break",
			errkit.Error{Kind: errkit.OutputInvalid}),
	}
}

// Boundary returns the boundary for the table: that of package standard, which reports to the
// function; nil is allowed.
func Boundary(report func(*errkit.Error)) *middleware.Boundary {
	b := standard.Boundary()
	b.Report = func(_ context.Context, e *errkit.Error) {
		if report != nil {
			report(e)
		}
	}
	return b
}

// CheckError compares a decoded error with that of the case. A stage that is not specified is
// that of the kind.
func (c Case) CheckError(t testing.TB, got *errkit.Error) {
	t.Helper()
	require.NotNil(t, got, c.Why)
	type public struct {
		Kind, Stage, Message string
		Code                 errkit.Code
		Hint                 errkit.Text
		Fields               []errkit.Field
	}
	parts := func(e *errkit.Error) public {
		stage := e.Stage
		if stage == errkit.StageUnspecified {
			stage = mapping.Default().Stage(e.Kind)
		}
		return public{e.Kind.String(), stage.String(), e.Error(), e.Code, e.Hint, e.Fields}
	}
	require.Equal(t, parts(&c.Error), parts(got), c.Why)
}

func output(name, why, input, want string) Case {
	return Case{Name: name, Why: why, Input: input, Output: want}
}

func invalid(name, why, input string, fields ...errkit.Field) Case {
	return Case{Name: name, Why: why, Input: input,
		Error: errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Fields: fields}}
}

func failure(name, why, do string, want errkit.Error) Case {
	want.Stage = errkit.Execution
	return Case{Name: name, Why: why, Input: `{` + valid + `,"do":"` + do + `"}`, Error: want}
}

func onlyBytes(c Case) Case {
	c.Bytes = true
	return c
}

func outOfFloat64(c Case) Case {
	c.Bytes, c.Range = true, true
	return c
}

func field(path string, message errkit.Text, rule, param string) errkit.Field {
	return errkit.Field{Path: path, Message: message, Rule: rule, Param: param}
}

// itemFaults are those of n numbers in place of the items.
func itemFaults(n int) []errkit.Field {
	fields := []errkit.Field{field("/items", "must have at most 3 items", "maxItems", "3")}
	for i := range n {
		fields = append(fields, field("/items/"+strconv.Itoa(i), "must be an object", "type", "object"))
	}
	return fields
}
