package rpcdetails_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// FuzzParseStatus holds that the details of a status in the binary format are JSON, whatever its
// bytes.
func FuzzParseStatus(f *testing.F) {
	var codec dialect.Codec
	f.Add([]byte{})
	f.Add([]byte{0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Add([]byte{0x1a, 0x02, 0x12, 0x7f})
	for _, e := range []*errkit.Error{
		{Kind: errkit.InvalidInput, Message: "größe", Fields: []errkit.Field{{Path: "/a~1b", Message: "is required"}}},
		{Kind: errkit.RateLimited, RetryAfter: 1500e6, Ref: "7f3a9c"},
	} {
		status := rpcdetails.AppendStatus(nil, &codec, dialect.Call{}, e, rpcdetails.Options{Domain: "bells.example"})
		f.Add(status)
		f.Add(status[:len(status)/2])
	}
	f.Fuzz(func(t *testing.T, status []byte) {
		if _, _, details, ok := rpcdetails.ParseStatus(status); ok {
			require.True(t, json.Valid(details), "%s", details)
		}
	})
}
