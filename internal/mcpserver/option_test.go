package mcpserver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/mcpserver"
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
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, mcpserver.CallOption(tt.f, "ring")) })
	}
}
