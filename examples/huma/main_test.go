package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestRing(t *testing.T) {
	s := wire.Serve(t, handler())
	for _, tt := range []struct {
		body   string
		status int
		want   string
	}{
		{`{"bell":"front","times":1}`, 200, `"sound":"ding"`},
		{`{"bell":"back","times":1}`, 404, `"detail":"There is no bell with this id.","kind":"not_found","hint":"ids: front"`},
		{`{"bell":"broken","times":1}`, 500, `"kind":"internal"`},
		{`{"bell":"front","times":11}`, 422, `"errors":[{"pointer":"#/times","detail":"expected number <= 10"}]`},
		{`{`, 400, `"status":400`},
	} {
		got := wire.Do(t, s, "POST", "/ring", tt.body, "Content-Type", "application/json")
		require.Equal(t, tt.status, got.Status, got.Body)
		require.Contains(t, got.Body, tt.want)
		require.NotContains(t, got.Body, "relay")
		if tt.status != 200 {
			require.Equal(t, "application/problem+json", got.Header.Get("Content-Type"))
		}
	}
	require.Equal(t, 405, wire.Do(t, s, "GET", "/ring", "").Status)
}
