package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"abc", "abc", 0},
		{"abc", "axc", 1},
		{"abc", "bc", 1},
		{"abc", "xabc", 1},
		{"abc", "acb", 1},
		{"abc", "bac", 1},
		{"kitten", "sitting", 3},
		{"a", "abcdef", 5},
		{"abcdef", "a", 5},
	} {
		t.Run(test.a+" "+test.b, func(t *testing.T) {
			require.Equal(t, test.want, Distance(test.a, test.b))
		})
	}
}

func TestNearest(t *testing.T) {
	names := []string{"max_price", "title", "to", strings.Repeat("n", MaxKey+1)}
	for name, want := range map[string]string{
		"maxPrice": "max_price", "max_prices": "max_price", "price": "", "titel": "title", "TO": "to", "id": "",
		strings.Repeat("n", MaxKey+2): "",
	} {
		require.Equal(t, want, Nearest(name, names), name)
	}
}
