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

// A kindRow is what programs know about a kind, whatever the protocol. What a protocol makes of it
// is a column of package mapping.
type kindRow struct {
	name     string   // in documents
	fault    Fault    // who caused the error
	effect   Effect   // of a call that failed while its tool ran, if the author does not state it
	severity severity // among joined errors
}

// A severity orders the kinds of joined errors: the highest one determines the kind of the result.
type severity uint8

const (
	rest    severity = iota
	access           // authentication and authorization
	failure          // the server failed, or what it depends on
)

// kindRows has the facts about each kind that more than one package needs. Another fact about
// kinds is another column here, and not a switch elsewhere.
var kindRows = [kinds]kindRow{
	Internal:           {"internal", ServerFault, EffectUnknown, failure},
	Unknown:            {"unknown", UnknownFault, EffectUnknown, failure},
	ExecutionFailed:    {"execution_failed", ToolFault, EffectUnknown, failure},
	UpstreamFailed:     {"upstream_failed", UpstreamFault, EffectUnknown, failure},
	OutputInvalid:      {"output_invalid", ToolFault, EffectDone, failure},
	ScriptInvalid:      {"script_invalid", ToolFault, 0, failure},
	Malformed:          {"malformed", CallerFault, 0, rest},
	InvalidRequest:     {"invalid_request", CallerFault, 0, rest},
	MethodNotFound:     {"method_not_found", CallerFault, 0, rest},
	MethodNotAllowed:   {"method_not_allowed", CallerFault, 0, rest},
	InvalidInput:       {"invalid_input", CallerFault, 0, rest},
	InputRequired:      {"input_required", UserFault, 0, rest},
	TooLarge:           {"too_large", CallerFault, 0, rest},
	ToolNotFound:       {"tool_not_found", CallerFault, 0, rest},
	VersionNotFound:    {"version_not_found", CallerFault, 0, rest},
	AppNotFound:        {"app_not_found", UserFault, 0, rest},
	NotFound:           {"not_found", CallerFault, 0, rest},
	Unauthenticated:    {"unauthenticated", CallerFault, 0, access},
	AuthRequired:       {"auth_required", UserFault, 0, access},
	AuthExpired:        {"auth_expired", UserFault, 0, access},
	PermissionDenied:   {"permission_denied", CallerFault, 0, access},
	RequirementMissing: {"requirement_missing", OperatorFault, 0, rest},
	Conflict:           {"conflict", CallerFault, 0, rest},
	FailedPrecondition: {"failed_precondition", CallerFault, 0, rest},
	Unsupported:        {"unsupported", ServerFault, 0, failure},
	UnsupportedVersion: {"unsupported_version", CallerFault, 0, rest},
	AppNotRunning:      {"app_not_running", UserFault, 0, failure},
	RateLimited:        {"rate_limited", CallerFault, EffectNone, rest},
	Timeout:            {"timeout", UpstreamFault, EffectUnknown, failure},
	Canceled:           {"canceled", CallerFault, EffectUnknown, rest},
	Network:            {"network", UpstreamFault, EffectUnknown, failure},
	Unavailable:        {"unavailable", ServerFault, EffectUnknown, failure},
	ConfigInvalid:      {"config_invalid", OperatorFault, 0, failure},
	AuthConfigInvalid:  {"auth_config_invalid", OperatorFault, 0, failure},
}

// Advice that several kinds have, or that is long.
const (
	doNotRepeat    = "Do not repeat the same call."
	askFirst       = "Ask the user before you repeat the call."
	repeatLater    = "The same call may be tried again later."
	checkState     = "Check the current state and change the call before you repeat it."
	authorize      = "Ask the user for the authorization before you repeat the call."
	authorizeAgain = "Ask the user to authorize the tool again before you repeat the call."
)

// kindTexts has what people and models read about each kind.
var kindTexts = [kinds]struct {
	text   Text   // public, one sentence, without a cause
	advice string // for a model, after the text; "" if it depends on the failure
}{
	Internal:           {"Something went wrong on our side.", doNotRepeat},
	Unknown:            {"The call failed for an unknown reason.", doNotRepeat},
	ExecutionFailed:    {"The tool failed.", ""},
	UpstreamFailed:     {"A service that the tool depends on failed.", ""},
	OutputInvalid:      {"The tool produced a result that breaks its own description.", doNotRepeat},
	ScriptInvalid:      {"The tool's script could not be read.", doNotRepeat},
	Malformed:          {"The request is not valid JSON.", "Change the call before you repeat it."},
	InvalidRequest:     {"The request is not valid.", "Change the call before you repeat it."},
	MethodNotFound:     {"There is no such method.", doNotRepeat},
	MethodNotAllowed:   {"This method is not allowed here.", doNotRepeat},
	InvalidInput:       {"Some input parameters are invalid.", "Change the input before you repeat the call."},
	InputRequired:      {"More input is needed.", "Ask the user for it before you repeat the call."},
	TooLarge:           {"The request or its result is too large.", "Make the call smaller before you repeat it."},
	ToolNotFound:       {"There is no such tool.", "Use another tool."},
	VersionNotFound:    {"There is no such version of the tool.", doNotRepeat},
	AppNotFound:        {"There is no such application.", doNotRepeat},
	NotFound:           {"What was asked for does not exist.", "Change what the call asks for before you repeat it."},
	Unauthenticated:    {"Valid credentials are needed.", askFirst},
	AuthRequired:       {"Authorization is needed before this tool can be called.", authorize},
	AuthExpired:        {"The authorization has expired.", authorizeAgain},
	PermissionDenied:   {"Permission denied.", doNotRepeat},
	RequirementMissing: {"Something is missing that this tool needs before it can be called.", askFirst},
	Conflict:           {"The request conflicts with the current state.", checkState},
	FailedPrecondition: {"Something else must be done before this call.", doNotRepeat},
	Unsupported:        {"This is not supported.", doNotRepeat},
	UnsupportedVersion: {"This protocol version is not supported.", doNotRepeat},
	AppNotRunning:      {"The application is not running.", doNotRepeat},
	RateLimited:        {"Too many calls.", "Wait before you repeat the same call."},
	Timeout:            {"The call took too long.", "The same call may be tried again."},
	Canceled:           {"The call was canceled.", doNotRepeat},
	Network:            {"A service could not be reached.", repeatLater},
	Unavailable:        {"The tool is unavailable for now.", repeatLater},
	ConfigInvalid:      {"The tool is not set up correctly.", doNotRepeat},
	AuthConfigInvalid:  {"The tool's authorization is not set up correctly.", doNotRepeat},
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
func (k Kind) Text() Text { return kindTexts[k.known()].text }

// Fault returns who caused the errors of the kind.
func (k Kind) Fault() Fault { return kindRows[k.known()].fault }

// Effect returns the effect of a call that failed with the kind while its tool ran, and whose
// author stated none: unknown, if it may have taken effect before it failed. Package middleware
// sets it, and unknown also for other kinds if a request of the call may have had an effect.
func (k Kind) Effect() Effect { return kindRows[k.known()].effect }

// Advice returns what a model can do about an error of which only the kind is known, as a sentence
// after Text; "" if that depends on the failure. It agrees with the retry of the kind in the
// default table of package mapping.
func (k Kind) Advice() string { return kindTexts[k.known()].advice }

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

// known returns k, or Internal if k is unknown, so that the result is a valid index of a table of
// kinds.
func (k Kind) known() Kind {
	if int(k) < kinds {
		return k
	}
	return Internal
}
