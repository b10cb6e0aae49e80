package acp

import (
	"errors"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
)

// Decode decodes the update of a tool call, with or without its notification, or a response.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, name, read, foreign.Rules{})
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if update := updateOf(v); update.Kind() == jsontree.Object {
		r.Used(v.Member("jsonrpc"), v.Member("method"), v.Member("params").Member("sessionId"))
		return readUpdate(r, update), nil
	}
	result, fault, err := wire.UnwrapRPC(v)
	switch {
	case err != nil:
		return false, err
	case fault.Kind() == jsontree.Object:
		readFault(r, fault)
		return true, nil
	case !fault.IsNull():
		r.WrongType(fault, "an object")
		return false, nil
	// of any protocol
	case result.Kind() == jsontree.Object && !v.Member("jsonrpc").IsNull() && !r.Document.Detecting():
		return false, nil
	}
	return false, errors.New("the document: neither the update of a tool call nor a response")
}

// updateOf returns the update of a notification, or v if it is one.
func updateOf(v jsontree.Value) jsontree.Value {
	if v.Member("method").Is("session/update") {
		v = v.Member("params").Member("update")
	}
	if v.Member("sessionUpdate").Kind() == jsontree.String {
		return v
	}
	return jsontree.Value{}
}

// readUpdate reads an update, and reports whether it is that of a failed tool call.
func readUpdate(r *wire.Reader, v jsontree.Value) bool {
	kind, _ := v.Member("sessionUpdate").Text()
	status, _ := v.Member("status").Text()
	failed := status == statusFailed || status == statusCanceled
	if kind != "tool_call_update" && kind != "tool_call" || !failed {
		return false
	}
	r.Used(v.Member("toolCallId"), v.Member("title"), v.Member("kind"))
	if status == statusCanceled {
		r.Kind(errkit.Canceled, "the status cancelled")
	} else {
		r.Kind(errkit.ExecutionFailed, "the status failed")
		r.Refine(wire.FailedCall)
	}
	text := textOf(r, v.Member("content"))
	r.Message(text)
	output := v.Member("rawOutput")
	switch {
	case output.IsNull():
	case new(errkit.Error).ReadJSON(output) == nil:
		r.CarryIf(output, func(e *errkit.Error) bool {
			return r.IsModelText(text, e, wire.AllLines(0)) && (status == statusFailed || e.Kind == errkit.Canceled)
		})
	default:
		readOutput(r, output)
	}
	return true
}

// textOf joins the texts of the content of a tool call.
func textOf(r *wire.Reader, list jsontree.Value) string {
	var texts []string
	for item := list.FirstElement(); item.Kind() != jsontree.Absent && r.Room(len(texts),
		"blocks"); item = item.Next() {
		block := item.Member("content")
		if text, ok := block.Member("text").Text(); ok {
			r.Used(item.Member("type"), block.Member("type"))
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// readOutput reads what the tool itself returned: an agent shows it if there is no content.
func readOutput(r *wire.Reader, v jsontree.Value) {
	message, isText := v.Text()
	if !isText {
		message = foreign.MessageOf(v)
		foreign.GuessFromAPI(r, v)
		r.Unused(v)
	}
	if r.Error.Message == "" {
		r.Message(message)
	}
}

// readFault reads an error object of JSON-RPC.
func readFault(r *wire.Reader, v jsontree.Value) {
	f, data := r.RPCError(v), v.Member("data")
	r.Message(f.Message)
	k, known := r.Codec.Table.FromMCP(f.Code)
	if f.Code == codeAuthRequired {
		k, known = errkit.AuthRequired, true
	}
	if f.Name != "" || !f.HasCode {
		foreign.UndefinedCode(r, f.Name)
	} else {
		r.ByRPCCode(k, f)
	}
	if f.Code == rpc.InternalError {
		r.Refine(wire.ServerFault)
	}
	if !known {
		r.Unused(v.Member("code"))
		r.Refine(wire.UnknownCode)
	}
	foreign.Shapes(r, data, foreign.IsShape, "uri", "sessionId")
	foreign.Fields(r, data)
	if f.Code == codeVersion {
		r.Kind(errkit.UnsupportedVersion, "error.code -32022")
	}
	r.CarryIf(data.Member(dialect.MetaKey),
		func(e *errkit.Error) bool { return isCodeOf(r, e) && r.IsModelText(f.Message, e, wire.AllLines(0)) })
}

// isCodeOf reports whether the code of a response is one of a carried error.
func isCodeOf(r *wire.Reader, e *errkit.Error) bool {
	for _, d := range [...]Dialect{{}, {Version: 2}} {
		for _, call := range [...]dialect.Call{{}, {URI: "a"}} {
			if strconv.Itoa(d.code(r.Codec, &call, e)) == r.Peer.Code {
				return true
			}
		}
	}
	return false
}

// Detect rates a document: the update of a session. A response is like that of any protocol with
// JSON-RPC.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	if updateOf(v).Kind() == jsontree.Object {
		return 94, "sessionUpdate"
	}
	return 0, ""
}
