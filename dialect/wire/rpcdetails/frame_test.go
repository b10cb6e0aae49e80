package rpcdetails_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

func TestLastFrame(t *testing.T) {
	const last, compressed = 2, 1
	tests := []struct {
		name, body  string
		frame, rest string
		ok          bool
	}{
		{"only the last", "\x02\x00\x00\x00\x01a", "a", "", true},
		{"after others", "\x00\x00\x00\x00\x01x\x01\x00\x00\x00\x00\x02\x00\x00\x00\x01ab", "a", "b", true},
		{"none", "\x00\x00\x00\x00\x01x", "", "", false},
		{"other flags before it", "\x04\x00\x00\x00\x00\x02\x00\x00\x00\x01a", "", "", false},
		{"cut", "\x02\x00\x00\x00\x05a", "", "", false},
		{"a large length", "\x02\xff\xff\xff\xffa", "", "", false},
		{"less than a head", "\x02\x00", "", "", false},
		{"empty", "", "", "", false},
	}
	for _, tt := range tests {
		frame, rest, ok := rpcdetails.LastFrame([]byte(tt.body), last, compressed)
		require.Equal(t, tt.ok, ok, tt.name)
		require.Equal(t, tt.frame, string(frame), tt.name)
		require.Equal(t, tt.rest, string(rest), tt.name)
	}
}

func TestIsBare(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"code":5,"message":"m","details":[]}`: true, `{"code":5}`: true, `{}`: true, `{"code":5,"id":1}`: false,
	} {
		v, err := jsontree.ParseText(doc, jsontree.Limits{})
		require.NoError(t, err)
		require.Equal(t, want, rpcdetails.IsBare(v), doc)
	}
}

func TestAppendError(t *testing.T) {
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell."}
	doc := rpcdetails.AppendError(nil, &dialect.Codec{}, dialect.Call{}, e, 404, mapping.RPCNotFound, rpcdetails.Options{})
	require.JSONEq(t, `{"code":404,"message":"There is no bell.","status":"NOT_FOUND","details":[
		{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NOT_FOUND","domain":"io.github.toolerr",
		"metadata":{"kind":"not_found"}}]}`, string(doc))
}
