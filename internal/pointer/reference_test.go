package pointer_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/pointer"
)

func TestReference(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"7f3a9c", "7f3a9c"},
		{"/errors/7?x=1#y", "/errors/7?x=1#y"},
		{"urn:uuid:7", "urn:uuid:7"},
		{"a b", "a%20b"},
		{"a%20b", "a%2520b"},
		{"a%2Fb", "a%2Fb"},
		{"100%", "100%25"},
		{"7:8", "./7:8"},
		{":", "./:"},
		{"a\"b\\c", "a%22b%5Cc"},
		{"\x00ü", "%00%C3%BC"},
	}
	for _, tt := range tests {
		got := string(pointer.AppendReference(nil, tt.text))
		require.Equal(t, tt.want, got)
		require.Equal(t, tt.text, pointer.FromReference(got))
		_, err := url.Parse(got)
		require.NoError(t, err)
	}
	// A reference of another server stays as it is.
	for _, s := range []string{"/a%2Fb", "https://example.com/%41?q=%20#f", "./7:8", "../x", "%2520"} {
		require.Equal(t, s, string(pointer.AppendReference(nil, pointer.FromReference(s))))
	}
}

func TestReferencesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		got := string(pointer.AppendReference(nil, s))
		for i := range len(got) {
			require.True(t, got[i] > ' ' && got[i] < 0x7f)
		}
		require.Equal(t, s, pointer.FromReference(got))
	})
}
