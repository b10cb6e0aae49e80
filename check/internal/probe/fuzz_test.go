package probe

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAnswer holds that what is kept of an answer has its bound, and that a stream of events ends.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"", "data: {\"id\":1,\"result\":{}}\n\n", "data: {\"id\":1,\ndata: \"result\":{}}",
		":\n\nevent: x\r\ndata:7\r\n\r\n", `{"id":1,"error":{"code":-32602,"data":[1,[2,[3]]]}}`, `{"a":1e400}`,
		"\xff{"} {
		f.Add([]byte(s), uint16(10))
	}
	f.Fuzz(func(t *testing.T, body []byte, bound uint16) {
		if event, all, err := readEvents(bytes.NewReader(body), "1"); err == nil {
			require.True(t, isResponse(event, "1"))
			require.True(t, bytes.HasPrefix(body, all))
		}
		x := &Exchange{Status: 400, Body: body, Message: body}
		x.Keep(int(bound))
		require.LessOrEqual(t, len(x.Body), int(bound))
		require.True(t, bytes.HasPrefix(body, x.Body))
		require.True(t, !json.Valid(body) || json.Valid(x.Message), "%s", x.Message)
	})
}
