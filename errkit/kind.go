package errkit

import (
	"fmt"
	"log/slog"
)

// A Kind is the category of an error, which package mapping maps to the codes of each protocol.
//
// A Kind is an error: it can be returned, wrapped with %w, and is a target of [errors.Is]. The
// zero Kind is [Internal], so that an error without a kind discloses nothing. New kinds are added
// at the end. The names of kinds are stable, their numbers are not.
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

// A Fault is who caused an error, and so who can correct it, in words that follow "caused by".
type Fault string

// The faults.
const (
	CallerFault   Fault = "the caller"
	UserFault     Fault = "the user"
	ToolFault     Fault = "the tool"
	ServerFault   Fault = "the server"
	OperatorFault Fault = "the operator of the server"
	UpstreamFault Fault = "a service that the tool depends on"
	UnknownFault  Fault = "not known"
)

// A kindRow is what is known about a kind, whatever the protocol. What a protocol makes of it is a
// column of package mapping.
type kindRow struct {
	name     string   // in documents
	fault    Fault    // who caused the error
	effect   Effect   // of a call that failed while its tool ran, if the author does not state it
	severity severity // among joined errors
	text     Text     // public, one sentence, without a cause
	advice   string   // for a model, after the text; "" if it depends on the failure
}

// A severity orders the kinds of joined errors: the highest one determines the kind of the result.
type severity uint8

const (
	rest    severity = iota
	access           // authentication and authorization
	failure          // the server failed, or what it depends on
)

// Advice that several kinds have.
const (
	doNotRepeat = "Do not repeat the same call."
	askFirst    = "Ask the user before you repeat the call."
	repeatLater = "The same call may be tried again later."
)

// kindRows has the facts about each kind that more than one package needs. Another fact about
// kinds is another column here, and not a switch elsewhere.
var kindRows = [kinds]kindRow{
	Internal:           {"internal", ServerFault, EffectUnknown, failure, "Something went wrong on our side.", doNotRepeat},
	Unknown:            {"unknown", UnknownFault, EffectUnknown, failure, "The call failed for an unknown reason.", doNotRepeat},
	ExecutionFailed:    {"execution_failed", ToolFault, EffectUnknown, failure, "The tool failed.", ""},
	UpstreamFailed:     {"upstream_failed", UpstreamFault, EffectUnknown, failure, "A service that the tool depends on failed.", ""},
	OutputInvalid:      {"output_invalid", ToolFault, EffectDone, failure, "The tool produced a result that breaks its own description.", doNotRepeat},
	ScriptInvalid:      {"script_invalid", ToolFault, 0, failure, "The tool's script could not be read.", doNotRepeat},
	Malformed:          {"malformed", CallerFault, 0, rest, "The request is not valid JSON.", "Change the call before you repeat it."},
	InvalidRequest:     {"invalid_request", CallerFault, 0, rest, "The request is not valid.", "Change the call before you repeat it."},
	MethodNotFound:     {"method_not_found", CallerFault, 0, rest, "There is no such method.", doNotRepeat},
	MethodNotAllowed:   {"method_not_allowed", CallerFault, 0, rest, "This method is not allowed here.", doNotRepeat},
	InvalidInput:       {"invalid_input", CallerFault, 0, rest, "Some input parameters are invalid.", "Change the input before you repeat the call."},
	InputRequired:      {"input_required", UserFault, 0, rest, "More input is needed.", "Ask the user for it before you repeat the call."},
	TooLarge:           {"too_large", CallerFault, 0, rest, "The request or its result is too large.", "Make the call smaller before you repeat it."},
	ToolNotFound:       {"tool_not_found", CallerFault, 0, rest, "There is no such tool.", "Use another tool."},
	VersionNotFound:    {"version_not_found", CallerFault, 0, rest, "There is no such version of the tool.", doNotRepeat},
	AppNotFound:        {"app_not_found", UserFault, 0, rest, "There is no such application.", doNotRepeat},
	NotFound:           {"not_found", CallerFault, 0, rest, "What was asked for does not exist.", "Change what the call asks for before you repeat it."},
	Unauthenticated:    {"unauthenticated", CallerFault, 0, access, "Valid credentials are needed.", askFirst},
	AuthRequired:       {"auth_required", UserFault, 0, access, "Authorization is needed before this tool can be called.", "Ask the user for the authorization before you repeat the call."},
	AuthExpired:        {"auth_expired", UserFault, 0, access, "The authorization has expired.", "Ask the user to authorize the tool again before you repeat the call."},
	PermissionDenied:   {"permission_denied", CallerFault, 0, access, "Permission denied.", doNotRepeat},
	RequirementMissing: {"requirement_missing", OperatorFault, 0, rest, "Something is missing that this tool needs before it can be called.", askFirst},
	Conflict:           {"conflict", CallerFault, 0, rest, "The request conflicts with the current state.", "Check the current state and change the call before you repeat it."},
	FailedPrecondition: {"failed_precondition", CallerFault, 0, rest, "Something else must be done before this call.", doNotRepeat},
	Unsupported:        {"unsupported", ServerFault, 0, failure, "This is not supported.", doNotRepeat},
	UnsupportedVersion: {"unsupported_version", CallerFault, 0, rest, "This protocol version is not supported.", doNotRepeat},
	AppNotRunning:      {"app_not_running", UserFault, 0, failure, "The application is not running.", doNotRepeat},
	RateLimited:        {"rate_limited", CallerFault, EffectNone, rest, "Too many calls.", "Wait before you repeat the same call."},
	Timeout:            {"timeout", UpstreamFault, EffectUnknown, failure, "The call took too long.", "The same call may be tried again."},
	Canceled:           {"canceled", CallerFault, EffectUnknown, rest, "The call was canceled.", doNotRepeat},
	Network:            {"network", UpstreamFault, EffectUnknown, failure, "A service could not be reached.", repeatLater},
	Unavailable:        {"unavailable", ServerFault, EffectUnknown, failure, "The tool is unavailable for now.", repeatLater},
	ConfigInvalid:      {"config_invalid", OperatorFault, 0, failure, "The tool is not set up correctly.", doNotRepeat},
	AuthConfigInvalid:  {"auth_config_invalid", OperatorFault, 0, failure, "The tool's authorization is not set up correctly.", doNotRepeat},
}

