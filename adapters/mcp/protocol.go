package mcperr

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// maxLinks bounds the links of an error chain that are walked.
const maxLinks = 1000

// finding is what counts in an error chain.
type finding struct {
	own   *jsonrpc.Error // an error of JSON-RPC that the handler made
	peer  bool           // a call that this program made to a peer failed, and nobody coded that
	coded bool           // an error that its author coded, or a panic: what is below is its cause
	ended bool           // an uncoded io.EOF or io.ErrUnexpectedEOF
}

// find walks a chain from the outside. A cause of a coded error is never told,
// so that nothing below one counts.
func find(err error) finding {
	links := 0
	return walk(err, &links)
}

func walk(err error, links *int) (f finding) {
	for err != nil && *links < maxLinks {
		*links++
		switch e := err.(type) {
		case *errkit.Error, errkit.Kind, *middleware.Panic:
			return finding{coded: true}
		case *jsonrpc.Error:
			if f.peer {
				return f
			}
			return finding{own: e} // a nil one is nothing
		case interface{ Unwrap() error }:
			// As sessions of the SDK say it. An author may too, of an error that
			// is coded further in.
			f.peer = f.peer || strings.HasPrefix(err.Error(), `calling "`)
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				switch in := walk(branch, links); {
				case in.coded, in.own != nil && !f.peer:
					return in
				default:
					f.peer, f.ended = f.peer || in.peer, f.ended || in.ended
				}
			}
			return f
		default:
			f.ended = f.ended || err == io.EOF || err == io.ErrUnexpectedEOF
			return f
		}
	}
	return f
}

const (
	codeMethod         = jsonrpc.CodeMethodNotFound
	codeParams         = jsonrpc.CodeInvalidParams
	codeInternal       = jsonrpc.CodeInternalError
	codeResource       = -32002 // up to 2025-11-25
	codeURLElicitation = mcp.CodeURLElicitationRequired
	revision2025       = "2025-11-25"
	revision2026       = "2026-07-28"
)

// allowed returns an error of JSON-RPC as the peer's revision allows it: itself
// wherever that is possible. Data that is not JSON would keep the answer from
// being sent at all, and a long name in it is cut.
func (c *call) allowed(e *jsonrpc.Error) *jsonrpc.Error {
	uri := c.uri()
	fits := len(e.Message) <= limit.Text && (len(uri) <= limit.URI || len(e.Data) <= limit.URI) // the SDK repeats names of tools and URIs
	code := c.allowedCode(e)
	valid := len(e.Data) == 0 || json.Valid(e.Data)
	if code == e.Code && valid && fits {
		return e
	}
	same := &jsonrpc.Error{Code: code, Message: limit.Ends(e.Message, limit.Text), Data: e.Data}
	if !valid || !fits && namesResource(e.Data) {
		same.Data = nil
		if uri != "" && namesResource(e.Data) { // mcp.ResourceNotFoundError quotes as Go does
			same.Data, _ = json.Marshal(map[string]string{"uri": limit.Middle(uri, limit.URI)})
		}
	}
	return same
}

// allowedCode returns the code of e, or the nearest one that may be sent (MCP
// 2026-07-28, Error Codes; the resource's by SEP-2164).
func (c *call) allowedCode(e *jsonrpc.Error) int64 {
	code, newest := e.Code, c.mcp().Revision >= revision2026
	switch {
	case code == 0:
		return codeInternal
	case code == codeResource && c.method == readResource && newest:
		return codeParams
	case code == codeResource && c.method == readResource:
		return code
	case code == codeParams && c.method == readResource && !newest && namesResource(e.Data):
		return codeResource
	case code >= mcp.CodeUnsupportedProtocolVersion && code <= mcp.CodeHeaderMismatch:
		if !newest {
			return codeParams
		}
	case code == codeURLElicitation: // elsewhere it was read, and did not come here
		return code
	case code >= -32099 && code <= -32000:
		return codeInternal
	}
	return code
}

func namesResource(data json.RawMessage) bool {
	var d struct {
		URI *string `json:"uri"`
	}
	return json.Unmarshal(data, &d) == nil && d.URI != nil || strings.HasPrefix(string(data), `{"uri":`) // which may be wrong JSON
}

// read returns the errors of JSON-RPC that are told in another way, as errors of
// ours; nil for all others.
func (c *call) read(e *jsonrpc.Error) *errkit.Error {
	switch m := c.mcp(); {
	case e.Code == codeParams && c.UnknownTool && c.method == callTool && e.Message == fmt.Sprintf("unknown tool %q", c.tool()):
		return &errkit.Error{Kind: errkit.ToolNotFound, Stage: errkit.Execution, Err: e}
	case e.Code == codeMethod && c.method == callTool: // the SDK would take it for the method tools/call
	case e.Code == codeURLElicitation && !(m.URLElicitation && m.Revision == revision2025):
	default:
		return nil
	}
	known := decode(c.codec, e)
	known.Peer, known.Err = nil, e
	return known
}

// decode reads an error of JSON-RPC.
func decode(codec *dialect.Codec, e *jsonrpc.Error) *errkit.Error {
	wire := *e
	if !json.Valid(wire.Data) {
		wire.Data = nil
	}
	body, err := json.Marshal(&wire)
	if err == nil {
		var known *errkit.Error
		if known, err = codec.Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: body}); err == nil && known != nil {
			return known
		}
	}
	return &errkit.Error{Kind: errkit.Unknown, Err: err}
}

// readText returns what the SDK says by nothing but a text, as errors of ours;
// nil for all others. The text itself may hold the input.
func (c *call) readText(ctx context.Context, err error) *errkit.Error {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "multi-round-trip: "): // the client could not or would not answer
		return &errkit.Error{Kind: errkit.InputRequired, Err: err}
	case text == "the server is busy, retry later":
		return &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.Execution, Retry: errkit.Allowed, Err: err}
	case c.method != callTool:
	case strings.HasPrefix(text, invalidArguments):
		return c.invalidInput(ctx)
	case strings.HasPrefix(text, "validating tool output: "), strings.HasPrefix(text, "marshaling output: "):
		return &errkit.Error{Kind: errkit.OutputInvalid, Err: err}
	default:
		// The SDK decodes the arguments into the type of a tool, and returns the
		// decoder's error as it is. A handler may return one too, about another
		// document.
		if wrong, ok := err.(*json.UnmarshalTypeError); ok {
			return middleware.JSON(ctx, wrong)
		}
	}
	return nil
}
