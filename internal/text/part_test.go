package text

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/allocs"
)

// Nest escapes as encoding/json does, and leaves what is before the document as it is.
func TestNest(t *testing.T) {
	for _, doc := range []string{``, `{}`, `null`, `"a"`, `{"a":"b\\c\n\"d\u001b"}`, `["é","\\",""]`} {
		want, err := json.Marshal(doc)
		require.NoError(t, err)
		require.Equal(t, `{"x":`+string(want)+`}`, string(append(Nest([]byte(`{"x":"`+doc), len(`{"x":"`)), `"}`...)),
			doc)
	}
	buf := make([]byte, 0, 100)
	require.Zero(t, allocs.Of(func() { Nest(append(buf, `{"a":"b"}`...), 0) }))
}
