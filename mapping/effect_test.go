package mapping

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

const (
	mayHave = "This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; " +
		"if you cannot, ask the user."
	mayHaveOnce = "This call may already have taken effect. Check first. Repeat it only if it did not."
	again       = "The same call may be tried again."
	checkThat   = "This call may have taken effect: check that first."

	hasTakenEffect = "This call has taken effect, at least in part. Do not repeat it."
	outputInvalid  = "The tool ran, but its result cannot be used. Do not repeat the call."
)

func TestNarrow(t *testing.T) {
	const (
		unstated = errkit.RepeatableUnstated
		yes      = errkit.RepeatableYes
		no       = errkit.RepeatableNo
	)
	timeout := errkit.Error{Kind: errkit.Timeout}
	with := func(e errkit.Error, effect errkit.Effect) errkit.Error { e.Effect = effect; return e }
	tests := []struct {
		name     string
		err      errkit.Error
		call     errkit.Repeatable
		retry    errkit.Retry
		narrowed bool
		advice   string
	}{
		{"nothing stated", timeout, unstated, errkit.Allowed, false, again},
		{"not repeatable alone", timeout, no, errkit.Allowed, false, again},
		{"none", with(timeout, errkit.EffectNone), no, errkit.Allowed, false, "Nothing was done. " + again},
		{"unknown, repeatable", with(timeout, errkit.EffectUnknown), yes, errkit.Allowed, false, again},
		{"unknown, unstated", with(timeout, errkit.EffectUnknown), unstated, errkit.AfterAction, true, mayHave},
		{"unknown, not repeatable", with(timeout, errkit.EffectUnknown), no, errkit.AfterAction, true, mayHaveOnce},
		{"partial, repeatable", with(timeout, errkit.EffectPartial), yes, errkit.Allowed, false, again},
		{"partial, unstated", with(timeout, errkit.EffectPartial), unstated, errkit.Never, true, hasTakenEffect},
		{"done, not repeatable", with(timeout, errkit.EffectDone), no, errkit.Never, true, hasTakenEffect},
		{"a delay does not invite", errkit.Error{Kind: errkit.Unavailable, RetryAfter: time.Second,
			Effect: errkit.EffectUnknown}, unstated, errkit.AfterAction, true, mayHave},
		{"a delay of a repeatable call", errkit.Error{Kind: errkit.Unavailable, RetryAfter: time.Second,
			Effect: errkit.EffectUnknown}, yes, errkit.Allowed, false, "Try again in 1 second."},
		{"a delay and no effect", errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second,
			Effect: errkit.EffectNone}, no, errkit.Allowed, false, "Nothing was done. Try again in 1 second."},
		{"the author allows it", errkit.Error{Kind: errkit.Timeout, Retry: errkit.Allowed, Effect: errkit.EffectUnknown},
			no, errkit.Allowed, false, again},
		{"the author forbids it", errkit.Error{Kind: errkit.Timeout, Retry: errkit.Never, Effect: errkit.EffectUnknown},
			unstated, errkit.Never, false, checkThat + " " + doNotRepeat},
		{"partial, of a kind that wants another input", errkit.Error{Kind: errkit.InvalidInput, Effect: errkit.EffectPartial},
			unstated, errkit.Never, true, hasTakenEffect},
		{"the author asks for an action", errkit.Error{Kind: errkit.Timeout, Retry: errkit.AfterAction,
			Effect: errkit.EffectDone}, unstated, errkit.AfterAction, false, "This call has taken effect, at least in part. " +
			"Try again after that."},
		{"repeatable, beside the author's message", errkit.Error{Kind: errkit.Network, Message: "The connection broke.",
			Effect: errkit.EffectUnknown}, yes, errkit.Allowed, false, again},
		{"repeatable, a service failed", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 500,
			Effect: errkit.EffectUnknown}, yes, 0, false, again},
		{"repeatable, a service found a fault", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 404,
			Effect: errkit.EffectUnknown}, yes, errkit.Never, false, doNotRepeat},
		{"repeatable, the tool failed", errkit.Error{Kind: errkit.ExecutionFailed, Effect: errkit.EffectUnknown}, yes, 0,
			false, ""},
		{"beside the author's message", errkit.Error{Kind: errkit.ExecutionFailed, Message: "The bank did not answer.",
			Effect: errkit.EffectUnknown}, unstated, errkit.AfterAction, true, mayHave},
		{"no invitation, no sentence", errkit.Error{Kind: errkit.RateLimited, Message: "Enough.",
			Effect: errkit.EffectNone}, unstated, errkit.Allowed, false, ""},
		{"a kind that forbids it", errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectUnknown}, unstated,
			errkit.Never, true, checkThat + " " + doNotRepeat},
		{"a kind that forbids it, with a delay", errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectUnknown,
			RetryAfter: time.Second}, unstated, errkit.Never, true, checkThat + " " + doNotRepeat},
		{"a kind that forbids it, repeatable", errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectUnknown}, yes,
			errkit.Never, false, doNotRepeat},
		{"a kind that wants another input", errkit.Error{Kind: errkit.InvalidInput, Effect: errkit.EffectUnknown}, no,
			errkit.Never, true, checkThat + " Change the input before you repeat the call."},
		{"a kind that asks", errkit.Error{Kind: errkit.Unauthenticated, Effect: errkit.EffectUnknown}, unstated,
			errkit.AfterAction, true, checkThat + " " + askFirst},
		{"a kind that forbids it, in words of the author", errkit.Error{Kind: errkit.NotFound, Message: "No such city.",
			Effect: errkit.EffectUnknown}, unstated, errkit.Never, true, checkThat},
		{"done, of a kind that forbids it", errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectDone}, unstated,
			errkit.Never, true, hasTakenEffect},
		{"a kind that asks", errkit.Error{Kind: errkit.AuthExpired, Effect: errkit.EffectPartial}, no,
			errkit.AfterAction, true, "This call has taken effect, at least in part. " +
				"Ask the user to authorize the tool again before you repeat the call."},
		{"output that cannot be used", errkit.Error{Kind: errkit.OutputInvalid, Effect: errkit.EffectDone}, unstated,
			errkit.Never, true, outputInvalid},
		{"a guess", errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectNone,
			Peer: &errkit.Peer{Guessed: true, Coarse: errkit.ExecutionFailed}}, unstated, 0, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			retry, narrowed := Default().Narrow(&tt.err, tt.call)
			require.Equal(t, []any{tt.retry, tt.narrowed}, []any{retry, narrowed})
			require.Equal(t, tt.advice, string(Default().AppendAdvice(nil, &tt.err, tt.call)))

			settled := tt.err
			if narrowed {
				settled.Retry, settled.RetryAfter = retry, 0
			}
			require.Equal(t, tt.advice, string(Default().AppendAdvice(nil, &settled, tt.call)),
				"e has the retry of Narrow")
			require.Equal(t, narrowed, IsOutcomeUnclear(&settled) && tt.err.Retry == 0)

			dst := make([]byte, 0, 256)
			require.Zero(t, allocs.Of(func() {
				Default().Narrow(&tt.err, tt.call)
				Default().AppendAdvice(dst, &tt.err, tt.call)
			}))
		})
	}
}

