package foreign

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// FieldLists reads the lists of invalid members that an object has, and reports whether there is
// one. A list counts only if each of its items names a member and what is wrong with it.
func FieldLists(r *wire.Reader, v jsontree.Value) (found bool) {
	isInput := r.Error.Kind == errkit.InvalidRequest || r.Error.Kind == errkit.InvalidInput
	lists := tables().lists
	hasNone := every(v.FirstMember(), func(m jsontree.Value) bool {
		return m.Kind() < jsontree.Array || !slices.Contains(lists, m.Name()) && !(isInput && m.Kind() == jsontree.Array)
	})
	if hasNone { // as most objects and every list
		return false
	}
	read := func(list jsontree.Value) {
		if isFieldList(list) {
			InvalidMembers(r, list)
			found = len(r.Error.Fields) > 0
		}
	}
	for _, name := range tables().Fields {
		list := v.Member(name)
		isGraphQL := name == "errors" && list.Kind() == jsontree.Array && v.Member("data").Kind() != jsontree.Absent
		isOData := list.Member("lang").Kind() == jsontree.String
		if list.Kind() == jsontree.Absent || isGraphQL || isOData || name == "detail" && len(r.Error.Fields) > 0 { // FastAPI
			continue
		}
		if issues := list.Member("issues"); isFieldList(issues) { // zod
			list = issues
		}
		// An object of details, as what is not about members is called, too, is something else if
		// it has no sentences.
		isDetails := strings.Contains(strings.ToLower(name), "detail")
		isElse := isDetails && list.Kind() == jsontree.Object && !isTreeOfMessages(list) && !isListOfSentences(list)
		if !isElse {
			read(list)
		}
	}
	var in jsontree.Value
	for _, place := range tables().Nested {
		if place[0] == '/' {
			read(in.At(place))
		} else {
			in = v.Member(place)
		}
	}
	tree := v.Member("errors")
	if v.Member("_errors").Kind() == jsontree.Array { // zod
		tree = v
	}
	if !found && isTree(tree, 1) {
		treeMembers(r, tree, nil)
		found = true
	}
	data := v.Member("data") // PocketBase, JSend
	if first := data.FirstMember(); isFieldList(data) && first.Name() != "message" &&
		(first.Kind() == jsontree.Object || v.Member("status").Is("fail") || isListOfSentences(data)) {
		read(data)
	}
	// Of any other kind it may be a list of files that failed.
	for m, more := v.FirstMember(), isInput && !found; more && m.Kind() != jsontree.Absent; m = m.Next() {
		switch {
		case m.Kind() != jsontree.Array || m.Name() == "errors":
		case isNamedList(m):
			read(m)
		case namesItself(m):
			invalidMembers(r, m, pointer.FromPath, pointer.FromKey(m.Name()), 0)
			found = true
		}
	}
	for item := v.Member("details").FirstElement(); item.Kind() == jsontree.Object; item = item.Next() {
		read(item.Member("fieldViolations")) // google.rpc.BadRequest
	}
	if isInput && !found {
		found = propertySentences(r, v.Member("message")) || propertySentences(r, v.Member("validation_errors")) ||
			brokenRules(r, v.Member("validation_messages"))
	}
	return found
}

// otherLists are the names that FieldLists reads, of which the table has no list.
var otherLists = wordList{"errors", "data", "details", "message", "validation_errors", "validation_messages"}

// propertySentences reads a list of sentences that start with the name of a property, as
// class-validator writes them, and reports whether a value is one: "times must not be greater than
// 10", "bells.0.property color should not exist".
func propertySentences(r *wire.Reader, list jsontree.Value) bool {
	found := list.FirstElement().Kind() != jsontree.Absent && every(list.FirstElement(), func(m jsontree.Value) bool {
		name, rest := propertyIn(m)
		return hasAnyPrefix(rest, "must ", "should ") && isName(name) && name >= "a" && name < "{"
	})
	for m := list.FirstElement(); found && m.Kind() != jsontree.Absent; m = m.Next() {
		name, _ := propertyIn(m)
		r.Field(errkit.Field{Path: pointer.FromPath(name), Message: errkit.Text(m.Scalar())})
	}
	return found
}

// propertyIn returns the path of the property at the start of a sentence, and what follows.
func propertyIn(m jsontree.Value) (path, rest string) {
	sentence, _ := m.Text()
	path, rest, _ = strings.Cut(sentence, " ")
	if in, ok := strings.CutSuffix(path, "property"); ok && strings.HasSuffix(rest, " should not exist") {
		path, rest, _ = strings.Cut(in+rest, " ")
	}
	return path, rest
}

