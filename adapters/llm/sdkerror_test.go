package llmerr_test

import (
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
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/errkit"
)

// The errors of these SDKs have the response, whose body can be read, as nethttp.ReadError does.
func TestErrorsOfSDKs(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"type":"error","error":{"type":"rate_limit_error","message":"Too many bells."}}`))
	}))
	defer api.Close()
	claude := anthropic.NewClient(option.WithBaseURL(api.URL), option.WithAPIKey("key"), option.WithMaxRetries(0))
	gpt := openai.NewClient(openaioption.WithBaseURL(api.URL), openaioption.WithAPIKey("key"), openaioption.WithMaxRetries(0))
	_, err := claude.Models.List(t.Context(), anthropic.ModelListParams{})
	ofClaude, ok := errors.AsType[*anthropic.Error](err)
	require.True(t, ok)
	_, err = gpt.Models.List(t.Context())
	ofGPT, ok := errors.AsType[*openai.Error](err)
	require.True(t, ok)
	for _, resp := range []*http.Response{ofClaude.Response, ofGPT.Response} {
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		var codec dialect.Codec
		e, err := codec.Decode(dialect.Document{Dialect: httperr.Dialect{}, Status: resp.StatusCode, Header: resp.Header, Body: body})
		require.NoError(t, err)
		require.Equal(t, errkit.RateLimited, e.Kind)
		require.EqualValues(t, "Too many bells.", e.Message)
		require.Equal(t, 7*time.Second, e.RetryAfter)
	}
}
