package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// object is a JSON object that is made for [API.OpenAPI].
type object = map[string]any

// OpenAPI returns an OpenAPI 3.1 document of the tools that [API.Tools] serves.
// The caller may change it before it is encoded: the members info and servers,
// for instance, or components.securitySchemes, because how a request carries
// what the tools require is up to the program.
//
// Each tool is an operation. Its id is the tool's ModelName, its tag the part of the name before
// the last dot. Its errors are those that the tool declares and those that every tool may respond
// with, by their status in [API.Dialect]; where that is 200, the response is one of both. The
// description lists the codes that the tool declares, when they occur and what to do. The schema
// of problem details lists the kinds and the codes that may have each status. The extension
// x-toolerr-errors has the errors that the tool declares, as canonical JSON.
//
// It fails if a pattern is not one of a single method and path, does not have
// the path values of its tool, or is used twice, and if a GET needs a body.
func (a *API) OpenAPI(set *tool.Set) (map[string]any, error) {
	paths, schemes := map[string]object{}, object{}
	for t := range set.Latest() {
		method, path, op, err := a.operation(t)
		if err == nil && paths[path][method] != nil {
			err = errors.New("another tool has the same pattern")
		}
		if err != nil {
			return nil, fmt.Errorf("api: tool %q: pattern %q: %w", t.Name, a.pattern(t), err)
		}
		if paths[path] == nil {
			paths[path] = object{}
		}
		paths[path][method] = op
		maps.Copy(schemes, securitySchemes(&t.Requirements))
	}
	components := object{}
	if len(schemes) > 0 {
		components["securitySchemes"] = schemes
	}
	if a.usesProblems() {
		components["schemas"] = problemSchemas(a.Codec.Carry)
	}
	return object{
		"openapi":    "3.1.0",
		"info":       object{"title": "Tools", "version": "1.0.0"},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": components,
	}, nil
}

// operation returns the Operation Object of a tool, with its method in lower case
// and its path.
func (a *API) operation(t *tool.Tool) (method, path string, op object, err error) {
	method, path, err = parsePattern(a.pattern(t))
	if err != nil {
		return "", "", nil, err
	}
	p := parametersOf(t)
	parameters, err := p.describe(path)
	if err != nil {
		return "", "", nil, err
	}
	body := p.describeBody(t)
	if method == "get" || method == "head" || method == "delete" { // RFC 9110 §9.3: content has no defined semantics
		if body["required"] == true {
			return "", "", nil, errors.New("the method has no body, which the tool needs")
		}
		body = nil
	}
	op = object{"operationId": t.ModelName(), "summary": cmp.Or(t.Title, t.Name), "responses": a.responses(t)}
	if i := strings.LastIndexByte(t.Name, '.'); i >= 0 {
		op["tags"] = []string{t.Name[:i]}
	}
	setText(op, "description", t.Description)
	const key = "Idempotency-Key"
	isKey := func(at parameter) bool { return at.in == inHeader && strings.EqualFold(at.name, key) }
	if a.Keys != nil && a.Keys.Replay && !header.IsSafe(strings.ToUpper(method)) &&
		!slices.ContainsFunc(p.all, isKey) {
		text := "An authenticated client that repeats a call with its key gets the first answer."
		parameters = append(parameters, object{
			"name": key, "in": inHeader, "description": text, "schema": object{"type": "string"},
		})
	}
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if len(body) > 0 {
		op["requestBody"] = body
	}
	op["security"] = securityRequirements(&t.Requirements)
	if len(t.Errors) > 0 {
		op[dialect.ErrorsExtension] = middleware.DeclaredJSON(t.Errors)
	}
	return method, path, op, nil
}

// setText sets a member that is not empty.
func setText(o object, name, value string) {
	if value != "" {
		o[name] = value
	}
}

// parsePattern returns the method, in lower case, and the path template of a
// pattern of [http.ServeMux].
func parsePattern(pattern string) (method, path string, err error) {
	method, rest, _ := strings.Cut(pattern, " ")
	i := strings.IndexByte(rest, '/')
	switch method = strings.ToLower(method); {
	case i < 0:
		return "", "", errors.New("want a method and a path")
	case !slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}, method):
		return "", "", fmt.Errorf("OpenAPI has no method %q", method)
	}
	path = strings.TrimSuffix(rest[i:], "{$}")
	return method, strings.ReplaceAll(path, "...}", "}"), nil
}

// examplesOf returns Example Objects with the values of the examples of a tool that have one.
func examplesOf(t *tool.Tool, valueOf func(tool.Example) json.RawMessage) object {
	all := object{}
	for i, e := range t.Examples {
		if value := valueOf(e); value != nil {
			o := object{"value": value}
			setText(o, "summary", e.Description)
			all["example"+strconv.Itoa(i+1)] = o
		}
	}
	return all
}

// media returns a Media Type Object.
func media(schema any, examples object) object {
	o := object{"schema": schema}
	if len(examples) > 0 {
		o["examples"] = examples
	}
	return o
}

// The requirements of a tool as security schemes: a bearer token for each
// authorization, a header for each secret, and a bearer token that identifies the
// user.
const userScheme = "user"

