package oxpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/schemas"
)

// A Tool is what clients see of a tool (OXP 1.0, ToolDefinition).
type Tool struct {
	ID           string // Toolkit.Tool, without a version
	Version      string // x.y.z
	Name         string // for models; "": the ID with _ for the dot
	Description  string // when and how to use it, for models
	Requirements Requirements

	InputSchema  json.RawMessage // JSON Schema without $ref; nil: that of the type, see package derive
	OutputSchema json.RawMessage // as InputSchema; null: there is none
}

// Requirements is what a call must bring besides its input. It is checked before the tool is called.
type Requirements struct {
	Authorization []Authorization
	Secrets       []string // the names of secrets
	UserID        bool     // the call must name its user
}

// An Authorization is what the user must have allowed before the tool may be called. A call that brings a token with its
// ID has it.
type Authorization struct {
	ID     string   // names the provider
	Scopes []string // what is asked of an OAuth 2.0 provider

	// Challenge is asked where the call brings no token: nil says that the user has allowed it already, a challenge what
	// the user must visit first. Its CheckURL may lead to the route /challenges/{id}, see Server.Check. An error is a
	// Server Error. Nil: a call without a token is refused, and nothing to visit is named.
	Challenge func(context.Context, *Call) (*errkit.Challenge, error)
}

// entry is one version of a tool.
type entry struct {
	Tool
	version    version
	fn         *tool.Func
	definition schemas.OXPToolDefinition
}

// AddTool adds a tool to a server; several versions of one tool are several tools. The input is checked by the schema and
// the validate tags of In before f is called, so f sees good input only. What else the call brings, see [CallOf].
//
// It is an error if the tool is there already, or breaks the rules of OXP, or if a type has no JSON Schema.
func AddTool[In, Out any](s *Server, t Tool, f func(context.Context, In) (Out, error)) error {
	fn, err := tool.New(tool.Options{Input: t.InputSchema, Output: t.OutputSchema, Validate: s.Validate}, f)
	if err == nil {
		err = s.add(t, fn)
	}
	if err != nil {
		return fmt.Errorf("oxp: tool %q: %w", t.ID, err)
	}
	return nil
}

func (s *Server) add(t Tool, fn *tool.Func) error {
	switch name, v, err := splitID(t.ID); {
	case err != nil:
		return err
	case v != "":
		return fmt.Errorf("the version stands in the ID, want it in Version")
	case len(t.ID)+len("@")+len(t.Version) > maxEcho:
		return fmt.Errorf("the ID and the version are longer than %d bytes", maxEcho)
	case t.Name == "":
		t.Name = strings.ReplaceAll(name, ".", "_")
	}
	if len(t.Name) > 64 || !word(strings.ReplaceAll(t.Name, "-", "_")) {
		return fmt.Errorf("the name %q is not of 1 to 64 of A-Z a-z 0-9 _ -", t.Name)
	}
	v, err := parseVersion(t.Version, false)
	if err != nil {
		return err
	}
	e := &entry{Tool: t, version: v, fn: fn, definition: define(t, fn)}

	s.mu.Lock()
	defer s.mu.Unlock()
	versions := s.tools[t.ID]
	i, found := slices.BinarySearchFunc(versions, v, func(e *entry, v version) int { return e.version.compare(v) })
	if found {
		return fmt.Errorf("version %s is there already", t.Version)
	}
	if s.tools == nil {
		s.tools = map[string][]*entry{}
	}
	// A new slice, for requests may be reading the old one.
	s.tools[t.ID] = slices.Insert(slices.Clone(versions), i, e)
	return nil
}

func define(t Tool, fn *tool.Func) schemas.OXPToolDefinition {
	d := schemas.OXPToolDefinition{
		ID: t.ID + "@" + t.Version, Name: t.Name, Description: t.Description, Version: t.Version,
		InputSchema: fn.Input, OutputSchema: fn.Output,
	}
	if d.OutputSchema == nil {
		d.OutputSchema = json.RawMessage("null")
	}
	r := t.Requirements
	if len(r.Authorization) == 0 && len(r.Secrets) == 0 && !r.UserID {
		return d
	}
	d.Requirements = &schemas.OXPRequirements{UserID: r.UserID}
	for _, a := range r.Authorization {
		item := schemas.OXPAuthorization{ID: a.ID}
		if len(a.Scopes) > 0 {
			item.OAuth2 = &schemas.OXPOAuth2{Scopes: a.Scopes}
		}
		d.Requirements.Authorization = append(d.Requirements.Authorization, item)
	}
	for _, name := range r.Secrets {
		d.Requirements.Secrets = append(d.Requirements.Secrets, schemas.OXPSecretName{ID: name})
	}
	return d
}

// maxEcho bounds, in bytes, a tool id that an answer repeats; no tool has a longer one.
const maxEcho = 500

// find resolves a tool id (OXP 1.0, Tool Version Resolution): x.y.z is that version, x is x.0.0, none is the latest.
func (s *Server) find(id string) (*entry, error) {
	name, wanted, err := splitID(id)
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Message: "The tool_id is not valid: want Toolkit.Tool, Toolkit.Tool@1 or Toolkit.Tool@1.2.3.", Err: err}
	}
	var v version
	if wanted != "" {
		if v, err = parseVersion(wanted, true); err != nil {
			return nil, &errkit.Error{Kind: errkit.InvalidRequest, Message: "The version in the tool_id is not valid: want x.y.z or x.", Err: err}
		}
	}
	s.mu.RLock()
	versions := s.tools[name]
	s.mu.RUnlock()
	if len(id) > maxEcho {
		return nil, errkit.ToolNotFound
	}
	if len(versions) == 0 {
		return nil, &errkit.Error{Kind: errkit.ToolNotFound, Message: errkit.Textf("Tool '%s' was not found", name)}
	}
	if wanted == "" {
		return versions[len(versions)-1], nil
	}
	i, found := slices.BinarySearchFunc(versions, v, func(e *entry, v version) int { return e.version.compare(v) })
	if !found {
		return nil, &errkit.Error{
			Kind:    errkit.VersionNotFound,
			Message: errkit.Textf("Tool '%s' was not found", versions[len(versions)-1].Name),
			Dev:     errkit.Devf("%s version %s is not available", name, v),
		}
	}
	return versions[i], nil
}
