package errkit

// Field says what is wrong with one part of the input.
type Field struct {
	Path    string // RFC 6901 pointer into the input, such as "/items/0/sku"; "" is the whole input
	Message Text   // what to change, such as "must be at least 1"; the value itself is never in it
	Rule    string // the rule that was broken, such as "min"; for programs
	Param   string // the rule's parameter, such as "1"
}

// Needs says what must be there before the same call can succeed.
type Needs struct {
	Challenges []Challenge // what the user must visit
	UserID     bool        // the call must name its user (OXP 1.0, missing_requirements.user_id)
	Secrets    []string    // names of the secrets that are missing
	Scopes     []string    // names of the permissions that are missing
	Input      []Input     // what the user must add (needsInput:v1)
	Reason     Text        // why the input is needed (needsInput:v1)
	Options    []Option    // what the user can choose from (needsInput:v1)
}

// IsZero reports whether nothing is needed.
func (n *Needs) IsZero() bool {
	return n == nil || len(n.Challenges) == 0 && !n.UserID && len(n.Secrets) == 0 && len(n.Scopes) == 0 && !n.WantsInput()
}

// WantsInput reports whether the user must add or choose something
// (needsInput:v1).
func (n *Needs) WantsInput() bool {
	return n != nil && (len(n.Input) > 0 || n.Reason != "" || len(n.Options) > 0)
}

// Challenge is an authorization that the user must complete
// (OXP 1.0, ToolAuthorizationChallenge). URLs are strings as given: they are
// never opened, and one from a peer is that peer's word alone.
type Challenge struct {
	ID       string // renderers use the 1-based position where it is empty, or a number after that where it stands twice
	URL      string // what the user visits
	CheckURL string // where a program asks whether it is done
	Message  Text   // what the user reads before visiting
}

// Input is one input that the user must add (needsInput:v1, needsInput.fields).
type Input struct {
	Name        string
	Suggestions []string
}

// Option is one thing to choose (needsInput:v1, options).
type Option struct {
	Label, Value, Description, Field string
}

// Peer describes the document that an error was decoded from. An error that this program made has none.
type Peer struct {
	Dialect string // the dialect it was decoded as, such as "oxp"
	Code    string // the code in the document, such as "-32001" or "RATE_LIMITED"
	Type    string // the type beside the code, such as AAI's data.type
	Retry   Retry  // what the document says of retrying; Unspecified: nothing
	Stage   Stage  // what the document says of the stage; Unspecified: nothing
	Status  int    // the status of an upstream service in the document; 0: none
	Carried bool   // the error is the canonical JSON that the document carries
	Exact   bool   // the document has a member that only this Kind has
	Guessed bool   // the Kind is a guess from a text: low confidence

	Rule     string   // what determined the Kind, such as "error.code -32001"; for people
	Evidence []string // what else was found, such as contradictions and nested documents; for people
	Raw      []byte   // the document as it was received
}
