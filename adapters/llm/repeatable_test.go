package llmerr_test

import (
	"context"
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	llmerr "github.com/toolerr/toolerr/adapters/llm"
	"github.com/toolerr/toolerr/errkit"
)

// Whether a model is told to repeat a call whose outcome is not clear depends on what is known of
// the tool.
func TestRepeatable(t *testing.T) {
	err := &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
	tests := []struct {
		name, text string
		of         []errkit.Repeatable
	}{
		{"nothing", "If it only reads data", nil},
		{"unstated", "If it only reads data", []errkit.Repeatable{errkit.RepeatableUnstated}},
		{"yes", "may be tried again", []errkit.Repeatable{errkit.RepeatableYes}},
		{"no", "may already have taken effect", []errkit.Repeatable{errkit.RepeatableNo}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, result := range []any{
				llmerr.Anthropic(nil, id, err, tt.of...),
				llmerr.OpenAIResponses(nil, id, err, tt.of...),
				llmerr.OpenAIChat(nil, id, err, tt.of...),
				llmerr.Gemini(nil, id, tool, err, tt.of...),
			} {
				require.Contains(t, string(marshal(t, result)), tt.text)
			}
			require.Contains(t, string(converse(t, llmerr.Bedrock(nil, id, err, tt.of...))), tt.text)
		})
	}
}

// A model is not told to repeat a call that may have taken effect, also if no boundary ran it.
func TestEffectWithoutABoundary(t *testing.T) {
	timeout := &errkit.Error{Kind: errkit.Timeout, Peer: &errkit.Peer{Dialect: "http"}}
	tests := []struct {
		name string
		err  error
		text string
		why  string
	}{
		{"a deadline", context.DeadlineExceeded, "may have taken effect", "the order may be placed"},
		{"504 of a service", timeout, "may have taken effect", "as nethttp.ReadError returns it"},
		{"429 of a service", &errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second, Peer: timeout.Peer},
			"Try again in 1 second.", "it refused the call"},
		{"a limit of this program", errkit.RateLimited, "Wait before", "it may be that of the second service"},
		{"the service states it", &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectNone, Peer: timeout.Peer},
			"Nothing was done.", "it knows"},
		{"a lost connection", fmt.Errorf("shop: %w", &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}),
			"may have taken effect", "as with a boundary"},
		{"an author", &errkit.Error{Kind: errkit.Timeout}, "The same call may be tried again.", "an error of this program is as it says"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := string(marshal(t, llmerr.OpenAIChat(nil, id, tt.err)))
			require.Contains(t, result, tt.text, tt.why)
			if tt.text == "may have taken effect" {
				require.NotContains(t, result, "tried again")
			}
			if tt.name != "the service states it" {
				require.NotContains(t, result, "Nothing was done.", "nobody knows")
			}
			repeated := string(marshal(t, llmerr.OpenAIChat(nil, id, tt.err, errkit.RepeatableYes)))
			require.NotContains(t, repeated, "may have taken effect", "it may be called twice")
			require.NotContains(t, repeated, "Do not repeat", "each of them may pass")
		})
	}
}

// An error of other code may panic, or wrap itself: the model reads an answer in any case.
func TestErrorsOfNoGoodWill(t *testing.T) {
	for name, err := range map[string]error{"it panics": panics{}, "it wraps itself": &loop{}} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, string(marshal(t, llmerr.OpenAIChat(nil, id, err))), "Something went wrong on our side.")
		})
	}
}

type panics struct{}

func (panics) Error() string { panic("no text") }
func (panics) Unwrap() error { panic("no cause") }

type loop struct{}

func (*loop) Error() string   { return "loop" }
func (l *loop) Unwrap() error { return l }
