package llmerr_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// apiError returns the failure of a model API from the error of its SDK, and nil for another error.
// An error in a stream has the response that began it: the status 200, and a body that was read.
func apiError(err error) *errkit.Error {
	doc := dialect.Document{Dialect: httperr.Dialect{}}
	if e, ok := errors.AsType[*anthropic.Error](err); ok {
		doc.Status, doc.Header, doc.Body = e.StatusCode, e.Response.Header, []byte(e.RawJSON())
	} else if e, ok := errors.AsType[*openai.Error](err); ok {
		doc.Status, doc.Header = e.StatusCode, e.Response.Header
		doc.Body, _ = io.ReadAll(e.Response.Body) // RawJSON is a part of it
	} else if e, ok := errors.AsType[*ssestream.StreamError](err); ok { // of OpenAI
		doc.Body = e.Event.Data
	} else if e, ok := errors.AsType[genai.APIError](err); ok {
		doc.Status = e.Code
		doc.Body, _ = json.Marshal(map[string]any{"error": e})
	} else {
		return nil
	}
	if doc.Status < http.StatusBadRequest {
		doc.Status = 0
	}
	e, _ := new(dialect.Codec).Decode(doc)
	return e
}

// What an SDK returns for a failure of its API is decoded, also if the failure is in a stream.
func TestErrorsOfSDKs(t *testing.T) {
	const (
		limit    = `{"type":"error","error":{"type":"rate_limit_error","message":"Too many bells."}}`
		quota    = `{"error":{"message":"No bells left.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`
		busy     = `{"error":{"code":503,"message":"The bells are busy.","status":"UNAVAILABLE"}}`
		later    = `{"error":{"code":429,"message":"Wait.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"31s"}]}}`
		page     = "<html><title>502 Bad Gateway</title></html>"
		overload = `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
		fell     = `{"error":{"message":"The tower fell.","type":"server_error","param":null,"code":null}}`
	)
	tests := []struct {
		name   string
		api    string
		status int
		body   string
		kind   errkit.Kind
		text   string
		delay  time.Duration
		retry  errkit.Retry // of a loop
	}{
		{"a limit", "anthropic", 429, limit, errkit.RateLimited, "Too many bells.", 7 * time.Second, errkit.Allowed},
		{"a limit", "openai", 429, limit, errkit.RateLimited, "Too many bells.", 7 * time.Second, errkit.Allowed},
		{"a quota", "openai", 429, quota, errkit.RateLimited, "No bells left.", 7 * time.Second, errkit.AfterAction},
		{"too many calls", "gemini", 503, busy, errkit.Unavailable, "The bells are busy.", 0, errkit.Allowed},
		{"a limit", "gemini", 429, later, errkit.RateLimited, "Wait.", 31 * time.Second, errkit.Allowed},
		{"a page", "anthropic", 502, page, errkit.UpstreamFailed, "", 7 * time.Second, errkit.RetryUnspecified},
		{"a page", "openai", 502, page, errkit.UpstreamFailed, "", 7 * time.Second, errkit.RetryUnspecified},
		{"in a stream", "anthropic", 200, overload, errkit.Unavailable, "Overloaded", 7 * time.Second, errkit.Allowed},
		{"in a stream", "openai", 200, fell, errkit.Internal, "The tower fell.", 0, errkit.Never},
	}
	for _, tt := range tests {
		t.Run(tt.name+" of "+tt.api, func(t *testing.T) {
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Retry-After", "7")
				body := tt.body
				if tt.status == http.StatusOK {
					w.Header().Set("Content-Type", "text/event-stream")
					body = "event: error\ndata: " + body + "\n\n"
				}
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(body))
			}))
			defer api.Close()
			claude := anthropic.NewClient(option.WithBaseURL(api.URL), option.WithAPIKey("key"), option.WithMaxRetries(0))
			gpt := openai.NewClient(openaioption.WithBaseURL(api.URL), openaioption.WithAPIKey("key"), openaioption.WithMaxRetries(0))
			gemini, err := genai.NewClient(t.Context(), &genai.ClientConfig{APIKey: "key", Backend: genai.BackendGeminiAPI,
				HTTPOptions: genai.HTTPOptions{BaseURL: api.URL}})
			require.NoError(t, err)
			switch streams := tt.status == http.StatusOK; {
			case streams && tt.api == "anthropic":
				stream := claude.Messages.NewStreaming(t.Context(), anthropic.MessageNewParams{Model: "model", MaxTokens: 1})
				for stream.Next() {
				}
				err = stream.Err()
			case streams:
				stream := gpt.Chat.Completions.NewStreaming(t.Context(), openai.ChatCompletionNewParams{Model: "model"})
				for stream.Next() {
				}
				err = stream.Err()
			case tt.api == "anthropic":
				_, err = claude.Models.List(t.Context(), anthropic.ModelListParams{})
			case tt.api == "openai":
				_, err = gpt.Models.List(t.Context())
			default:
				_, err = gemini.Models.GenerateContent(t.Context(), "model", genai.Text("Ring."), nil)
			}
			require.Error(t, err)
			e := apiError(err)
			require.NotNil(t, e, "%v", err)
			require.Equal(t, tt.kind, e.Kind)
			require.EqualValues(t, tt.text, e.Message)
			require.Equal(t, tt.delay, e.RetryAfter)
			require.Equal(t, tt.retry, mapping.Default().RetryOf(e))
		})
	}
	require.Nil(t, apiError(io.ErrUnexpectedEOF), "no API responded")
}
