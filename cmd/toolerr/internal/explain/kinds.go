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

// examples has an error of each kind. Its source is shown as the statement that returns it.
var examples = [...]error{
	errkit.Internal:         fmt.Errorf("store the ring: %w", err), // an error without a kind; its text is only logged
	errkit.Unknown:          &errkit.Error{Kind: errkit.Unknown},
	errkit.ExecutionFailed:  errkit.New(errkit.ExecutionFailed, "The bell is stuck."),
	errkit.UpstreamFailed:   &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Message: "The bell service failed."},
	errkit.OutputInvalid:    errkit.New(errkit.OutputInvalid, "The bell reported a volume that does not exist."),
	errkit.ScriptInvalid:    errkit.New(errkit.ScriptInvalid, "The melody has a syntax error in line 3."),
	errkit.Malformed:        errkit.New(errkit.Malformed, "The request ends inside of a string."),
	errkit.InvalidRequest:   errkit.New(errkit.InvalidRequest, "The request needs a method."),
	errkit.MethodNotFound:   errkit.New(errkit.MethodNotFound, "This server only has tools."),
	errkit.MethodNotAllowed: errkit.New(errkit.MethodNotAllowed, "Use POST to ring a bell."),
	errkit.InvalidInput:     errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"}),
	errkit.InputRequired: &errkit.Error{
		Kind: errkit.InputRequired, Message: "Which bell?",
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}}},
	},
	errkit.TooLarge:        &errkit.Error{Kind: errkit.TooLarge, Message: "A melody has at most 64 KiB.", Hint: "Send it in parts."},
	errkit.ToolNotFound:    errkit.New(errkit.ToolNotFound, "There is no tool Bell_Ring."),
	errkit.VersionNotFound: errkit.New(errkit.VersionNotFound, "Doorbell.Ring has the versions 1.0.0 and 2.0.0."),
	errkit.AppNotFound:     errkit.New(errkit.AppNotFound, "The app Doorbells is not installed."),
	errkit.NotFound: &errkit.Error{
		Kind: errkit.NotFound, Message: "There is no bell with this id.",
		Hint: "Call list_bells and use an id from its answer.",
	},
	errkit.Unauthenticated: errkit.New(errkit.Unauthenticated, "The token is not valid."),
	errkit.AuthRequired: &errkit.Error{
		Kind: errkit.AuthRequired, Message: "Allow access to your bells first.",
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "bells", URL: "https://example.com/authorize"}}},
	},
	errkit.AuthExpired: errkit.New(errkit.AuthExpired, "The access to your bells has expired."),
	errkit.PermissionDenied: &errkit.Error{
		Kind: errkit.PermissionDenied, Message: "You may list bells, but not ring them.",
		Needs: &errkit.Needs{Scopes: []string{"bells.ring"}},
	},
	errkit.RequirementMissing: &errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{Secrets: []string{"BELL_KEY"}}},
	errkit.Conflict:           errkit.New(errkit.Conflict, "The bell rings already."),
	errkit.FailedPrecondition: &errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell is off.", Hint: "Call switch_on first."},
	errkit.Unsupported:        errkit.New(errkit.Unsupported, "This bell has only one melody."),
	errkit.UnsupportedVersion: &errkit.Error{
		Kind:    errkit.UnsupportedVersion,
		Details: []slog.Attr{slog.Any("supported", []string{"2025-11-25"}), slog.String("requested", "2024-11-05")},
	},
	errkit.AppNotRunning:     errkit.New(errkit.AppNotRunning, "The app Doorbells is not running."),
	errkit.RateLimited:       &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second},
	errkit.Timeout:           errkit.New(errkit.Timeout, "The bell did not answer within 10 seconds."),
	errkit.Canceled:          errkit.New(errkit.Canceled, "The call was canceled before the bell rang."),
	errkit.Network:           errkit.Wrap(err, errkit.Network, "The bell cannot be reached."),
	errkit.Unavailable:       &errkit.Error{Kind: errkit.Unavailable, Message: "The bell is being repaired.", RetryAfter: time.Minute},
	errkit.ConfigInvalid:     errkit.New(errkit.ConfigInvalid, "The bell has no address."),
	errkit.AuthConfigInvalid: errkit.New(errkit.AuthConfigInvalid, "The bell has no client id."),
}