// What AppendAdvice appends to the default text is read again.
func TestTrimEffect(t *testing.T) {
	for _, effect := range []errkit.Effect{0, errkit.EffectNone, errkit.EffectUnknown, errkit.EffectPartial} {
		for _, call := range []errkit.Repeatable{errkit.RepeatableUnstated, errkit.RepeatableNo} {
			for _, message := range []errkit.Text{"The till burned.", errkit.Timeout.Text()} {
				e := errkit.Error{Kind: errkit.Timeout, Message: message, Effect: effect}
				advice := Default().AppendAdvice(nil, &e, call)
				back := errkit.Error{Kind: e.Kind, Message: message}
				if back.Message += "\n" + errkit.Text(advice); len(advice) == 0 {
					back.Message, e.Effect = message, 0
				}
				TrimAdvice(&back, errkit.Allowed)
				require.Equal(t, e, back)
			}
			for _, k := range errkit.Kinds() {
				e := errkit.Error{Kind: k, Effect: effect}
				back := errkit.Error{Kind: k, Message: k.Text() + "\n" + errkit.Text(Default().AppendAdvice(nil, &e, call))}
				TrimAdvice(&back, Default().Retry(k, 0))
				require.Equal(t, k.Text(), back.Message, "%s, %s", k, effect)
				require.Equal(t, MayHaveEffect(effect), MayHaveEffect(back.Effect))
			}
		}
	}
	stated := errkit.Error{Kind: errkit.Timeout, Message: mayHave, Effect: errkit.EffectDone}
	TrimAdvice(&stated, errkit.Allowed)
	require.Equal(t, errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectDone}, stated,
		"what a member states counts")
}

