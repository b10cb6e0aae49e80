package errkit_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// FuzzUnmarshal holds that an error that was read from canonical JSON is written and read again
// without a change.
func FuzzUnmarshal(f *testing.F) {
	f.Add(full().AppendJSON(nil))
	for _, s := range []string{`{}`, `null`, `[]`, `{"kind":"internal"}`, `{"kind":"x"}`,
		`{"kind":"timeout","retry_after_ms":-1}`, `{"kind":"internal","details":{"a":{"b":1e999}}}`,
		`{"kind":"invalid_input","fields":[{"path":"/a"},null,7]}`,
		`{"kind":"auth_required","needs":{"challenges":[{}]}}`, `{"kind":"internal","status":99}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		var e, again errkit.Error
		if json.Unmarshal(doc, &e) != nil {
			return
		}
		written := e.AppendJSON(nil)
		require.NoError(t, json.Unmarshal(written, &again))
		require.Equal(t, string(written), string(again.AppendJSON(nil)))
	})
}
