package errkit

import (
	"fmt"
	"log/slog"
)

// A Kind is the category of an error, which package mapping maps to the codes of each protocol.
//
// A Kind is an error: it can be returned, wrapped with %w, and is a target of [errors.Is]. The zero Kind is [Internal], so
// that an error without a kind discloses nothing. New kinds are added at the end. The names of kinds are stable, their
// numbers are not.
type Kind uint8

// The kinds.
const (
	Internal           Kind = iota // a bug or a failure of the server; the zero value
	Unknown                        // a failure without any information on its cause
	ExecutionFailed                // the tool ran and failed
	UpstreamFailed                 // a service that the tool depends on responded with an error
	OutputInvalid                  // the result does not match the output schema of the tool
	ScriptInvalid                  // a script that the tool runs has a syntax error
	Malformed                      // the request is not JSON
	InvalidRequest                 // the request is JSON, but not a valid request of the protocol
	MethodNotFound                 // the method of the protocol does not exist
	MethodNotAllowed               // the HTTP method is not allowed for this route
	InvalidInput                   // the input of the tool is not valid
	InputRequired                  // the tool needs more input from the user
	TooLarge                       // the request or the result exceeds a limit
	ToolNotFound                   // the tool does not exist
	VersionNotFound                // the tool exists, but not in this version
	AppNotFound                    // the application that the tool controls is not installed
	NotFound                       // something that the input names does not exist
	Unauthenticated                // the credentials of the caller are missing or not valid
	AuthRequired                   // the user must authorize the tool first
	AuthExpired                    // an authorization has expired
	PermissionDenied               // the caller is known, but not allowed to do this
	RequirementMissing             // a user id or a secret is missing
	Conflict                       // the call conflicts with the current state
	FailedPrecondition             // something else must be done first
	Unsupported                    // the tool or the server does not support this
	UnsupportedVersion             // the server does not support this version of the protocol
	AppNotRunning                  // the application that the tool controls is not running
	RateLimited                    // too many calls
	Timeout                        // the call took too long
	Canceled                       // the caller canceled the call or disconnected
	Network                        // a service could not be reached
	Unavailable                    // the tool is temporarily unavailable
	ConfigInvalid                  // the configuration of the tool is not valid
	AuthConfigInvalid              // the configuration of the tool's authorization is not valid

	kinds = iota
)

// kindNames are the names in documents.
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

// kindTexts are the default texts: public, one sentence, without a cause.
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

// A severity orders the kinds of joined errors: the highest one determines the kind of the result.
type severity uint8

const (
	severityRest   severity = iota
	severityAccess          // authentication and authorization
	severityFault           // faults of the server
)

// severities holds the severity of each kind, severityRest for the kinds without a row.
var severities = [kinds]severity{
	Internal:          severityFault,
	Unknown:           severityFault,
	ExecutionFailed:   severityFault,
	UpstreamFailed:    severityFault,
	OutputInvalid:     severityFault,
	ScriptInvalid:     severityFault,
	Unauthenticated:   severityAccess,
	AuthRequired:      severityAccess,
	AuthExpired:       severityAccess,
	PermissionDenied:  severityAccess,
	Unsupported:       severityFault,
	AppNotRunning:     severityFault,
	Timeout:           severityFault,
	Network:           severityFault,
	Unavailable:       severityFault,
	ConfigInvalid:     severityFault,
	AuthConfigInvalid: severityFault,
}

// Kinds returns all kinds in the order of their numbers.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// String returns the name of the kind, such as "not_found", or "kind(42)" for an unknown kind. Package fmt calls Error in
// place of String, because a Kind is an error.
func (k Kind) String() string {
	if int(k) < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Text returns the default text, which is used for an error without a message: one sentence, without a cause.
func (k Kind) Text() Text {
	if int(k) < kinds {
		return kindTexts[k]
	}
	return kindTexts[Internal]
}

// Error returns the default text of the kind.
func (k Kind) Error() string { return string(k.Text()) }

// LogValue returns the name of the kind.
func (k Kind) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText returns the name of the kind. An unknown kind is an error.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= kinds {
		return nil, fmt.Errorf("errkit: unknown kind %d", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText sets k to the kind with this name. Any other text is an error.
func (k *Kind) UnmarshalText(text []byte) error {
	kind, ok := LookupKind(string(text))
	if !ok {
		return fmt.Errorf("errkit: unknown kind %q", text)
	}
	*k = kind
	return nil
}

// LookupKind returns the kind with this name, and false if there is no such kind.
func LookupKind(name string) (Kind, bool) {
	for i := range kindNames {
		if kindNames[i] == name {
			return Kind(i), true
		}
	}
	return Internal, false
}

// known returns k, or Internal if k is unknown, so that the result is a valid index of the tables above.
func (k Kind) known() Kind {
	if int(k) < kinds {
		return k
	}
	return Internal
}
