package wire

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// fieldLists are the names under which servers list what is wrong with an input: RFC 9457, AAI gateways, ASP.NET, Rails,
// Symfony, zod, class-validator, google.rpc.
var fieldLists = [...]string{
	"errors", "validationErrors", "validation_errors", "invalid-params", "invalidParams", "invalid_fields", "violations", "fieldViolations",
	"issues", "details", "fieldErrors", "field_errors", "field-errors", "message", "messages", "extra", "ModelState", "modelState", "Errors", "issue",
	"fields", "invalid_parameters", "invalidParameters", "constraintViolations", "error_details", "errorDetails", "subErrors",
	"inner", "fieldList", "invalidFields", "validationFailures", "propertyViolations", "parameterViolations", "failures", "detail",
	"bodyErrors", "queryErrors",
}

// nestedLists are JSON pointers of lists that are deeper: Kubernetes, Strapi, Hetzner, WordPress, webargs, tRPC, HAL, Payload.
var nestedLists = [...]string{
	"/details/causes", "/details/errors", "/details/fields", "/data/params", "/errors/json", "/errors/query", "/data/zodError/fieldErrors",
	"/_embedded/errors", "/data/errors", "/details/messages", "/details/fieldErrors", "/details/violations", "/detail/json", "/detail/query",
	"/context/fields", "/details/validationError/fieldViolations", "/extensions/validation", "/extensions/invalidFields",
}

// nestedIn are the members in which nestedLists are.
var nestedIn = [...]string{"details", "data", "errors", "_embedded", "detail", "context", "extensions"}

// FieldLists reads the lists of invalid members that an object has, and reports whether there is one. A list counts only if
// each of its items names a member and what is wrong with it.
func (r *Reader) FieldLists(v jsontree.Value) (found bool) {
	if v.Kind() != jsontree.Object {
		return false
	}
	for _, name := range fieldLists {
		list := v.Member(name)
		if name == "detail" && len(r.Error.Fields) > 0 { // FastAPI
			continue
		}
		if name == "errors" && list.Kind() == jsontree.Array && v.Member("data").Kind() != jsontree.Absent { // a response of GraphQL
			continue
		}
		if issues := list.Member("issues"); isFieldList(issues) { // zod
			list = issues
		}
		if isFieldList(list) && (name != "details" && name != "detail" || list.Kind() == jsontree.Array || isTreeOfMessages(list)) { // an object is something else
			r.InvalidMembers(list)
			found = true
		}
	}
	if nested := v.Member("errors"); !found && nested.Kind() == jsontree.Object {
		found, _ = r.nestedErrors(nested, "", 0)
	}
	for _, in := range nestedIn {
		if v.Member(in).IsNull() {
			continue
		}
		for _, place := range nestedLists {
			if rest, ok := strings.CutPrefix(place[1:], in); !ok || rest[0] != '/' {
				continue
			}
			if list := v.At(place); isFieldList(list) {
				r.InvalidMembers(list)
				found = true
			}
		}
	}
	if nested := v.Member("errors"); !found && isTree(nested, 0) {
		r.treeMembers(nested, "")
		found = true
	}
	if data := v.Member("data"); isFieldList(data) && (data.FirstMember().Kind() == jsontree.Object || v.Member("status").Is("fail") || isListOfSentences(data)) { // PocketBase, JSend
		r.InvalidMembers(data)
		found = true
	}
	if validation := v.Member("validation"); validation.Kind() == jsontree.Object { // hapi, celebrate
		found = r.invalidKeys(validation) || found
		for part := validation.FirstMember(); part.Kind() != jsontree.Absent; part = part.Next() {
			found = r.invalidKeys(part) || found
		}
	}
	isInput := r.Error.Kind == errkit.InvalidRequest || r.Error.Kind == errkit.InvalidInput // else it may be a list of files that failed
	for m := v.FirstMember(); isInput && !found && m.Kind() != jsontree.Absent; m = m.Next() {
		if m.Kind() == jsontree.Array && m.Name() != "errors" && isNamedList(m) {
			r.InvalidMembers(m)
			found = true
		}
	}
	for item := v.Member("details").FirstElement(); item.Kind() == jsontree.Object; item = item.Next() { // google.rpc.BadRequest
		if list := item.Member("fieldViolations"); isFieldList(list) {
			r.InvalidMembers(list)
			found = true
		}
	}
	return found
}

