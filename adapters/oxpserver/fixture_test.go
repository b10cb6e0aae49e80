package oxpserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/schemas/verify"
	"github.com/toolerr/toolerr/tool"
)

// canary is private: no response may contain it.
const canary = "CANARY-7c1f"

type pair struct {
	A float64 `json:"a" required:"true" description:"The first number."`
	B float64 `json:"b" required:"true" description:"The second number."`
}

func add(_ context.Context, in pair) (float64, error) { return in.A + in.B, nil }

type bell struct {
	ID string `json:"doorbell_id" validate:"required,max=20"`
}

type rung struct {
	Sound string `json:"sound"`
}

// ring rings one bell. For any other it fails as the example of the specification.
func ring(_ context.Context, in bell) (rung, error) {
	if in.ID == "doorbell42" {
		return rung{"ding"}, nil
	}
	return rung{}, &errkit.Error{
		Kind: errkit.NotFound, Retry: errkit.Allowed, RetryAfter: 500 * time.Millisecond,
		Message: "Doorbell ID not found", Hint: "ids: doorbell42,doorbell84",
		Dev: errkit.Devf("The doorbell with ID '%s' does not exist.", in.ID),
		Err: errors.New(canary),
	}
}

// addTool defines a tool and adds it to a server.
func addTool[In, Out any](s *oxpserver.Server, d tool.Definition, f func(context.Context, In) (Out, error)) error {
	t, err := tool.Define(d, f)
	if err != nil {
		return err
	}
	return s.Add(t)
}

func bells(t *testing.T, s *oxpserver.Server) *oxpserver.Server {
	t.Helper()
	require.NoError(t, errors.Join(
		addTool(s, tool.Definition{Name: "Calculator.Add", Version: "1.0.0", Description: "Adds two numbers."}, add),
		addTool(s, tool.Definition{Name: "Doorbell.Ring", Version: "0.1.0", Description: "Rings a doorbell."}, ring),
	))
	return s
}

// serve serves without a log.
func serve(t *testing.T, s *oxpserver.Server) string {
	t.Helper()
	if s.Boundary == nil {
		s.Boundary = new(middleware.Boundary)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

type response struct {
	status int
	header http.Header
	body   string
}

func do(t *testing.T, method, url, body string, headers ...string) response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
		}
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NotContains(t, string(got), canary)
	return response{resp.StatusCode, resp.Header, string(got)}
}

// call posts a call and validates the response by the schemas.
func call(t *testing.T, url, body string, headers ...string) response {
	t.Helper()
	a := do(t, http.MethodPost, url+"/tools/call", body, headers...)
	valid(t, a)
	return a
}

// valid validates a response by the schema of its status and form.
func valid(t testing.TB, a response) {
	t.Helper()
	name := map[int]string{
		200: "oxp-call-tool-response", 400: "oxp-server-error-response", 401: "oxp-server-error-response",
		404: "oxp-server-error-response", 405: "oxp-server-error-response", 422: "oxp-validation-error-response",
	}[a.status]
	require.NotEmpty(t, name, "status %d: %s", a.status, a.body)
	if a.status == 200 && !strings.Contains(a.body, `"$schema"`) {
		name += "-flat"
	}
	require.NoError(t, verify.Validate(name, []byte(a.body)), "%s", a.body)
	require.Equal(t, "application/json", a.header.Get("Content-Type"))
	require.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
	require.Equal(t, "1.0", a.header.Get("OXP-Version"))
}

var duration = regexp.MustCompile(`"duration":[0-9]+`)

// timeless returns a body with a duration of 0.
func timeless(body string) string { return duration.ReplaceAllString(body, `"duration":0`) }