// brokenRules reads an object with the members of the input, each of which has the rules that it
// breaks with their texts, and reports whether there are any: Laminas.
func brokenRules(r *wire.Reader, list jsontree.Value) bool {
	for m := list.FirstMember(); m.Kind() == jsontree.Object && !r.Full(); m = m.Next() {
		for rule := m.FirstMember(); rule.Kind() == jsontree.String; rule = rule.Next() {
			r.Field(errkit.Field{Path: pointer.FromKey(m.Name()), Message: errkit.Text(rule.Scalar()), Rule: rule.Name()})
		}
	}
	return len(r.Error.Fields) > 0
}

// isTreeOfMessages reports whether the members of an object are lists of objects that name no
// other member: Zendesk.
func isTreeOfMessages(v jsontree.Value) bool {
	return v.Kind() == jsontree.Object && every(v.FirstMember(), func(m jsontree.Value) bool {
		first := m.FirstElement()
		return first.Kind() == jsontree.Object && !hasPath(first)
	})
}

// isListOfSentences reports whether the members of an object are lists of sentences, not of
// values.
func isListOfSentences(v jsontree.Value) bool {
	return v.Kind() == jsontree.Object && every(v.FirstMember(), func(m jsontree.Value) bool {
		return strings.Contains(m.FirstElement().Scalar(), " ")
	})
}

// every reports whether a value and those behind it in its list or object are as said, also if
// there is none.
func every(m jsontree.Value, is func(jsontree.Value) bool) bool {
	for m.Kind() != jsontree.Absent && is(m) {
		m = m.Next()
	}
	return m.Kind() == jsontree.Absent
}

// isFieldList reports whether each item of a list names a member and what is wrong with it.
func isFieldList(list jsontree.Value) bool {
	if list.Kind() == jsontree.Array {
		return list.Len() > 0 && every(list.FirstElement(), func(m jsontree.Value) bool {
			m = itemOf(m)
			return hasPath(m) && !isGraphQL(m) && (hasMessage(m) || memberRule(m) != "")
		})
	}
	isForm := list.Name() == "children" || list.Name() == "properties" // Symfony, zod
	return list.Len() > 0 && every(list.FirstMember(), func(m jsontree.Value) bool {
		isValid := isForm && m.Kind() == jsontree.Object && m.Len() == 0
		isText := m.Kind() == jsontree.String || m.FirstElement().Kind() == jsontree.String
		isError := hasAnyPrefix(m.Name(), "error", "Error", "detail") || m.Name() == "message" && m.Kind() == jsontree.Object
		// {"message": {"error": "no"}} names none.
		return (isValid || isText || hasMessage(m) || hasMessage(m.FirstElement())) && !isError
	})
}

// isNamedList reports whether each item of a list, whatever the list is called, names a part of
// the input and what is wrong with it.
func isNamedList(list jsontree.Value) bool {
	return isFieldList(list) && every(list.FirstElement(), func(m jsontree.Value) bool {
		return slices.ContainsFunc(tables().Inputs, func(name string) bool { return isTextOrList(m.Member(name)) })
	})
}

// namesItself reports whether a list has sentences about the member of the input that it is called
// after: {"coupon_id": ["The coupon id field is required."]}.
func namesItself(list jsontree.Value) bool {
	name := strings.ReplaceAll(strings.ToLower(list.Name()), "_", " ")
	isGeneral := slices.Contains(tables().Several, list.Name()) || slices.Contains(tables().More, list.Name())
	return !isGeneral && strings.Contains(" "+lower(list.FirstElement().Scalar()), " "+name+" ")
}

// isGraphQL reports whether an item of a list is an error of GraphQL, whose path is one of the
// response (GraphQL §7.1.2).
func isGraphQL(m jsontree.Value) bool {
	return m.Member("locations").Kind() == jsontree.Array || m.Member("extensions").Kind() == jsontree.Object
}

// InvalidMembers reads a list of invalid members in the forms that servers use: an array of texts
// or objects, or an object from names to messages. A name is a JSON pointer, its URI fragment,
// JSONPath such as $.age, or a path of a validation library such as Items[0].Sku.
func InvalidMembers(r *wire.Reader, list jsontree.Value) {
	if list.Kind() >= jsontree.Array {
		invalidMembers(r, list, pointer.FromPath, "", 0)
	}
}

