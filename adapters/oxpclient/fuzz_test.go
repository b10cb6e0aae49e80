package oxpclient_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

// FuzzCall holds that any response is a result or an error of package errkit, never both, and that
// a status of 400 or more is not a result.
func FuzzCall(f *testing.F) {
	for _, body := range []string{done.body, `{"success":true}`, `{"message":"No."}`, `{"items":[]}`, `[`, ``, `{"status":"failed"}`,
		`{"message":"No.","missing_requirements":{"user_id":true,"authorization":[{"id":"1","url":"https://a.example/"}]}}`,
		`{"result":{"success":false,"error":{"message":"No.","can_retry":true,"retry_after_ms":1e9}}}`} {
		for _, status := range []int{200, 204, 302, 400, 422, 500} {
			f.Add(status, "", body)
		}
	}
	f.Add(200, "2.0", done.body)
	f.Fuzz(func(t *testing.T, status int, version, body string) {
		s := calls(answer{status: 200 + max(status, -status)%400, body: body, header: http.Header{"Oxp-Version": {version}}})
		c := client(s)
		c.Attempts = 1
		res, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Doorbell.Ring"})
		if err == nil {
			require.Less(t, 200+max(status, -status)%400, 300)
			require.NotNil(t, res)
			require.Equal(t, id, res.CallID)
			return
		}
		require.Nil(t, res)
		_, ok := err.(*errkit.Error)
		require.True(t, ok, "%T", err)
	})
}
