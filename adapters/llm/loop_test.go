package llmerr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	llmerr "github.com/toolerr/toolerr/adapters/llm"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// A shop is the tool of the loops: it orders, and fails as the test wants it to.
type shop struct {
	fails      []error  // of the calls with a valid input, one after the other; nil: none
	orders     int      // that were placed
	steps      []string // what the loop did
	repeatable errkit.Repeatable
	service    string // URL of a service to which the orders go, before the call fails; "": none
}

var errPrivate = errors.New("dial tcp 10.1.2.3:5432: password of ada is wrong")

func (s *shop) order(ctx context.Context, input json.RawMessage) (string, error) {
	var in struct{ Book string }
	if json.Unmarshal(input, &in) != nil || in.Book == "" {
		return "", errkit.Invalid(errkit.Field{Path: "/book", Message: "is required"})
	}
	if s.service != "" {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.service, bytes.NewReader(input))
		if err != nil {
			return "", err
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		res.Body.Close()
	}
	if len(s.fails) > 0 {
		err := s.fails[0]
		if s.fails = s.fails[1:]; err != nil {
			return "", err
		}
	}
	s.orders++
	return "ordered", nil
}

// errStopped ends a loop: no step of the model or of the loop can help.
var errStopped = errors.New("stopped")

// call calls the tool and does what is right after a failure: it waits and repeats the call, asks
// the user and repeats it, stops, or returns the error for the model. It repeats no call that may
// have taken effect, unless the tool may be called twice.
func (s *shop) call(ctx context.Context, input json.RawMessage) (output string, failed *errkit.Error, err error) {
	var boundary middleware.Boundary // a panic is an error, too
	for attempt := 1; ; attempt++ {
		counted := middleware.WithRepeatable(middleware.WithRequests(ctx), s.repeatable)
		err := boundary.Run(counted, func(ctx context.Context) (err error) {
			output, err = s.order(ctx, input)
			return err
		})
		if err == nil {
			return output, nil, nil
		}
		e := errkit.From(err)
		retry, _ := mapping.Default().Narrow(e, s.repeatable)
		again := attempt < 3 && (s.repeatable == errkit.RepeatableYes || !mapping.MayHaveEffect(e.Effect))
		switch {
		case again && retry == errkit.Allowed && e.RetryAfter <= maxWait:
			s.steps = append(s.steps, "wait "+e.RetryAfter.String())
			time.Sleep(e.RetryAfter)
		case again && e.Needs != nil && len(e.Needs.Challenges) > 0:
			s.steps = append(s.steps, "ask "+e.Needs.Challenges[0].URL)
		case e.Kind.Fault() == errkit.OperatorFault:
			s.steps = append(s.steps, "stop")
			return "", nil, fmt.Errorf("%w: %w", errStopped, e) // the user reads e, the operator the log
		default:
			s.steps = append(s.steps, "model")
			return "", e, nil
		}
	}
}

const loopPrompt = "Order Dune."

// anthropicLoop is a loop with the SDK of Anthropic.
func anthropicLoop(ctx context.Context, web *http.Client, s *shop) (string, error) {
	client := anthropic.NewClient(anthropicoption.WithHTTPClient(web), anthropicoption.WithAPIKey("key"))
	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(loopPrompt))}
	for {
		reply, err := client.Messages.New(ctx, anthropic.MessageNewParams{Model: "model", MaxTokens: 100, Messages: messages})
		if err != nil {
			return "", err
		}
		messages = append(messages, reply.ToParam())
		text := ""
		var results []anthropic.ContentBlockParamUnion
		for _, block := range reply.Content {
			switch block := block.AsAny().(type) {
			case anthropic.TextBlock:
				text += block.Text
			case anthropic.ToolUseBlock:
				output, e, err := s.call(ctx, block.Input)
				switch {
				case err != nil:
					return "", err
				case e != nil:
					results = append(results, llmerr.Anthropic(nil, block.ID, e, s.repeatable))
				default:
					results = append(results, anthropic.NewToolResultBlock(block.ID, output, false))
				}
			}
		}
		if results == nil {
			return text, nil
		}
		messages = append(messages, anthropic.NewUserMessage(results...))
	}
}

