package middleware

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/url"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// Value is the [Classifier] of the errors of the standard library about a text that is not valid:
// those of strconv, of time for times, durations and time zones, of net/url, of net and net/netip
// for addresses, of regexp, and those of os and io/fs for a file that does not exist. The text may
// be the caller's, or of a response, a database or a configuration. So the error is InvalidInput,
// NotFound for a file, with a field that has the requirement, only if
//   - a string in the input of the call ([WithInput]), or for strconv also a number, is exactly
//     the text; for regexp, it has the part that is at fault;
//   - no other one in the input is or has it;
//   - the text has at least two bytes: many documents have "", "0" or "-";
//   - the call sent no request that is counted ([WithRequests]): its response may have the text.
//
// Where err joins several such errors, each one must be about the input. The result is wrong where
// a database, a configuration, or a response that is not counted has a text of the input, by
// chance or because it repeats it, and the code cannot parse that.
//
// The result has nothing of the text or of err but the layout of a time, as an example. Its effect
// is unknown: code that parses one item after the other may have stored the first ones.
func Value(ctx context.Context, err error) *errkit.Error {
	if r, ok := ctx.Value(header.RequestsKey{}).(*header.Requests); ok && r.Sent.Load() > 0 {
		return nil
	}
	var in Input
	var body jsontree.Value
	var fields []errkit.Field
	all := true
	errchain.Walk(err, func(err error, _ bool) bool {
		f, is := valueFault(err)
		if is != nil && all && len(fields) < maxValues {
			if len(fields) == 0 { // it is parsed once
				in, _ = InputFrom(ctx)
				body = firstValue(in.Body)
			}
			f.Path, all = only(in.Values, body, is)
			fields = append(fields, f)
		}
		return is == nil
	})
	if !all || len(fields) == 0 {
		return nil
	}
	// Of the layouts that a handler tries, the first one counts.
	fields = slices.CompactFunc(fields, func(a, b errkit.Field) bool { return a.Path == b.Path })
	kind := errkit.InvalidInput
	if !slices.ContainsFunc(fields, func(f errkit.Field) bool { return f.Rule != "exists" }) {
		kind = errkit.NotFound
	}
	return &errkit.Error{Kind: kind, Fields: fields, Effect: errkit.EffectUnknown}
}

// maxValues is the number of texts that are searched for in an input.
const maxValues = 10

// only returns the JSON pointer of the parameter, or the string or number in the body, for which is
// returns true, false unless there is exactly one.
func only(all []Parameter, body jsontree.Value, is func(s string, k jsontree.Kind) bool) (path string, ok bool) {
	found := 0
	for _, p := range all {
		if is(p.Text, jsontree.String) {
			path, found = pointer.FromKey(p.Name), found+1
		}
	}
	for v := range body.All() {
		if found < 2 && is(v.Scalar(), v.Kind()) {
			path, found = v.ShortPointer(), found+1
		}
	}
	return path, found == 1
}