func TestRPCOf(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  errkit.Error
		want RPCCode
	}{
		{"unclear", errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, Retry: errkit.AfterAction},
			RPCUnknown},
		{"a timeout", errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectDone, Retry: errkit.Never}, RPCUnknown},
		{"a conflict", errkit.Error{Kind: errkit.Conflict, Effect: errkit.EffectUnknown, Retry: errkit.Never}, RPCUnknown},
		{"repeatable", errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown}, RPCUnavailable},
		{"no effect", errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone}, RPCUnavailable},
		{"not repeated by clients", errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectDone, Retry: errkit.Never},
			RPCInternal},
	} {
		require.Equal(t, tt.want, Default().RPCOf(&tt.err), tt.name)
	}
}

// An error of a peer with a code that no kind has by itself keeps it: a program that creates
// something takes ALREADY_EXISTS for a success, and repeats what is ABORTED.
func TestRPCOfPeer(t *testing.T) {
	tests := []struct {
		name string
		peer errkit.Peer
		err  errkit.Error
		want RPCCode
		why  string
	}{
		{"in google.rpc", errkit.Peer{Dialect: "google", Code: "ALREADY_EXISTS"}, errkit.Error{Kind: errkit.Conflict}, RPCAlreadyExists,
			"the name of the status"},
		{"in Connect", errkit.Peer{Dialect: "connect", Code: "out_of_range"}, errkit.Error{Kind: errkit.InvalidInput}, RPCOutOfRange,
			"the name of the code"},
		{"in gRPC", errkit.Peer{Dialect: "grpc", Code: "15"}, errkit.Error{Kind: errkit.Internal}, RPCDataLoss, "grpc-status"},
		{"a google.rpc.Status", errkit.Peer{Dialect: "google", Code: "6"}, errkit.Error{Kind: errkit.Conflict}, RPCAlreadyExists,
			"as a gateway sends it"},
		{"a number of another protocol", errkit.Peer{Dialect: "mcp", Code: "15"}, errkit.Error{Kind: errkit.Internal}, RPCInternal,
			"15 means something else there"},
		{"another code of the kind", errkit.Peer{Dialect: "grpc", Code: "10"}, errkit.Error{Kind: errkit.Conflict}, RPCAborted, "ABORTED"},
		{"another kind", errkit.Peer{Dialect: "grpc", Code: "6"}, errkit.Error{Kind: errkit.UpstreamFailed}, RPCUnknown,
			"the code is about the request of this program"},
		{"an unclear outcome", errkit.Peer{Dialect: "grpc", Code: "6"}, errkit.Error{Kind: errkit.Conflict, Effect: errkit.EffectUnknown,
			Retry: errkit.AfterAction}, RPCUnknown, "nothing exists for certain"},
		{"a code that clients repeat", errkit.Peer{Dialect: "grpc", Code: "14"}, errkit.Error{Kind: errkit.Unavailable,
			Effect: errkit.EffectUnknown, Retry: errkit.AfterAction}, RPCUnknown, "no order is repeated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.err.Peer = &tt.peer
			require.Equal(t, tt.want.String(), Default().RPCOf(&tt.err).String(), tt.why)
		})
	}
}
