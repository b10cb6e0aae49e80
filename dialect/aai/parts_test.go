package aai_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
)

// TestParts checks that the parts of an error object are those of the document.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := samples.AnyError(t)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		code, message, data := aai.Dialect{}.Parts(&codec, dialect.Call{}, e)
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
}

func TestPartsOfNil(t *testing.T) {
	code, message, _ := aai.Dialect{}.Parts(new(dialect.Codec), dialect.Call{}, nil)
	require.Equal(t, -32603, code)
	require.Equal(t, "Internal error", message)
}

func TestPartsArePublic(t *testing.T) {
	for _, codec := range []dialect.Codec{{}, {Carry: true}} {
		for _, k := range errkit.Kinds() {
			_, message, data := aai.Dialect{}.Parts(&codec, dialect.Call{}, samples.Canaries(k))
			for _, canary := range []string{samples.DevCanary, samples.ErrCanary, samples.PrivateCanary} {
				require.NotContains(t, message+string(data), canary, k.String())
			}
		}
	}
}

// A text that starts and ends like one with a reference, but has more between, is a message.
func TestReference(t *testing.T) {
	var codec dialect.Codec
	for detail, want := range map[string]errkit.Error{
		"Something went wrong on our side. (reference 7f3a9c)": {Ref: "7f3a9c"},
		"Something went wrong on our side. (reference x); b: Bad. (reference x)": {
			Message: "Something went wrong on our side. (reference x); b: Bad. (reference x)"},
	} {
		body := `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR",` +
			`"detail":"` + detail + `"}}}`
		e, err := codec.Decode(dialect.Document{Dialect: aai.Dialect{}, Status: 200, Body: []byte(body)})
		require.NoError(t, err)
		require.Equal(t, want.Ref, e.Ref)
		require.Equal(t, want.Message, e.Message)
	}
}

// The reference of an internal error is read also if a sentence about the effect follows it.
func TestReferenceBeforeEffect(t *testing.T) {
	codec := dialect.Codec{}
	doc, _ := codec.Append(nil, aai.Strings{}, dialect.Call{}, &errkit.Error{Kind: errkit.Internal, Ref: "7f3a9c",
		Effect: errkit.EffectPartial})
	e, err := codec.Decode(dialect.Document{Dialect: aai.Strings{}, Status: 500, Body: doc})
	require.NoError(t, err)
	require.Equal(t, "7f3a9c", e.Ref, "%s", doc)
	require.Empty(t, e.Message)
	require.Equal(t, errkit.EffectPartial, e.Effect)
}
