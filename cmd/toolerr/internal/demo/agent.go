package demo

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/creachadair/jrpc2"
	"github.com/samber/lo"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// An agent of A2A 1.0 and 0.3 calls a tool for each message, and responds with a task. The message
// has a part with the data {"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}. Tasks
// are not stored.
type agent struct {
	jsonrpc.Server
	tools *tool.Set
}

func newAgent(b *middleware.Boundary, tools *tool.Set) *agent {
	a := &agent{tools: tools}
	a.Boundary, a.MaxBody = b, maxBody
	a.Dialect = func(method string) dialect.Dialect { return a2a.Dialect{Version: versionOf(method)} }
	lo.Must0(errors.Join(a.Handle("SendMessage", a.send), a.Handle("message/send", a.send),
		a.Handle("GetTask", noTask), a.Handle("tasks/get", noTask),
		a.Handle("CancelTask", noTask), a.Handle("tasks/cancel", noTask)))
	return a
}

// versionOf returns the version of A2A that has a method.
func versionOf(method string) string {
	return lo.Ternary(strings.Contains(method, "/"), a2a.Version03, "")
}

type versionKey struct{}

// ServeHTTP responds to a request.
func (a *agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithValue(r.Context(), versionKey{}, r.Header.Get("A2A-Version"))
	a.Server.ServeHTTP(w, r.WithContext(ctx))
}

// params parses the params of a request of a version that the agent has.
func params(ctx context.Context, req *jrpc2.Request, to any) error {
	switch wanted, _ := ctx.Value(versionKey{}).(string); wanted {
	case "", "1.0", a2a.Version03:
		return json.Unmarshal([]byte(cmp.Or(req.ParamString(), "{}")), to)
	}
	return errkit.New(errkit.UnsupportedVersion, "The demo supports the versions 1.0 and 0.3 of A2A.")
}

// part is one of a message, which may call a tool.
type part struct {
	Data struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"data"`
}

// send calls a tool, and returns its task. What fails before the tool runs is the error of the
// request, for which no task is made, unless the task waits for the caller, who can continue it.
func (a *agent) send(ctx context.Context, req *jrpc2.Request) (any, error) {
	var m struct {
		Message struct {
			MessageID string `json:"messageId"` // read only so that another type is an error, as Role
			Role      string `json:"role"`
			ContextID string `json:"contextId"`
			Parts     []part `json:"parts"`
		} `json:"message"`
	}
	if err := params(ctx, req, &m); err != nil {
		return nil, err
	}
	calls, hasName := lo.Find(m.Message.Parts, func(p part) bool { return p.Data.Name != "" })
	if !hasName {
		return nil, &errkit.Error{
			Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The message names no tool.",
			Hint: "Send a part with data: name and arguments.",
			Fields: []errkit.Field{{Path: "/message/parts", Message: "must have data with the name of a tool",
				Rule: "required"}},
		}
	}
	t, err := a.tools.Find(calls.Data.Name)
	if err != nil {
		return nil, err
	}
	call := dialect.Call{TaskID: rand.Text(), ContextID: cmp.Or(m.Message.ContextID, rand.Text()),
		MessageID: rand.Text(), Tool: t.Name, Repeatable: t.Annotations.Repeatable()}
	output, err := t.Call(ctx, a.Boundary, calls.Data.Arguments)
	if err == nil {
		return completed(call, versionOf(req.Method()), output), nil
	}
	e := errkit.From(err)
	if e.Stage == errkit.BeforeCall && e.Kind != errkit.AuthRequired && e.Kind != errkit.InputRequired {
		return nil, e
	}
	response, _ := a.Codec.Append(nil, a2a.Task{Version: versionOf(req.Method())}, call, e)
	root, err := jsontree.Parse(response, jsontree.Limits{})
	return json.RawMessage(root.Member("result").Raw()), err
}

// noTask responds to a request for a task: TaskNotFoundError (A2A 1.0 §9.5), because tasks are not
// stored. The dialects have no error for it, because what a tool does not find is not a task.
func noTask(ctx context.Context, req *jrpc2.Request) (any, error) {
	var task struct {
		ID string `json:"id"`
	}
	if err := params(ctx, req, &task); err != nil {
		return nil, err
	}
	if task.ID == "" {
		return nil, &errkit.Error{
			Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "The request names no task.",
			Fields: []errkit.Field{{Path: "/id", Message: "must be the id of a task", Rule: "required"}},
		}
	}
	const message = "There is no task with this id: the demo does not store tasks."
	var data any = []object{{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND",
		"domain": rpcdetails.A2ADomain}}
	if versionOf(req.Method()) != "" {
		data = object{"error": message, "details": data}
	}
	return nil, jrpc2.Errorf(-32001, message).WithData(data)
}

type object = map[string]any

// completed returns a task that is done. Its artifact is data if that is an object, else a text.
func completed(call dialect.Call, version string, output json.RawMessage) object {
	part := object{"text": string(output)}
	isObject := strings.HasPrefix(string(output), "{")
	if isObject {
		part = object{"data": output}
	}
	task := object{"id": call.TaskID, "contextId": call.ContextID, "artifacts": []object{{"artifactId": "output",
		"parts": []object{part}}}}
	if version == "" {
		task["status"] = object{"state": "TASK_STATE_COMPLETED"}
		return object{"task": task}
	}
	part["kind"] = lo.Ternary(isObject, "data", "text")
	task["kind"], task["status"] = "task", object{"state": "completed"}
	return task
}

// cardPath is where clients of A2A look for the description of an agent (A2A 1.0 §8.2).
const cardPath = "/.well-known/agent-card.json"

// card is an AgentCard with the members that A2A 1.0 requires (§4.4.1), and the url,
// preferredTransport and protocolVersion of 0.3. $base is the URL of the server, "$skills" the
// tools.
//
//go:embed card.json
var card string

// agentCard returns the card of the agent, with a skill for each tool.
func agentCard(tools *tool.Set, base string) []byte {
	var skills []object
	declared := map[string]json.RawMessage{}
	for t := range tools.Latest() {
		skills = append(skills, object{"id": t.ModelName(), "name": t.Name, "description": t.Description,
			"tags": []string{"tool"}})
		declared[t.ModelName()] = middleware.DeclaredJSON(t.Errors)
	}
	var b bytes.Buffer
	lo.Must0(json.Indent(&b, []byte(strings.NewReplacer("$base", base, `"$skills"`, string(lo.Must(json.Marshal(skills))),
		`"$errors"`, string(lo.Must(json.Marshal(declared)))).Replace(card)), "", "  "))
	return b.Bytes()
}
