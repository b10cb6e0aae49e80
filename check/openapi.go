package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/samber/lo"
	"go.yaml.in/yaml/v3"

	"github.com/toolerr/toolerr/check/internal/input"
	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/pointer"
)

// An endpoint is what an operation of plain HTTP has beside its body, which is the input of the
// tool. The zero endpoint takes a body with POST.
type endpoint struct {
	method string
	in     map[string]string // where a parameter with a name is: path, query or header
	params json.RawMessage   // the schema of an object with the parameters; nil if they are not known
	values map[string]any    // of the parameters
	shared bool              // another operation of the path may change something
}

// hasBody reports whether requests of the endpoint have a body.
func (t *Tool) hasBody() bool { return t.method == "" || t.Schema != nil }

// operations are the methods of OpenAPI that are called.
var operations = []string{"get", "head", "post", "put", "patch", "delete"}

var errOld = errors.New("the document is one of Swagger 2.0: want OpenAPI 3.0 or 3.1")

// openAPITools returns the operations of an OpenAPI document, 3.0 or 3.1. GET and HEAD change
// nothing (RFC 9110 §9.2.1).
func openAPITools(doc map[string]any) ([]Tool, error) {
	if doc["swagger"] != nil {
		return nil, errOld
	}
	old := strings.HasPrefix(fmt.Sprint(doc["openapi"]), "3.0")
	components := encoded(modern(doc["components"], old))
	tools, paths := []Tool{}, object(doc["paths"])
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := referred(doc, paths[path])
		for _, method := range operations {
			op := referred(doc, item[method])
			if op == nil || !isPath(path) {
				continue
			}
			name, _ := op["operationId"].(string)
			t := Tool{Name: cmp.Or(name, strings.ToUpper(method)+" "+path), Path: basePath(doc) + path,
				ReadOnly: method == "get" || method == "head", components: components,
				declared: codesIn(op[dialect.ErrorsExtension])}
			t.method = strings.ToUpper(method)
			t.describe(doc, item, op, old)
			tools = append(tools, t)
		}
	}
	return tools, nil
}

// basePath returns the path of the first server, with the defaults of its variables.
func basePath(doc map[string]any) string {
	list, _ := doc["servers"].([]any)
	if len(list) == 0 {
		return ""
	}
	server := object(list[0])
	address, _ := server["url"].(string)
	address = template.ReplaceAllStringFunc(address, func(name string) string {
		value, _ := object(object(server["variables"])[strings.Trim(name, "{}")])["default"].(string)
		return value
	})
	u, err := url.Parse(address)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return "/" + strings.Trim(u.EscapedPath(), "/")
}

var (
	template = regexp.MustCompile(`\{[^{}]+\}`)

	// notSent matches the headers that a document must not choose: those that OpenAPI ignores
	// (3.1.0 §4.8.12.1), those of the transport, and those that have a server run another method.
	notSent = regexp.MustCompile(`(?i)^(accept|authorization|connection|content-.*|cookie|expect|host|te|trailer|` +
		`transfer-encoding|upgrade|.*method.*|.*[^a-z0-9-].*)$`)
)

// describe sets the schemas and the examples of an operation. It sets neither if it cannot make a
// request of it: that would need a cookie, a parameter that is not a text, or another body than
// JSON.
func (t *Tool) describe(doc, item, op map[string]any, old bool) {
	required, properties := []any{}, map[string]any{}
	t.in = map[string]string{}
	common, _ := item["parameters"].([]any)
	own, _ := op["parameters"].([]any)
	for _, p := range slices.Concat(common, own) {
		p := referred(doc, p)
		name, _ := p["name"].(string)
		in, _ := p["in"].(string)
		needed := p["required"] == true || in == "path"
		isSent := slices.Contains([]string{"path", "query", "header"}, in)
		switch {
		case in == "header" && (!needed || notSent.MatchString(name)):
			continue
		case !isSent || p["schema"] == nil || cmp.Or(t.in[name], in) != in:
			if needed {
				return
			}
			continue
		case needed:
			required = append(lo.Without(required, any(name)), name) // that of the path may be there
		}
		t.in[name], properties[name] = in, modern(p["schema"], old)
	}
	for _, name := range template.FindAllString(t.Path, -1) {
		if name = strings.Trim(name, "{}"); t.in[name] == "" {
			t.in[name], properties[name], t.guessed = "path", map[string]any{"type": "string"}, true
			required = append(required, name)
		}
	}
	if request := referred(doc, op["requestBody"]); request != nil {
		bodiless := slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodDelete}, t.method)
		content := object(request["content"])
		body := object(cmp.Or(content["application/json"], content["*/*"]))
		switch {
		case body == nil || bodiless && request["required"] == true:
			return
		case !bodiless:
			t.Schema = encoded(modern(cmp.Or[any](body["schema"], map[string]any{}), old))
			for _, e := range append(lo.Values(object(body["examples"])), map[string]any{"value": body["example"]}) {
				if v := object(e)["value"]; v != nil {
					t.Examples = append(t.Examples, encoded(v))
				}
			}
			// The first one is sent.
			slices.SortFunc(t.Examples, func(a, b json.RawMessage) int { return bytes.Compare(a, b) })
		}
	}
	t.params = encoded(map[string]any{"type": "object", "properties": properties, "required": required})
}

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }

