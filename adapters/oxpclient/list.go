package oxpclient

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
)

// A Tool is a tool that a server lists (OXP 1.0, ToolDefinition).
type Tool struct {
	ID           string          `json:"id"`   // for [Call]: Toolkit.Tool@1.2.3
	Name         string          `json:"name"` // for models
	Description  string          `json:"description"`
	Version      string          `json:"version"`
	InputSchema  json.RawMessage `json:"input_schema"`  // nil: not stated
	OutputSchema json.RawMessage `json:"output_schema"` // nil: not stated; null: the tool returns no value
	Requirements Requirements    `json:"requirements"`
}

// Requirements are what a call of a tool must bring besides its input.
type Requirements struct {
	Authorization []Authorization `json:"authorization"`
	Secrets       []struct {
		ID string `json:"id"`
	} `json:"secrets"`
	UserID bool `json:"user_id"`
}

// An Authorization is what the user must have allowed.
type Authorization struct {
	ID     string `json:"id"`
	OAuth2 struct {
		Scopes []string `json:"scopes"`
	} `json:"oauth2"`
}

// Tools returns the tools of the server. The error is as that of [Client.Call].
func (c *Client) Tools(ctx context.Context) ([]Tool, error) {
	var list struct {
		Items []Tool `json:"items"`
		Tools []Tool `json:"tools"` // in the prose of OXP 1.0
	}
	e := c.repeat(ctx, "", func() *errkit.Error {
		resp, e := c.exchange(ctx, http.MethodGet, "tools", nil)
		if e == nil {
			_, e = c.decode(resp)
		}
		if e != nil {
			return e
		}
		err := json.Unmarshal(resp.Body, &list)
		if err == nil && list.Items == nil && list.Tools == nil {
			err = errors.New("the response has no list of tools")
		}
		if err != nil {
			return unusable(err)
		}
		return nil
	}, func() bool { return true })
	if e != nil {
		return nil, e
	}
	return append(list.Items, list.Tools...), nil
}
