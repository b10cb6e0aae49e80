package check

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// TestReportHasNoCredentials checks that no text of a report has a credential that the server
// repeats, nor a line end of it.
func TestReportHasNoCredentials(t *testing.T) {
	const token, key, password = "canary-token-1234567890", "canary-key-0987654321", "canary-password"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, strings.Repeat("x", 150)+token+"\n::error ::"+key+password)
	}))
	defer server.Close()
	target := Target{Dialect: "problem", URL: strings.Replace(server.URL, "://", "://ada:"+password+"@", 1) +
		"?key=" + password,
		Header: http.Header{"Authorization": {"Bearer " + token}, "x-api-key": {key}},
		Tools:  []Tool{{Name: "a\n::error ::b", Path: "/a"}}}
	rule := every(must)
	rule.judge = each(func(x *probe.Exchange) string {
		return fmt.Sprintf("it is %s\n%s", x.Body, x.Summary()) + string(x.Body[:162]) + "…"
	})
	report, err := Run(t.Context(), target, Options{Rules: []*Rule{rule}, Requests: 20})
	require.NoError(t, err)
	require.NotEmpty(t, report.Results[0].Findings)
	for _, f := range report.Results[0].Findings {
		all := strings.Join([]string{report.Target, f.Text, f.Tool, f.Command, f.URL, f.Answer}, " ")
		for _, secret := range []string{token, key, password, "canary-t", "canary-k"} {
			require.NotContains(t, all, secret)
		}
		require.NotContains(t, report.Target+f.Text+f.Tool+f.Command+f.URL, "\n")
		require.Contains(t, f.Command, `"$X_API_KEY"`)
	}

	_, err = Run(t.Context(), Target{Dialect: "mcp", URL: server.URL + "?key=" + password, Header: target.Header},
		Options{})
	require.ErrorIs(t, err, ErrUnreachable)
	require.NotContains(t, err.Error(), "canary-t", "the answer is part of the error")
	require.NotContains(t, err.Error(), "\n")
}
