package foreign

import (
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// hasPath reports whether an item of a list names a member of the input, or an object of Spring.
func hasPath(m jsontree.Value) bool {
	for _, place := range [...]string{"/expression/0", "/pointer", "/source/pointer", "/source/parameter"} {
		if m.At(place).Kind() == jsontree.String {
			return true
		}
	}
	isObject := m.Member("objectName").Kind() == jsontree.String && m.Member("defaultMessage").Kind() == jsontree.String
	return isObject || slices.ContainsFunc(tables().Paths, func(name string) bool {
		place := m.Member(name)
		isCode := isConstant(place.Scalar()) && !m.Member("code").IsNull() // has a number
		return isTextOrList(place) && (name != "name" || !isErrorClass(place) && !isCode)
	})
}

// isTextOrList reports whether a value may be a name, or a list of names.
func isTextOrList(v jsontree.Value) bool {
	return v.Kind() == jsontree.String || v.Kind() == jsontree.Array
}

// isErrorClass reports whether the name of an item is that of the class of an error:
// ValidationError.
func isErrorClass(v jsontree.Value) bool {
	s, _ := v.Text()
	return strings.HasSuffix(s, "Error") || strings.HasSuffix(s, "Exception")
}

// memberPath returns the JSON pointer of an invalid member.
func memberPath(r *wire.Reader, m jsontree.Value, pointerOf func(string) string) string {
	if s, ok := m.Member("pointer").Text(); ok { // RFC 9457 §3
		return pointer.FromFragment(s)
	}
	if s, ok := m.At("/source/pointer").Text(); ok { // JSON:API, error objects
		return s
	}
	for _, place := range [...]string{"/source/parameter", "/expression/0"} { // JSON:API, FHIRPath
		if s, ok := m.At(place).Text(); ok {
			return pointerOf(s)
		}
	}
	for _, name := range tables().Paths {
		place := m.Member(name)
		if place.Kind() == jsontree.Array { // FastAPI, zod
			if name == "loc" && r.Document.Status == http.StatusUnprocessableEntity {
				return fastAPIPath(r, m)
			}
			return tokens(r, place.FirstElement())
		}
		s, ok := place.Text()
		if !ok {
			continue
		}
		rest, isBody := strings.CutPrefix(s, "body")
		if isBody && name == "location" && (rest == "" || rest[0] == '.' || rest[0] == '[') { // huma: a place in the request
			s = strings.TrimPrefix(rest, ".")
		}
		if name == "field" || name == "path" || name == "name" {
			s = strings.TrimPrefix(strings.TrimPrefix(s, "."), "body.")
		}
		path := pointerOf(s)
		if name == "instancePath" || name == "dataPath" { // Ajv has the path of the object
			for _, param := range [...]string{"missingProperty", "additionalProperty"} {
				if property, ok := m.Member("params").Member(param).Text(); ok {
					path += "/" + pointer.Escape(property)
				}
			}
		}
		return path
	}
	return ""
}

// fastAPIPath returns the JSON pointer of the place in an item of FastAPI, which starts with the part
// of the request if a name follows. The place of a body that is not JSON is a character in it.
func fastAPIPath(r *wire.Reader, m jsontree.Value) string {
	if m.Member("type").Is("json_invalid") && m.At("/loc/1").Kind() == jsontree.Number {
		return ""
	}
	first := m.Member("loc").FirstElement()
	switch part, _ := first.Text(); part {
	case "path", "query", "header", "cookie":
		if name, ok := first.Next().Text(); ok && strings.Trim(name, "0123456789") != "" {
			first = first.Next()
		}
	}
	return tokens(r, first)
}

// memberMessage returns what is wrong with an invalid member.
func memberMessage(m jsontree.Value) (message string, ok bool) {
	if s, ok := textOf(m, tables().Items...); ok {
		return s, true
	}
	for _, name := range [...]string{"messages", "errors", "message"} {
		if s := sentences(m.Member(name), "", "; "); s != "" {
			return s, true
		}
	}
	if s, ok := m.Member("constraints").FirstMember().Text(); ok && m.Member("property").Kind() == jsontree.String {
		return s, true // class-validator
	}
	return "", isFieldList(m.Member("children"))
}

func hasMessage(m jsontree.Value) bool {
	_, ok := memberMessage(m)
	return ok
}

// textOrMessage returns what is wrong with a member: a text, or the message of an object.
func textOrMessage(m jsontree.Value) (string, bool) {
	if s, ok := m.Text(); ok {
		return s, true
	}
	return memberMessage(m)
}

// itemOf returns an item of a list, or the object in it that names the member: all that it has, as
// of Crowdin, or its cause, as of Spring Boot 3.5.
func itemOf(m jsontree.Value) jsontree.Value {
	if cause := m.Member("cause"); cause.Member("objectName").Kind() == jsontree.String {
		return cause
	}
	if only := m.FirstMember(); m.Len() == 1 && only.Kind() == jsontree.Object {
		return only
	}
	return m
}

// memberRule returns the rule that an invalid member breaks.
func memberRule(m jsontree.Value) string {
	if m.Member("msg").Kind() == jsontree.String { // FastAPI
		if rule, ok := m.Member("type").Text(); ok {
			return rule
		}
	}
	if first := m.Member("constraints").FirstMember(); first.Kind() == jsontree.String { // class-validator
		return first.Name()
	}
	rule, _ := textOf(m, "rule", "code", "keyword", "ErrorCode", "errorCode", "error_code")
	return rule
}

// tokens returns the JSON pointer of the names and indexes from the first one on, which may be
// "body".
func tokens(r *wire.Reader, first jsontree.Value) string {
	var path strings.Builder
	n := 0
	for part := first; part.Kind() != jsontree.Absent && r.Room(n, "parts of a loc"); part = part.Next() {
		token, isKey := part, false
		if key := part.Member("key"); key.Kind() != jsontree.Absent { // Valibot
			token, isKey = key, true
		}
		s, ok := token.Text()
		if !ok {
			s = token.Raw()
		}
		if n++; n > 1 || s != "body" || isKey {
			path.WriteByte('/')
			path.WriteString(pointer.Escape(s))
		}
	}
	return path.String()
}
