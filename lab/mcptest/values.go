package mcptest

import (
	"bytes"
	"errors"
	"sync"

	"github.com/toolerr/toolerr/errkit"
)

// Canary is private: no response may contain it.
const Canary = "canary-4f1b"

// ErrSecret is an error of a handler, with a private text.
var ErrSecret = errors.New("dial tcp 10.0.0.7:5432: " + Canary)

// A Thing is an error whose method panics for a nil pointer.
type Thing struct{ text string }

func (t *Thing) Error() string { return t.text }

// Endless is an error that wraps itself: errors.Is and errors.As would not return.
type Endless struct{}

func (e *Endless) Error() string { return Canary }
func (e *Endless) Unwrap() error { return e }

// MarshalPanics is a value that has no JSON.
type MarshalPanics struct{}

// MarshalJSON panics.
func (MarshalPanics) MarshalJSON() ([]byte, error) { panic(Canary) }

// Authorize is an error that asks the user to visit a URL.
var Authorize = &errkit.Error{Kind: errkit.AuthRequired, Message: "Link your account first.",
	Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "e1", URL: "https://example.com/a?x=1&y=2"}}}}

// Records is a log that keeps each record.
type Records struct {
	mu  sync.Mutex
	all [][]byte
}

func (r *Records) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, bytes.Clone(p))
	return len(p), nil
}

// All returns the records.
func (r *Records) All() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all
}