// isTreeOfMessages reports whether the members of an object are lists of objects that name no other member: Zendesk.
func isTreeOfMessages(v jsontree.Value) bool {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		if first := m.FirstElement(); first.Kind() != jsontree.Object || hasPath(first) {
			return false
		}
	}
	return v.Kind() == jsontree.Object
}

// isListOfSentences reports whether the members of an object are lists of sentences, not of values.
func isListOfSentences(v jsontree.Value) bool {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		if text, _ := m.FirstElement().Text(); strings.IndexByte(text, ' ') < 0 {
			return false
		}
	}
	return v.Kind() == jsontree.Object
}

// invalidKeys reads the names of invalid members in the member keys of an object, and reports whether there are any.
func (r *Reader) invalidKeys(v jsontree.Value) (found bool) {
	for key := v.Member("keys").FirstElement(); key.Kind() == jsontree.String; key = key.Next() {
		name, _ := key.Text()
		found = true
		if message, _ := memberMessage(v); !r.Field(errkit.Field{Path: pointer.FromPath(name), Message: errkit.Text(message)}) {
			break
		}
	}
	return found
}

// maxNestedErrors is how deep the members of an input are in a tree of errors that is read.
const maxNestedErrors = 8

// nestedErrors reads a tree with the members of the input, each of which may have a list _errors: Discord, zod. It reports
// whether there is a list, and whether there is room for more.
func (r *Reader) nestedErrors(v jsontree.Value, path string, depth int) (found, more bool) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		switch {
		case m.Name() == "_errors":
			for item := m.FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
				text, ok := item.Text()
				if !ok {
					text, _ = memberMessage(item)
				}
				found = true
				if !r.Field(errkit.Field{Path: path, Message: errkit.Text(text), Rule: memberRule(item)}) {
					return true, false
				}
			}
		case m.Kind() == jsontree.Object && depth < maxNestedErrors:
			inside, room := r.nestedErrors(m, path+"/"+pointer.Escape(m.Name()), depth+1)
			if found = found || inside; !room {
				return found, false
			}
		}
	}
	return found, true
}

// isTree reports whether a value is a tree with the members of the input, whose leaves are lists of sentences: marshmallow, Django REST
// framework, which has an empty object for an item of a list that is valid.
func isTree(v jsontree.Value, depth int) bool {
	branches := 0
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		first := m.FirstElement()
		text, isText := first.Text()
		branches++
		switch {
		case depth >= maxNestedErrors, isErrorMember(m.Name()):
			return false
		case isText && strings.IndexByte(text, ' ') > 0, isTree(m, depth+1):
			continue
		case first.Kind() != jsontree.Object:
			return false
		}
		trees := 0
		for item := first; item.Kind() != jsontree.Absent; item = item.Next() {
			if isTree(item, depth+1) {
				trees++
			} else if item.Kind() != jsontree.Object || item.Len() > 0 {
				return false
			}
		}
		if trees == 0 {
			return false
		}
	}
	return branches > 0
}

// treeMembers reads a tree with the members of the input, and reports whether there is room for more.
func (r *Reader) treeMembers(v jsontree.Value, path string) (more bool) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		place := path + "/" + pointer.Escape(m.Name())
		if !r.treeMembers(m, place) {
			return false
		}
		i := 0
		for item := m.FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
			if text, ok := item.Text(); ok {
				more = r.Field(errkit.Field{Path: place, Message: errkit.Text(text)})
			} else {
				more = r.treeMembers(item, place+"/"+strconv.Itoa(i))
			}
			if !more {
				return false
			}
			i++
		}
	}
	return true
}

// isFieldList reports whether each item of a list names a member and what is wrong with it.
func isFieldList(list jsontree.Value) bool {
	switch list.Kind() {
	case jsontree.Array:
		for m := list.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
			if _, what := memberMessage(m); !hasPath(m) || !what && memberRule(m) == "" || isGraphQL(m) {
				return false
			}
		}
	case jsontree.Object:
		for m := list.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
			_, what := memberMessage(m)
			_, inList := memberMessage(m.FirstElement())
			if m.Name() == "error" || m.Name() == "detail" || m.Kind() != jsontree.String && m.FirstElement().Kind() != jsontree.String && !what && !inList {
				return false // {"message": {"error": "no"}} has no name of a member
			}
		}
	}
	return list.FirstElement().Kind() != jsontree.Absent || list.FirstMember().Kind() != jsontree.Absent
}

