package errkit

// A Field is a part of the input that is not valid.
type Field struct {
	Path    string // JSON pointer (RFC 6901) into the input, such as "/items/0/sku"; "" is the whole input
	Message Text   // the requirement, such as "must be at least 1", without the value
	Rule    string // name of the rule that was violated, such as "min"; for programs
	Param   string // parameter of the rule, such as "1"
}

// Needs are the requirements that must be met before the same call can succeed.
type Needs struct {
	Challenges []Challenge // authorizations to complete
	UserID     bool        // the call must have a user id (OXP 1.0, missing_requirements.user_id)
	Secrets    []string    // names of missing secrets
	Scopes     []string    // names of missing permissions
	Input      []Input     // input that the user must add (needsInput:v1)
	Reason     Text        // why the input is needed (needsInput:v1)
	Options    []Option    // what the user can choose from (needsInput:v1)
}

// IsZero reports whether there are no requirements.
func (n *Needs) IsZero() bool {
	return n == nil || !n.UserID && len(n.Challenges)+len(n.Secrets)+len(n.Scopes) == 0 && !n.WantsInput()
}

// WantsInput reports whether the user must add or choose something (needsInput:v1).
func (n *Needs) WantsInput() bool {
	return n != nil && (len(n.Input) > 0 || n.Reason != "" || len(n.Options) > 0)
}

// A Challenge is an authorization that the user must complete (OXP 1.0,
// ToolAuthorizationChallenge). This module does not open the URLs, and does not check those of a
// decoded error.
type Challenge struct {
	ID       string // unique in the error; a missing or repeated one is rendered as a number
	URL      string // page that the user must visit
	CheckURL string // URL with which a program checks whether the authorization is complete
	Message  Text   // text to show before the user visits URL
}

// An Input is an input that the user must add (needsInput:v1, needsInput.fields).
type Input struct {
	Name        string   // unique in the error; of equal names the last suggestions count
	Suggestions []string // values that the user can choose from
}

// An Option is a value that the user can choose (needsInput:v1, options).
type Option struct {
	Label       string // text that the user sees
	Value       string // value that is sent if the user chooses the option
	Description string // more about the option; may be empty
	Field       string // name of the input that the value is for; "": not stated
}

// A Peer describes the document that an error was decoded from. It is nil in an error that this
// program made.
type Peer struct {
	Dialect string // the dialect it was decoded as, such as "oxp"; "http": of none, by its HTTP status
	Code    string // the code in the document, such as "-32001" or "RATE_LIMITED"
	Type    string // the type beside the code, such as AAI's data.type
	Title   string // the title beside the type (RFC 9457 §3.1.3), if it is not the message
	Retry   Retry  // the retry in the document; unspecified if it has none
	Stage   Stage  // the stage in the document; unspecified if it has none
	Status  int    // the status of an upstream service in the document; 0: none
	Carried bool   // the error is the canonical JSON that the document carries
	Exact   bool   // the document has a member that only this Kind has
	Guessed bool   // the Kind is a guess from a text, or no text confirms it: low confidence
	Public  bool   // the texts are for the caller whatever the Kind is, such as those of a tool's result
	Quoted  bool   // the Message quotes all texts (dialect.Codec.Quote)
	Coarse  Kind   // the Kind before the guess, perhaps the same, whose retry advice counts; only with Guessed

	AnyStatus bool // the document's protocol, such as SOAP, has this HTTP status whatever the Kind is

	Rule     string   // what determined the Kind, such as "error.code -32001"; for people
	Evidence []string // what else was found, such as contradictions and nested documents; for people
	Private  []string // keys of the Details that the protocol neither defines nor leaves to applications
	Unread   []string // JSON pointers of the members that no rule used, if asked for (dialect.Codec.Unread)
	Raw      string   // the document as it was received, without a string of JSON around it
}
