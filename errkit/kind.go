package errkit

import "fmt"

// Kind says what went wrong, in one word that every protocol can be mapped from.
//
// A Kind is itself an error: it can be returned, wrapped with %w, and is a
// target of [errors.Is]. The zero Kind is [Internal], so that a forgotten kind
// never says too much. New kinds are added at the end: the numbers are not
// stable across versions, the names are.
type Kind uint8

// The kinds. The texts that stand for them are in [Kind.Text]; what each
// becomes on a wire is in package mapping.
const (
	Internal           Kind = iota // a fault of ours; the zero value
	Unknown                        // a failure whose nature nobody told
	ExecutionFailed                // the tool ran and failed
	UpstreamFailed                 // a service behind the tool answered with an error
	OutputInvalid                  // the tool's result breaks its own output schema
	ScriptInvalid                  // a script that the tool runs does not parse
	Malformed                      // the request is not JSON
	InvalidRequest                 // JSON, but not a request of this protocol
	MethodNotFound                 // the protocol's method does not exist here
	MethodNotAllowed               // the HTTP method is wrong for this route
	InvalidInput                   // the tool's input breaks its rules
	InputRequired                  // the tool needs more input from its user
	TooLarge                       // the request, or the result, is over a limit
	ToolNotFound                   // there is no such tool
	VersionNotFound                // the tool exists, this version of it does not
	AppNotFound                    // the application behind the tool is not installed
	NotFound                       // what the input names does not exist
	Unauthenticated                // the caller did not prove who it is
	AuthRequired                   // the user must authorize the tool first
	AuthExpired                    // an authorization ran out
	PermissionDenied               // known caller, not allowed
	RequirementMissing             // a user id or a secret is missing
	Conflict                       // the state of the thing forbids it
	FailedPrecondition             // something else must be done first
	Unsupported                    // not supported here
	UnsupportedVersion             // this protocol version is not spoken here
	AppNotRunning                  // the application is there and does not run
	RateLimited                    // too many calls
	Timeout                        // it took too long
	Canceled                       // the caller went away
	Network                        // a service could not be reached
	Unavailable                    // down, for now
	ConfigInvalid                  // the tool's own description is broken
	AuthConfigInvalid              // the tool's authorization setup is broken

	kinds = iota
)

// kindNames are the names on the wire and in the canonical JSON.
var kindNames = [kinds]string{
	Internal:           "internal",
	Unknown:            "unknown",
	ExecutionFailed:    "execution_failed",
	UpstreamFailed:     "upstream_failed",
	OutputInvalid:      "output_invalid",
	ScriptInvalid:      "script_invalid",
	Malformed:          "malformed",
	InvalidRequest:     "invalid_request",
	MethodNotFound:     "method_not_found",
	MethodNotAllowed:   "method_not_allowed",
	InvalidInput:       "invalid_input",
	InputRequired:      "input_required",
	TooLarge:           "too_large",
	ToolNotFound:       "tool_not_found",
	VersionNotFound:    "version_not_found",
	AppNotFound:        "app_not_found",
	NotFound:           "not_found",
	Unauthenticated:    "unauthenticated",
	AuthRequired:       "auth_required",
	AuthExpired:        "auth_expired",
	PermissionDenied:   "permission_denied",
	RequirementMissing: "requirement_missing",
	Conflict:           "conflict",
	FailedPrecondition: "failed_precondition",
	Unsupported:        "unsupported",
	UnsupportedVersion: "unsupported_version",
	AppNotRunning:      "app_not_running",
	RateLimited:        "rate_limited",
	Timeout:            "timeout",
	Canceled:           "canceled",
	Network:            "network",
	Unavailable:        "unavailable",
	ConfigInvalid:      "config_invalid",
	AuthConfigInvalid:  "auth_config_invalid",
}

