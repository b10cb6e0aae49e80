package main

import (
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestRing(t *testing.T) {
	s := wire.Serve(t, handler())
	client := connect.NewClient[text, text](s.Client(), s.URL+ringProcedure, connect.WithInterceptors(connecterr.NewInterceptor(nil)))
	res, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
	require.NoError(t, err)
	require.Equal(t, "ding", res.Msg.GetValue())
	_, err = client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("back")))
	e := errkit.From(err)
	require.Equal(t, errkit.NotFound, e.Kind)
	require.Equal(t, "ids: front", string(e.Hint))
	_, err = client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("broken")))
	require.ErrorIs(t, err, errkit.Internal)
	require.NotContains(t, errkit.From(err).Err.Error(), "relay")
}
