package show

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/jsontree"
)

// The time to mark a document is in proportion to its size: before it was the square, which is
// minutes for these documents.
func TestMarkLarge(t *testing.T) {
	const n = 90_000
	var object strings.Builder
	for i := range n {
		object.WriteString(`,"` + strconv.Itoa(i) + `":1`)
	}
	for name, text := range map[string]string{
		"array":   "[" + strings.Repeat("1,", n) + "1]",
		"object":  "{" + object.String()[1:] + "}",
		"objects": "[" + strings.Repeat(`{"a":1},`, n/2) + "1]",
	} {
		t.Run(name, func(t *testing.T) {
			root, err := jsontree.ParseText(text, jsontree.Limits{})
			require.NoError(t, err)
			p := printer{claims: []claim{{field: "message"}, {field: "kind"}, {field: "details"}}, tree: true}
			start := time.Now()
			p.value(root, []jsontree.Value{root, {}, root}, "")
			require.Less(t, time.Since(start), 20*time.Second)
			require.Len(t, p.segments, 1)
			require.Equal(t, text, strings.NewReplacer("\n", "", " ", "").Replace(p.segments[0].Text()))
		})
	}
}

// A document whose members have another order, or of which some are absent, is compared by name.
func TestMarkOrder(t *testing.T) {
	tests := []struct{ name, text, other, marked string }{
		{"same order", `{"a":1,"b":2,"c":3}`, `{"a":1,"b":9,"c":3}`, "2"},
		{"another order", `{"a":1,"b":2,"c":3}`, `{"c":3,"b":9,"a":1}`, "2"},
		{"absent", `{"a":1,"b":2,"c":3}`, `{"a":1,"c":9}`, `"b"23`},
		{"absent first", `{"a":1,"b":2,"c":3}`, `{"b":2,"c":9}`, `"a"13`},
		{"elements", `[1,2,3]`, `[1,9]`, "23"},
		{"another type", `{"a":[1]}`, `{"a":{"b":1}}`, "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := jsontree.ParseText(tt.text, jsontree.Limits{})
			require.NoError(t, err)
			other, err := jsontree.ParseText(tt.other, jsontree.Limits{})
			require.NoError(t, err)
			p := printer{claims: []claim{{field: "message"}}, tree: true}
			p.value(root, []jsontree.Value{other}, "")
			marked := ""
			for _, s := range p.segments {
				if s.Field != "" {
					marked += s.Text()
				}
			}
			require.Equal(t, tt.marked, marked)
		})
	}
}