// inputPlaces are the members that only name a part of an input.
var inputPlaces = [...]string{"field", "path", "property", "propertyPath", "parameter", "attribute", "fieldName", "field_name", "param"}

// isNamedList reports whether each item of a list, whatever the list is called, names a part of the input and what is wrong with it.
func isNamedList(list jsontree.Value) bool {
	for m := list.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
		named := false
		for _, name := range inputPlaces {
			k := m.Member(name).Kind()
			named = named || k == jsontree.String || k == jsontree.Array
		}
		if !named {
			return false
		}
	}
	return isFieldList(list)
}

// isGraphQL reports whether an item of a list is an error of GraphQL, whose path is one of the response (GraphQL §7.1.2).
func isGraphQL(m jsontree.Value) bool {
	return m.Member("locations").Kind() == jsontree.Array || m.Member("extensions").Kind() == jsontree.Object
}

// InvalidMembers reads a list of invalid members in the forms that servers use: an array of texts or objects, or an object
// from names to messages. A name is a JSON pointer, its URI fragment, JSONPath such as $.age, or a path of a validation
// library such as Items[0].Sku.
func (r *Reader) InvalidMembers(list jsontree.Value) {
	r.invalidMembers(list, pointer.FromPath, "", 0)
}

// invalidMembers reads a list of invalid members in the value at a JSON pointer, and reports whether there is room for more; pointerOf
// converts a name to a JSON pointer.
func (r *Reader) invalidMembers(list jsontree.Value, pointerOf func(name string) string, in string, depth int) (more bool) {
	if r.Error.Fields == nil && list.Kind() == jsontree.Array && list.Len() > 0 {
		r.Error.Fields = make([]errkit.Field, 0, min(list.Len(), maxItems))
	}
	more = true
	for m := list.FirstElement(); m.Kind() != jsontree.Absent && more; m = m.Next() {
		if s, ok := m.Text(); ok {
			more = r.Field(errkit.Field{Path: in, Message: errkit.Text(s)})
			continue
		}
		path := in + r.memberPath(m, pointerOf)
		if children := m.Member("children"); children.FirstElement().Kind() == jsontree.Object { // class-validator
			if depth < maxNestedErrors {
				more = r.invalidMembers(children, pointerOf, path, depth+1)
			}
			continue
		}
		message, _ := memberMessage(m)
		param := ""
		if !m.Member("rule").IsNull() { // else it is the name
			param, _ = m.Member("param").Text()
		}
		more = r.Field(errkit.Field{Path: path, Message: errkit.Text(message), Rule: memberRule(m), Param: param})
	}
	for m := list.FirstMember(); m.Kind() != jsontree.Absent && more; m = m.Next() { // ASP.NET: names to lists of messages
		path := in + pointerOf(m.Name())
		if s, ok := m.Text(); ok {
			more = r.Field(errkit.Field{Path: path, Message: errkit.Text(s)})
		} else if s, ok := memberMessage(m); ok { // Mongoose, PocketBase
			more = r.Field(errkit.Field{Path: path, Message: errkit.Text(s), Rule: memberRule(m)})
		}
		for s := m.FirstElement(); s.Kind() != jsontree.Absent && more; s = s.Next() {
			text, ok := s.Text()
			if !ok {
				text, ok = memberMessage(s)
			}
			if ok {
				more = r.Field(errkit.Field{Path: path, Message: errkit.Text(text), Rule: memberRule(s)})
			}
		}
	}
	return more
}

// pathNames are the members that name the place of an error, as InvalidMembers reads them, or as a list of names.
var pathNames = [...]string{
	"loc", "path", "instancePath", "dataPath", "name", "field", "param", "location", "property", "propertyPath", "parameter", "attribute", "target",
	"argument_name", "propertyName", "fieldName", "field_name", "error_key", "key", "members", "Path", "attr", "identifier", "PropertyName",
	"violationPath", "fieldPath", "instanceLocation", "parameterName",
}

