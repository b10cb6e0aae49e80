package jsonrpc

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// methodDiscover is the method of OpenRPC for a description of the server (Service Discovery
// Method).
const methodDiscover = "rpc.discover"

type object = map[string]any

// OpenRPC returns an OpenRPC 1.3 document of the tools, each of which is a method. It is the
// result of the method rpc.discover, unless [Server.Handle] has added another one. The caller may
// change it: the members info and servers, for instance, or methods, to add what Handle serves.
//
// The errors of a method are those that the tool declares and those of every tool, as they are
// sent. OpenRPC allows one for each code: if several have it, that of the kind which the code
// means. All that the tool declares are in the extension x-toolerr-errors, as canonical JSON.
// components.schemas has the schema of all params of a tool under its ModelName.
func (s *Server) OpenRPC() map[string]any {
	methods, schemas := []object{}, object{}
	for t := range s.tools.Latest() {
		if s.handler(t.Name) == nil {
			methods, schemas[t.ModelName()] = append(methods, s.describe(t)), t.InputSchema
		}
	}
	return object{"openrpc": "1.3.2", "info": object{"title": "Tools", "version": "1.0.0"}, "methods": methods,
		"components": object{"schemas": schemas}}
}

// describe returns the Method Object of a tool.
func (s *Server) describe(t *tool.Tool) object {
	input, _ := jsontree.Parse(t.InputSchema, jsontree.Limits{}) // package tool has parsed it
	params, required := []object{}, 0                            // those that are required come first
	for name, schema := range input.Member("properties").Members() {
		i, needed := len(params), slices.ContainsFunc(slices.Collect(input.Member("required").Elements()),
			func(v jsontree.Value) bool { return v.Is(name) })
		if needed {
			i, required = required, required+1
		}
		p := object{"name": name, "schema": json.RawMessage(schema.Raw()), "required": needed}
		params = slices.Insert(params, i, p)
	}
	m := object{"name": t.Name, "summary": cmp.Or(t.Title, t.Name), "description": t.Description,
		"paramStructure": "by-name", "params": params, "errors": s.errorsOf(t),
		"result": object{"name": "output", "schema": json.RawMessage(cmp.Or(string(t.OutputSchema), "{}"))}}
	if len(t.Errors) > 0 {
		m[dialect.ErrorsExtension] = middleware.DeclaredJSON(t.Errors)
	}
	return m
}

// errorsOf returns the Error Objects of a tool, with unique codes (OpenRPC 1.3, Method Object,
// errors). An error that the dialect puts into results is not listed.
func (s *Server) errorsOf(t *tool.Tool) []*jrpc2.Error {
	sent := func(e *errkit.Error) *jrpc2.Error {
		var m struct{ Error *jrpc2.Error }
		doc, _ := s.appendFailure(nil, dialect.Call{ID: null, Method: t.Name}, e)
		_ = json.Unmarshal(doc, &m) // it was just made
		return m.Error
	}
	all := []*jrpc2.Error{}
	for _, err := range t.Failures() {
		e := *errkit.From(err)
		e.Dev, e.Ref = errkit.Private{}, "" // of a call
		shown := sent(&e)
		i := slices.IndexFunc(all, func(o *jrpc2.Error) bool { return shown != nil && o.Code == shown.Code })
		switch {
		case i >= 0:
			kind := e.Kind
			doc := appendError(nil, null, &jrpc2.Error{Code: shown.Code})
			if known, _ := s.Codec.Decode(dialect.Document{Dialect: s.dialect(t.Name), Body: doc}); known != nil {
				kind = known.Kind // the one that the code means
			}
			if plain := sent(&errkit.Error{Kind: kind, Stage: e.Stage}); plain != nil && plain.Code == shown.Code {
				all[i] = plain
			}
		case shown != nil:
			all = append(all, shown)
		}
	}
	return all
}
