package explain

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// err is the cause of the errors in the examples.
var err = errors.New("no route to host")

// texts has the text of each kind, with a function whose body is the statement that makes an error
// of the kind.
var texts = [...]Text{
	errkit.Internal: {
		Means: "The server has a bug, or failed in a way that its author did not expect. A panic and every " +
			"error without a kind become this kind, so that nothing private is disclosed.",
		Client: "Do not repeat the call. Report the failure to the operator of the server, with the reference " +
			"(ref) if there is one: it leads to the log record with the cause.",
		Model: "The tool is broken and another attempt with the same input will not help. Use another way, or " +
			"ask the user.",
		Spec: http("15.6.1"),
		example: func() error {
			return fmt.Errorf("store the ring: %w", err) // an error without a kind; its text is only logged
		},
	},
	errkit.Unknown: {
		Means: "The call failed, and the response does not contain a cause. Decoders use this kind for a code " +
			"that has no defined meaning; a server should use internal.",
		Client: "Do not repeat the call automatically, because it is not known whether it had an effect. Show " +
			"the message, if there is one.",
		Model: "The call failed for a reason that is not known. Check whether it had an effect before another " +
			"attempt.",
		Spec:    rpcErrors,
		example: func() error { return &errkit.Error{Kind: errkit.Unknown} },
	},
	errkit.ExecutionFailed: {
		Means: "The tool ran and failed. Nothing more specific is known. A result of MCP with isError and no " +
			"other sign decodes to this kind.",
		Client:  "Give the message to the model. Do not repeat the call by yourself: the tool may have had an effect.",
		Model:   "The tool ran and failed. Read the message, and correct the input or choose another tool.",
		Spec:    mcpErrors,
		example: func() error { return errkit.New(errkit.ExecutionFailed, "The bell is stuck.") },
	},
	errkit.UpstreamFailed: {
		Means: "The tool called another service, which responded with an error. The member upstream has the " +
			"HTTP status of that response; the service's own text is not passed on.",
		Client: "Repeat the call only if retry is allowed, which depends on the status of the service, and if it " +
			"had no effect or is safe to do twice. Otherwise check first whether it had an effect.",
		Model: "A service behind the tool failed. A call that only reads may be repeated later if retry is allowed; " +
			"otherwise check first whether it had an effect.",
		Spec: http("15.6.3"),
		example: func() error {
			return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Message: "The bell service failed."}
		},
	},
	errkit.OutputInvalid: {
		Means: "The tool returned a result that does not match its own output schema. The result was withheld, " +
			"because a client that relies on the schema could misread it.",
		Client: "Do not repeat the call. Report it to the author of the tool: either the schema or the tool is " +
			"wrong. The call may have had an effect.",
		Model: "The tool ran, but its result is not valid and cannot be shown. The call may have had an effect; " +
			"do not repeat it.",
		Spec: mcpOutput,
		example: func() error {
			return errkit.New(errkit.OutputInvalid, "The bell reported a volume that does not exist.")
		},
	},
	errkit.ScriptInvalid: {
		Means:   "The tool runs a script, and the script has a syntax error. It did not run.",
		Client:  "Do not repeat the call. Report it to the author of the tool.",
		Model:   "The script of the tool is broken. Another attempt will not help; use another way.",
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.ScriptInvalid, "The melody has a syntax error in line 3.") },
	},
	errkit.Malformed: {
		Means: "The request is not JSON: it is cut off, empty, or has a syntax error. Nothing ran.",
		Client: "Correct the program that writes the request. If a model wrote the arguments, return the " +
			"position of the error to it.",
		Model:   "The arguments are not valid JSON. Write them again, with quotes and brackets closed.",
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.Malformed, "The request ends inside of a string.") },
	},
	errkit.InvalidRequest: {
		Means: "The request is JSON, but not a valid request of the protocol: a member is missing or has the " +
			"wrong type. The input of the tool was not examined.",
		Client:  "Correct the program that makes requests. The same request fails again.",
		Model:   "The request was not made correctly. This is a fault of the client, not of the arguments.",
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.InvalidRequest, "The request needs a method.") },
	},
	errkit.MethodNotFound: {
		Means: "The protocol method of the request does not exist on this server, such as resources/read on a " +
			"server with only tools.",
		Client:  "Use only the methods that the server declared among its capabilities.",
		Model:   "The server does not have this function. Use its tools.",
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.MethodNotFound, "This server only has tools.") },
	},
	errkit.MethodNotAllowed: {
		Means: "The route exists, but not with this HTTP method, such as a GET request to a route that only " +
			"has POST.",
		Client:  "Use one of the methods in the header Allow of the response.",
		Model:   "The server was called in the wrong way. This is a fault of the client, not of the arguments.",
		Spec:    http("15.5.6"),
		example: func() error { return errkit.New(errkit.MethodNotAllowed, "Use POST to ring a bell.") },
	},
	errkit.InvalidInput: {
		Means: "The input of the tool is not valid: a value is missing, has the wrong type, or breaks a rule " +
			"of the tool's input schema. The tool did not run.",
		Client: "Give the message and the fields to the model: a fault in the input belongs in the result of " +
			"the call, where the model sees it and corrects it. Do not repeat the same input.",
		Model: "These parameters are wrong, and this is what each of them must be. Correct them and call the " +
			"tool again.",
		Spec:    mcpErrors,
		example: func() error { return errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"}) },
	},
	errkit.InputRequired: {
		Means: "The tool needs an answer of the user before it can continue: a missing value, or a choice. It " +
			"is a question more than a failure.",
		Client: "Show the question, with its options, to the user, and repeat the call with the answer.",
		Model:  "Ask the user this question. Do not invent the answer.",
		Spec:   mcpElicitation,
		example: func() error {
			return &errkit.Error{
				Kind: errkit.InputRequired, Message: "Which bell?",
				Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}}},
			}
		},
	},
	errkit.TooLarge: {
		Means:  "The request, or the result of the tool, is larger than the server allows.",
		Client: "Send less, or ask for less: a smaller page, a narrower range, a reference in place of the content.",
		Model:  "That is too much at once. Split the input, or ask for a smaller part of the result.",
		Spec:   http("15.5.14"),
		example: func() error {
			return &errkit.Error{Kind: errkit.TooLarge, Message: "A melody has at most 64 KiB.", Hint: "Send it in parts."}
		},
	},
	errkit.ToolNotFound: {
		Means:   "The server has no tool with this name.",
		Client:  "Fetch the list of tools again, because it may have changed, and call a tool that is in it.",
		Model:   "There is no such tool. Choose one from the list of tools.",
		Spec:    mcpErrors,
		example: func() error { return errkit.New(errkit.ToolNotFound, "There is no tool Bell_Ring.") },
	},
	errkit.VersionNotFound: {
		Means:  "The tool exists, but not in the version that the call names.",
		Client: "Fetch the list of tools again, and call a version that is in it, or leave the version out.",
		Model:  "This version of the tool does not exist. Call the tool without a version.",
		Spec:   oxpErrors,
		example: func() error {
			return errkit.New(errkit.VersionNotFound, "Doorbell.Ring has the versions 1.0.0 and 2.0.0.")
		},
	},
	errkit.AppNotFound: {
		Means:   "The tool controls an application that is not installed on this machine.",
		Client:  "Ask the user to install the application. Do not repeat the call before that.",
		Model:   "The application is not installed. Inform the user, or use another application.",
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AppNotFound, "The app Doorbells is not installed.") },
	},
	errkit.NotFound: {
		Means: "The input is well-formed, but something that it names does not exist, such as a record, a file " +
			"or an id.",
		Client: "Give the message to the model. Remove references to what does not exist from caches.",
		Model:  "There is nothing with this name or id. Look up which ones exist, and use one of them; do not guess.",
		Spec:   http("15.5.5"),
		example: func() error {
			return &errkit.Error{
				Kind: errkit.NotFound, Message: "There is no bell with this id.",
				Hint: "Call list_bells and use an id from its answer.",
			}
		},
	},
	errkit.Unauthenticated: {
		Means: "The credentials of the caller are missing or not valid.",
		Client: "Obtain new credentials, as the header WWW-Authenticate describes, and repeat the call with " +
			"them. Do not show tokens to the model.",
		Model:   "The client is not signed in. The user must sign in first; another input does not help.",
		Spec:    http("15.5.2"),
		example: func() error { return errkit.New(errkit.Unauthenticated, "The token is not valid.") },
	},
	errkit.AuthRequired: {
		Means: "The user must authorize the tool first, usually on a page whose URL is in the response.",
		Client: "Show the URL to the user, with the name of its host. Repeat the call after the authorization; " +
			"check_url, if there is one, reports when that is.",
		Model: "The user must authorize this tool on the page first. Ask for it, and try again after that.",
		Spec:  mcpElicitation,
		example: func() error {
			return &errkit.Error{
				Kind: errkit.AuthRequired, Message: "Allow access to your bells first.",
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "bells", URL: "https://example.com/authorize"}}},
			}
		},
	},
	errkit.AuthExpired: {
		Means:   "An authorization that was valid has expired or was withdrawn.",
		Client:  "Refresh the token, and repeat the call once. If that fails, the user must authorize the tool again.",
		Model:   "The authorization has expired. The user must renew it; try again after that.",
		Spec:    bearerErrors,
		example: func() error { return errkit.New(errkit.AuthExpired, "The access to your bells has expired.") },
	},
	errkit.PermissionDenied: {
		Means: "The caller is known, and is not allowed to do this. New credentials of the same caller do not " +
			"change that.",
		Client: "Do not repeat the call. If scopes are named, the user may grant them.",
		Model:  "This is not permitted. Do not try to do it in another way; inform the user.",
		Spec:   http("15.5.4"),
		example: func() error {
			return &errkit.Error{
				Kind: errkit.PermissionDenied, Message: "You may list bells, but not ring them.",
				Needs: &errkit.Needs{Scopes: []string{"bells.ring"}},
			}
		},
	},
	errkit.RequirementMissing: {
		Means: "The call lacks something that is not part of its input: the id of the user, or a secret such as " +
			"an API key.",
		Client: "Add what the response names to the configuration of the client, and repeat the call. Never ask " +
			"the model for a secret.",
		Model: "The tool is not set up for this user. Inform the user which setting is missing.",
		Spec:  oxpErrors,
		example: func() error {
			return &errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{Secrets: []string{"BELL_KEY"}}}
		},
	},
	errkit.Conflict: {
		Means: "The call conflicts with the current state, such as a record that exists already or was changed " +
			"by another caller.",
		Client: "Fetch the current state before another attempt. The same call fails again.",
		Model: "The state is not what the call assumes. Read the current state, then decide whether the call " +
			"is still needed.",
		Spec:    http("15.5.10"),
		example: func() error { return errkit.New(errkit.Conflict, "The bell rings already.") },
	},
	errkit.FailedPrecondition: {
		Means:  "Something else must be done before this call, such as opening an account before paying into it.",
		Client: "Give the message to the model. Do not repeat the call before the other step.",
		Model:  "Another step comes first: do what the message names, then call this tool again.",
		Spec:   http("15.5.1"),
		example: func() error {
			return &errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell is off.", Hint: "Call switch_on first."}
		},
	},
	errkit.Unsupported: {
		Means:   "The tool or the server does not have this function, although the request is valid.",
		Client:  "Do not repeat the call. Use another function, or another server.",
		Model:   "This tool cannot do that. Use another way.",
		Spec:    http("15.6.2"),
		example: func() error { return errkit.New(errkit.Unsupported, "This bell has only one melody.") },
	},
	errkit.UnsupportedVersion: {
		Means:  "The client and the server have no common version of the protocol.",
		Client: "Use one of the versions in the response (supported). If the client knows none of them, update it.",
		Model:  "The client and the server do not fit together. Inform the user.",
		Spec:   mcpLifecycle,
		example: func() error {
			return &errkit.Error{
				Kind:    errkit.UnsupportedVersion,
				Details: []slog.Attr{slog.Any("supported", []string{"2025-11-25"}), slog.String("requested", "2024-11-05")},
			}
		},
	},
	errkit.AppNotRunning: {
		Means:   "The tool controls an application that is installed, but not running.",
		Client:  "Start the application, or ask the user to, and repeat the call.",
		Model:   "The application is not running. Ask the user to start it, then try again.",
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AppNotRunning, "The app Doorbells is not running.") },
	},
	errkit.RateLimited: {
		Means: "The caller made too many calls in a period of time. This call had no effect.",
		Client: "Wait for the time in the response (the header Retry-After in seconds, retry_after_ms in " +
			"milliseconds), then repeat the call. Without a time, double the wait at each attempt, with some " +
			"randomness.",
		Model: "Too many calls. Wait for the given time before the next one, or do something else first.",
		Spec:  tooManyRequests,
		example: func() error {
			return &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second}
		},
	},
	errkit.Timeout: {
		Means: "The tool, or a service that it waits for, did not complete in time. It is not known whether " +
			"the call had an effect.",
		Client: "Repeat the call only if it is safe to do twice, or had no effect, after a wait. Otherwise check first " +
			"whether it had an effect.",
		Model: "The call took too long. A call that only reads may be repeated, perhaps with less to do; otherwise " +
			"check first whether it had an effect.",
		Spec:    http("15.6.5"),
		example: func() error { return errkit.New(errkit.Timeout, "The bell did not answer within 10 seconds.") },
	},
	errkit.Canceled: {
		Means: "The caller canceled the call or disconnected. The tool may have had a part of its effect.",
		Client: "Nothing: the caller no longer waits. It is not a failure of the server and should not raise an " +
			"alarm.",
		Model:   "The call was canceled on request. Do not repeat it without a new request.",
		Spec:    mcpCancellation,
		example: func() error { return errkit.New(errkit.Canceled, "The call was canceled before the bell rang.") },
	},
	errkit.Network: {
		Means: "The tool could not reach a service: its name did not resolve, the connection was refused, or " +
			"it broke.",
		Client: "Repeat the call only if it is safe to do twice, or had no effect, after a wait. Otherwise check first " +
			"whether it had an effect. If it fails again, the operator must check the network and the address.",
		Model: "A service could not be reached, or the connection broke. A call that only reads may be repeated; " +
			"otherwise check first whether it had an effect.",
		Spec:    http("15.6.3"),
		example: func() error { return errkit.Wrap(err, errkit.Network, "The bell cannot be reached.") },
	},
	errkit.Unavailable: {
		Means: "The tool is temporarily unavailable, because it starts, is overloaded, or is under maintenance. " +
			"A server that names a delay did not process the call; otherwise it may have had an effect.",
		Client: "Repeat the call only if it is safe to do twice, or had no effect, after the time in Retry-After or a " +
			"wait that doubles at each attempt. Otherwise check first whether it had an effect.",
		Model: "The tool is unavailable for now. If nothing was done, or the call only reads, try again later; " +
			"otherwise check first whether it had an effect.",
		Spec: http("15.6.4"),
		example: func() error {
			return &errkit.Error{Kind: errkit.Unavailable, Message: "The bell is being repaired.", RetryAfter: time.Minute}
		},
	},
	errkit.ConfigInvalid: {
		Means:  "The tool is not set up correctly on the server, such as a descriptor that is not valid.",
		Client: "Do not repeat the call. Report it to the operator of the server.",
		Model: "The tool is not set up correctly, and no input can change that. Use another way, or inform the " +
			"user.",
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.ConfigInvalid, "The bell has no address.") },
	},
	errkit.AuthConfigInvalid: {
		Means: "The authorization of the tool is not set up correctly on the server, such as a missing client " +
			"id. The user cannot correct it by signing in again.",
		Client:  "Do not repeat the call and do not start an authorization. Report it to the operator of the server.",
		Model:   "The authorization of the tool is not set up correctly. Use another way, or inform the user.",
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AuthConfigInvalid, "The bell has no client id.") },
	},
}
