package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// An agent of A2A calls a tool for each message, and responds with a task. The message has a part with the data
// {"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}. Tasks are not stored.
type agent struct {
	boundary *middleware.Boundary
	tools    *tool.Set
	codec    dialect.Codec
}

// message is the request to send a message, of both versions.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Message struct {
			ContextID string `json:"contextId"`
			Parts     []struct {
				Data struct {
					Name      string          `json:"name"`
					Arguments json.RawMessage `json:"arguments"`
				} `json:"data"`
			} `json:"parts"`
		} `json:"message"`
	} `json:"params"`
}

// The methods that send a message, in A2A 1.0 and 0.3.
const (
	sendMessage       = "SendMessage"
	legacySendMessage = "message/send"
)

// serve responds to a request.
func (a *agent) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return errkit.New(errkit.MethodNotAllowed, "A2A over JSON-RPC requires POST.")
	}
	body, err := httpbody.Read(w, r, maxBody)
	if err != nil {
		return err
	}
	head, response := a.respond(r.Context(), body)
	if isNotification(body) {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return httpbody.Write(w, r, head, response)
}

// isNotification reports whether a request is one that is not responded to, because it has no id (JSON-RPC 2.0 §4.1). What is not a
// request of JSON-RPC is responded to (§5.1).
func isNotification(body []byte) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil {
		return false
	}
	var version, method string
	_, hasID := m["id"]
	return !hasID && json.Unmarshal(m["jsonrpc"], &version) == nil && version == "2.0" && json.Unmarshal(m["method"], &method) == nil
}

// respond returns the response to a message: a task, or the error of a request that no task was made for.
func (a *agent) respond(ctx context.Context, body []byte) (dialect.Head, []byte) {
	var m message
	var t *tool.Tool
	err := a.boundary.Run(ctx, func(context.Context) (err error) {
		t, err = a.accept(body, &m)
		return err
	})
	version := ""
	if strings.Contains(m.Method, "/") {
		version = a2a.Version03
	}
	call := dialect.Call{ID: m.ID, TaskID: rand.Text(), ContextID: m.Params.Message.ContextID, MessageID: rand.Text()}
	if call.ContextID == "" {
		call.ContextID = rand.Text()
	}
	var output json.RawMessage
	if err == nil {
		call.Tool = t.Name
		output, err = t.Call(ctx, a.boundary, m.arguments())
	}
	if err == nil {
		return dialect.Head{Status: http.StatusOK, ContentType: "application/json"}, completed(call, version, output)
	}
	var to dialect.Dialect = a2a.Task{Version: version}
	if e := errkit.From(err); t == nil || e.Stage == errkit.BeforeCall && !waits(e) {
		to = a2a.Dialect{Version: version}
	}
	response, head := a.codec.Append(nil, to, call, errkit.From(err))
	return head, response
}

// waits reports whether a task with an error waits for the caller, who can continue it.
func waits(e *errkit.Error) bool {
	return e.Kind == errkit.AuthRequired || e.Kind == errkit.InputRequired
}

// accept parses a message and finds the tool that it calls.
func (a *agent) accept(body []byte, m *message) (*tool.Tool, error) {
	if err := json.Unmarshal(body, m); err != nil {
		if !json.Valid(body) {
			return nil, &errkit.Error{Kind: errkit.Malformed, Message: "The request is not JSON.", Err: err}
		}
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not a message of A2A.", Err: err}
	}
	switch {
	case m.JSONRPC != "2.0":
		return nil, errkit.New(errkit.InvalidRequest, "The request is not one of JSON-RPC 2.0.")
	case len(m.ID) > 0 && string(m.ID) != "null" && string(rpc.AppendID(nil, m.ID)) == "null":
		return nil, errkit.New(errkit.InvalidRequest, "The id of the request must be a string of at most 1 KiB or a number.")
	case m.Method != sendMessage && m.Method != legacySendMessage:
		return nil, errkit.New(errkit.MethodNotFound, "The demo only supports SendMessage.")
	}
	for _, part := range m.Params.Message.Parts {
		if part.Data.Name != "" {
			return a.tools.Find(part.Data.Name)
		}
	}
	return nil, &errkit.Error{
		Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The message names no tool.", Hint: "Send a part with data: name and arguments.",
		Fields: []errkit.Field{{Path: "/message/parts", Message: "must have data with the name of a tool", Rule: "required"}},
	}
}

// arguments returns the input of the tool.
func (m *message) arguments() []byte {
	for _, part := range m.Params.Message.Parts {
		if part.Data.Name != "" {
			return part.Data.Arguments
		}
	}
	return nil
}

// completed returns the response with a task that is done. Its artifact is data if that is an object, else a text.
func completed(call dialect.Call, version string, output json.RawMessage) []byte {
	type object = map[string]any
	part := object{"text": string(output)}
	isObject := strings.HasPrefix(string(output), "{")
	if isObject {
		part = object{"data": output}
	}
	task := object{"id": call.TaskID, "contextId": call.ContextID, "artifacts": []object{{"artifactId": "output", "parts": []object{part}}}}
	var result object
	if version == "" {
		task["status"] = object{"state": "TASK_STATE_COMPLETED"}
		result = object{"task": task}
	} else {
		part["kind"] = "text"
		if isObject {
			part["kind"] = "data"
		}
		task["kind"], task["status"] = "task", object{"state": "completed"}
		result = task
	}
	response, err := json.Marshal(object{"jsonrpc": "2.0", "id": json.RawMessage(rpc.AppendID(nil, call.ID)), "result": result})
	if err != nil { // the id and the output were parsed before
		return nil
	}
	return response
}
