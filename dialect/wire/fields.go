package wire

import (
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
		if isFieldList(list) && (!isDetails(name) || list.Kind() == jsontree.Array || isTreeOfMessages(list)) { // an object is something else
			r.InvalidMembers(list)
			found = true
		}
	}
	if nested := v.Member("errors"); !found && nested.Kind() == jsontree.Object {
		found, _ = r.nestedErrors(nested, nil, 0)
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
		r.treeMembers(nested, nil)
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

// isDetails reports whether a list of invalid members is called what other details are called, too.
func isDetails(name string) bool {
	return name == "details" || name == "detail" || name == "errorDetails" || name == "error_details"
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