// notInName matches what names of components may not have (OpenAPI 3.1, Components Object).
var notInName = regexp.MustCompile(`[^A-Za-z0-9._-]`)

func schemeName(name string) string { return notInName.ReplaceAllString(name, "_") }

// securitySchemes returns the Security Scheme Objects of requirements.
func securitySchemes(r *tool.Requirements) object {
	all := object{}
	for _, auth := range r.Authorization {
		text := "A token of " + auth.ID + "."
		all[schemeName(auth.ID)] = object{"type": "http", "scheme": "bearer", "description": text}
	}
	for _, name := range r.Secrets {
		key, text := schemeName(name), "The secret "+name+"."
		all[key] = object{"type": "apiKey", "in": "header", "name": key, "description": text}
	}
	if r.UserID {
		all[userScheme] = object{"type": "http", "scheme": "bearer", "description": "Identifies the user."}
	}
	return all
}

// securityRequirements returns the Security Requirement Objects of a tool: one
// with all schemes, none if the tool requires nothing.
func securityRequirements(r *tool.Requirements) []object {
	if r.IsZero() {
		return []object{}
	}
	all := object{}
	for name := range securitySchemes(r) {
		all[name] = []string{}
	}
	for _, auth := range r.Authorization {
		all[schemeName(auth.ID)] = append([]string{}, auth.Scopes...)
	}
	return []object{all}
}

// describe returns the Parameter Objects of a tool.
func (p *parameters) describe(path string) ([]object, error) {
	required := p.required()
	var all []object
	inPattern := request.Wildcards(strings.NewReplacer("/:", "/", "/*", "/").Replace(path)) // in which these are texts
	for _, at := range p.all {
		if at.in == inForm {
			continue
		}
		schema := p.properties.Member(at.member)
		o := object{"name": at.name, "in": at.in, "schema": json.RawMessage(cmp.Or(schema.Raw(), "{}"))}
		description, _ := schema.Member("description").Text()
		setText(o, "description", description)
		if at.in == inPath {
			i := slices.Index(inPattern, at.name)
			if i < 0 {
				return nil, fmt.Errorf("it has no wildcard {%s}", at.name)
			}
			inPattern = slices.Delete(inPattern, i, i+1)
		}
		isElsewhere := func(other parameter) bool { return other.member == at.member && other != at }
		if at.in == inPath || slices.Contains(required, at.member) && !slices.ContainsFunc(p.all, isElsewhere) {
			o["required"] = true
		}
		all = append(all, o)
	}
	for _, name := range inPattern { // the tool does not use it
		all = append(all, object{"name": name, "in": inPath, "required": true, "schema": object{"type": "string"}})
	}
	return all, nil
}

// required returns the required members of the input.
func (p *parameters) required() (names []string) {
	for e := range p.schema.Member("required").Elements() {
		name, _ := e.Text()
		names = append(names, name)
	}
	return names
}

// describeBody returns the Request Body Object of a tool: its input schema
// without the members that are elsewhere. It is empty if all are.
func (p *parameters) describeBody(t *tool.Tool) object {
	inJSON := func(member string) bool {
		return !slices.ContainsFunc(p.all, func(at parameter) bool { return at.member == member && at.in != inForm })
	}
	content := object{}
	body, required := p.part(func(member string) (string, bool) { return member, inJSON(member) })
	if len(body) > 0 {
		examples := examplesOf(t, func(e tool.Example) json.RawMessage { return only(e.Input, inJSON) })
		content["application/json"] = media(body, examples)
	}
	if p.form {
		form, _ := p.part(func(member string) (string, bool) {
			isNamed := func(at parameter) bool { return at.in == inForm && at.member == member }
			if i := slices.IndexFunc(p.all, isNamed); i >= 0 {
				return p.all[i].name, true
			}
			return member, inJSON(member)
		})
		content[request.Form] = media(form, nil)
	}
	if len(content) == 0 {
		return nil
	}
	return object{"content": content, "required": required}
}

// part returns the input schema with some of its members, by the names that
// nameOf returns, and whether it requires one of them. It is nil without members.
func (p *parameters) part(nameOf func(member string) (name string, ok bool)) (part object, required bool) {
	properties := object{}
	for member, schema := range p.properties.Members() {
		if name, ok := nameOf(member); ok {
			properties[name] = json.RawMessage(schema.Raw())
		}
	}
	if len(properties) == 0 && p.properties.Len() > 0 {
		return nil, false
	}
	part = object{}
	for keyword, value := range p.schema.Members() {
		part[keyword] = json.RawMessage(value.Raw())
	}
	part["properties"] = properties
	delete(part, "required")
	var names []string
	for _, member := range p.required() {
		if name, ok := nameOf(member); ok {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		part["required"] = names
	}
	return part, len(names) > 0
}

// only returns an object with some of its members.
func only(doc json.RawMessage, keep func(string) bool) json.RawMessage {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(request.OrEmpty(doc), &members) // package tool checked it
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return !keep(name) })
	kept, _ := json.Marshal(members)
	return kept
}
