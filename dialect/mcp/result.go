package mcp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// StageOfResult returns Execution for kinds that are JSON-RPC errors unless the tool ran.
func StageOfResult(t *mapping.Table, k errkit.Kind) errkit.Stage {
	if t.Row(k).MCP != mapping.MCPResult {
		return errkit.Execution
	}
	return errkit.StageUnspecified
}

// maxNesting is the number of results inside each other that are read.
const maxNesting = 4

// ReadResult reads a result, and the failed results inside it.
func ReadResult(r *wire.Reader, v jsontree.Value) (bool, error) { return readResult(r, v, 0) }

func readResult(r *wire.Reader, v jsontree.Value, depth int) (bool, error) {
	if payload := Payload(v); payload.Kind() == jsontree.Object {
		return readPayload(r, payload, v)
	}
	kind, _ := r.Require(v, "resultType", jsontree.String).Text()
	if kind == "input_required" {
		return readInputRequired(r, v)
	}
	if readTask(r, v) || readAgentTask(r, v) {
		return true, nil
	}
	failed, _ := r.Require(v, "isError", jsontree.Bool).Bool()
	text := readBlocks(r, v)
	if failed {
		return readFailed(r, v, text), nil
	}
	if kind != "" && kind != "complete" && kind != "task" { // "MUST be treated as invalid" (MCP 2026-07-28, Result)
		return false, fmt.Errorf("%s: a result type that MCP does not define", wire.Place(v.Member("resultType")))
	}
	for inner := v.Member("structuredContent"); inner.Kind() == jsontree.Object && depth < maxNesting; depth++ {
		wraps := inner.Member("content").Kind() == jsontree.Array
		if bad, _ := inner.Member("isError").Bool(); bad && wraps { // AAI gateway
			r.NoteAt(inner, "a failed result inside a success")
			return readResult(r, inner, depth+1)
		}
		if readFailure(r, inner) {
			return true, nil
		}
		if !wraps {
			break
		}
		inner = inner.Member("structuredContent") // a gateway behind a gateway
	}
	return false, nil
}

// readFailure reads the failure that gateways of AAI send inside a success: {"success": false,
// "error": "..."}.
func readFailure(r *wire.Reader, v jsontree.Value) bool {
	success, ok := v.Member("success").Bool()
	message, hasMessage := v.Member("error").Text()
	if !ok || success || !hasMessage {
		return false
	}
	r.NoteAt(v, "a failure inside a success")
	r.Kind(errkit.ExecutionFailed, "structuredContent.success is false")
	r.Refine(wire.FailedCall)
	setMessage(r, message)
	r.Error.Details = errkit.ReadDetails(v,
		func(name string) bool { return name == "success" || name == "error" || foreign.IsShape(name) })
	return true
}

// readFailed reads a result with isError.
func readFailed(r *wire.Reader, v jsontree.Value, shown string) bool {
	r.Kind(errkit.ExecutionFailed, "isError")
	r.Refine(wire.FailedCall)
	r.StageOf = StageOfResult
	message, code, prefixed := TrimCode(shown)
	if prefixed {
		k, known := r.Codec.Table.FromMCP(code)
		r.Kind(k, "the code "+strconv.FormatInt(code, 10)+" in the text")
		r.Refine(leftOpenByTool(code, known))
		r.Note("the code %d is in the text", code)
		r.Peer.Code = strconv.FormatInt(code, 10)
		if strings.Contains(message, codePrefix) { // the tool ran, and quotes the error of another call
			r.Note("low confidence: %s is the kind of a code in the middle of a text, after isError", k.String())
			r.Peer.Guessed, r.Peer.Coarse = true, errkit.ExecutionFailed
		}
	}
	setMessage(r, message)
	foreign.GuessFromText(r, message)
	body, ok := v.Member("content").FirstElement().Member("text").Embedded()
	if !ok {
		body, ok = foreign.BodyIn(message)
	}
	if ok && body.Kind() == jsontree.Object {
		foreign.GuessFromAPI(r, body) // tools pass on the error of a service
		foreign.Fields(r, body.Member("error"))
	}
	meta := r.Object(v, "_meta")
	readArcade(r, meta.Member(arcadeKey))
	readToolFailure(r, meta.Member(ToolFailureKey), message)
	r.Error.DocURL = text.WebURL(r.String(meta, dialect.DocKey))
	r.CarryIf(meta.Member(dialect.MetaKey), func(e *errkit.Error) bool { return isTextOf(r, e, shown) })
	if !r.Peer.Carried {
		readStructured(r, v.Member("structuredContent"), shown)
	}
	readAttachments(r, v)
	return true
}

