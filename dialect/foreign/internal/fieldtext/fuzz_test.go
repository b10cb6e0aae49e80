package fieldtext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzFields holds that the fields of a text are bounded and have pointers as paths, and that a
// list is one of the text.
func FuzzFields(f *testing.F) {
	for _, example := range examples {
		f.Add(example.text)
	}
	f.Add("[]]{[")
	f.Fuzz(func(t *testing.T, text string) {
		fields, source := Fields(text)
		require.LessOrEqual(t, len(fields), 2*maxItems)
		require.Equal(t, len(fields) == 0, source == "")
		for _, field := range fields {
			require.True(t, field.Path == "" || field.Path[0] == '/', "%q", field.Path)
			if utf8.ValidString(text) {
				require.True(t, utf8.ValidString(field.Path+string(field.Message)))
			}
		}
		require.Contains(t, strings.TrimSpace(text), List(text))
	})
}
