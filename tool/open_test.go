package tool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// The schema decides whether unknown members are faults.
func TestOpenSchema(t *testing.T) {
	type open struct {
		_    struct{} `additionalProperties:"true"`
		Bell string   `json:"bell"`
	}
	type nested struct {
		Open open `json:"open"`
	}
	ring := tool.New("Bell.Ring", "Rings a bell.", func(_ context.Context, in open) (string, error) { return in.Bell, nil })
	out, err := ring.Call(t.Context(), nil, []byte(`{"bell":"front","times":2}`))
	require.NoError(t, err)
	require.JSONEq(t, `"front"`, string(out))

	inside := tool.New("Bell.Open", "Rings a bell.", func(_ context.Context, in nested) (string, error) { return in.Open.Bell, nil })
	_, err = inside.Call(t.Context(), nil, []byte(`{"open":{"bell":"front","times":2}}`))
	require.NoError(t, err)
	_, err = inside.Call(t.Context(), nil, []byte(`{"open":{"bell":"front","times":2},"opne":1}`))
	fields := errkit.From(err).Fields
	require.Len(t, fields, 1, "times is not a fault")
	require.Equal(t, "/opne", fields[0].Path)
}