// Kinds returns all kinds in the order of their numbers.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// String returns the name of the kind, such as "not_found", or "kind(42)" for an unknown kind.
// Package fmt calls Error in place of String, because a Kind is an error.
func (k Kind) String() string {
	if int(k) < kinds {
		return kindRows[k].name
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Text returns the default text, which is used for an error without a message: one sentence,
// without a cause.
func (k Kind) Text() Text { return kindRows[k.known()].text }

// Fault returns who caused the errors of the kind.
func (k Kind) Fault() Fault { return kindRows[k.known()].fault }

// Effect returns the effect of a call that failed with the kind while its tool ran, and whose author
// stated none: unknown, if it may have taken effect before it failed. Package middleware sets it.
func (k Kind) Effect() Effect { return kindRows[k.known()].effect }

// Advice returns what a model can do about an error of which only the kind is known, as a sentence
// after Text; "" if that depends on the failure. It agrees with the retry of the kind in the
// default table of package mapping.
func (k Kind) Advice() string { return kindRows[k.known()].advice }

// Error returns the default text of the kind.
func (k Kind) Error() string { return string(k.Text()) }

// LogValue returns the name of the kind.
func (k Kind) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText returns the name of the kind. An unknown kind is an error.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= kinds {
		return nil, fmt.Errorf("errkit: unknown kind %d", uint8(k))
	}
	return []byte(kindRows[k].name), nil
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
	for i := range kindRows {
		if kindRows[i].name == name {
			return Kind(i), true
		}
	}
	return Internal, false
}

// known returns k, or Internal if k is unknown, so that the result is a valid index of kindRows.
func (k Kind) known() Kind {
	if int(k) < kinds {
		return k
	}
	return Internal
}
