package sitebuild_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	small "github.com/toolerr/toolerr/lab/sitebuild/http"
)

// FuzzHeader compares the headers with those of net/http.
func FuzzHeader(f *testing.F) {
	for _, key := range []string{"", "content-type", "RETRY-AFTER", "x-Request-ID", "a b", "a:b", "é", "-a--b", "a_b.c", "a@"} {
		f.Add(key, "1")
	}
	f.Fuzz(func(t *testing.T, key, value string) {
		want, got := http.Header{}, small.Header{}
		require.Equal(t, http.CanonicalHeaderKey(key), small.CanonicalHeaderKey(key))
		want.Add(key, value)
		got.Add(key, value)
		want.Add("a", "b")
		got.Add("a", "b")
		require.Equal(t, map[string][]string(want), map[string][]string(got))
		require.Equal(t, want.Get(key), got.Get(key))
		require.Equal(t, want.Values(key), got.Values(key))
		clone := got.Clone()
		got.Set("a", value)
		got.Del(key)
		want.Set("a", value)
		want.Del(key)
		require.Equal(t, map[string][]string(want), map[string][]string(got))
		require.NotEmpty(t, clone)
	})
}

func TestParseTime(t *testing.T) {
	for _, text := range []string{"Tue, 14 Jul 2026 09:12:44 GMT", "Tuesday, 14-Jul-26 09:12:44 GMT",
		"Tue Jul 14 09:12:44 2026", "soon", ""} {
		want, wantErr := http.ParseTime(text)
		got, err := small.ParseTime(text)
		require.Equal(t, wantErr == nil, err == nil, text)
		require.True(t, want.Equal(got), text)
	}
	require.Equal(t, http.TimeFormat, small.TimeFormat)
	require.Equal(t, small.Header(nil), small.Header(nil).Clone())
	require.Equal(t, "", small.Header{}.Get("a"))
}
