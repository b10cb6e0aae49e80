package errkit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

func TestLog(t *testing.T) {
	tower := &errkit.Error{Kind: errkit.Network, Message: "The tower is out of reach.",
		Dev: errkit.Dev("dial 10.0.0.1"), Err: errors.New("connection refused")}
	ringer := &errkit.Error{Kind: errkit.Unavailable, Dev: errkit.Dev("he sleeps")}

	for name, err := range map[string]error{
		"zero":    &errkit.Error{},
		"foreign": errkit.Wrap(io.ErrUnexpectedEOF, errkit.UpstreamFailed, "The bell did not answer."),
		"chain": errkit.Wrap(fmt.Errorf("call the tower: %w", tower), errkit.UpstreamFailed,
			"The bell did not answer."),
		"direct": errkit.Wrap(tower, errkit.UpstreamFailed, "The bell did not answer."),
		"joined": errkit.Wrap(errors.Join(tower, io.EOF, fmt.Errorf("wake up: %w", ringer)), errkit.UpstreamFailed,
			"The bell did not answer."),
		"full": &errkit.Error{
			Kind: errkit.RateLimited, Retry: errkit.Allowed, Effect: errkit.EffectNone, Stage: errkit.Execution,
			Upstream:   429,
			RetryAfter: 1500 * time.Millisecond,
			Code:       "bell_rests", Message: "This bell needs a rest.", Hint: "Wait.",
			Fields: []errkit.Field{{Path: "/times", Message: "must be at most 10", Rule: "max", Param: "10"}},
			Details: []slog.Attr{slog.String("bell", "front"), slog.Any("ringer", logged{"abc"}),
				slog.Any("key", errkit.Dev("abc"))},
			Needs: &errkit.Needs{
				Challenges: []errkit.Challenge{{ID: "1", URL: "https://bells.example/grant"}},
				Secrets:    []string{"BELL_KEY"},
				Input:      []errkit.Input{{Name: "bell", Suggestions: []string{"front"}}}, Reason: "Which bell?",
			},
			Dev: errkit.Dev("bucket 7 is empty"), Err: io.EOF, Ref: "7f3a9c",
			Peer: &errkit.Peer{Dialect: "oxp", Code: "429", Type: "limit", Rule: "status", Guessed: true,
				Evidence: []string{"two codes"}, Raw: "raw"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var indented bytes.Buffer
			require.NoError(t, json.Indent(&indented, []byte(handlers()["json"](slog.Any("err", err))), "", "  "))
			golden(t, "log/"+name+".json", indented.String())
			golden(t, "log/"+name+".txt", handlers()["text"](slog.Any("err", err)))
		})
	}
}

func TestLogOfNil(t *testing.T) {
	var e *errkit.Error
	require.Equal(t, "err=<nil>\n", handlers()["text"](slog.Any("err", e)))
	require.Equal(t, `{"err":null}`+"\n", handlers()["json"](slog.Any("err", e)))
}

// TestLogOfWrapped checks that a handler logs the public text of an error that wraps an Error,
// and all fields of From(err).
func TestLogOfWrapped(t *testing.T) {
	err := fmt.Errorf("ring: %w", coded())
	require.Equal(t, `{"err":"ring: There is no such bell."}`+"\n", handlers()["json"](slog.Any("err", err)))
	for _, log := range handlers() {
		require.Contains(t, log(slog.Any("err", errkit.From(err))), canary)
	}
}
