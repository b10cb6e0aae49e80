package agents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bench/agents"
)

// A scripted model repairs each call by the values that the user named, orders once, and reads a
// report again, after waiting, as far as the result invites it to.
type scripted struct {
	t     *testing.T
	table *agents.Table
	keys  []string
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model    string
		Messages []agents.Message
		Tools    []struct{ Function struct{ Name string } }
	}
	s.keys = append(s.keys, r.Header.Get("Authorization"))
	if r.URL.Path != "/v1/chat/completions" || json.NewDecoder(r.Body).Decode(&in) != nil || in.Model != "scripted" {
		http.Error(w, `{"error":{"message":"no such model"}}`, http.StatusNotFound)
		return
	}
	if len(in.Tools) != 7 {
		http.Error(w, "tools are missing", http.StatusBadRequest)
		return
	}
	m := s.say(in.Messages)
	_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": m}}})
}

func (s *scripted) say(messages []agents.Message) agents.Message {
	want, last := messages[1].Content, messages[len(messages)-1]
	call := func(tool string, arguments any) agents.Message {
		b, err := json.Marshal(arguments)
		if err != nil {
			s.t.Error(err)
		}
		return agents.Message{Role: "assistant", ToolCalls: []agents.ToolCall{{ID: fmt.Sprint(len(messages)),
			Type: "function", Function: agents.Function{Name: tool, Arguments: string(b)}}}}
	}
	quoted := func() string { return strings.Split(want, `"`)[1] }
	switch {
	case strings.HasPrefix(want, "Order"):
		if last.Role == "user" {
			return call("place_order", map[string]string{"item": quoted()})
		}
	case strings.HasPrefix(want, "Read"):
		read := call("read_report", map[string]string{"report": quoted()})
		verdict, delay := agents.Read(agents.Answer{Text: last.Content})
		switch {
		case last.Role == "user", strings.HasPrefix(last.Content, "Waited"):
			return read
		case verdict == agents.Again && delay.Hours() < 1:
			return call("wait", map[string]float64{"seconds": max(40, delay.Seconds())})
		}
	default:
		for _, tool := range s.table.Tools {
			i := slices.IndexFunc(tool.Inputs, func(in agents.Input) bool { return strings.Contains(want, mark(in.Right)) })
			if i >= 0 && strings.Contains(want, "Call "+tool.Name+" ") {
				return call(tool.Name, tool.Inputs[i].Right)
			}
		}
		s.t.Errorf("no input for %q", want)
	}
	return agents.Message{Role: "assistant", Content: "I stop here."}
}

// mark returns a value that no other input of the tool has.
func mark(right json.RawMessage) string {
	var v map[string]any
	_ = json.Unmarshal(right, &v)
	for _, member := range []string{"origin", "isbn", "subject"} {
		if s, ok := v[member].(string); ok {
			return s
		}
	}
	return "none"
}

func TestChat(t *testing.T) {
	t.Parallel()
	table, b := load(t)
	model := &scripted{t: t, table: table}
	api := httptest.NewServer(model)
	t.Cleanup(api.Close)
	self, err := os.Executable()
	require.NoError(t, err)
	servers := slices.DeleteFunc(agents.Servers(".", self, "serve"), func(s agents.Server) bool {
		return s.ID != "toolerr" && s.ID != "go-sdk"
	})
	var out bytes.Buffer
	chat := &agents.Chat{URL: api.URL + "/v1", Model: "scripted", Key: "key-canary"}
	require.NoError(t, chat.Run(t.Context(), &out, servers, table, b, 20))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Equal(t, []string{
		"| go-sdk with toolerr | 20/20 | 2.00 | 10/10 | 1.00 | 4/4 |",
		"| go-sdk | 20/20 | 2.00 | 10/10 | 2.17 | 4/4 |",
	}, lines[2:])
	require.Contains(t, model.keys, "Bearer key-canary")

	chat.Model = "none"
	err = chat.Run(t.Context(), &out, servers, table, b, 1)
	require.ErrorContains(t, err, `the model's API: 404 Not Found: {"error":{"message":"no such model"}}`)
	require.NotContains(t, err.Error(), "canary")
}