// openaiLoop is a loop with the SDK of OpenAI, Chat Completions.
func openaiLoop(ctx context.Context, web *http.Client, s *shop) (string, error) {
	client := openai.NewClient(openaioption.WithHTTPClient(web), openaioption.WithAPIKey("key"))
	messages := []openai.ChatCompletionMessageParamUnion{openai.UserMessage(loopPrompt)}
	for {
		reply, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "model", Messages: messages})
		if err != nil {
			return "", err
		}
		message := reply.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		messages = append(messages, message.ToParam())
		for _, use := range message.ToolCalls {
			output, e, err := s.call(ctx, json.RawMessage(use.Function.Arguments))
			switch {
			case err != nil:
				return "", err
			case e != nil:
				messages = append(messages, llmerr.OpenAIChat(nil, use.ID, e, s.repeatable))
			default:
				messages = append(messages, openai.ToolMessage(output, use.ID))
			}
		}
	}
}

// geminiLoop is a loop with the SDK of Google.
func geminiLoop(ctx context.Context, web *http.Client, s *shop) (string, error) {
	client, err := genai.NewClient(ctx, &genai.ClientConfig{APIKey: "key", HTTPClient: web, Backend: genai.BackendGeminiAPI})
	if err != nil {
		return "", err
	}
	contents := genai.Text(loopPrompt)
	for {
		reply, err := client.Models.GenerateContent(ctx, "model", contents, nil)
		if err != nil {
			return "", err
		}
		uses := reply.FunctionCalls()
		if len(uses) == 0 {
			return reply.Text(), nil
		}
		results := &genai.Content{Role: genai.RoleUser}
		for _, use := range uses {
			input, err := json.Marshal(use.Args)
			if err != nil {
				return "", err
			}
			output, e, err := s.call(ctx, input)
			switch {
			case err != nil:
				return "", err
			case e != nil:
				results.Parts = append(results.Parts, llmerr.Gemini(nil, use.ID, use.Name, e, s.repeatable))
			default:
				results.Parts = append(results.Parts, genai.NewPartFromFunctionResponse(use.Name, map[string]any{"output": output}))
			}
		}
		contents = append(contents, reply.Candidates[0].Content, results)
	}
}

// A scripted transport is a model that replies with one turn after the other, and remembers the
// requests.
type scripted struct {
	turn     func(text, input string) string // the response of an API with a text, or with a call of the tool
	turns    []string                        // an input of the tool starts with "{", anything else is a text
	requests []string
}

func (m *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	m.requests = append(m.requests, string(body))
	if len(m.turns) == 0 {
		return nil, errors.New("the script is over")
	}
	turn := m.turns[0]
	m.turns = m.turns[1:]
	text, input := turn, ""
	if strings.HasPrefix(turn, "{") {
		text, input = "", turn
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(m.turn(text, input)))}, nil
}

