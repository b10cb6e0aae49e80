package nethttp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/tool"
)

// describe returns the Parameter Objects of a tool.
func (p *parameters) describe(path string) ([]object, error) {
	required := p.required()
	var all []object
	inPattern := slices.Collect(wildcards(path))
	for _, at := range p.all {
		if at.in == inForm {
			continue
		}
		schema := p.properties.Member(at.member)
		o := object{"name": at.name, "in": at.in, "schema": json.RawMessage(cmp.Or(schema.Raw(), "{}"))}
		if description, _ := schema.Member("description").Text(); description != "" {
			o["description"] = description
		}
		if at.in == inPath {
			i := slices.Index(inPattern, at.name)
			if i < 0 {
				return nil, fmt.Errorf("it has no wildcard {%s}", at.name)
			}
			inPattern = slices.Delete(inPattern, i, i+1)
		}
		if at.in == inPath || slices.Contains(required, at.member) && p.places(at.member) == 1 {
			o["required"] = true
		}
		all = append(all, o)
	}
	for _, name := range inPattern { // the tool does not use it
		all = append(all, object{"name": name, "in": inPath, "required": true, "schema": object{"type": "string"}})
	}
	return all, nil
}

// places returns how many tags a member has.
func (p *parameters) places(member string) (n int) {
	for _, at := range p.all {
		if at.member == member {
			n++
		}
	}
	return n
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
		examples := object{}
		for i, e := range t.Examples {
			examples["example"+strconv.Itoa(i+1)] = example(e.Description, only(e.Input, inJSON))
		}
		content["application/json"] = media(body, examples)
	}
	if p.form {
		form, _ := p.part(func(member string) (string, bool) {
			for _, at := range p.all {
				if at.in == inForm && at.member == member {
					return at.name, true
				}
			}
			return member, inJSON(member)
		})
		content[formType] = media(form, nil)
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
func only(doc json.RawMessage, keep func(string) bool) object {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(doc, &members) // package tool checked it
	kept := object{}
	for name, value := range members {
		if keep(name) {
			kept[name] = value
		}
	}
	return kept
}
