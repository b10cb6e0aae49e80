package dialect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

func TestNormalOfNil(t *testing.T) {
	var codec dialect.Codec
	n := codec.Normalize(nil)
	require.Equal(t, codec.Normalize(&errkit.Error{}), n)
	require.Equal(t, errkit.Internal.Text(), n.Message)
	n.Message = "changed"
	require.NotEqual(t, n.Message, codec.Normalize(nil).Message)
}

// What an adapter must know of JSON-RPC.
func TestRPC(t *testing.T) {
	tests := []struct {
		dialect           dialect.Dialect
		envelope, needsID bool
	}{
		{mcp.Dialect{}, true, true},
		{toolerror.Dialect{}, true, false},
		{aai.Dialect{}, true, false},
	}
	for _, tt := range tests {
		envelope, needsID := tt.dialect.(dialect.RPC).RPC()
		require.Equal(t, tt.envelope, envelope, tt.dialect.Name())
		require.Equal(t, tt.needsID, needsID, tt.dialect.Name())
		body, _ := new(dialect.Codec).Append(nil, tt.dialect, dialect.Call{ID: []byte("7")}, &errkit.Error{})
		require.True(t, strings.HasPrefix(string(body), `{"jsonrpc":"2.0","id":7,`), string(body))
	}
	for _, d := range []dialect.Dialect{oxp.Dialect{}, problem.Dialect{}, aai.Strings{}} {
		_, ok := d.(dialect.RPC)
		require.False(t, ok, d.Name())
	}
}

// Fields stay bounded where the document that an error is from was large: only pictures, which are
// details, are from there.
func TestFewerFieldsOfAPeer(t *testing.T) {
	e := &errkit.Error{Kind: errkit.InvalidInput, Fields: make([]errkit.Field, 10), Peer: &errkit.Peer{Raw: strings.Repeat(" ", 1<<20)}}
	less, cut := dialect.FewerFields(e, 100<<10)
	require.True(t, cut)
	require.Len(t, less.Fields, 5)
}
