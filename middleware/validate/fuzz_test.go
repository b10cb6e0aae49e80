package validate_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware/validate"
)

// FuzzKeys checks that for any keys of a map the pointers are those of the invalid members, in
// their order, without control characters. Package limit has the tests of long pointers.
func FuzzKeys(f *testing.F) {
	for _, k := range [][2]string{{"a", "b"}, {"a.b]", ""}, {"/", "~"}, {"a", "a].Sku["}, {"[", "]"}, {"]", "].sku"},
		{"\x00", "é"}, {"m[a]", "a]["}} {
		f.Add(k[0], k[1])
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var v validate.Validator
	f.Fuzz(func(t *testing.T, a, b string) {
		err := v.Struct(struct {
			M map[string]item `json:"m" validate:"dive"`
		}{map[string]item{a: {}, b: {}, "fine": {Sku: "x"}}})
		want := []string{a}
		switch {
		case a == "fine" || b == "fine", len(a) > 150, len(b) > 150:
			return
		case a < b:
			want = []string{a, b}
		case b < a:
			want = []string{b, a}
		}
		for i := range want {
			want[i] = text.Clean("/m/"+escape.Replace(want[i])+"/sku", 0) + " is required"
		}
		require.Equal(t, want, fieldsOf(t, err))
	})
}
