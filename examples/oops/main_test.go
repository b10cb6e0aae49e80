package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestRing(t *testing.T) {
	s := wire.Serve(t, handler())
	for _, tt := range []struct {
		bell   string
		status int
		want   string
	}{
		{"front", 200, "ding\n"},
		{"back", 503, `"detail":"The bell is stuck.","kind":"unavailable","code":"bell_jammed"`},
		{"side", 500, `"title":"Internal Server Error","status":500,"kind":"internal"`},
		{"other", 404, `"detail":"There is no bell with this id.","kind":"not_found","code":"no_such_bell"`},
	} {
		got := wire.Do(t, s, "POST", "/bells/"+tt.bell, "")
		require.Equal(t, tt.status, got.Status)
		require.Contains(t, got.Body, tt.want)
		require.NotContains(t, got.Body, "relay")
	}
}
