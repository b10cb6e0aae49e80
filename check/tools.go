package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/dialect"
)

// ReadTools reads a list of tools: the answer to tools/list of MCP, GET /tools of OXP, an OpenAPI
// document 3.0 or 3.1, in JSON or YAML, or an array of objects with the members name and
// inputSchema. It leaves out the tools of MCP that cannot be called without a task.
func ReadTools(doc []byte) ([]Tool, error) {
	v, err := readYAML(doc)
	if err != nil {
		return nil, err
	}
	if m := object(v); m["paths"] != nil {
		return openAPITools(m)
	} else if m != nil {
		result := object(m["result"])
		v = cmp.Or(result["tools"], m["tools"], m["items"])
		if _, isNull := result["tools"]; isNull && v == nil { // see isNullList
			return []Tool{}, nil
		}
	}
	list, ok := v.([]any)
	if !ok {
		return nil, errNoTools
	}
	tools := []Tool{}
	for _, e := range list {
		m := object(e)
		t := Tool{ReadOnly: object(m["annotations"])["readOnlyHint"] == true,
			declared: codesIn(object(m["_meta"])[dialect.ErrorsKey])}
		t.Name, _ = m["name"].(string)
		t.ID, _ = m["id"].(string)
		t.Path, _ = m["path"].(string)
		if schema := cmp.Or(m["inputSchema"], m["input_schema"]); schema != nil {
			t.Schema = encoded(schema)
		}
		if t.Name == "" && t.ID == "" {
			return nil, errNoTools
		}
		if object(m["execution"])["taskSupport"] != "required" {
			tools = append(tools, t)
		}
	}
	return tools, nil
}

// codesIn returns the codes of a list of errors that is a declaration.
func codesIn(errs any) (codes []string) {
	list, _ := errs.([]any)
	for _, e := range list {
		if code, _ := object(e)["code"].(string); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}

var errNoTools = errors.New("the document has no list of tools")

// schema returns a schema of the tool, in which #/components/... leads to the components of the
// document that listed the tool.
func (t *Tool) schema(part json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	refers := t.components != nil && bytes.Contains(part, []byte("#/components/"))
	if !refers || json.Unmarshal(part, &members) != nil {
		return part
	}
	members["components"] = t.components
	return encoded(members)
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