// invalidMembers reads a list of invalid members in the value at a JSON pointer; pointerOf
// converts a name to one.
func invalidMembers(r *wire.Reader, list jsontree.Value, pointerOf func(string) string, in string, depth int) {
	if r.Error.Fields == nil && list.Kind() == jsontree.Array && list.Len() > 0 {
		r.Error.Fields = make([]errkit.Field, 0, min(list.Len(), text.MaxFields))
	}
	for m := list.FirstElement(); m.Kind() != jsontree.Absent && !r.Full(); m = m.Next() {
		if s, ok := m.Text(); ok {
			r.Field(errkit.Field{Path: in, Message: errkit.Text(s)})
			continue
		}
		m := itemOf(m)
		path := in + memberPath(r, m, pointerOf)
		if children := m.Member("children"); children.FirstElement().Kind() == jsontree.Object { // class-validator
			if depth < maxNestedErrors {
				invalidMembers(r, children, pointerOf, path, depth+1)
			}
			continue
		}
		message, _ := memberMessage(m)
		param := ""
		if !m.Member("rule").IsNull() { // else it is the name
			param, _ = m.Member("param").Text()
		}
		r.Field(errkit.Field{Path: path, Message: errkit.Text(message), Rule: memberRule(m), Param: param})
	}
	for m := list.FirstMember(); m.Kind() != jsontree.Absent && !r.Full(); m = m.Next() { // ASP.NET
		path, items := in+pointerOf(m.Name()), m
		if listed := m.Member("errors"); listed.FirstElement().Kind() != jsontree.Absent { // Symfony, e-conomic
			items = listed
		} else if s, ok := textOrMessage(m); ok && s != "" { // an object: Mongoose, PocketBase
			r.Field(errkit.Field{Path: path, Message: errkit.Text(s), Rule: memberRule(m)})
		}
		if depth < maxNestedErrors {
			invalidMembers(r, m.Member("children"), pointerOf, path, depth+1)
		}
		for item := items.FirstElement(); item.Kind() != jsontree.Absent && !r.Full(); item = item.Next() {
			if s, ok := textOrMessage(item); ok {
				r.Field(errkit.Field{Path: path, Message: errkit.Text(s), Rule: memberRule(item)})
			}
		}
	}
}

// maxNestedErrors is how deep the members of an input are in a tree of errors that is read.
const maxNestedErrors = 8

// A location is a place in the input: only where a message is does it cost a string.
type location struct {
	in    *location // nil: the whole input
	token string
}

// pointer returns the JSON pointer of a location.
func (l *location) pointer() string {
	switch {
	case l == nil:
		return ""
	case pointer.IsWhole(l.token):
		return l.in.pointer()
	}
	return l.in.pointer() + "/" + pointer.Escape(l.token)
}

// isTree reports whether a value is a tree with the members of the input, whose leaves are lists
// of sentences, or are called _errors: marshmallow, zod, Discord, Django REST framework, which has
// an empty object for an item of a list that is valid.
func isTree(v jsontree.Value, depth int) bool {
	branches := 0
	isEmpty := func(item jsontree.Value) bool { return item.Kind() == jsontree.Object && item.Len() == 0 }
	isItem := func(item jsontree.Value) bool { return isEmpty(item) || isTree(item, depth+1) }
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		first := m.FirstElement()
		text, isText := first.Text()
		branches++
		switch {
		case depth >= maxNestedErrors, slices.Contains(tables().Faulty, m.Name()) && (depth == 0 || !isOwnErrors(m.Member("_errors"))):
			return false
		case isText && strings.IndexByte(text, ' ') > 0, isTree(m, depth+1), isOwnErrors(m):
			continue
		case first.Kind() != jsontree.Object, every(first, isEmpty), !every(first, isItem):
			return false
		}
	}
	return branches > 0
}

// isOwnErrors reports whether a member of a tree has the errors of what it is in.
func isOwnErrors(m jsontree.Value) bool { return m.Name() == "_errors" && m.Kind() == jsontree.Array }

// treeMembers reads a tree with the members of the input.
func treeMembers(r *wire.Reader, v jsontree.Value, at *location) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent && !r.Full(); m = m.Next() {
		here, i := &location{at, m.Name()}, 0
		treeMembers(r, m, here)
		for item := m.FirstElement(); item.Kind() != jsontree.Absent && !r.Full(); item, i = item.Next(), i+1 {
			text, isLeaf := item.Text()
			if isOwnErrors(m) { // what else an item has is no tree
				text, _ = textOrMessage(item)
				isLeaf = true
			}
			if isLeaf {
				r.Field(errkit.Field{Path: here.pointer(), Message: errkit.Text(text), Rule: memberRule(item)})
			} else {
				treeMembers(r, item, &location{here, strconv.Itoa(i)})
			}
		}
	}
}
