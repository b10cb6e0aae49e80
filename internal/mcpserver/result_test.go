package mcpserver_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// A block is the interface of the SDK of these tests.
type block interface{}

type (
	textBlock struct {
		Text string
		Data []byte
		Meta map[string]any
	}
	resourceBlock struct{ Resource *textBlock }
	encodedBlock  string
)

func TestCheckBlocks(t *testing.T) {
	const cannot = "mcp: the result cannot be sent: "
	tests := []struct {
		name    string
		block   block
		foreign bool // it is sent as its JSON
		err     string
	}{
		{"plain", textBlock{Text: "ding", Data: []byte{1}}, false, ""},
		{"a pointer", &textBlock{Text: "ding"}, false, ""},
		{"with metadata", textBlock{Meta: map[string]any{"a": 1}}, false, ""},
		{"with metadata that has no JSON", &textBlock{Meta: map[string]any{"a": math.NaN()}}, false,
			cannot + "json: unsupported value: NaN"},
		{"with a resource", resourceBlock{&textBlock{}}, false, ""},
		{"without its resource", &resourceBlock{}, false, cannot + "an embedded resource has no resource"},
		{"of another package", json.RawMessage(`{"a":1}`), true, ""},
		{"of another package, without JSON", make(chan int), false, cannot + "json: unsupported type: chan int"},
		{"nil", nil, false, cannot + "a content block is nil"},
		{"a nil pointer", (*textBlock)(nil), false, cannot + "a content block is nil"},
	}
	encoded := func(_ block, raw json.RawMessage) block { return encodedBlock(raw) }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			blocks := []block{textBlock{Text: "first"}, tt.block}
			sent, err := mcpserver.CheckBlocks(blocks, encoded)
			require.Equal(t, tt.block, blocks[1], "the blocks of a handler are not changed")
			switch {
			case tt.err != "":
				require.EqualError(t, errors.Unwrap(err), tt.err)
			case tt.foreign:
				require.Equal(t, []block{blocks[0], encodedBlock(`{"a":1}`)}, sent)
			default:
				require.Equal(t, blocks, sent)
			}
		})
	}
	none, err := mcpserver.CheckBlocks[block](nil, encoded)
	require.NoError(t, err)
	require.Nil(t, none)
}

func TestStructured(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{nil, ""}, {json.RawMessage(nil), ""}, {json.RawMessage(`{ "a":1}`), `{ "a":1}`}, {map[string]int{"a": 1}, `{"a":1}`},
	} {
		got, err := mcpserver.Structured(tt.value)
		require.NoError(t, err)
		require.Equal(t, tt.want, string(got))
	}
	_, err := mcpserver.Structured(json.RawMessage("{bad"))
	require.EqualError(t, errors.Unwrap(err), "mcp: the result cannot be sent: structured content is not JSON")
}
