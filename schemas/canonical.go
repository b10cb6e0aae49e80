package schemas

import "encoding/json"

// Kind is the name of a kind of errkit, such as "not_found".
type Kind string

// Enum lists every kind, in the order of the mapping table. The schema generator reads it.
func (Kind) Enum() []any {
	return []any{
		"internal", "unknown", "execution_failed", "upstream_failed", "output_invalid", "script_invalid",
		"malformed", "invalid_request", "method_not_found", "method_not_allowed", "invalid_input", "input_required",
		"too_large", "tool_not_found", "version_not_found", "app_not_found", "not_found", "unauthenticated",
		"auth_required", "auth_expired", "permission_denied", "requirement_missing", "conflict",
		"failed_precondition", "unsupported", "unsupported_version", "app_not_running", "rate_limited", "timeout",
		"canceled", "network", "unavailable", "config_invalid", "auth_config_invalid",
	}
}

// Canonical is an error as errkit's MarshalJSON writes it: the public parts alone. The decode command adds Peer and Dev
// for the operator's own terminal. It is also what Carry adds to the documents of the protocols.
type Canonical struct {
	_ struct{} `title:"toolerr error" description:"One error in its canonical form: the public parts." additionalProperties:"false"`

	Kind         Kind             `json:"kind" required:"true" description:"What went wrong, in one word."`
	Code         string           `json:"code,omitempty" description:"The application's own stable code." examples:"[\"no_such_bell\"]"`
	Message      string           `json:"message,omitempty" description:"What happened, for the user and the model. Absent: the kind's standing text."`
	Hint         string           `json:"hint,omitempty" description:"Advice for a model that will try again."`
	Fields       []CanonicalField `json:"fields,omitempty" description:"Which parts of the input are wrong."`
	Needs        *CanonicalNeeds  `json:"needs,omitempty" description:"What must be there before the call can succeed."`
	Retry        string           `json:"retry,omitempty" enum:"never,allowed,after_action" description:"Whether the same call may be made again. Absent: as the kind says."`
	RetryAfterMS int64            `json:"retry_after_ms,omitempty" minimum:"0" description:"How long to wait first, in milliseconds."`
	Stage        string           `json:"stage,omitempty" enum:"before_call,execution" description:"When the call failed. Absent: as the kind says."`
	Upstream     int              `json:"upstream,omitempty" description:"The HTTP status that a service behind the tool answered with."`
	Details      json.RawMessage  `json:"details,omitempty" jsonType:"object" description:"Public facts, for programs."`
	Ref          string           `json:"ref,omitempty" description:"Ties this answer to a record in the server's log."`
	Peer         *CanonicalPeer   `json:"peer,omitempty" description:"Where a decoded error came from."`
	Dev          string           `json:"dev,omitempty" description:"The author's words to developers: never for a user or a model."`
}

// CanonicalField says what is wrong with one part of the input.
type CanonicalField struct {
	_ struct{} `title:"Wrong input" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Path    string `json:"path" required:"true" description:"A JSON pointer (RFC 6901) into the input; empty: all of it." examples:"[\"/items/0/sku\"]"`
	Message string `json:"message,omitempty" description:"What to change."`
	Rule    string `json:"rule,omitempty" description:"The rule that was broken." examples:"[\"min\"]"`
	Param   string `json:"param,omitempty" description:"The rule's parameter." examples:"[\"1\"]"`
}

// CanonicalNeeds says what must be there before a call can succeed.
type CanonicalNeeds struct {
	_ struct{} `title:"Needs" description:"What must be there before a call can succeed." additionalProperties:"false"`

	Authorization []CanonicalChallenge `json:"authorization,omitempty" description:"What the user must visit."`
	UserID        bool                 `json:"user_id,omitempty" description:"The call must name its user."`
	Secrets       []string             `json:"secrets,omitempty" description:"Names of the missing secrets."`
	Scopes        []string             `json:"scopes,omitempty" description:"Names of the missing permissions."`
	Input         *CanonicalInput      `json:"input,omitempty" description:"What the user must add or choose."`
}

// CanonicalChallenge is an authorization that the user must complete.
type CanonicalChallenge struct {
	_ struct{} `title:"Challenge" description:"An authorization that the user must complete." additionalProperties:"false"`

	ID       string `json:"id,omitempty" description:"Names the challenge."`
	URL      string `json:"url" required:"true" description:"What the user visits."`
	CheckURL string `json:"check_url,omitempty" description:"Where a program asks whether it is done."`
	Message  string `json:"message,omitempty" description:"What the user reads before visiting."`
}

// CanonicalInput says what the user must add or choose.
type CanonicalInput struct {
	_ struct{} `title:"Input" description:"What the user must add or choose." additionalProperties:"false"`

	Fields      []string         `json:"fields,omitempty" description:"Names of the missing inputs."`
	Reason      string           `json:"reason,omitempty" description:"Why they are needed."`
	Suggestions Object[[]string] `json:"suggestions,omitempty" description:"Values to suggest, by input."`
	Options     []Option         `json:"options,omitempty" description:"What the user can choose from."`
}

// CanonicalPeer says where a decoded error came from.
type CanonicalPeer struct {
	_ struct{} `title:"Peer" description:"Where a decoded error came from." additionalProperties:"false"`

	Dialect string `json:"dialect,omitempty" description:"The dialect it was read in." examples:"[\"oxp\"]"`
	Code    string `json:"code,omitempty" description:"The code on the wire." examples:"[\"-32001\"]"`
	Type    string `json:"type,omitempty" description:"The type beside the code."`
	Rule    string `json:"rule,omitempty" description:"The rule that chose the kind."`
	Guessed bool   `json:"guessed,omitempty" description:"The kind was guessed from a text: low confidence."`
}

// MappingTable is the mapping table as JSON, for programs in other languages.
type MappingTable []MappingRow

// MappingRow is one kind's row in the mapping table.
type MappingRow struct {
	_ struct{} `title:"Row" description:"What one kind becomes in each protocol." additionalProperties:"false"`

	Kind       Kind            `json:"kind" required:"true"`
	Text       string          `json:"text" required:"true" description:"The kind's standing text."`
	HTTP       int             `json:"http" required:"true" minimum:"400" maximum:"599" description:"The status of an answer in a dialect that uses HTTP's status."`
	OXP        string          `json:"oxp" required:"true" enum:"server,validation,tool" description:"The form of the OXP answer: 400, 422 or 200."`
	MCP        json.RawMessage `json:"mcp" required:"true" description:"The JSON-RPC code for tools/call; result: the error goes into the result of the call."`
	MCPBefore  int             `json:"mcp_before,omitempty" description:"The JSON-RPC code where the call failed before the tool. Absent: as mcp."`
	MCPOutside int             `json:"mcp_outside" required:"true" description:"The JSON-RPC code outside tools/call."`
	AAI        int             `json:"aai" required:"true" description:"The JSON-RPC code."`
	AAIString  string          `json:"aai_string" required:"true" description:"The code name; by_upstream: as the upstream status says."`
	ToolError  string          `json:"toolerror" required:"true" description:"The code of toolError:v1; by_upstream: as the upstream status says; needsInput:v1: not an error there."`
	Problem    string          `json:"problem" required:"true" description:"What follows the base in the type of the problem."`
	Retry      string          `json:"retry" required:"true" enum:"never,allowed,after_action,unspecified,by_upstream" description:"Whether the same call may be made again."`
}