// encoded returns a value as JSON, nil if JSON does not have it, such as the number .inf of YAML.
func encoded(v any) json.RawMessage {
	doc, _ := json.Marshal(v)
	return doc
}

// referred returns an object of a document, or the one that its $ref leads to.
func referred(doc map[string]any, v any) map[string]any {
	for range 8 {
		ref, ok := object(v)["$ref"].(string)
		if !ok {
			break
		}
		v = doc
		for token := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			v = object(v)[pointer.Unescape(token)]
		}
	}
	return object(v)
}

// modern returns the schema of a request, without members that are read-only, in the words of JSON
// Schema 2020-12: from those of OpenAPI 3.0 if it is old (OAS 3.0.3, Schema Object).
func modern(v any, old bool) any {
	list, _ := v.([]any)
	m := object(v)
	switch {
	case list != nil:
		return lo.Map(list, func(e any, _ int) any { return modern(e, old) })
	case m == nil:
		return v
	}
	m = lo.MapValues(m, func(e any, _ string) any { return modern(e, old) })
	properties := object(m["properties"])
	hidden := lo.PickBy(properties, func(_ string, p any) bool { return object(p)["readOnly"] == true })
	if required, ok := m["required"].([]any); ok && len(hidden) > 0 {
		m["required"] = lo.Reject(required, func(name any, _ int) bool { return hidden[fmt.Sprint(name)] != nil })
	}
	maps.DeleteFunc(properties, func(name string, _ any) bool { return hidden[name] != nil })
	if !old {
		return m
	}
	if kind, ok := m["type"].(string); ok && m["nullable"] == true {
		m["type"] = []any{kind, "null"}
	}
	for _, limit := range []string{"Minimum", "Maximum"} {
		plain, exclusive := strings.ToLower(limit), "exclusive"+limit
		if open, ok := m[exclusive].(bool); ok {
			delete(m, exclusive)
			if open {
				m[exclusive] = m[plain]
				delete(m, plain)
			}
		}
	}
	return m
}

// readYAML reads YAML, of which JSON is a part. The names of members are texts, as in JSON.
func readYAML(doc []byte) (v any, err error) {
	if d := json.NewDecoder(bytes.NewReader(doc)); json.Valid(doc) {
		d.UseNumber()
		return v, d.Decode(&v)
	}
	err = yaml.Unmarshal(doc, &v)
	return named(v), err
}

func named(v any) any {
	switch v := v.(type) {
	case []any:
		return lo.Map(v, func(e any, _ int) any { return named(e) })
	case map[string]any:
		return lo.MapValues(v, func(e any, _ string) any { return named(e) })
	case map[any]any: // such as the statuses of responses
		return lo.MapEntries(v, func(k, e any) (string, any) { return fmt.Sprint(k), named(e) })
	}
	return v
}

