package all_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// The URL of the documentation of an API's error is that of the error, if it is one that a browser
// may open.
func TestDocURL(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, test := range []struct{ name, body, want string }{
		{"GitHub", `{"message":"Not Found","documentation_url":"https://docs.bell.test/rest","status":"404"}`, "https://docs.bell.test/rest"},
		{"Stripe", `{"error":{"message":"No bell","type":"invalid_request_error","doc_url":"https://bell.test/errors#none"}}`, "https://bell.test/errors#none"},
		{"Twilio", `{"code":20404,"message":"No bell","more_info":"https://bell.test/errors/20404","status":404}`, "https://bell.test/errors/20404"},
		{"OAuth", `{"error":"invalid_request","error_uri":"https://bell.test/oauth"}`, "https://bell.test/oauth"},
		{"two", `{"error":{"message":"No bell","doc_url":"https://bell.test/2"},"doc_url":"https://bell.test/1"}`, "https://bell.test/1"},
		{"http", `{"message":"No bell","documentation_url":"http://bell.test/"}`, ""},
		{"a script", `{"message":"No bell","documentation_url":"javascript:ring()"}`, ""},
		{"a space", `{"message":"No bell","documentation_url":"https://bell.test/ ring"}`, ""},
		{"a line", `{"message":"No bell","documentation_url":"https://bell.test/\n"}`, ""},
		{"a long one", `{"message":"No bell","documentation_url":"https://bell.test/` + strings.Repeat("b", 9<<10) + `"}`, ""},
		{"a text", `{"message":"No bell","more_info":"ring again"}`, ""},
	} {
		e, err := codec.Decode(dialect.Document{Status: 404, Body: []byte(test.body)})
		require.NoError(t, err, test.name)
		require.Equal(t, test.want, e.DocURL, test.name)
	}
}

// A URL of documentation that is private does not reach another peer.
func TestDocURLIsWithheld(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, url := range []string{"https://10.0.0.7/canary", "https://wiki.tower.internal/canary",
		"https://bell:canary@docs.bell.test/"} {
		doc := dialect.Document{Status: 404, Body: []byte(`{"message":"No bell","documentation_url":"` + url + `"}`)}
		for _, to := range every() {
			out, _, err := codec.Translate(doc, to, dialect.Call{ID: []byte("1")})
			require.NoError(t, err)
			require.NotContains(t, string(out.Body), "canary", to.Name())
		}
		private := codec
		private.Disclose = dialect.DiscloseNone
		out, _, err := private.Translate(doc, every()[0], dialect.Call{ID: []byte("1")})
		require.NoError(t, err)
		require.NotContains(t, string(out.Body), "canary")
	}
}