// valueFault returns the field for an error about a text, without its path, and whether a scalar
// in an input is that text; nil for any other error.
func valueFault(err error) (f errkit.Field, is func(s string, k jsontree.Kind) bool) {
	var value, about string // about is a key of values
	number := false
	switch e := err.(type) {
	case *time.ParseError:
		example := time.Date(2026, 12, 31, 23, 58, 59, 0, time.UTC).Format(e.Layout)
		if value = e.Value; example != e.Layout { // else it is no layout, a bug of the program
			f.Message, f.Rule = errkit.Textf("must be a date or time that exists, such as %q", example), "format"
		}
	case *strconv.NumError:
		value, about, number = e.Num, e.Func, true
		isInteger := strings.Trim(value, "0123456789") == ""
		switch isBased := strings.Trim(value, "0123456789abcdefABCDEF#xX_") == ""; {
		case e.Err == strconv.ErrRange:
			about = "range"
		case e.Err != strconv.ErrSyntax, isInteger && about != "ParseBool": // a bug of the program, or a small base
			about = ""
		case isBased && (about == "ParseInt" || about == "ParseUint"): // in another base
			about = "base"
		}
	case *url.Error:
		if value = e.URL; e.Op == "parse" || strings.HasPrefix(errchain.Text(e.Err), "unsupported protocol scheme ") {
			about = "URL"
		}
	case *fs.PathError:
		if value, about = e.Path, errchain.Text(e.Err); errors.Is(e.Err, fs.ErrNotExist) {
			about = "file"
		}
	case *net.ParseError:
		value, about = e.Text, e.Type
	case *net.AddrError:
		value, about = e.Addr, e.Err
	case *syntax.Error: // which may have only the part at fault
		f.Message, f.Rule = errkit.Textf("must be a regular expression of RE2: %s", e.Code), "format"
		isKnown := slices.Contains(expressionCodes[:], e.Code) && len(e.Expr) > 1
		return f, func(s string, k jsontree.Kind) bool {
			return isKnown && k == jsontree.String && strings.Contains(s, e.Expr)
		}
	default:
		if m := valueInText.Get().FindStringSubmatch(errchain.Text(err)); m != nil {
			value, _ = strconv.Unquote(m[2])
			about, value = m[1]+m[3], value+m[4]
			if _, err := time.LoadLocation(zoneExample); m[3] != "" && err != nil {
				about = "" // the program has no time zones
			}
		}
	}
	if f.Message == "" {
		f = values[about]
	}
	if f.Message == "" || len(value) < 2 {
		return f, nil
	}
	return f, func(s string, k jsontree.Kind) bool {
		return s == value && (k == jsontree.String || k == jsontree.Number && number)
	}
}

// valueInText matches the errors of package time and net/netip that have the value only in their
// text.
var valueInText = lazy.Regexp{
	Expr: `^(time: |ParseAddr|netip\.ParsePrefix)(?:\(|.*?duration )("(?:[^"\\]|\\.)*")|^(unknown time zone )(.+)$`,
}

// expressionCodes are what may be wrong with a regular expression. Another code may be any text.
var expressionCodes = [...]syntax.ErrorCode{
	syntax.ErrInvalidCharClass, syntax.ErrInvalidCharRange, syntax.ErrInvalidEscape, syntax.ErrInvalidNamedCapture,
	syntax.ErrInvalidPerlOp, syntax.ErrInvalidRepeatOp, syntax.ErrInvalidRepeatSize, syntax.ErrInvalidUTF8,
	syntax.ErrMissingBracket, syntax.ErrMissingParen, syntax.ErrMissingRepeatArgument, syntax.ErrTrailingBackslash,
	syntax.ErrUnexpectedParen, syntax.ErrNestingDepth, syntax.ErrLarge,
}

// zoneExample is a time zone that a program knows if it knows any.
const zoneExample = "Europe/Berlin"

// values has the fields for what errors are about.
var values = map[string]errkit.Field{
	"range":      {Message: "must be a number closer to 0", Rule: "range"},
	"Atoi":       {Message: "must be an integer", Rule: "type", Param: "integer"},
	"base":       {Message: "has the wrong form", Rule: "format"},
	"ParseInt":   {Message: "must be an integer", Rule: "type", Param: "integer"},
	"ParseUint":  {Message: "must be an integer that is not negative", Rule: "type", Param: "integer"},
	"ParseFloat": {Message: "must be a number", Rule: "type", Param: "number"},
	"ParseBool":  {Message: "must be true or false", Rule: "type", Param: "boolean"},

	"time: ":              {Message: `must be a duration such as "1h30m"`, Rule: "format"},
	"unknown time zone ":  {Message: `must be a time zone such as "` + zoneExample + `"`, Rule: "format"},
	"URL":                 {Message: `must be a URL such as "https://example.com/path"`, Rule: "format", Param: "uri"},
	"ParseAddr":           {Message: "must be an IP address", Rule: "format", Param: "ip"},
	"netip.ParsePrefix":   {Message: `must be addresses such as "192.0.2.0/24"`, Rule: "format", Param: "cidr"},
	"CIDR address":        {Message: `must be addresses such as "192.0.2.0/24"`, Rule: "format", Param: "cidr"},
	"invalid MAC address": {Message: "must be a MAC address", Rule: "format", Param: "mac"},

	"file":                     {Message: "does not exist, or is in a folder that does not exist", Rule: "exists"},
	"path escapes from parent": {Message: "must be a relative path that does not leave the folder", Rule: "format"},
}