// ReadPaths reads a list of endpoints: a line has a path below that of a URL, perhaps with its
// method before it, which is GET without one. What follows "#" is a remark. A body is any object.
func ReadPaths(address, text string) ([]Tool, error) {
	body := map[string]any{"content": map[string]any{"application/json": map[string]any{
		"schema": map[string]any{"type": "object"}}}}
	paths := map[string]any{}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch len(words) {
		case 0:
			continue
		case 1:
			words = append([]string{"get"}, words...)
		}
		method, path := strings.ToLower(words[0]), words[1]
		if len(words) > 2 || !isPath(path) || !slices.Contains(operations, method) {
			return nil, fmt.Errorf("%q is not a path such as /bells or POST /bells", strings.TrimSpace(line))
		}
		item := object(cmp.Or[any](paths[path], map[string]any{}))
		item[method], paths[path] = map[string]any{"requestBody": body}, item
	}
	tools, err := openAPITools(map[string]any{"paths": paths, "servers": []any{map[string]any{"url": address}}})
	for i := range tools {
		tools[i].guessed = true
	}
	return tools, err
}

// calls returns the calls of a tool that its schema does not allow, and one that it allows. With
// lacking it returns neither that one nor those with wrong parameters of an endpoint: without one
// a method may be about everything.
func (t *Tool) calls(seed uint64, lacking bool) (calls []call) {
	of := func(schema json.RawMessage, examples []json.RawMessage) (json.RawMessage, []input.Input) {
		source := input.Source{Schema: t.schema(schema), Examples: examples, ReadOnly: t.ReadOnly, Seed: seed}
		return source.Of(lacking)
	}
	doc, bodies := of(t.Schema, t.Examples)
	if doc == nil && (t.method == "" || t.Schema != nil) {
		return nil
	}
	right := t
	if t.method != "" {
		params, others := of(t.params, nil)
		if right = t.with(params); right == nil {
			return nil
		}
		for _, in := range others {
			one := t.with(in.Doc)
			if one == nil || lacking || t.method == http.MethodHead || // whose errors have no text
				t.in[strings.TrimPrefix(in.Paths[0], "/")] == "header" { // which the target may have, too
				continue
			}
			in.Doc = doc
			calls = append(calls, call{one, in})
		}
	}
	calls = append(calls, lo.Map(bodies, func(in input.Input, _ int) call { return call{right, in} })...)
	if !lacking {
		calls = append(calls, call{right, input.Input{Probe: probe.Valid, Doc: doc}})
	}
	return calls
}

// with returns the endpoint with values of its parameters, nil if no request can have them: they
// are texts, in a query also lists of texts, and a path has all of them.
func (t *Tool) with(params json.RawMessage) *Tool {
	one := *t
	d := json.NewDecoder(bytes.NewReader(params))
	d.UseNumber()
	if one.values = nil; d.Decode(&one.values) != nil || one.values == nil {
		return nil
	}
	for name, in := range t.in {
		v := one.values[name]
		list, isList := v.([]any)
		switch {
		case in == "path" && (v == nil || v == "" || v == "." || v == ".."):
			return nil
		case !isList && isText(v):
		case in != "query" || len(list) == 0 || !lo.EveryBy(list, isText):
			return nil
		}
	}
	return &one
}

// isText reports whether a value can be in a URL or a header.
func isText(v any) bool {
	text := fmt.Sprint(v)
	_, isList := v.([]any)
	return !isList && object(v) == nil && len(text) <= 2<<10 && !strings.ContainsFunc(text, unicode.IsControl)
}

// request returns a request of the endpoint with its values and a body.
func (t *Tool) request(c *client, body json.RawMessage) probe.Request {
	path, rest, _ := strings.Cut(cmp.Or(t.Path, "/"+t.Name), "?")
	query, _ := url.ParseQuery(rest)
	r := c.post("", append([]byte{}, body...))
	if r.Method = cmp.Or(t.method, r.Method); !t.hasBody() {
		r.Body = nil
		r.Header.Del("Content-Type")
	}
	for name, in := range t.in {
		v := t.values[name]
		list, isList := v.([]any)
		switch text := fmt.Sprint(v); {
		case v == nil:
		case in == "path":
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text))
		case in == "header" && r.Header.Get(name) == "":
			r.Header.Set(name, text)
		case isList:
			query[name] = lo.Map(list, func(e any, _ int) string { return fmt.Sprint(e) })
		case in == "query":
			query.Set(name, text)
		}
	}
	if r.URL = below(c, path); t.Path != "" {
		r.URL, _ = resolve(c.target.URL, path) // open has left out the tools whose path is none
	}
	if len(query) > 0 {
		r.URL += "?" + query.Encode()
	}
	return r
}
