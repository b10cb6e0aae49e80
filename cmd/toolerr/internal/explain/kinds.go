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

// texts has the section of a specification for each kind, whose text is in kinds.md, with a function
// whose body is the statement that makes an error of the kind.
var texts = [...]Text{
	errkit.Internal: {
		Spec: http("15.6.1"),
		example: func() error {
			return fmt.Errorf("store the ring: %w", err) // an error without a kind; its text is only logged
		},
	},
	errkit.Unknown: {
		Spec:    rpcErrors,
		example: func() error { return &errkit.Error{Kind: errkit.Unknown} },
	},
	errkit.ExecutionFailed: {
		Spec:    mcpErrors,
		example: func() error { return errkit.New(errkit.ExecutionFailed, "The bell is stuck.") },
	},
	errkit.UpstreamFailed: {
		Spec: http("15.6.3"),
		example: func() error {
			return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Message: "The bell service failed."}
		},
	},
	errkit.OutputInvalid: {
		Spec: mcpOutput,
		example: func() error {
			return errkit.New(errkit.OutputInvalid, "The bell reported a volume that does not exist.")
		},
	},
	errkit.ScriptInvalid: {
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.ScriptInvalid, "The melody has a syntax error in line 3.") },
	},
	errkit.Malformed: {
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.Malformed, "The request ends inside of a string.") },
	},
	errkit.InvalidRequest: {
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.InvalidRequest, "The request needs a method.") },
	},
	errkit.MethodNotFound: {
		Spec:    rpcErrors,
		example: func() error { return errkit.New(errkit.MethodNotFound, "This server only has tools.") },
	},
	errkit.MethodNotAllowed: {
		Spec:    http("15.5.6"),
		example: func() error { return errkit.New(errkit.MethodNotAllowed, "Use POST to ring a bell.") },
	},
	errkit.InvalidInput: {
		Spec:    mcpErrors,
		example: func() error { return errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"}) },
	},
	errkit.InputRequired: {
		Spec: mcpElicitation,
		example: func() error {
			return &errkit.Error{
				Kind: errkit.InputRequired, Message: "Which bell?",
				Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}}},
			}
		},
	},
	errkit.TooLarge: {
		Spec: http("15.5.14"),
		example: func() error {
			return &errkit.Error{Kind: errkit.TooLarge, Message: "A melody has at most 64 KiB.", Hint: "Send it in parts."}
		},
	},
	errkit.ToolNotFound: {
		Spec:    mcpErrors,
		example: func() error { return errkit.New(errkit.ToolNotFound, "There is no tool Bell_Ring.") },
	},
	errkit.VersionNotFound: {
		Spec: oxpErrors,
		example: func() error {
			return errkit.New(errkit.VersionNotFound, "Doorbell.Ring has the versions 1.0.0 and 2.0.0.")
		},
	},
	errkit.AppNotFound: {
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AppNotFound, "The app Doorbells is not installed.") },
	},
	errkit.NotFound: {
		Spec: http("15.5.5"),
		example: func() error {
			return &errkit.Error{
				Kind: errkit.NotFound, Message: "There is no bell with this id.",
				Hint: "Call list_bells and use an id from its answer.",
			}
		},
	},
	errkit.Unauthenticated: {
		Spec:    http("15.5.2"),
		example: func() error { return errkit.New(errkit.Unauthenticated, "The token is not valid.") },
	},
	errkit.AuthRequired: {
		Spec: mcpElicitation,
		example: func() error {
			return &errkit.Error{
				Kind: errkit.AuthRequired, Message: "Allow access to your bells first.",
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "bells", URL: "https://example.com/authorize"}}},
			}
		},
	},
	errkit.AuthExpired: {
		Spec:    bearerErrors,
		example: func() error { return errkit.New(errkit.AuthExpired, "The access to your bells has expired.") },
	},
	errkit.PermissionDenied: {
		Spec: http("15.5.4"),
		example: func() error {
			return &errkit.Error{
				Kind: errkit.PermissionDenied, Message: "You may list bells, but not ring them.",
				Needs: &errkit.Needs{Scopes: []string{"bells.ring"}},
			}
		},
	},
	errkit.RequirementMissing: {
		Spec: oxpErrors,
		example: func() error {
			return &errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{Secrets: []string{"BELL_KEY"}}}
		},
	},
	errkit.Conflict: {
		Spec:    http("15.5.10"),
		example: func() error { return errkit.New(errkit.Conflict, "The bell rings already.") },
	},
	errkit.FailedPrecondition: {
		Spec: http("15.5.1"),
		example: func() error {
			return &errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell is off.", Hint: "Call switch_on first."}
		},
	},
	errkit.Unsupported: {
		Spec:    http("15.6.2"),
		example: func() error { return errkit.New(errkit.Unsupported, "This bell has only one melody.") },
	},
	errkit.UnsupportedVersion: {
		Spec: mcpLifecycle,
		example: func() error {
			return &errkit.Error{
				Kind:    errkit.UnsupportedVersion,
				Details: []slog.Attr{slog.Any("supported", []string{"2025-11-25"}), slog.String("requested", "2024-11-05")},
			}
		},
	},
	errkit.AppNotRunning: {
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AppNotRunning, "The app Doorbells is not running.") },
	},
	errkit.RateLimited: {
		Spec: tooManyRequests,
		example: func() error {
			return &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second}
		},
	},
	errkit.Timeout: {
		Spec:    http("15.6.5"),
		example: func() error { return errkit.New(errkit.Timeout, "The bell did not answer within 10 seconds.") },
	},
	errkit.Canceled: {
		Spec:    mcpCancellation,
		example: func() error { return errkit.New(errkit.Canceled, "The call was canceled before the bell rang.") },
	},
	errkit.Network: {
		Spec:    http("15.6.3"),
		example: func() error { return errkit.Wrap(err, errkit.Network, "The bell cannot be reached.") },
	},
	errkit.Unavailable: {
		Spec: http("15.6.4"),
		example: func() error {
			return &errkit.Error{Kind: errkit.Unavailable, Message: "The bell is being repaired.", RetryAfter: time.Minute}
		},
	},
	errkit.ConfigInvalid: {
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.ConfigInvalid, "The bell has no address.") },
	},
	errkit.AuthConfigInvalid: {
		Spec:    aaiErrors,
		example: func() error { return errkit.New(errkit.AuthConfigInvalid, "The bell has no client id.") },
	},
}
