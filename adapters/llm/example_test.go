package llmerr_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	llmerr "github.com/toolerr/toolerr/adapters/llm"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// A loop between a model and a tool. It repeats a call that may be repeated, asks the user for an
// authorization, and reports all other failures to the model, which corrects its call.
func Example() {
	api := httptest.NewServer(script(
		`{"type":"tool_use","id":"toolu_1","name":"ring","input":{"bell":"fornt"}}`,
		`{"type":"tool_use","id":"toolu_2","name":"ring","input":{"bell":"front"}}`,
		`{"type":"text","text":"The front bell rang."}`,
	))
	defer api.Close()
	client := anthropic.NewClient(option.WithBaseURL(api.URL), option.WithAPIKey("key"))

	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("Ring the front bell."))}
	for {
		reply, err := client.Messages.New(context.Background(),
			anthropic.MessageNewParams{Model: "model", MaxTokens: 100, Messages: messages})
		if err != nil {
			fmt.Println(err)
			return
		}
		messages = append(messages, reply.ToParam())
		var results []anthropic.ContentBlockParamUnion
		for _, block := range reply.Content {
			switch block := block.AsAny().(type) {
			case anthropic.TextBlock:
				fmt.Println("model:", block.Text)
			case anthropic.ToolUseBlock:
				results = append(results, call(context.Background(), block))
			}
		}
		if results == nil {
			return
		}
		messages = append(messages, anthropic.NewUserMessage(results...))
	}
	// Output:
	// tool: "fornt"
	// loop: not_found is for the model
	// model got: There is no bell "fornt". Call ring with front or back. (is_error true)
	// tool: "front"
	// loop: rate_limited, the call is repeated after 10ms
	// tool: "front"
	// loop: the user visits https://bells.example/allow
	// tool: "front"
	// model got: ding (is_error false)
	// model: The front bell rang.
}

// call calls the tool and returns the result for the model.
func call(ctx context.Context, use anthropic.ToolUseBlock) anthropic.ContentBlockParamUnion {
	const repeatable = errkit.RepeatableNo // as the annotations of the tool state
	var sound string
	e := run(ctx, repeatable, func(context.Context) (err error) {
		sound, err = ring(use.Input)
		return err
	})
	if e != nil {
		return llmerr.Anthropic(nil, use.ID, e, repeatable)
	}
	return anthropic.NewToolResultBlock(use.ID, sound, false)
}

// maxWait is the longest time that a loop waits before it repeats a call.
const maxWait = 10 * time.Second

// run runs a tool, at most four times, and returns its last error, nil for none. A call that may
// have taken effect is not repeated, unless the tool may be called twice, also if the user visited
// a page after it. So the requests of the tool, which have the context of the call, are counted. A
// long wait is not the loop's: the model reads of it.
func run(ctx context.Context, repeatable errkit.Repeatable, tool func(context.Context) error) *errkit.Error {
	var boundary middleware.Boundary // of a program that reports failures: standard.Boundary()
	for attempt := 1; ; attempt++ {
		counted := middleware.WithRepeatable(middleware.WithRequests(ctx), repeatable)
		e := errkit.From(boundary.Run(counted, tool)) // a panic is an error, too
		if e == nil || attempt == 4 {
			return e
		}
		retry, _ := mapping.Default().Narrow(e, repeatable)
		again := repeatable == errkit.RepeatableYes || !mapping.MayHaveEffect(e.Effect)
		switch {
		case again && retry == errkit.Allowed && e.RetryAfter <= maxWait:
			wait := cmp.Or(e.RetryAfter, 50*time.Millisecond<<attempt)
			fmt.Printf("loop: %s, the call is repeated after %v\n", e.Kind.String(), wait)
			time.Sleep(wait)
		case again && e.Needs != nil && len(e.Needs.Challenges) > 0 && ask(e.Needs.Challenges[0]):
		default:
			fmt.Printf("loop: %s is for the model\n", e.Kind.String())
			return e
		}
	}
}

// ask shows the user a URL, and reports whether the user visited it.
func ask(c errkit.Challenge) bool {
	fmt.Println("loop: the user visits", c.URL)
	return true
}

var rings int

// ring is a tool that fails in a few ways before it rings.
func ring(input json.RawMessage) (sound string, err error) {
	var in struct{ Bell string }
	if json.Unmarshal(input, &in) != nil {
		return "", errkit.InvalidInput
	}
	fmt.Printf("tool: %q\n", in.Bell)
	if in.Bell != "front" {
		return "", &errkit.Error{Kind: errkit.NotFound, Message: errkit.Textf("There is no bell %q.", in.Bell),
			Hint: "Call ring with front or back."}
	}
	switch rings++; rings {
	case 1:
		return "", &errkit.Error{Kind: errkit.RateLimited, RetryAfter: 10 * time.Millisecond,
			Err: errors.New("bucket 7 is empty")}
	case 2:
		return "", &errkit.Error{Kind: errkit.AuthRequired,
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://bells.example/allow"}}}}
	}
	return "ding", nil
}

// script is a model that replies with one block after the other, and prints the tool results that
// it gets.
func script(blocks ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Messages []struct {
				Content []struct {
					Type    string
					Content []struct{ Text string }
					IsError bool `json:"is_error"`
				}
			}
		}
		body, _ := io.ReadAll(r.Body)
		if json.Unmarshal(body, &request) != nil || len(blocks) == 0 {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		for _, c := range request.Messages[len(request.Messages)-1].Content {
			if c.Type == "tool_result" {
				fmt.Printf("model got: %s (is_error %t)\n", strings.ReplaceAll(c.Content[0].Text, "\n", " "),
					c.IsError)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"msg","type":"message","role":"assistant","model":"model","content":[%s],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`, blocks[0])
		blocks = blocks[1:]
	})
}
