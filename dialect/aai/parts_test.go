package aai_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/internal/samples"
)

// The parts of an error object of AAI are those of the document.
func TestPartsOfAAI(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := samples.AnyError(t)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		code, message, data := aai.Dialect{}.Parts(&codec, e)
		body, _ := codec.Append(nil, aai.Dialect{}, dialect.Call{}, e)
		var doc struct {
			Error struct {
				Code    int
				Message string
				Data    json.RawMessage
			}
		}
		require.NoError(t, json.Unmarshal(body, &doc), "%s", body)
		require.Equal(t, doc.Error.Code, code)
		require.Equal(t, doc.Error.Message, message)
		require.Equal(t, string(doc.Error.Data), string(data))
	})
	code, _, _ := aai.Dialect{}.Parts(new(dialect.Codec), nil)
	require.Equal(t, -32603, code, "a nil error is internal")
}
