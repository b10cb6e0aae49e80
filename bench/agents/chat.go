package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// A Chat is a model behind the chat completions of an API that is compatible with OpenAI's.
type Chat struct {
	URL    string // before /chat/completions
	Model  string
	Key    string // "": none is sent
	Client *http.Client
}

// A Message of a conversation.
type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// A ToolCall is what a model wants to be called.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // function
	Function Function `json:"function"`
}

// A Function is a tool, as a model calls it.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON
}

// chatTool is a tool, as a model reads it.
type chatTool struct {
	Type     string `json:"type"` // function
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

func newChatTool(name, description string, parameters json.RawMessage) chatTool {
	t := chatTool{Type: "function"}
	t.Function.Name, t.Function.Description, t.Function.Parameters = name, description, parameters
	return t
}

// waitTool lets the time of the services pass.
const waitTool = "wait"

// chatTools returns the tools of the table, and one to wait with.
func chatTools(t *Table) []chatTool {
	var all []chatTool
	for _, tool := range t.Tools {
		all = append(all, newChatTool(tool.Name, tool.Description, tool.Schema))
	}
	for _, o := range t.Others {
		all = append(all, newChatTool(o.Name, o.Description,
			fmt.Appendf(nil, `{"type":"object","required":[%q],"properties":{%q:{"type":"string"}}}`, o.Member, o.Member)))
	}
	return append(all, newChatTool(waitTool, "Waits for a number of seconds.",
		json.RawMessage(`{"type":"object","required":["seconds"],"properties":{"seconds":{"type":"number"}}}`)))
}

// maxAnswer is how much of a response of the API is read, in bytes.
const maxAnswer = 4 << 20

// next returns the next message of the model.
func (c *Chat) next(ctx context.Context, tools []chatTool, messages []Message) (Message, error) {
	body, err := json.Marshal(map[string]any{"model": c.Model, "messages": messages, "tools": tools})
	if err != nil {
		return Message{}, err
	}
	url := strings.TrimSuffix(c.URL, "/") + "/chat/completions"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return Message{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	client := c.Client
	if client == nil {
		client = &http.Client{Timeout: 10 * time.Minute}
	}
	res, err := client.Do(req)
	if err != nil {
		return Message{}, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return Message{}, err
	}
	var completion struct{ Choices []struct{ Message Message } }
	err = json.Unmarshal(answer, &completion)
	if res.StatusCode != http.StatusOK || err != nil || len(completion.Choices) == 0 {
		return Message{}, fmt.Errorf("the model's API: %s: %s", res.Status, answer[:min(len(answer), 1000)])
	}
	return completion.Choices[0].Message, nil
}

// instruction is what the model knows of its work.
const instruction = "You call tools for a user. After a call that fails decide from its result whether to call " +
	"again, as it is or corrected, or to stop and to tell the user. You may wait with the tool wait."

// A conversation is one task of a model.
type conversation struct {
	chat     *Chat
	session  Session
	tools    []chatTool
	wait     func(time.Duration)
	messages []Message

	calls  int
	waited time.Duration
	last   Answer // of the last call
	ended  bool   // the server ended the connection
}

// run lets the model call until it stops, a call succeeds, or it has made as many calls as agents
// do.
func (c *conversation) run(ctx context.Context) error {
	for c.calls < maxCalls && !c.last.OK && !c.ended {
		m, err := c.chat.next(ctx, c.tools, c.messages)
		if err != nil {
			return err
		}
		if len(m.ToolCalls) == 0 {
			return nil
		}
		m.Role = "assistant"
		c.messages = append(c.messages, m)
		for _, call := range m.ToolCalls {
			if err := c.call(ctx, call); err != nil {
				return err
			}
		}
	}
	return nil
}

// call makes a call of the model, and adds what it gets to the conversation.
func (c *conversation) call(ctx context.Context, call ToolCall) error {
	var input any
	text := ""
	switch err := json.Unmarshal([]byte(call.Function.Arguments), &input); {
	case call.Function.Name == waitTool:
		object, _ := input.(map[string]any)
		s, _ := object["seconds"].(float64)
		d := time.Duration(min(max(0, s), maxWait.Seconds()) * float64(time.Second))
		c.wait(d)
		c.waited += d
		text = fmt.Sprintf("Waited %v.", d)
	case err != nil:
		c.calls++
		text = "The arguments are not JSON."
	default:
		c.calls++
		a, err := c.session.Call(ctx, call.Function.Name, input)
		if errors.Is(err, io.EOF) {
			c.ended, text = true, "The connection ended."
		} else if err != nil {
			return err
		} else {
			c.last, text = a, a.Text
		}
	}
	c.messages = append(c.messages, Message{Role: "tool", Content: text, ToolCallID: call.ID})
	return nil
}

// words returns the values of an input for people, such as "travellers 1 full name: Ada Berg".
func words(name string, v any) (all []string) {
	switch v := v.(type) {
	case map[string]any:
		for _, member := range slices.Sorted(maps.Keys(v)) {
			all = append(all, words(strings.TrimSpace(name+" "+strings.ReplaceAll(member, "_", " ")), v[member])...)
		}
	case []any:
		for i, item := range v {
			all = append(all, words(fmt.Sprintf("%s %d", name, i+1), item)...)
		}
	default:
		all = append(all, fmt.Sprintf("%s: %v", name, v))
	}
	return all
}

// Run lets the model do the tasks with servers, of the wrong calls at most a number, and prints
// what it did.
func (c *Chat) Run(ctx context.Context, w io.Writer, servers []Server, t *Table, b *Backend, cases int) error {
	fmt.Fprintln(w, "| server | right | calls | orders | hopeless | waited |\n|---|--:|--:|--:|--:|--:|")
	for i := range servers {
		m := &measurement{ctx: ctx, server: &servers[i], table: t, backend: b}
		line, err := c.measure(m, cases)
		m.stop()
		if err != nil {
			return fmt.Errorf("%s: %w", servers[i].ID, err)
		}
		fmt.Fprintln(w, line)
	}
	return nil
}

// measure returns the row of a server.
func (c *Chat) measure(m *measurement, limit int) (string, error) {
	var made, accepted, right, calls, orders, hopeless, arrived int
	for _, wrong := range everyNth(m.table.Cases(), limit) {
		if !wrong.applies(m.server) {
			continue
		}
		done, err := c.repair(m, &wrong)
		if err != nil {
			return "", err
		}
		made++
		if done.last.OK {
			accepted++
			calls += done.calls
			if isRight(done.last.Text, wrong.Right) {
				right++
			}
		}
	}
	task := func(tool Other, w Way, ask string) (*conversation, error) {
		done, err := c.start(m, fmt.Sprintf(ask, w.Value()))
		if err == nil {
			err = done.run(m.ctx)
		}
		if err == nil && done.ended {
			m.stop()
		}
		return done, err
	}
	for _, w := range m.table.Orders {
		if _, err := task(m.table.Others[0], w, "Order the item %q with place_order, once."); err != nil {
			return "", err
		}
		orders += m.backend.Orders()
	}
	for _, w := range m.table.Hopeless {
		done, err := task(m.table.Others[1], w, "Read the report %q with read_report.")
		if err != nil {
			return "", err
		}
		hopeless += done.calls
	}
	for _, w := range m.table.Waiting {
		done, err := task(m.table.Others[1], w, "Read the report %q with read_report.")
		if err != nil {
			return "", err
		}
		if done.last.OK {
			arrived++
		}
	}
	return fmt.Sprintf("| %s | %d/%d | %.2f | %d/%d | %.2f | %d/%d |", m.server.Title, right, made,
		float64(calls)/float64(max(1, accepted)), orders, len(m.table.Orders),
		float64(hopeless)/float64(len(m.table.Hopeless)), arrived, len(m.table.Waiting)), nil
}

// everyNth returns at most a number of cases, from all of them.
func everyNth(all []Case, limit int) (some []Case) {
	for i := range min(limit, len(all)) {
		some = append(some, all[i*len(all)/min(limit, len(all))])
	}
	return some
}

// start starts a conversation with what the user wants.
func (c *Chat) start(m *measurement, want string) (*conversation, error) {
	if err := m.start(); err != nil {
		return nil, err
	}
	m.backend.Reset()
	return &conversation{chat: c, session: m.running, tools: chatTools(m.table), wait: m.backend.Wait,
		messages: []Message{{Role: "system", Content: instruction}, {Role: "user", Content: want}}}, nil
}

// repair lets the model go on after a wrong call, which it seems to have made itself.
func (c *Chat) repair(m *measurement, wrong *Case) (*conversation, error) {
	done, err := c.start(m, "Call "+wrong.Tool+" with "+strings.Join(words("", decode(wrong.Right)), "; ")+".")
	if err != nil {
		return nil, err
	}
	arguments, err := json.Marshal(wrong.Input())
	if err != nil {
		return nil, err
	}
	first := ToolCall{ID: "call_1", Type: "function", Function: Function{Name: wrong.Called, Arguments: string(arguments)}}
	done.messages = append(done.messages, Message{Role: "assistant", ToolCalls: []ToolCall{first}})
	if err := done.call(m.ctx, first); err != nil {
		return nil, err
	}
	return done, done.run(m.ctx)
}
