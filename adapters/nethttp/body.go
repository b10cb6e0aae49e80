package nethttp

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// maxPeek is how much of a body [ByBody] looks at, in bytes. The id may stand at
// the end: some clients write it after the params, with whole files in them.
const maxPeek = 1 << 20

// ByBody is an [API.Choose]: it returns the dialect of a call of JSON-RPC, and
// nil for all others, batches among them. It is MCP if the headers or the body
// say so, else AAI. It reads the first MiB of a JSON body ahead of the handler,
// which gets the whole body all the same; what stands after that is not seen.
func ByBody(r *http.Request) dialect.Dialect {
	version := r.Header.Get("Mcp-Protocol-Version")
	spoken := version != "" || r.Header.Get("Mcp-Method") != ""
	p := peek(r)
	switch {
	case !spoken && !p.meta && p.rpc:
		return aai.Dialect{}
	case !spoken && !p.rpc:
		return nil
	}
	if _, err := time.Parse(time.DateOnly, version); err == nil {
		return mcp.Dialect{Revision: version}
	}
	return mcp.Dialect{}
}

// answering returns d, which is one of JSON-RPC, with what the request says of
// the call, so that the answer has its id.
func answering(d dialect.Dialect, r *http.Request) dialect.Dialect {
	p := peek(r)
	if !p.rpc {
		return d
	}
	c := &called{Dialect: d, call: p.call}
	if _, ok := d.(mcp.Dialect); ok && c.call.ID == nil {
		c.call.ID, c.call.Method = nobodys.ID, nobodys.Method
	}
	return c
}

// called is a dialect that knows the call that it answers.
type called struct {
	dialect.Dialect
	call dialect.Call
}

// nobodys is a call without an id. To it MCP can say protocol errors alone: a
// result would be nobody's.
var nobodys = dialect.Call{ID: null, Method: "unknown"}

// appendTo appends the document that says e, to the call that is answered.
func appendTo(dst []byte, codec *dialect.Codec, d dialect.Dialect, e *errkit.Error) ([]byte, dialect.Head) {
	switch d := d.(type) {
	case *called:
		return codec.Append(dst, d.Dialect, d.call, e)
	case mcp.Dialect:
		return codec.Append(dst, d, nobodys, e)
	}
	return codec.Append(dst, d, dialect.Call{}, e)
}

var null = json.RawMessage("null")

// isRPC reports whether the documents of a dialect are responses of JSON-RPC.
func isRPC(d dialect.Dialect) bool {
	if c, ok := d.(*called); ok {
		d = c.Dialect
	}
	rpc, ok := d.(dialect.RPC)
	if !ok {
		return false
	}
	envelope, _ := rpc.RPC()
	return envelope
}

// peeked is a body whose beginning was read ahead.
type peeked struct {
	io.Reader
	io.Closer
	found rpc
}

// rpc is what the beginning of a body says.
type rpc struct {
	rpc  bool // it is JSON-RPC
	meta bool // params._meta has a member of MCP
	call dialect.Call
}

// peek reads the beginning of a JSON body, once.
func peek(r *http.Request) rpc {
	if p, ok := r.Body.(*peeked); ok {
		return p.found
	}
	if r.Body == nil || r.Body == http.NoBody || !isJSON(r.Header.Get("Content-Type")) {
		return rpc{}
	}
	begin, err := io.ReadAll(io.LimitReader(r.Body, maxPeek))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = broken{err}
	}
	p := &peeked{Reader: io.MultiReader(bytes.NewReader(begin), rest), Closer: r.Body}
	p.found = scan(begin)
	r.Body = p
	return p.found
}

// broken is a body that could not be read on.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

func isJSON(contentType string) bool {
	t, _, _ := mime.ParseMediaType(contentType)
	return t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")
}

// scan reads what it can of a document that may be cut.
func scan(begin []byte) (found rpc) {
	d := json.NewDecoder(bytes.NewReader(begin))
	each(d, func(name string) bool {
		switch name {
		case "jsonrpc":
			found.rpc = true
			return skip(d)
		case "id":
			var id json.RawMessage
			if d.Decode(&id) != nil {
				return false
			}
			found.call.ID = id
			return true
		case "method":
			return d.Decode(&found.call.Method) == nil
		case "params":
			return each(d, func(name string) bool {
				switch name {
				case "name":
					return text(d, &found.call.Tool)
				case "uri":
					return text(d, &found.call.URI)
				case "_meta":
					return each(d, func(name string) bool {
						found.meta = found.meta || strings.HasPrefix(name, "io.modelcontextprotocol/")
						return skip(d)
					})
				}
				return skip(d)
			})
		}
		return skip(d)
	})
	return found
}

// each calls f at the value of each member of the object that comes next, and
// skips anything else. It is false where the document cannot be read on.
func each(d *json.Decoder, f func(name string) bool) bool {
	t, err := d.Token()
	switch {
	case err != nil:
		return false
	case t == json.Delim('['):
		return leave(d)
	case t != json.Delim('{'):
		return true
	}
	for d.More() {
		name, err := d.Token()
		if err != nil || !f(name.(string)) {
			return false
		}
	}
	_, err = d.Token()
	return err == nil
}

// skip goes past the next value, of any size.
func skip(d *json.Decoder) bool {
	t, err := d.Token()
	if err != nil {
		return false
	}
	if t == json.Delim('{') || t == json.Delim('[') {
		return leave(d)
	}
	return true
}

// leave goes past the end of the array or object that was entered.
func leave(d *json.Decoder) bool {
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return false
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return true
}

func text(d *json.Decoder, to *string) bool {
	t, err := d.Token()
	if err != nil {
		return false
	}
	switch t := t.(type) {
	case string:
		*to = t
	case json.Delim:
		return leave(d)
	}
	return true
}