// readStructured reads the canonical JSON that [Dialect.Structured] writes as structuredContent.
// Other servers may write anything there, also with a member kind: it counts only if the text
// starts with its public text.
func readStructured(r *wire.Reader, v jsontree.Value, s string) {
	if v.IsNull() {
		return
	}
	e := *r.Error
	if e.ReadJSON(v) != nil {
		foreign.GuessFromAPI(r, v) // the error of a service behind the tool
		for _, place := range [...]string{"/error/code", "/code"} {
			if code, ok := v.At(place).Text(); ok && foreign.ByAPICode(r, code, "structuredContent"+place) {
				break
			}
		}
		foreign.Fields(r, v)
		return
	}
	if strings.HasPrefix(s, text.Clean(e.Error(), r.Codec.TextLimit())) {
		*r.Error = e
		r.Carried(wire.Place(v))
	}
}

// readBlocks joins the text blocks of a result.
func readBlocks(r *wire.Reader, v jsontree.Value) string {
	content := r.Require(v, "content", jsontree.Array)
	var room [4]string // most results have one block
	texts := room[:0]
	for block := content.FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		if block.Kind() != jsontree.Object {
			r.WrongType(block, "an object")
			return ""
		}
		kind := r.Text(r.Require(block, "type", jsontree.String))
		member := r.Require(block, "text", jsontree.String)
		if kind == "text" || kind == "" {
			if s := r.Text(member); s != "" {
				texts = append(texts, s)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// readTask reads a failed task, which is a success of JSON-RPC (MCP 2025-11-25, Tasks).
func readTask(r *wire.Reader, v jsontree.Value) bool {
	v = wire.Inner(v, "task")
	if v.Member("taskId").IsNull() {
		return false
	}
	r.Used(v.Member("taskId"))
	switch status, _ := v.Member("status").Text(); status {
	case "failed":
		r.Kind(errkit.ExecutionFailed, "the task's status is failed")
		r.Refine(wire.FailedCall)
	case "cancelled":
		r.Kind(errkit.Canceled, "the task's status is cancelled")
	default:
		return false
	}
	r.Note("a failed task inside a success")
	setMessage(r, r.String(v, "statusMessage"))
	if fault := v.Member("error"); fault.Kind() == jsontree.Object {
		return readFault(r, fault)
	}
	return true
}

// isTextOf reports whether the text of a result is the one of a carried error, with or without
// advice to retry, which toolError:v1 has no line for. The result leaves the kind open.
func isTextOf(r *wire.Reader, e *errkit.Error, text string) bool {
	return r.IsModelText(text, e, wire.AllLines(0)) ||
		r.IsModelText(text, e, wire.Lines{Message: true, URLs: true})
}

// arcadeKey is the member of _meta of a result with Arcade's error.
const arcadeKey = "arcade"

// readArcade reads Arcade's error.
func readArcade(r *wire.Reader, v jsontree.Value) {
	if v.Kind() != jsontree.Object {
		return
	}
	foreign.ArcadeKind(r, v.Member("errorKind"))
	r.Retryable(v, "canRetry")
	r.Error.Hint = errkit.Text(r.String(v, "additionalPromptContent"))
	if d, ok := r.Milliseconds(v, "retryAfterMs"); ok {
		r.Error.RetryAfter = d
	}
	r.Peer.Status, _ = r.Status(v, "statusCode")
}
