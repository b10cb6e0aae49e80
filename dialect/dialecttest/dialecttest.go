// Package dialecttest, for implementations of dialects, checks that a [dialect.Dialect] obeys the
// laws on which adapters, translation and detection rely. The dialects of this module pass it,
// and so should any other one:
//
//	func TestLaws(t *testing.T) { dialecttest.Run(t, envelope.Dialect{}) }
//
//	func FuzzDecode(f *testing.F) { dialecttest.Fuzz(f, envelope.Dialect{}) }
//
// # The laws
//
//   - append: Append writes after dst, does not change the error, and its bytes depend only on
//     its arguments. The status is one of HTTP, and the body is a document of its media type.
//   - allocations: Append allocates nothing if dst has room.
//   - decode: Decode returns an error, with its Peer, for everything that Append writes. It
//     neither changes nor keeps the body.
//   - again: rendering what was decoded reaches a fixed point after one round.
//   - damage: damaged documents and unrelated documents are neither errors nor a panic. The error
//     of Decode wraps [dialect.ErrNotDocument], is one line, and does not quote the document.
//   - loss: each field is decoded as it was, or [dialect.Codec.Measure] reports its loss.
//   - carry: with [dialect.Codec.Carry], all public fields are preserved, by way of any other
//     dialect too. What may be lost are the names of secrets, which must be reported. A carried
//     error that is not the one of the other members is ignored, with a note. A dialect whose
//     format has no place for extension members may ignore Carry.
//   - effect: nothing that is rendered of a call that may have taken effect, and is not
//     repeatable, invites to repeat it, unless the author of the error does; no invitation is lost
//     otherwise.
//   - guess: a kind that only a text suggests is marked as a guess, which [dialect.Codec.NoGuess]
//     prevents; the texts that the dialect writes itself suggest none. A guess is not rendered as
//     a kind that is known: it invites to no retry. A dialect without a member for the retry
//     renders the code of wire.CodeKind.
//   - clean: text for people and models has no control characters, terminal sequences and
//     bidirectional overrides.
//   - limit: text for people and models is cut after [dialect.Codec.MaxText] characters, or
//     earlier in headers; the carried error is not.
//   - private: no cause, no [errkit.Private] and no value that is only for logs is rendered. Dev
//     may be rendered in one member, from which it is decoded as Dev.
//   - detect: the dialect does not take the documents of another dialect. If it is a
//     [dialect.Detector], its own documents are found among the dialects of this module.
//   - rpc: a dialect that is a [dialect.RPC] writes the id of the call, and any other no JSON-RPC.
//
// Most laws are checked with random errors. A failure shows the smallest error that was found.
package dialecttest

import (
	"testing"

	"github.com/toolerr/toolerr/dialect"
)

// Run checks each law in a subtest with its name.
func Run(t *testing.T, d dialect.Dialect) {
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) { l.check(t, d) })
	}
}

var laws = []struct {
	name  string
	check func(*testing.T, dialect.Dialect)
}{
	{"append", checkAppend},
	{"allocations", checkAllocations},
	{"decode", checkDecode},
	{"again", checkAgain},
	{"damage", checkDamage},
	{"loss", checkLoss},
	{"carry", checkCarry},
	{"effect", checkEffect},
	{"guess", checkGuess},
	{"clean", checkClean},
	{"limit", checkLimit},
	{"private", checkPrivate},
	{"detect", checkDetect},
	{"rpc", checkRPC},
}
