package llmerr_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/stretchr/testify/require"

	llmerr "github.com/toolerr/toolerr/adapters/llm"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/errkit"
)

// An sdk is a function of this package, and the document that the SDK makes of its result.
type sdk struct {
	dialect dialect.Dialect
	render  func(t *testing.T, c *dialect.Codec, err error) []byte
}

const id, tool = "call_1", "ring"

var sdks = []sdk{
	{model.Anthropic, func(t *testing.T, c *dialect.Codec, err error) []byte {
		return marshal(t, llmerr.Anthropic(c, id, err))
	}},
	{model.OpenAIResponses, func(t *testing.T, c *dialect.Codec, err error) []byte {
		return marshal(t, llmerr.OpenAIResponses(c, id, err))
	}},
	{model.OpenAIChat, func(t *testing.T, c *dialect.Codec, err error) []byte {
		return marshal(t, llmerr.OpenAIChat(c, id, err))
	}},
	{model.Gemini, func(t *testing.T, c *dialect.Codec, err error) []byte {
		return marshal(t, llmerr.Gemini(c, id, tool, err))
	}},
	{model.Bedrock, func(t *testing.T, c *dialect.Codec, err error) []byte {
		return converse(t, llmerr.Bedrock(c, id, err))
	}},
}

func marshal(t *testing.T, v any) []byte {
	doc, err := json.Marshal(v)
	require.NoError(t, err)
	return doc
}

// converse returns the block as the client of Bedrock, which has no other encoder, sends it.
func converse(t *testing.T, block types.ContentBlock) []byte {
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"output":{"message":{"role":"assistant","content":[{"text":"Sorry."}]}},"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}`)
	}))
	defer server.Close()
	client := bedrockruntime.New(bedrockruntime.Options{
		BaseEndpoint: aws.String(server.URL), Region: "us-east-1", HTTPClient: server.Client(),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "id", SecretAccessKey: "key"}, nil
		}),
	})
	_, err := client.Converse(t.Context(), &bedrockruntime.ConverseInput{
		ModelId: aws.String("model"), Messages: []types.Message{{Role: types.ConversationRoleUser,
			Content: []types.ContentBlock{block}}},
	})
	require.NoError(t, err)
	var request struct {
		Messages []struct{ Content []json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(body, &request), "%s", body)
	return request.Messages[0].Content[0]
}

// What the SDKs send is what the dialects write.
func TestSDKs(t *testing.T) {
	for _, s := range sdks {
		t.Run(s.dialect.Name(), func(t *testing.T) {
			for _, v := range samples.Values() {
				for _, carry := range []bool{false, true} {
					codec := &dialect.Codec{Carry: carry}
					want, _ := codec.Append(nil, s.dialect,
						dialect.Call{ID: json.RawMessage(`"` + id + `"`), Tool: tool}, v.Error)
					require.JSONEq(t, string(want), string(s.render(t, codec, v.Error)), v.Name)
				}
			}
		})
	}
}

// No text that is not public is sent, of errors of any sort.
func TestPrivate(t *testing.T) {
	for _, s := range sdks {
		for _, carry := range []bool{false, true} {
			for name, err := range map[string]error{
				"uncoded": errors.New(samples.ErrCanary),
				"wrapped": errkit.Wrap(errors.New(samples.ErrCanary), errkit.NotFound, "There is no bell."),
				"full":    samples.Canaries(errkit.Conflict),
				"nil":     nil,
			} {
				doc := string(s.render(t, &dialect.Codec{Carry: carry}, err))
				for _, canary := range []string{samples.ErrCanary, samples.PrivateCanary, samples.DevCanary} {
					require.NotContains(t, doc, canary, "%s: %s", s.dialect.Name(), name)
				}
			}
		}
		require.Equal(t, string(s.render(t, nil, errors.New("x"))), string(s.render(t, nil, nil)), "both are Internal")
	}
}

// The texts are cleaned and bounded, as all others are.
func TestText(t *testing.T) {
	for _, s := range sdks {
		doc := s.render(t, &dialect.Codec{MaxText: 5},
			&errkit.Error{Kind: errkit.NotFound, Message: "\x1b[31mThere is no bell."})
		require.Contains(t, string(doc), "Ther…", s.dialect.Name())
		require.NotContains(t, string(doc), `\u001b`, s.dialect.Name())
	}
}
