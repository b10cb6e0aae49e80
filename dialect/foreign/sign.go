package foreign

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// matches reports whether a document has all of one of the lists of signs; failed reports whether
// it has the HTTP status of an error.
func (a *api) matches(d *dialect.Document, v jsontree.Value, failed bool) bool {
	lacks := func(sign string) bool { return !a.hasSign(sign, d, v, failed) }
	return slices.ContainsFunc(a.signs, func(signs []string) bool { return !slices.ContainsFunc(signs, lacks) })
}

func (a *api) hasSign(sign string, d *dialect.Document, v jsontree.Value, failed bool) bool {
	switch sign[0] {
	case 'r': // "rpc"
		return v.Member("jsonrpc").Kind() == jsontree.Absent && v.Name() == "error"
	case '!', '-':
		return failed == (sign[0] == '!')
	case '4', '5':
		return strconv.Itoa(d.Status) == sign
	case '#':
		return v.Len() <= int(sign[1]-'0')
	case '/':
	default:
		return len(d.Header) > 0 && d.Header.Get(sign) != ""
	}
	if place, text, ok := strings.Cut(sign, "="); ok {
		start, open := strings.CutSuffix(text, "*")
		value := at(v, place).Scalar()
		return value == text || open && (strings.HasPrefix(value, start) ||
			strings.HasPrefix(value, strings.ReplaceAll(start, "_", " ")))
	}
	place, kind, _ := strings.Cut(sign, ":")
	return a.isKind(at(v, place), kind, failed)
}

// at returns the value at a JSON pointer; "/*" is the first member, "name@x" an attribute of XML.
func at(v jsontree.Value, place string) jsontree.Value {
	if before, after, ok := strings.Cut(place, "/*"); ok {
		return at(v.At(before).FirstMember(), after)
	}
	return v.At(place)
}

// isKind reports whether a value has a type of JSON, or is what apis.txt defines.
func (a *api) isKind(v jsontree.Value, kind string, failed bool) bool {
	switch kind {
	case "any", "absent":
		return (kind == "any") == (v.Kind() != jsontree.Absent)
	case "string", "number", "boolean", "array", "object":
		return v.Kind().String() == kind
	}
	text := v.Scalar()
	n, _ := strconv.ParseInt(text, 10, 64)
	isNumber := v.Kind() == jsontree.Number
	isText := text != "" && v.Kind() == jsontree.String
	switch kind {
	case "status":
		return isStatusText(text)
	case "text":
		return isText
	case "constant":
		return isText && !strings.ContainsAny(text, smalls)
	case "code":
		_, ok := a.meaning(text) // a single word may be anything
		return ok && (failed || strings.ContainsAny(text, capitals+digits+"_- ."))
	case "phrase":
		return isText && PhraseStatus(text) != 0
	case "line":
		return isText && isStatusText(text[:min(len(text), 3)]) && PhraseStatus(text) != 0
	case "positive":
		return isNumber && n > 0
	case "failed":
		return isText && strings.Trim(text, "0") != "" && !isSuccessCode(text)
	case "rpc":
		return isNumber && n >= int64(mapping.RPCCancelled) && n <= int64(mapping.RPCUnauthenticated)
	case "sqlstate":
		return isText && isSQLState(text)
	case "https":
		return strings.HasPrefix(text, "https://")
	}
	return false
}

// isStatusText reports whether a text is the HTTP status of an error.
func isStatusText(text string) bool {
	return len(text) == 3 && (text[0] == '4' || text[0] == '5') && consistsOf(text, digits)
}

// signKey returns the first token of the JSON pointer of a sign, or its header; "" of another one,
// or of one that is absent.
func signKey(sign string) string {
	switch c := sign[0]; {
	case strings.HasSuffix(sign, ":absent"):
	case c == '/' && len(sign) > 2 && consistsOf(sign[1:2], digits) && strings.IndexByte("/=:", sign[2]) >= 0:
		return "/0" // a list is found by its first element
	case c == '/':
		return sign[:1+strings.IndexAny(sign[1:]+"/", "/=:")]
	case c >= 'A' && c <= 'Z':
		return sign
	}
	return ""
}
