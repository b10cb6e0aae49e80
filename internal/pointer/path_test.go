package pointer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathPointer(t *testing.T) {
	tests := []struct{ name, path, want string }{
		{"the whole", "", ""},
		{"the whole in JSONPath", "$", ""},
		{"a name", "age", "/age"},
		{"a pointer", "/items/0/a b", "/items/0/a b"},
		{"a fragment", "#/a%20b", "/a b"},
		{"JSONPath", "$.age", "/age"},
		{"JSONPath of a list", "$[0].sku", "/0/sku"},
		{"JSONPath with quotes", "$['a']['b/c']", "/a/b~1c"},
		{"ASP.NET", "Items[0].Sku", "/Items/0/Sku"},
		{"dots", "address.city", "/address/city"},
		{"an index at the end", "tags[12]", "/tags/12"},
		{"indexes", "m[1][2]", "/m/1/2"},
		{"a tilde", "a~b.c", "/a~0b/c"},
		{"a dollar in a name", "$ref", "/$ref"},
		{"a dot too many", "a..b", "/a..b"},
		{"a dot at the end", "a.", "/a."},
		{"a dot after an index", "a[0].", "/a[0]."},
		{"a dot at the start", ".a", "/.a"},
		{"an open index", "a[0", "/a[0"},
		{"an empty index", "a[]", "/a[]"},
		{"a name after an index", "a[0]b", "/a[0]b"},
		{"words", "e.g. an age", "/e.g. an age"},
		{"all members together", "non_field_errors", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, FromPath(tt.path))
		})
	}
}
