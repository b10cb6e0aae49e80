package demo

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// An agent of A2A 1.0 and 0.3 calls a tool for each message, and responds with a task. The message
// has a part with the data {"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}. Tasks
// are not stored.
type agent struct {
	boundary *middleware.Boundary
	tools    *tool.Set
	codec    dialect.Codec
}

// An agentRequest is one of both versions.
type agentRequest struct {
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

// serve responds to a request.
func (a *agent) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return errkit.New(errkit.MethodNotAllowed, "A2A over JSON-RPC requires POST.")
	}
	if err := request.CheckJSON(r.Header); err != nil { // A2A has no code for it
		response, head := a.codec.Append(nil, a2a.Dialect{}, dialect.Call{}, errkit.From(err))
		head.Status = http.StatusUnsupportedMediaType
		return head.Write(w, r, response)
	}
	body, err := request.ReadBody(w, r, maxBody)
	if err != nil {
		return err
	}
	head, response := a.respond(r.Context(), r.Header.Get("A2A-Version"), body)
	if isNotification(body) {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return head.Write(w, r, response)
}

// isNotification reports whether a request is one that is not responded to, because it has no id
// (JSON-RPC 2.0 §4.1). What is not a request of JSON-RPC is responded to (§5.1).
func isNotification(body []byte) bool {
	var m rpc.Message
	m.Write(body)
	return json.Valid(body) && m.Text(rpc.Version) == "2.0" && m.First(rpc.Method) == '"' && !m.Has(rpc.ID)
}

// respond returns the response to a request that wants a version of A2A, "" for any: a task, or
// the error of a request that no task was made for.
func (a *agent) respond(ctx context.Context, wanted string, body []byte) (dialect.Head, []byte) {
	var r agentRequest
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
		call.Tool, call.Repeatable = t.Name, t.Annotations.Repeatable()
		_, input := r.message.call()
		output, err = t.Call(ctx, a.boundary, input)
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
func (a *agent) accept(ctx context.Context, wanted string, body []byte, r *agentRequest) (*tool.Tool, error) {
	if err := json.Unmarshal(body, r); err != nil {
		if !json.Valid(body) {
			return nil, &errkit.Error{Kind: errkit.Malformed, Message: "The request is not JSON.", Err: err}
		}
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not a message of A2A.",
			Err: err}
	}
	switch {
	case r.JSONRPC != "2.0":
		return nil, errkit.New(errkit.InvalidRequest, "The request is not one of JSON-RPC 2.0.")
	case len(r.ID) > 0 && string(r.ID) != "null" && string(rpc.AppendID(nil, r.ID)) == "null":
		return nil, errkit.New(errkit.InvalidRequest,
			"The id of the request must be a string of at most 1 KiB or a number.")
	case wanted != "" && wanted != "1.0" && wanted != a2a.Version03:
		return nil, errkit.New(errkit.UnsupportedVersion, "The demo supports the versions 1.0 and 0.3 of A2A.")
	}
	switch r.Method {
	case "SendMessage", "message/send": // of A2A 1.0, and of 0.3
		return a.find(ctx, r)
	case "GetTask", "tasks/get", "CancelTask", "tasks/cancel":
		return nil, checkTask(ctx, r.Params)
	}
	return nil, errkit.New(errkit.MethodNotFound, "The demo only supports SendMessage, GetTask and CancelTask.")
}

// find parses a message and finds the tool that it calls.
func (a *agent) find(ctx context.Context, r *agentRequest) (*tool.Tool, error) {
	if err := params(ctx, r.Params, &r.message); err != nil {
		return nil, err
	}
	if name, _ := r.message.call(); name != "" {
		return a.tools.Find(name)
	}
	return nil, &errkit.Error{
		Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The message names no tool.",
		Hint: "Send a part with data: name and arguments.",
		Fields: []errkit.Field{{Path: "/message/parts", Message: "must have data with the name of a tool",
			Rule: "required"}},
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
	if e := middleware.JSON(middleware.WithInput(ctx, func() middleware.Input {
		return middleware.Input{Body: doc}
	}), err); e != nil {
		return e
	}
	return err
}

// noTask returns the response to a request for a task: TaskNotFoundError (A2A 1.0 §9.5), because
// tasks are not stored. The dialects have no error for it, because what a tool does not find is
// not a task.
func noTask(call dialect.Call, version string) []byte {
	const message = "There is no task with this id: the demo does not store tasks."
	var data any = []object{{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND",
		"domain": rpcdetails.A2ADomain}}
	if version != "" {
		data = object{"error": message, "details": data}
	}
	return responseOf(call, "error", object{"code": -32001, "message": message, "data": data})
}

// call returns the name of the tool and its input.
func (m *message) call() (name string, arguments []byte) {
	for _, part := range m.Message.Parts {
		if part.Data.Name != "" {
			return part.Data.Name, part.Data.Arguments
		}
	}
	return "", nil
}

type object = map[string]any

// responseOf returns a response with a member.
func responseOf(call dialect.Call, member string, value any) []byte {
	response, err := json.Marshal(object{"jsonrpc": "2.0", "id": json.RawMessage(rpc.AppendID(nil, call.ID)),
		member: value})
	if err != nil { // the id and the output were parsed before
		return nil
	}
	return response
}

// completed returns the response with a task that is done. Its artifact is data if that is an
// object, else a text.
func completed(call dialect.Call, version string, output json.RawMessage) []byte {
	part := object{"text": string(output)}
	isObject := strings.HasPrefix(string(output), "{")
	if isObject {
		part = object{"data": output}
	}
	task := object{"id": call.TaskID, "contextId": call.ContextID, "artifacts": []object{{"artifactId": "output",
		"parts": []object{part}}}}
	if version == "" {
		task["status"] = object{"state": "TASK_STATE_COMPLETED"}
		return responseOf(call, "result", object{"task": task})
	}
	part["kind"] = lo.Ternary(isObject, "data", "text")
	task["kind"], task["status"] = "task", object{"state": "completed"}
	return responseOf(call, "result", task)
}

// cardPath is where clients of A2A look for the description of an agent (A2A 1.0 §8.2).
const cardPath = "/.well-known/agent-card.json"

// card is an AgentCard with the members that A2A 1.0 requires (§4.4.1), and the url,
// preferredTransport and protocolVersion of 0.3. $base is the URL of the server, "$skills" the tools.
//
//go:embed card.json
var card string

// A skill is a tool in the card of an agent.
type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
}

// agentCard returns the card of the agent, with a skill for each tool.
func agentCard(tools *tool.Set, base string) ([]byte, error) {
	var skills []skill
	for t := range tools.Latest() {
		skills = append(skills, skill{t.ModelName(), t.Name, t.Description, []string{"tool"}})
	}
	list, err := json.Marshal(skills)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, []byte(strings.NewReplacer("$base", base, `"$skills"`, string(list)).Replace(card)), "", "  ")
	return b.Bytes(), err
}
