package demo_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas/verify"
)

// send returns the request to call a tool by a message.
func send(method, tool, input string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{"message":{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"text":"Please."},{"data":{"name":%q,"arguments":%s}}]}}}`, method, tool, input)
}

// A tool that fails is a task that failed; what fails before the tool is an error of JSON-RPC.
func TestA2A(t *testing.T) {
	base, log := start(t)
	tests := []struct {
		name, body string
		status     int
		schema     string
		state      string
		want       errkit.Kind
	}{
		{"a failed tool", send("SendMessage", "Doorbell_Ring", `{"doorbell_id":"doorbell1"}`), 200,
			"a2a-task-response", "TASK_STATE_FAILED", errkit.NotFound},
		{"0.3", send("message/send", "Doorbell_Ring", `{"doorbell_id":"doorbell1"}`), 200, "a2a-0.3-task-response",
			"failed", errkit.NotFound},
		{"rejected", send("SendMessage", "Calculator_Add", `{"a":1e308,"b":1e308}`), 200, "a2a-task-response",
			"TASK_STATE_REJECTED", errkit.InvalidInput},
		{"a panic", send("SendMessage", "Fail.With", `{"panic":true}`), 200, "a2a-task-response", "TASK_STATE_FAILED",
			errkit.Internal},
		{"consent", send("SendMessage", "Mail.Send", `{"to":"ada@example.com","subject":"Hello"}`), 200,
			"a2a-task-response", "TASK_STATE_AUTH_REQUIRED", errkit.AuthRequired},
		{"invalid input", send("SendMessage", "Calculator.Add", `{"a":"ten"}`), 200, "a2a-error-response", "",
			errkit.InvalidInput},
		{"invalid input, 0.3", send("message/send", "Calculator.Add", `{"a":"ten"}`), 200, "a2a-0.3-error-response",
			"", errkit.InvalidInput},
		{"no such tool", send("SendMessage", "None", `{}`), 200, "a2a-error-response", "", errkit.ToolNotFound},
		{"no tool", `{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":{"message":{"parts":[{"text":"Ring!"}]}}}`, 200, "a2a-error-response", "", errkit.InvalidInput},
		{"unknown method", `{"jsonrpc":"2.0","id":7,"method":"ListTasks","params":{}}`, 200, "a2a-error-response", "",
			errkit.MethodNotFound},
		{"a task without an id", `{"jsonrpc":"2.0","id":7,"method":"GetTask"}`, 200, "a2a-error-response", "",
			errkit.InvalidInput},
		{"a task with an id of a wrong type", `{"jsonrpc":"2.0","id":7,"method":"tasks/cancel","params":{"id":[1]}}`,
			200, "a2a-0.3-error-response", "", errkit.InvalidInput},
		{"not JSON", `{"jsonrpc":`, 200, "a2a-error-response", "", errkit.Malformed},
		{"not a message", `{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":[1]}`, 200, "a2a-error-response",
			"", errkit.InvalidInput},
		{"params of a wrong type", `{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":{"message":{"parts":"Ring!"}}}`, 200, "a2a-error-response", "", errkit.InvalidInput},
		{"not JSON-RPC", `{"method":"SendMessage"}`, 200, "a2a-error-response", "", errkit.InvalidRequest},
		{"too long", `"` + strings.Repeat("x", 1<<20) + `"`, 200, "a2a-error-response", "", errkit.TooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, header, body := do(t, "POST", base+"/a2a", tt.body)
			require.Equal(t, tt.status, status)
			require.NoError(t, verify.Validate(tt.schema, []byte(body)), body)
			e, err := (&dialect.Codec{Dialects: all.Dialects()}).Decode(dialect.Document{Status: status,
				Header: header, Body: []byte(body)})
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), body)
			if tt.state != "" {
				require.Contains(t, body, `"state":"`+tt.state+`"`)
				require.Contains(t, body, `"contextId":"c1"`)
			}
			require.NotContains(t, body, "-32001", "the task exists")
		})
	}
	require.Contains(t, log.String(), `"stack"`)

	for body, want := range map[string]string{
		send("SendMessage", "Doorbell_Ring",
			`{"doorbell_id":"doorbell42"}`): `"artifacts":[{"artifactId":"output","parts":[{"data":{"sound":"ding dong"}}]}],"contextId":"c1"`,
		send("message/send", "Doorbell_Ring",
			`{"doorbell_id":"doorbell42"}`): `"parts":[{"data":{"sound":"ding dong"},"kind":"data"}]}],"contextId":"c1"`,
		send("SendMessage", "Calculator_Add", `{"a":10,"b":5}`): `"parts":[{"text":"15"}]`,
	} {
		status, _, got := do(t, "POST", base+"/a2a", body)
		require.Equal(t, 200, status)
		require.Contains(t, got, want)
		e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: a2a.Task{}, Status: status, Body: []byte(got)})
		require.NoError(t, err)
		require.Nil(t, e)
	}
	status, header, _ := do(t, "GET", base+"/a2a", "")
	require.Equal(t, 405, status)
	require.Equal(t, "POST", header.Get("Allow"))
}

