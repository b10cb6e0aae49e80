package rpc

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

func TestAppendID(t *testing.T) {
	long := `"` + strings.Repeat("x", text.MaxID-2) + `"`
	tests := []struct {
		name           string
		id, want, body string
	}{
		{"a number", `42`, `42`, `42`},
		{"zero", `0`, `0`, `0`},
		{"a number that is not an integer of digits", ` -1.5e3 `, `-1.5e3`, `-1.5e3`},
		{"a leading zero is no JSON", `007`, `null`, ``},
		{"a string", `"a b"`, `"a b"`, `a b`},
		{"the empty string", `""`, `""`, ``},
		{"a string with an escape", `"a\"b"`, `"a\"b"`, `a\"b`},
		{"a string that ends early", `"a"b"`, `null`, ``},
		{"a string of 1 KiB", long, long, long[1 : len(long)-1]},
		{"longer: not repeated", long + " ", `null`, ``},
		{"invalid UTF-8", "\"\xff\"", `null`, ``},
		{"null", `null`, `null`, ``},
		{"an object", `{}`, `null`, ``},
		{"two values", `1 2`, `null`, ``},
		{"nothing", ``, `null`, ``},
		{"space", ` `, `null`, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, string(AppendID(nil, json.RawMessage(tt.id))))
			require.Equal(t, tt.body, string(AppendIDBody(nil, json.RawMessage(tt.id))))
		})
	}
}
