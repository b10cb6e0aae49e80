package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRing(t *testing.T) {
	for bell, want := range map[string]string{
		"front":  `"content":[{"type":"text","text":"ding"}]`,
		"back":   `{"type":"text","text":"There is no bell with this id.\nids: front"}`,
		"broken": `"isError":true`,
	} {
		call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ring","arguments":{"bell":"` + bell + `"}}}`
		got, err := json.Marshal(newServer().HandleMessage(t.Context(), json.RawMessage(call)))
		require.NoError(t, err)
		require.Contains(t, string(got), want)
		require.NotContains(t, string(got), "relay")
	}
}
