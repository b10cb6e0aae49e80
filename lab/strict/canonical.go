package strict

import (
	"encoding/json"

	"github.com/toolerr/toolerr/errkit"
)

// Kind is the name of an errkit.Kind, such as "not_found".
type Kind string

// Enum returns the names of all kinds, in the order of errkit.Kinds. The schema generator calls
// it.
func (Kind) Enum() []any {
	kinds := errkit.Kinds()
	names := make([]any, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return names
}

// Canonical is the canonical JSON of an error: the output of errkit.Error.MarshalJSON, which has
// only the public parts. The decode command adds Peer and Dev to what it prints. Codecs with
// Carry add a Canonical to the documents that they render.
type Canonical struct {
	_ struct{} `title:"toolerr error" description:"The public parts of an error in canonical form." additionalProperties:"false"`

	Kind         Kind             `json:"kind" required:"true" description:"The class of the failure."`
	Code         string           `json:"code,omitempty" description:"The application's own stable code." examples:"[\"no_such_bell\"]"`
	Status       int              `json:"status,omitempty" description:"The exact HTTP status, if it is not the status of the kind."`
	Message      string           `json:"message,omitempty" description:"What happened, for the user and the model. Absent: the default text of the kind."`
	Hint         string           `json:"hint,omitempty" description:"Advice for a model before it retries."`
	DocURL       string           `json:"doc_url,omitempty" format:"uri" description:"The URL of what documents the failure."`
	Fields       []CanonicalField `json:"fields,omitempty" description:"Which parts of the input are wrong."`
	Needs        *CanonicalNeeds  `json:"needs,omitempty" description:"The requirements that the call lacks."`
	Retry        string           `json:"retry,omitempty" enum:"never,allowed,after_action" description:"Whether the same call may be retried. Absent: the default of the kind."`
	RetryAfterMS int64            `json:"retry_after_ms,omitempty" minimum:"0" description:"How long to wait before a retry, in milliseconds."`
	Effect       string           `json:"effect,omitempty" enum:"none,unknown,partial,done" description:"What the call did before it failed. Absent: not stated."`
	Stage        string           `json:"stage,omitempty" enum:"before_call,execution" description:"When the call failed. Absent: the default of the kind."`
	Upstream     int              `json:"upstream,omitempty" description:"The HTTP status of the upstream service's response."`
	Details      json.RawMessage  `json:"details,omitempty" jsonType:"object" description:"Public, machine-readable details."`
	Ref          string           `json:"ref,omitempty" description:"The reference of this error in the server's log."`
	Peer         *CanonicalPeer   `json:"peer,omitempty" description:"Where a decoded error came from."`
	Dev          string           `json:"dev,omitempty" description:"A message for developers; never shown to a user or a model."`
}

// CanonicalField describes what is wrong with one part of the input.
type CanonicalField struct {
	_ struct{} `title:"Wrong input" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Path    string `json:"path" required:"true" description:"A JSON pointer (RFC 6901) into the input; empty: the whole input." examples:"[\"/items/0/sku\"]"`
	Message string `json:"message,omitempty" description:"How to correct the value."`
	Rule    string `json:"rule,omitempty" description:"The rule that was broken." examples:"[\"min\"]"`
	Param   string `json:"param,omitempty" description:"The rule's parameter." examples:"[\"1\"]"`
}

// CanonicalNeeds lists the requirements that a call lacks.
type CanonicalNeeds struct {
	_ struct{} `title:"Needs" description:"The requirements that the call lacks." additionalProperties:"false"`

	Authorization []CanonicalChallenge `json:"authorization,omitempty" description:"The URLs that the user must visit."`
	UserID        bool                 `json:"user_id,omitempty" description:"The call must identify its user."`
	Secrets       []string             `json:"secrets,omitempty" description:"The names of the missing secrets."`
	Scopes        []string             `json:"scopes,omitempty" description:"The names of the missing permissions."`
	Input         *CanonicalInput      `json:"input,omitempty" description:"What the user must add or choose."`
}

// CanonicalChallenge is an authorization that the user must complete.
type CanonicalChallenge struct {
	_ struct{} `title:"Challenge" description:"An authorization that the user must complete." additionalProperties:"false"`

	ID       string `json:"id,omitempty" description:"The id of the challenge."`
	URL      string `json:"url" required:"true" description:"The URL that the user visits."`
	CheckURL string `json:"check_url,omitempty" description:"The URL at which a program polls for completion."`
	Message  string `json:"message,omitempty" description:"The text that is shown to the user with the URL."`
}

// CanonicalInput lists the inputs that the user must add, and the options to choose from.
type CanonicalInput struct {
	_ struct{} `title:"Input" description:"What the user must add or choose." additionalProperties:"false"`

	Fields      []string         `json:"fields,omitempty" description:"The names of the missing inputs."`
	Reason      string           `json:"reason,omitempty" description:"Why they are needed."`
	Suggestions Object[[]string] `json:"suggestions,omitempty" description:"Suggested values, keyed by input."`
	Options     []Option         `json:"options,omitempty" description:"What the user can choose from."`
}

// CanonicalPeer describes the document that an error was decoded from.
type CanonicalPeer struct {
	_ struct{} `title:"Peer" description:"Where a decoded error came from." additionalProperties:"false"`

	Dialect string `json:"dialect,omitempty" description:"The dialect that it was decoded from." examples:"[\"oxp\"]"`
	Code    string `json:"code,omitempty" description:"The code in the document." examples:"[\"-32001\"]"`
	Type    string `json:"type,omitempty" description:"The type that accompanies the code."`
	Rule    string `json:"rule,omitempty" description:"The decoding rule that determined the kind."`
	Guessed bool   `json:"guessed,omitempty" description:"The kind was inferred from text: low confidence."`

	Unread []string `json:"unread,omitempty" description:"JSON pointers of the members that no decoding rule used." examples:"[[\"/errors/0/resource\"]]"`
}

// MappingTable is the mapping table as JSON, for programs in other languages.
type MappingTable []MappingRow

// MappingRow is one kind's row in the mapping table.
type MappingRow struct {
	_ struct{} `title:"Row" description:"The representation of one kind in each protocol." additionalProperties:"false"`

	Kind       Kind            `json:"kind" required:"true"`
	Text       string          `json:"text" required:"true" description:"The default text of the kind."`
	HTTP       int             `json:"http" required:"true" minimum:"400" maximum:"599" description:"The HTTP status of a response, in dialects that use it."`
	OXP        string          `json:"oxp" required:"true" enum:"server,validation,tool" description:"The form of the OXP response: 400, 422 or 200."`
	MCP        json.RawMessage `json:"mcp" required:"true" description:"The JSON-RPC code for tools/call; result: the error is in the result of the call."`
	MCPBefore  int             `json:"mcp_before,omitempty" description:"The JSON-RPC code if the call failed before the tool ran. Absent: the same as mcp."`
	MCPOutside int             `json:"mcp_outside" required:"true" description:"The JSON-RPC code outside tools/call."`
	AAI        int             `json:"aai" required:"true" description:"The JSON-RPC code."`
	AAIString  string          `json:"aai_string" required:"true" description:"The name of the code; by_upstream: it depends on the upstream status."`
	ToolError  string          `json:"toolerror" required:"true" description:"The code of toolError:v1; by_upstream: it depends on the upstream status; needsInput:v1: the payload is not an error."`
	RPC        string          `json:"rpc" required:"true" description:"The code of google.rpc; by_upstream: it depends on the upstream status."`
	A2A        int             `json:"a2a" required:"true" description:"The JSON-RPC code of A2A."`
	A2AState   string          `json:"a2a_state" required:"true" enum:"FAILED,REJECTED,CANCELED,INPUT_REQUIRED,AUTH_REQUIRED" description:"The state of an A2A task whose call failed."`
	Problem    string          `json:"problem" required:"true" description:"The problem type, relative to the base URL."`
	Retry      string          `json:"retry" required:"true" enum:"never,allowed,after_action,unspecified,by_upstream" description:"Whether the same call may be retried."`
}
