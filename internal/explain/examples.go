package explain

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// Example returns the Go statement that makes an error of the kind.
func (t Text) Example() string {
	name := runtime.FuncForPC(reflect.ValueOf(t.example).Pointer()).Name()
	return statements()[name[strings.LastIndexByte(name, '.')+1:]]
}

// Make runs the statement of Example.
func (t Text) Make() error { return t.example() }

//go:embed examples.go
var source string

// statements returns the body of each function of this file. Because the examples are code, they compile.
var statements = sync.OnceValue(func() map[string]string {
	bodies := map[string]string{}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "examples.go", source, parser.SkipObjectResolution)
	if err != nil {
		panic(err) // unreachable: this file compiles
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			body := source[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset]
			bodies[f.Name.Name] = strings.TrimSpace(strings.ReplaceAll(body, "\n\t", "\n"))
		}
	}
	return bodies
})

// err is the cause of the errors in the examples.
var err = errors.New("no route to host")

func internal() error {
	return fmt.Errorf("store the ring: %w", err) // an error without a kind; its text is only logged
}

func unknown() error {
	return &errkit.Error{Kind: errkit.Unknown}
}

func executionFailed() error {
	return errkit.New(errkit.ExecutionFailed, "The bell is stuck.")
}

func upstreamFailed() error {
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Message: "The bell service failed."}
}

func outputInvalid() error {
	return errkit.New(errkit.OutputInvalid, "The bell reported a volume that does not exist.")
}

func scriptInvalid() error {
	return errkit.New(errkit.ScriptInvalid, "The melody has a syntax error in line 3.")
}

func malformed() error {
	return errkit.New(errkit.Malformed, "The request ends inside of a string.")
}

func invalidRequest() error {
	return errkit.New(errkit.InvalidRequest, "The request needs a method.")
}

func methodNotFound() error {
	return errkit.New(errkit.MethodNotFound, "This server only has tools.")
}

func methodNotAllowed() error {
	return errkit.New(errkit.MethodNotAllowed, "Use POST to ring a bell.")
}

func invalidInput() error {
	return errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"})
}

func inputRequired() error {
	return &errkit.Error{
		Kind: errkit.InputRequired, Message: "Which bell?",
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}}},
	}
}

func tooLarge() error {
	return &errkit.Error{Kind: errkit.TooLarge, Message: "A melody has at most 64 KiB.", Hint: "Send it in parts."}
}

func toolNotFound() error {
	return errkit.New(errkit.ToolNotFound, "There is no tool Bell_Ring.")
}

func versionNotFound() error {
	return errkit.New(errkit.VersionNotFound, "Doorbell.Ring has the versions 1.0.0 and 2.0.0.")
}

func appNotFound() error {
	return errkit.New(errkit.AppNotFound, "The app Doorbells is not installed.")
}

func notFound() error {
	return &errkit.Error{
		Kind: errkit.NotFound, Message: "There is no bell with this id.",
		Hint: "Call list_bells and use an id from its answer.",
	}
}

func unauthenticated() error {
	return errkit.New(errkit.Unauthenticated, "The token is not valid.")
}

func authRequired() error {
	return &errkit.Error{
		Kind: errkit.AuthRequired, Message: "Allow access to your bells first.",
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "bells", URL: "https://example.com/authorize"}}},
	}
}

func authExpired() error {
	return errkit.New(errkit.AuthExpired, "The access to your bells has expired.")
}

func permissionDenied() error {
	return &errkit.Error{
		Kind: errkit.PermissionDenied, Message: "You may list bells, but not ring them.",
		Needs: &errkit.Needs{Scopes: []string{"bells.ring"}},
	}
}

func requirementMissing() error {
	return &errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{Secrets: []string{"BELL_KEY"}}}
}

func conflict() error {
	return errkit.New(errkit.Conflict, "The bell rings already.")
}

func failedPrecondition() error {
	return &errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell is off.", Hint: "Call switch_on first."}
}

func unsupported() error {
	return errkit.New(errkit.Unsupported, "This bell has only one melody.")
}

func unsupportedVersion() error {
	return &errkit.Error{
		Kind:    errkit.UnsupportedVersion,
		Details: []slog.Attr{slog.Any("supported", []string{"2025-11-25"}), slog.String("requested", "2024-11-05")},
	}
}

func appNotRunning() error {
	return errkit.New(errkit.AppNotRunning, "The app Doorbells is not running.")
}

func rateLimited() error {
	return &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.", RetryAfter: 2 * time.Second}
}

func timeout() error {
	return errkit.New(errkit.Timeout, "The bell did not answer within 10 seconds.")
}

func canceled() error {
	return errkit.New(errkit.Canceled, "The call was canceled before the bell rang.")
}

func network() error {
	return errkit.Wrap(err, errkit.Network, "The bell cannot be reached.")
}

func unavailable() error {
	return &errkit.Error{Kind: errkit.Unavailable, Message: "The bell is being repaired.", RetryAfter: time.Minute}
}

func configInvalid() error {
	return errkit.New(errkit.ConfigInvalid, "The bell has no address.")
}

func authConfigInvalid() error {
	return errkit.New(errkit.AuthConfigInvalid, "The bell has no client id.")
}
