package nethttp

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/tool"
)

// object is a JSON object that is made for [API.OpenAPI].
type object = map[string]any

// OpenAPI returns an OpenAPI 3.1 document of the tools that [API.Tools] serves.
// The caller may change it before it is encoded: the members info and servers,
// for instance, or components.securitySchemes, because how a request carries
// what the tools require is up to the program.
//
// Each tool is an operation. Its id is the tool's ModelName, its tag the part of
// the name before the last dot. Its errors are those that the tool declares and
// those that every tool may respond with, by their status in [API.Dialect];
// errors with a status of a success are left out. The schema of problem details
// lists the kinds of each status.
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
			return nil, fmt.Errorf("nethttp: tool %q: pattern %q: %w", t.Name, a.pattern(t), err)
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
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if len(body) > 0 {
		op["requestBody"] = body
	}
	op["security"] = securityRequirements(&t.Requirements)
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

// example returns an Example Object.
func example(summary string, value any) object {
	o := object{"value": value}
	setText(o, "summary", summary)
	return o
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

// schemeName returns a name with the characters that components may have
// (OpenAPI 3.1, Components Object).
func schemeName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, name)
}

// securitySchemes returns the Security Scheme Objects of requirements.
func securitySchemes(r *tool.Requirements) object {
	all := object{}
	for _, auth := range r.Authorization {
		all[schemeName(auth.ID)] = object{"type": "http", "scheme": "bearer", "description": "A token of " + auth.ID + "."}
	}
	for _, name := range r.Secrets {
		all[schemeName(name)] = object{"type": "apiKey", "in": "header", "name": schemeName(name), "description": "The secret " + name + "."}
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
