package idempotency

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// The errors of calls whose key is in use.
var (
	// draft-ietf-httpapi-idempotency-key-header-07 §2.7: 422.
	errOther = &errkit.Error{Kind: errkit.InvalidRequest, Status: 422, Stage: errkit.BeforeCall,
		Code:    "idempotency_key_reused",
		Message: "The idempotency key was used for another call. Use a new key for this call."}
	// The same, §2.7: 409. A client sends the same key again.
	errBusy = &errkit.Error{Kind: errkit.Conflict, Status: 409, Stage: errkit.BeforeCall,
		Code: "idempotency_key_in_use", Retry: errkit.Allowed, RetryAfter: time.Second,
		Message: "A call with this idempotency key is running. Repeat the call with the same key."}
	// In protocols whose errors a model reads, which repeats a call with another key.
	errRunning = &errkit.Error{Kind: errkit.Conflict, Stage: errkit.BeforeCall,
		Code: "idempotency_key_in_use", Effect: errkit.EffectUnknown,
		Message: "The same call is running, or its server stopped before there was an answer."}
	errFull = &errkit.Error{Kind: errkit.RateLimited, Stage: errkit.BeforeCall,
		Effect: errkit.EffectNone, RetryAfter: time.Second, Message: "Too many calls are running."}
	errTooLarge = &errkit.Error{Kind: errkit.OutputInvalid, Stage: errkit.Execution,
		Effect: errkit.EffectDone, Message: "The call was made, but its answer is too large to be sent again."}
)

// A record is what a store has of a call. Only hashes of the key, the caller and the input are in
// it, but the output is in the clear.
type record struct {
	Print   []byte          `json:"fingerprint"`
	Running bool            `json:"running,omitempty"`
	Output  json.RawMessage `json:"output,omitempty"`
	Error   *errkit.Error   `json:"error,omitempty"`
}

func (r record) encode() []byte {
	doc, _ := text.Marshal(r) // an output is JSON
	return doc
}

// recordOf returns the record of an answer, empty if the call must run again. An error that is not
// an *errkit.Error belongs to a protocol, and has no record but that of a call of unknown effect.
func (k *Keys) recordOf(ctx context.Context, a answer, unknown record) record {
	keep := record{Print: unknown.Print, Output: a.output}
	if a.err != nil {
		e, ok := a.err.(*errkit.Error)
		if !ok {
			return unknown
		}
		if runsAgain(ctx, e) {
			return record{}
		}
		keep = record{Print: unknown.Print, Error: e}
	}
	if len(keep.encode()) > cmp.Or(max(k.MaxAnswer, 0), 1<<20) {
		k.note(ctx, "", "an answer is too large to be kept")
		if keep.Error == nil {
			return record{Print: unknown.Print, Error: errTooLarge}
		}
		return unknown
	}
	return keep
}

// runsAgain reports whether a call that failed runs again when it is repeated: it had no effect, the
// error invites to repeat it, or it asks for something that the next call brings.
func runsAgain(ctx context.Context, e *errkit.Error) bool {
	switch e.Kind {
	case errkit.AuthRequired, errkit.InputRequired, errkit.RequirementMissing, errkit.Unauthenticated:
		return true
	}
	retry, _ := mapping.Default().Narrow(e, middleware.RepeatableFrom(ctx))
	return e.Needs != nil || e.Effect == errkit.EffectNone || e.Stage == errkit.BeforeCall || retry == errkit.Allowed
}