// kindTexts are the standing texts: public, one sentence, no cause.
var kindTexts = [kinds]Text{
	Internal:           "Something went wrong on our side.",
	Unknown:            "The call failed for an unknown reason.",
	ExecutionFailed:    "The tool failed.",
	UpstreamFailed:     "A service that the tool depends on failed.",
	OutputInvalid:      "The tool produced a result that breaks its own description.",
	ScriptInvalid:      "The tool's script could not be read.",
	Malformed:          "The request is not valid JSON.",
	InvalidRequest:     "The request is not valid.",
	MethodNotFound:     "There is no such method.",
	MethodNotAllowed:   "This method is not allowed here.",
	InvalidInput:       "Some input parameters are invalid.",
	InputRequired:      "More input is needed.",
	TooLarge:           "The request or its result is too large.",
	ToolNotFound:       "There is no such tool.",
	VersionNotFound:    "There is no such version of the tool.",
	AppNotFound:        "There is no such application.",
	NotFound:           "What was asked for does not exist.",
	Unauthenticated:    "Valid credentials are needed.",
	AuthRequired:       "Authorization is needed before this tool can be called.",
	AuthExpired:        "The authorization has expired.",
	PermissionDenied:   "Permission denied.",
	RequirementMissing: "Something is missing that this tool needs before it can be called.",
	Conflict:           "The request conflicts with the current state.",
	FailedPrecondition: "Something else must be done before this call.",
	Unsupported:        "This is not supported.",
	UnsupportedVersion: "This protocol version is not supported.",
	AppNotRunning:      "The application is not running.",
	RateLimited:        "Too many calls.",
	Timeout:            "The call took too long.",
	Canceled:           "The call was canceled.",
	Network:            "A service could not be reached.",
	Unavailable:        "The tool is unavailable for now.",
	ConfigInvalid:      "The tool is not set up correctly.",
	AuthConfigInvalid:  "The tool's authorization is not set up correctly.",
}

// The weights by which one branch of joined errors wins over another: faults
// of the server, then access, then the rest.
const (
	weightRest = iota
	weightAccess
	weightFault
)

var kindWeights = [kinds]uint8{
	Internal:           weightFault,
	Unknown:            weightFault,
	ExecutionFailed:    weightFault,
	UpstreamFailed:     weightFault,
	OutputInvalid:      weightFault,
	ScriptInvalid:      weightFault,
	Unauthenticated:    weightAccess,
	AuthRequired:       weightAccess,
	AuthExpired:        weightAccess,
	PermissionDenied:   weightAccess,
	Unsupported:        weightFault,
	AppNotRunning:      weightFault,
	Timeout:            weightFault,
	Network:            weightFault,
	Unavailable:        weightFault,
	ConfigInvalid:      weightFault,
	AuthConfigInvalid:  weightFault,
	RequirementMissing: weightRest, // and every kind that has no line here
}

// Kinds returns every kind, in the order of the table in package mapping.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// String returns the kind's name on the wire, such as "not_found", and
// "kind(42)" for a number that is no kind. Package fmt does not call it: a Kind
// is an error, and prints as one.
func (k Kind) String() string {
	if int(k) < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Text returns the standing text, used where an error has no message of its
// own: public, one sentence, no cause.
func (k Kind) Text() Text {
	if int(k) < kinds {
		return kindTexts[k]
	}
	return kindTexts[Internal]
}

// Error returns the standing text, so that a Kind that is returned or wrapped
// as an error reads as a sentence.
func (k Kind) Error() string { return string(k.Text()) }

// MarshalText returns the kind's name; an unknown kind is an error.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= kinds {
		return nil, fmt.Errorf("errkit: unknown kind %d", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText reads a kind's name; any other text is an error.
func (k *Kind) UnmarshalText(text []byte) error {
	kind, ok := LookupKind(string(text))
	if !ok {
		return fmt.Errorf("errkit: unknown kind %q", text)
	}
	*k = kind
	return nil
}

// LookupKind returns the kind with this name, and whether there is one.
func LookupKind(name string) (Kind, bool) {
	for i := range kindNames {
		if kindNames[i] == name {
			return Kind(i), true
		}
	}
	return Internal, false
}

// known makes an out-of-range kind Internal, so that tables can be indexed.
func (k Kind) known() Kind {
	if int(k) < kinds {
		return k
	}
	return Internal
}