// hasPath reports whether an item of a list names a member of the input.
func hasPath(m jsontree.Value) bool {
	source := m.Member("source")
	if m.Member("expression").FirstElement().Kind() == jsontree.String || m.Member("pointer").Kind() == jsontree.String || source.Member("pointer").Kind() == jsontree.String || source.Member("parameter").Kind() == jsontree.String {
		return true
	}
	for _, name := range pathNames {
		if k := m.Member(name).Kind(); (k == jsontree.String || k == jsontree.Array) && (name != "name" || !isErrorClass(m.Member(name))) {
			return true
		}
	}
	return false
}

// isErrorClass reports whether the name of an item is that of the class of an error: ValidationError.
func isErrorClass(v jsontree.Value) bool {
	s, _ := v.Text()
	return strings.HasSuffix(s, "Error") || strings.HasSuffix(s, "Exception")
}

// memberPath returns the JSON pointer of an invalid member.
func (r *Reader) memberPath(m jsontree.Value, pointerOf func(string) string) string {
	if s, ok := m.Member("pointer").Text(); ok { // RFC 9457 §3
		return pointer.FromFragment(s)
	}
	source := m.Member("source") // JSON:API, error objects
	if s, ok := source.Member("pointer").Text(); ok {
		return s
	}
	if s, ok := source.Member("parameter").Text(); ok {
		return pointerOf(s)
	}
	if s, ok := m.Member("expression").FirstElement().Text(); ok { // FHIRPath
		return pointerOf(s)
	}
	for _, name := range pathNames {
		place := m.Member(name)
		if place.Kind() == jsontree.Array { // FastAPI, zod
			return r.tokens(place)
		}
		s, ok := place.Text()
		if !ok {
			continue
		}
		if name == "location" && isIn(s, "body") { // huma: a place in the request
			s = strings.TrimPrefix(s[len("body"):], ".")
		}
		if name == "field" || name == "path" || name == "name" {
			s = strings.TrimPrefix(strings.TrimPrefix(s, "."), "body.")
		}
		path := pointerOf(s)
		for _, param := range [...]string{"missingProperty", "additionalProperty"} { // Ajv has the path of the object
			if property, ok := m.Member("params").Member(param).Text(); ok && (name == "instancePath" || name == "dataPath") {
				path += "/" + pointer.Escape(property)
			}
		}
		return path
	}
	return ""
}

// isIn reports whether a path starts with a name.
func isIn(path, name string) bool {
	rest, ok := strings.CutPrefix(path, name)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// memberMessage returns what is wrong with an invalid member.
func memberMessage(m jsontree.Value) (message string, ok bool) {
	if s, ok := textOf(m, "detail", "message", "reason", "title", "defaultMessage", "msg", "description", "error", "details", "diagnostics", "help_message", "Message", "info", "errorMessage", "error_message", "ErrorMessage", "failureMessage"); ok {
		return s, true
	}
	for _, name := range [...]string{"messages", "errors"} {
		if s, ok := m.Member(name).FirstElement().Text(); ok {
			return s, true
		}
	}
	if m.Member("property").Kind() != jsontree.String { // else class-validator
		return "", false
	}
	if s, ok := m.Member("constraints").FirstMember().Text(); ok {
		return s, true
	}
	return "", isFieldList(m.Member("children"))
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

// textOf returns the first of the named members that is a string and not empty.
func textOf(v jsontree.Value, names ...string) (string, bool) {
	if v.Kind() != jsontree.Object {
		return "", false
	}
	for _, name := range names {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s, true
		}
	}
	return "", false
}

// tokens returns the JSON pointer of a list of names and indexes, which may start with "body".
func (r *Reader) tokens(list jsontree.Value) string {
	var path strings.Builder
	n := 0
	for part := list.FirstElement(); part.Kind() != jsontree.Absent && r.Room(n, "parts of a loc"); part = part.Next() {
		if key := part.Member("key"); key.Kind() != jsontree.Absent { // Valibot
			s, ok := key.Text()
			if !ok {
				s = key.Raw()
			}
			n++
			path.WriteByte('/')
			path.WriteString(pointer.Escape(s))
			continue
		}
		s, ok := part.Text()
		if !ok {
			s = part.Raw()
		}
		if n++; n > 1 || s != "body" {
			path.WriteByte('/')
			path.WriteString(pointer.Escape(s))
		}
	}
	return path.String()
}