// A failed call becomes the right next step, in a loop with each SDK.
func TestLoops(t *testing.T) {
	apis := []struct {
		name string
		loop func(context.Context, *http.Client, *shop) (string, error)
		turn func(text, input string) string
	}{
		{"Anthropic", anthropicLoop, func(text, input string) string {
			block := fmt.Sprintf(`{"type":"text","text":%q}`, text)
			if input != "" {
				block = `{"type":"tool_use","id":"call_1","name":"order","input":` + input + `}`
			}
			return `{"id":"m","type":"message","role":"assistant","model":"model","content":[` + block + `],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`
		}},
		{"OpenAI", openaiLoop, func(text, input string) string {
			message := fmt.Sprintf(`{"role":"assistant","content":%q}`, text)
			if input != "" {
				message = fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"order","arguments":%q}}]}`, input)
			}
			return `{"id":"c","object":"chat.completion","created":1,"model":"model","choices":[{"index":0,"finish_reason":"stop","message":` + message + `}]}`
		}},
		{"Gemini", geminiLoop, func(text, input string) string {
			part := fmt.Sprintf(`{"text":%q}`, text)
			if input != "" {
				part = `{"functionCall":{"name":"order","args":` + input + `}}`
			}
			return `{"candidates":[{"index":0,"content":{"role":"model","parts":[` + part + `]}}]}`
		}},
	}
	limit := &errkit.Error{Kind: errkit.RateLimited, Effect: errkit.EffectNone, RetryAfter: 5 * time.Millisecond, Err: errPrivate}
	consent := &errkit.Error{Kind: errkit.AuthRequired, Err: errPrivate,
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://shop.example/allow"}}}}
	lost := &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown, Err: errPrivate}
	tests := []struct {
		name       string
		fails      []error
		turns      []string
		repeatable errkit.Repeatable
		steps      []string
		orders     int
		reads      string // what the model reads of the failure; "": it reads none
		answer     string // "": the loop stops
	}{
		{"repaired", nil, []string{`{"buk":"dune"}`, `{"book":"dune"}`, "Done."}, 0, []string{"model"}, 1, "book: is required", "Done."},
		{"waited for", []error{limit, limit}, []string{`{"book":"dune"}`, "Done."}, 0, []string{"wait 5ms", "wait 5ms"}, 1, "", "Done."},
		{"waited for too long", []error{limit, limit, limit}, []string{`{"book":"dune"}`, "Later."}, 0,
			[]string{"wait 5ms", "wait 5ms", "model"}, 0, "Nothing was done.", "Later."},
		{"asked", []error{consent}, []string{`{"book":"dune"}`, "Done."}, 0, []string{"ask https://shop.example/allow"}, 1, "", "Done."},
		{"not repeated, for it may have been done", []error{lost}, []string{`{"book":"dune"}`, "Please check."}, errkit.RepeatableNo,
			[]string{"model"}, 0, "This call may already have taken effect.", "Please check."},
		{"repeated, for it only reads", []error{lost}, []string{`{"book":"dune"}`, "Done."}, errkit.RepeatableYes,
			[]string{"wait 0s"}, 1, "", "Done."},
		{"a fault of the server", []error{errPrivate}, []string{`{"book":"dune"}`, "Sorry."}, 0, []string{"model"}, 0,
			"Something went wrong on our side.", "Sorry."},
		{"stopped", []error{&errkit.Error{Kind: errkit.ConfigInvalid, Err: errPrivate}}, []string{`{"book":"dune"}`}, 0,
			[]string{"stop"}, 0, "", ""},
	}
	for _, api := range apis {
		for _, tt := range tests {
			t.Run(api.name+" "+tt.name, func(t *testing.T) {
				s := &shop{fails: tt.fails, repeatable: tt.repeatable}
				model := &scripted{turn: api.turn, turns: tt.turns}
				answer, err := api.loop(t.Context(), &http.Client{Transport: model}, s)
				require.Equal(t, tt.steps, s.steps)
				require.Equal(t, tt.orders, s.orders)
				require.Equal(t, tt.answer, answer)
				require.Empty(t, model.turns, "every turn of the model was taken")
				if tt.answer == "" {
					require.ErrorIs(t, err, errStopped)
					require.ErrorIs(t, err, errkit.ConfigInvalid)
				} else {
					require.NoError(t, err)
				}
				sent := strings.Join(model.requests, "\n")
				require.Contains(t, sent, tt.reads)
				require.NotContains(t, sent, "password of ada")
				if tt.name == "a fault of the server" { // the model does not take it for its own
					require.NotContains(t, sent, "Change the input")
					require.False(t, bytes.Contains([]byte(sent), []byte("parameters are invalid")))
				}
			})
		}
	}
}

// Both loops place one order, whatever a call fails with after its order went out, and end.
func TestLoopsOrderOnce(t *testing.T) {
	consent := &errkit.Error{Kind: errkit.AuthRequired,
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://shop.example/allow"}}}}
	tests := []struct {
		name       string
		err        error
		repeatable errkit.Repeatable
		many       bool
		why        string
	}{
		{"a limit of its own", &errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Millisecond}, 0, false,
			"without the requests it would have no effect"},
		{"a consent", consent, errkit.RepeatableNo, false, "what the user does repeats no order"},
		{"a limit for a day", &errkit.Error{Kind: errkit.RateLimited, Effect: errkit.EffectNone, RetryAfter: 24 * time.Hour}, 0, false,
			"the loop does not sleep so long"},
		{"a timeout", errkit.Timeout, 0, false, "the kind invites to a retry, the effect does not"},
		{"a lost connection", errkit.Network, errkit.RepeatableNo, false, ""},
		{"a service that is out of order", errkit.Unavailable, 0, false, ""},
		{"a call that may be made twice", errkit.Timeout, errkit.RepeatableYes, true, "each order is the same one"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			orders := 0
			service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { orders++ }))
			defer service.Close()
			s := &shop{fails: []error{tt.err, tt.err, tt.err, tt.err, tt.err, tt.err, tt.err}, repeatable: tt.repeatable,
				service: service.URL}
			input := json.RawMessage(`{"book":"dune"}`)

			_, failed, err := s.call(t.Context(), input)
			require.NoError(t, err)
			require.ErrorIs(t, failed, errkit.KindOf(tt.err))
			require.Equal(t, tt.many, orders > 1, "%d orders: %s", orders, tt.why)

			orders = 0
			failed = run(t.Context(), tt.repeatable, func(ctx context.Context) error {
				_, err := s.order(ctx, input)
				return err
			})
			require.ErrorIs(t, failed, errkit.KindOf(tt.err))
			require.Equal(t, tt.many, orders > 1, "%d orders: %s", orders, tt.why)
		})
	}
}
