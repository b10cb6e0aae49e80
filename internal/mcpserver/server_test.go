package mcpserver

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCallOption(t *testing.T) {
	tests := []struct {
		name string
		f    func(string) string
		want string
	}{
		{"a function", func(name string) string { return name + "!" }, "ring!"},
		{"nil", nil, ""},
		{"a panic", func(string) string { panic("clapper") }, ""},
		{"panic(nil)", func(string) string { panic(nil) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, callOption(tt.f, "ring")) })
	}
}
