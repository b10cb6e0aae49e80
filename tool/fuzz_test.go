package tool_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
)

// FuzzCall holds what is true of any input: the result is JSON that the schema allows or an
// *errkit.Error, the faults are bounded and in order, and the same input gives the same result.
func FuzzCall(f *testing.F) {
	for _, c := range toolcases.Cases() {
		if c.Error.Kind != errkit.Timeout { // TestCases waits for it
			f.Add([]byte(c.Input))
		}
	}
	for _, s := range []string{``, `null`, `{`, `[]`, "{\"a\":\"\xff\"}", "\ufeff{}", `{"times":1e0,"volume":-0}`,
		`{"":{"":[null]}}`} {
		f.Add([]byte(s))
	}
	ring := toolcases.New()
	boundary := toolcases.Boundary(nil)
	f.Fuzz(func(t *testing.T, input []byte) {
		out, err := ring.Call(t.Context(), boundary, input)
		again, errAgain := ring.Call(t.Context(), boundary, input)
		require.Equal(t, string(out), string(again))
		if err == nil {
			require.NoError(t, errAgain)
			require.True(t, json.Valid(out))
			return
		}
		require.IsType(t, (*errkit.Error)(nil), err)
		e, second := errkit.From(err), errkit.From(errAgain)
		require.Equal(t, e.Kind, second.Kind)
		require.Equal(t, e.Fields, second.Fields)
		require.LessOrEqual(t, len(e.Fields), 100)
		require.NotEqual(t, errkit.StageUnspecified, e.Stage)
		for _, field := range e.Fields {
			require.NotEmpty(t, field.Message)
			if field.Path != "" {
				require.Equal(t, byte('/'), field.Path[0])
			}
		}
	})
}