// The demo stores no tasks. Another version, or a body that is not JSON, which another site's page
// could send, is refused.
func TestA2ARefuses(t *testing.T) {
	base, _ := start(t)
	task := func(method string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{"id":"t1"}}`
	}
	ring := send("SendMessage", "Doorbell_Ring", `{"doorbell_id":"doorbell42"}`)
	tests := []struct {
		name, version, contentType, body string
		status                           int
		schema, response                 string
	}{
		{"a task", "1.0", "application/json", task("GetTask"), 200, "a2a-error-response", `"reason":"TASK_NOT_FOUND"`},
		{"to cancel a task", "", "application/json", task("CancelTask"), 200, "a2a-error-response", `"code":-32001`},
		{"a task of 0.3", "0.3", "application/json", task("tasks/get"), 200, "a2a-0.3-error-response",
			`"code":-32001`},
		{"to cancel a task of 0.3", "", "application/json", task("tasks/cancel"), 200, "a2a-0.3-error-response",
			`"code":-32001`},
		{"another version", "2.0", "application/json", ring, 200, "a2a-error-response", `"code":-32009`},
		{"plain text", "1.0", "text/plain", ring, 415, "a2a-error-response",
			`The Content-Type must be application/json.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/a2a", strings.NewReader(tt.body))
			require.NoError(t, err)
			r.Header.Set("Content-Type", tt.contentType)
			r.Header.Set("A2A-Version", tt.version)
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Equal(t, tt.status, res.StatusCode)
			require.NoError(t, verify.Validate(tt.schema, body), "%s", body)
			require.Contains(t, string(body), tt.response)
		})
	}
}

// A request without an id is carried out and not responded to (JSON-RPC 2.0 §4.1); one with an id
// of a wrong type is not carried out.
func TestA2AIDs(t *testing.T) {
	base, log := start(t)
	panics := send("SendMessage", "Fail.With", `{"panic":true}`)
	with := func(id string) string { return strings.Replace(panics, `"id":7,`, id, 1) }
	tests := []struct {
		name, body string
		status     int
		response   string // a part of it, "" for no body
		runs       bool
	}{
		{"an id", panics, 200, `"id":7`, true},
		{"a notification", with(``), 204, ``, true},
		{"an invalid notification", `{"jsonrpc":"2.0","method":"SendMessage","params":[1]}`, 204, ``, false},
		{"null", with(`"id":null,`), 200, `"id":null`, true},
		{"an object", with(`"id":{"a":1},`), 200, `"id":null,"error":{"code":-32600`, false},
		{"an array", with(`"id":[7],`), 200, `"id":null,"error":{"code":-32600`, false},
		{"true", with(`"id":true,`), 200, `"id":null,"error":{"code":-32600`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := strings.Count(log.String(), `"stack"`)
			status, _, body := do(t, "POST", base+"/a2a", tt.body)
			require.Equal(t, tt.status, status, body)
			require.Contains(t, body, tt.response)
			require.Equal(t, tt.response == "", body == "")
			require.Equal(t, tt.runs, strings.Count(log.String(), `"stack"`) > before)
		})
	}
}

// Every kind is the same in each dialect, and nothing of the cause is sent.
func TestEveryKindInOtherDialects(t *testing.T) {
	base, _ := start(t)
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, k := range errkit.Kinds() {
		input := `{"kind":"` + k.String() + `"}`
		for path, request := range map[string]string{"/google/Fail_With": input, "/connect/Fail_With": input,
			"/a2a": send("SendMessage", "Fail.With", input)} {
			status, header, body := do(t, "POST", base+path, request)
			require.True(t, json.Valid([]byte(body)))
			e, err := codec.Decode(dialect.Document{Status: status, Header: header, Body: []byte(body)})
			require.NoError(t, err, "%s: %s", path, body)
			require.Equal(t, k.String(), e.Kind.String(), "%s: %s", path, body)
		}
	}
}

// Clients find the agent and both versions by its card.
func TestAgentCard(t *testing.T) {
	base, _ := start(t)
	status, header, body := do(t, "GET", base+"/.well-known/agent-card.json", "")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "application/json", header.Get("Content-Type"))
	var card struct {
		Name, Description, Version, URL, PreferredTransport, ProtocolVersion string
		SupportedInterfaces                                                  []struct {
			URL, ProtocolBinding, ProtocolVersion string
		}
		Capabilities                          *struct{}
		DefaultInputModes, DefaultOutputModes []string
		Skills                                []struct {
			ID, Name, Description string
			Tags                  []string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &card))
	require.Equal(t, []string{base + "/a2a", "JSONRPC", "0.3.0"}, []string{card.URL, card.PreferredTransport,
		card.ProtocolVersion})
	require.NotContains(t, []string{card.Name, card.Description, card.Version}, "")
	require.NotNil(t, card.Capabilities)
	require.NotEmpty(t, card.DefaultInputModes)
	require.NotEmpty(t, card.DefaultOutputModes)
	for i, version := range []string{"1.0", "0.3"} {
		require.Equal(t, []string{base + "/a2a", "JSONRPC", version}, []string{card.SupportedInterfaces[i].URL,
			card.SupportedInterfaces[i].ProtocolBinding, card.SupportedInterfaces[i].ProtocolVersion})
	}
	for _, s := range card.Skills {
		require.NotContains(t, []string{s.ID, s.Name, s.Description}, "")
		require.NotEmpty(t, s.Tags)
	}
	require.Equal(t, "Calculator_Add", card.Skills[0].ID)
}
