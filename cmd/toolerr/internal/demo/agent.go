package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// An agent of A2A 1.0 and 0.3 calls a tool for each message, and responds with a task. The message has a part with the data
// {"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}. Tasks are not stored.
type agent struct {
	boundary *middleware.Boundary
	tools    *tool.Set
	codec    dialect.Codec
}

// A request is one of both versions.
type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	message message         // in the params
}

// message is the params to send a message.
type message struct {
	Message struct {
		MessageID string `json:"messageId"`
		Role      string `json:"role"`
		ContextID string `json:"contextId"`
		Parts     []struct {
			Data struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"data"`
		} `json:"parts"`
	} `json:"message"`
}

// The methods that send a message, and those of a task, in A2A 1.0 and 0.3.
const (
	sendMessage       = "SendMessage"
	legacySendMessage = "message/send"
	getTask           = "GetTask"
	legacyGetTask     = "tasks/get"
	cancelTask        = "CancelTask"
	legacyCancelTask  = "tasks/cancel"
)

// serve responds to a request.
func (a *agent) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return errkit.New(errkit.MethodNotAllowed, "A2A over JSON-RPC requires POST.")
	}
	if err := httpbody.CheckJSON(r.Header); err != nil { // A2A has no code for it
		response, head := a.codec.Append(nil, a2a.Dialect{}, dialect.Call{}, errkit.From(err))
		head.Status = http.StatusUnsupportedMediaType
		return httpbody.Write(w, r, head, response)
	}
	body, err := httpbody.Read(w, r, maxBody)
	if err != nil {
		return err
	}
	head, response := a.respond(r.Context(), r.Header.Get("A2A-Version"), body)
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

// respond returns the response to a request that wants a version of A2A, "" for any: a task, or the error of a request that no task was made for.
func (a *agent) respond(ctx context.Context, wanted string, body []byte) (dialect.Head, []byte) {
	var r request
	var t *tool.Tool
	err := a.boundary.Run(ctx, func(ctx context.Context) (err error) {
		t, err = a.accept(ctx, wanted, body, &r)
		return err
	})
	version := ""
	if strings.Contains(r.Method, "/") {
		version = a2a.Version03
	}
	call := dialect.Call{ID: r.ID, TaskID: rand.Text(), ContextID: r.message.Message.ContextID, MessageID: rand.Text()}
	if call.ContextID == "" {
		call.ContextID = rand.Text()
	}
	if err == nil && t == nil {
		return headOK, noTask(call, version)
	}
	var output json.RawMessage
	if err == nil {
		call.Tool = t.Name
		output, err = t.Call(ctx, a.boundary, r.message.arguments())
	}
	if err == nil {
		return headOK, completed(call, version, output)
	}
	var to dialect.Dialect = a2a.Task{Version: version}
	if e := errkit.From(err); t == nil || e.Stage == errkit.BeforeCall && !waits(e) {
		to = a2a.Dialect{Version: version}
	}
	response, head := a.codec.Append(nil, to, call, errkit.From(err))
	return head, response
}

var headOK = dialect.Head{Status: http.StatusOK, ContentType: "application/json"}

// waits reports whether a task with an error waits for the caller, who can continue it.
func waits(e *errkit.Error) bool {
	return e.Kind == errkit.AuthRequired || e.Kind == errkit.InputRequired
}

// accept parses a request and finds the tool that its message calls, nil if it is about a task.
func (a *agent) accept(ctx context.Context, wanted string, body []byte, r *request) (*tool.Tool, error) {
	if err := json.Unmarshal(body, r); err != nil {
		if !json.Valid(body) {
			return nil, &errkit.Error{Kind: errkit.Malformed, Message: "The request is not JSON.", Err: err}
		}
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not a message of A2A.", Err: err}
	}
	switch {
	case r.JSONRPC != "2.0":
		return nil, errkit.New(errkit.InvalidRequest, "The request is not one of JSON-RPC 2.0.")
	case len(r.ID) > 0 && string(r.ID) != "null" && string(rpc.AppendID(nil, r.ID)) == "null":
		return nil, errkit.New(errkit.InvalidRequest, "The id of the request must be a string of at most 1 KiB or a number.")
	case wanted != "" && wanted != "1.0" && wanted != a2a.Version03:
		return nil, errkit.New(errkit.UnsupportedVersion, "The demo supports the versions 1.0 and 0.3 of A2A.")
	}
	switch r.Method {
	case sendMessage, legacySendMessage:
		return a.find(ctx, r)
	case getTask, legacyGetTask, cancelTask, legacyCancelTask:
		return nil, checkTask(ctx, r.Params)
	}
	return nil, errkit.New(errkit.MethodNotFound, "The demo only supports SendMessage, GetTask and CancelTask.")
}

// find parses a message and finds the tool that it calls.
func (a *agent) find(ctx context.Context, r *request) (*tool.Tool, error) {
	if err := params(ctx, r.Params, &r.message); err != nil {
		return nil, err
	}
	for _, part := range r.message.Message.Parts {
		if part.Data.Name != "" {
			return a.tools.Find(part.Data.Name)
		}
	}
	return nil, &errkit.Error{
		Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The message names no tool.", Hint: "Send a part with data: name and arguments.",
		Fields: []errkit.Field{{Path: "/message/parts", Message: "must have data with the name of a tool", Rule: "required"}},
	}
}

// checkTask checks the params of a method of a task, which must have its id.
func checkTask(ctx context.Context, doc json.RawMessage) error {
	var task struct {
		ID string `json:"id"`
	}
	if err := params(ctx, doc, &task); err != nil || task.ID != "" {
		return err
	}
	return &errkit.Error{
		Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The request names no task.",
		Fields: []errkit.Field{{Path: "/id", Message: "must be the id of a task", Rule: "required"}},
	}
}

// params parses the params of a method. The error has the member that is wrong.
func params(ctx context.Context, doc json.RawMessage, to any) error {
	if len(doc) == 0 {
		doc = json.RawMessage("{}")
	}
	err := json.Unmarshal(doc, to)
	if err == nil {
		return nil
	}
	if e := middleware.JSON(middleware.WithInput(ctx, func() middleware.Input { return middleware.Input{Body: doc} }), err); e != nil {
		return e
	}
	return err
}

// noTask returns the response to a request for a task: TaskNotFoundError (A2A 1.0 §9.5), because tasks are not stored. The dialects
// have no error for it, because what a tool does not find is not a task.
func noTask(call dialect.Call, version string) []byte {
	type object = map[string]any
	const message = "There is no task with this id: the demo does not store tasks."
	var data any = []object{{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": rpcdetails.A2ADomain}}
	if version != "" {
		data = object{"error": message, "details": data}
	}
	fault := object{"code": -32001, "message": message, "data": data}
	response, err := json.Marshal(object{"jsonrpc": "2.0", "id": json.RawMessage(rpc.AppendID(nil, call.ID)), "error": fault})
	if err != nil { // the id was parsed before
		return nil
	}
	return response
}

// arguments returns the input of the tool.
func (m *message) arguments() []byte {
	for _, part := range m.Message.Parts {
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
