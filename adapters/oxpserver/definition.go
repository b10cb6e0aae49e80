package oxpserver

import (
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/tool"
)

// definition returns what clients see of a tool (OXP 1.0, ToolDefinition).
func definition(t *tool.Tool) schemas.OXPToolDefinition {
	d := schemas.OXPToolDefinition{
		ID: t.ID(), Name: t.ModelName(), Description: t.Description, Version: t.Version,
		InputSchema: t.InputSchema, OutputSchema: t.OutputSchema,
	}
	if d.OutputSchema == nil {
		d.OutputSchema = json.RawMessage("null")
	}
	if t.Requirements.IsZero() {
		return d
	}
	d.Requirements = &schemas.OXPRequirements{UserID: t.Requirements.UserID}
	for _, a := range t.Requirements.Authorization {
		item := schemas.OXPAuthorization{ID: a.ID}
		if len(a.Scopes) > 0 {
			item.OAuth2 = &schemas.OXPOAuth2{Scopes: a.Scopes}
		}
		d.Requirements.Authorization = append(d.Requirements.Authorization, item)
	}
	for _, name := range t.Requirements.Secrets {
		d.Requirements.Secrets = append(d.Requirements.Secrets, schemas.OXPSecretName{ID: name})
	}
	return d
}

// isToolName reports whether a name is of the form Toolkit.Tool (OXP 1.0, ToolId).
func isToolName(name string) bool {
	toolkit, tool, ok := strings.Cut(name, ".")
	return ok && isWord(toolkit) && isWord(tool)
}

// isWord reports whether s is one or more of A-Z a-z 0-9 _.
func isWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && !('0' <= c && c <= '9') && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return false
		}
	}
	return s != ""
}
