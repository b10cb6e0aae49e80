package wire

import "github.com/toolerr/toolerr/jsontree"

// A Foreign reads what no dialect defines. Package foreign of this module has one, [Decode] calls
// it.
type Foreign interface {
	// Body reads the body of a response with the HTTP status of an error that is not a document of
	// the dialect, such as one of a gateway. The kind is that of the status; root is absent if the
	// body is not JSON.
	Body(r *Reader, root jsontree.Value)

	// Page reads a body that is not JSON and has not the HTTP status of an error, and reports
	// whether it is an error by itself, such as a page whose title is the HTTP status.
	Page(r *Reader) bool

	// Refine reads the challenges of the response, replaces a kind that the document left open,
	// and adds the fields of an invalid input that only a text has. The document is read.
	Refine(r *Reader)
}

// An Open is what the structure of a document leaves open: the kinds that its texts may choose
// from. The zero Open is nothing: the structure named the kind.
type Open uint16

// The places where a text is evidence.
const (
	// FailedCall is a failed call without a code: isError in MCP, success:false in OXP. Any kind.
	FailedCall Open = 1 << iota
	// UnknownCode is a code that the protocol does not define: any kind but a fault of the input.
	UnknownCode
	// ServerFault is HTTP 500, -32603 and the like: only kinds whose HTTP status is a 5xx.
	ServerFault
	// NetworkFault is NETWORK_ERROR of toolError:v1, which covers timeouts.
	NetworkFault
	// UnknownName is -32602 in MCP: the name of a tool, a version of a tool or a resource may be
	// unknown, a session over, or the output invalid, instead of the arguments.
	UnknownName
	// BadRequest is HTTP 400 in OXP without missing_requirements: what is wrong before the call
	// (OXP 1.0, Call Tool, Server Errors). Other APIs send 400 for wrong credentials, too.
	BadRequest
	// UnknownResource is -32002, an unknown resource in MCP 2025-11-25 and a server that is not
	// initialized in the Language Server Protocol.
	UnknownResource
	// BadCall is HTTP 400 of an API, beside BadRequest: any other fault of the caller.
	BadCall
	// InvalidToken is invalid_token of OAuth, which covers tokens that expired (RFC 6750 §3.1).
	InvalidToken
)

// A Guess is what a document leaves open, and from what a kind may be guessed. [Reader.Refine],
// [Reader.ByStatus] and [Reader.GuessFrom] set Open, StatusOnly and Texts; a [Foreign] sets the
// rest.
type Guess struct {
	Open       Open
	StatusOnly bool           // the kind is that of the HTTP status
	Texts      []string       // in the order of the document
	Code       string         // in a text; "" if there is none
	Class      string         // of an exception, for texts that suggest nothing
	Body       jsontree.Value // the error of a service in a text, absent if there is none
}

// reset clears a Guess for the next document.
func (g *Guess) reset() {
	clear(g.Texts)
	*g = Guess{Texts: g.Texts[:0]}
}

// Refine lets the texts replace the kind by one that open allows. Call it after [Reader.Kind],
// once the structure is read.
//
// A guess is weak evidence: it is marked as one in the Peer, the retry advice stays that of the
// kind before it ([mapping.Table.RetryOf]), and nothing else of the error changes. What a failed
// call leaves open is the result of a tool (Peer.Public).
func (r *Reader) Refine(open Open) {
	r.Guess.Open = open
	r.Peer.Public = r.Peer.Public || open&FailedCall != 0
}

// GuessFrom adds a text from which the kind may be guessed, unless it is empty.
func (r *Reader) GuessFrom(text string) {
	if text != "" && len(r.Guess.Texts) < maxTexts {
		r.Guess.Texts = append(r.Guess.Texts, text)
	}
}
