package rpc

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAppendID holds that an id is JSON, whatever a request has.
func FuzzAppendID(f *testing.F) {
	for _, s := range []string{"", "1", `"a"`, `"\u00e9\""`, "null", "-1e9", " 7 ", "{}", "1 2", "\"\xff\"", "01",
		`"a`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		require.True(t, json.Valid(AppendID(nil, json.RawMessage(id))))
		require.True(t, json.Valid(append(AppendIDBody([]byte{'"'}, json.RawMessage(id)), '"')))
	})
}
