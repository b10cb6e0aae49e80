package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestRing(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}/ring", api.Handler(ring))
	s := wire.Serve(t, api.Middleware(mux))
	require.Equal(t, "ding\n", wire.Do(t, s, "POST", "/bells/front/ring", "").Body)
	resp := wire.Do(t, s, "POST", "/bells/back/ring", "")
	require.Equal(t, 200, resp.Status)
	require.JSONEq(t, `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"There is no bell with this id."}}}`, resp.Body)
}
