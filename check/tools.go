package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sort"
	"strings"
)

// A listed tool is an item of a list of tools.
type listed struct {
	Name        string          `json:"name"`
	ID          string          `json:"id"`
	Path        string          `json:"path"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Input       json.RawMessage `json:"input_schema"`
	Annotations struct {
		ReadOnly bool `json:"readOnlyHint"`
	} `json:"annotations"`
}

func (l *listed) tool() Tool {
	t := Tool{Name: l.Name, ID: l.ID, Path: l.Path, Schema: l.InputSchema, ReadOnly: l.Annotations.ReadOnly}
	if t.Schema == nil {
		t.Schema = l.Input
	}
	return t
}

// ReadTools reads a list of tools: the answer to tools/list of MCP, GET /tools of OXP, an OpenAPI
// 3 document, or an array of objects with the members name and inputSchema.
func ReadTools(doc []byte) ([]Tool, error) {
	var list struct {
		Result struct {
			Tools []listed `json:"tools"`
		} `json:"result"`
		Tools []listed `json:"tools"`
		Items []listed `json:"items"`
		Paths map[string]json.RawMessage
	}
	var plain []listed
	if json.Unmarshal(doc, &plain) != nil {
		if err := json.Unmarshal(doc, &list); err != nil {
			return nil, err
		}
		if list.Paths != nil {
			return openAPITools(doc)
		}
		plain = append(append(list.Result.Tools, list.Tools...), list.Items...)
		if plain == nil && list.Tools == nil && list.Items == nil && list.Result.Tools == nil {
			return nil, errNoTools
		}
	}
	tools := []Tool{}
	for _, t := range plain {
		if t.Name == "" && t.ID == "" {
			return nil, errNoTools
		}
		tools = append(tools, t.tool())
	}
	return tools, nil
}

var errNoTools = errors.New("the document has no list of tools")

// openAPITools returns the operations that take JSON with POST.
func openAPITools(doc []byte) ([]Tool, error) {
	var api struct {
		Servers []struct {
			URL string `json:"url"`
		} `json:"servers"`
		Paths      map[string]json.RawMessage `json:"paths"`
		Components json.RawMessage            `json:"components"`
	}
	if err := json.Unmarshal(doc, &api); err != nil {
		return nil, err
	}
	prefix := ""
	if len(api.Servers) > 0 {
		if u, err := url.Parse(api.Servers[0].URL); err == nil {
			prefix = strings.TrimRight(u.Path, "/")
		}
	}
	tools := []Tool{}
	for path, item := range api.Paths {
		var methods map[string]json.RawMessage
		var op struct {
			OperationID string `json:"operationId"`
			RequestBody struct {
				Content map[string]struct {
					Schema   json.RawMessage `json:"schema"`
					Example  json.RawMessage `json:"example"`
					Examples map[string]struct {
						Value json.RawMessage `json:"value"`
					} `json:"examples"`
				} `json:"content"`
			} `json:"requestBody"`
		}
		if !isPath(path) || strings.Contains(path, "{") ||
			json.Unmarshal(item, &methods) != nil || json.Unmarshal(methods["post"], &op) != nil {
			continue
		}
		body, ok := op.RequestBody.Content["application/json"]
		if !ok {
			continue
		}
		t := Tool{Name: cmp.Or(op.OperationID, strings.Trim(path, "/")), Path: prefix + path, Schema: body.Schema,
			components: api.Components, hasPatch: methods["patch"] != nil}
		if body.Example != nil {
			t.Examples = append(t.Examples, body.Example)
		}
		for _, e := range body.Examples {
			t.Examples = append(t.Examples, e.Value)
		}
		tools = append(tools, t)
	}
	sort.Slice(tools, func(i, j int) bool { return tools[i].Path < tools[j].Path })
	return tools, nil
}

// schema returns the schema of the input, in which #/components/... leads to the components of
// the document that listed the tool.
func (t *Tool) schema() json.RawMessage {
	var members map[string]json.RawMessage
	refers := t.components != nil && bytes.Contains(t.Schema, []byte("#/components/"))
	if !refers || json.Unmarshal(t.Schema, &members) != nil {
		return t.Schema
	}
	members["components"] = t.components
	doc, err := json.Marshal(members)
	if err != nil {
		return t.Schema
	}
	return doc
}

// isPath reports whether a path of a document is one on the server: "//host" and "@host" are not.
func isPath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//")
}

// resolve returns the URL of a path on the server of a URL.
func resolve(base, path string) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	plain, err := url.PathUnescape(path)
	if err != nil || !isPath(path) {
		return "", fmt.Errorf("check: %q is not a path", path)
	}
	at := url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: plain, RawPath: path}
	return at.String(), nil
}
